/**
 * The sanctions of the European Union, in two forms: a table of the annexes in the Official Journal, of which the rows
 * that freeze assets count, and the CSV of the Financial Sanctions Files, a row per name.
 */
import { countriesIn } from "./countries.ts"
import { readTable, type TableRow } from "./csv.ts"
import { dayIn, readListedDate } from "./dates.ts"
import { EntryCollector, type ListSource, type ParsedList, type SourceFile } from "./ListSource.ts"
import type { ListedEntityType } from "../ScreeningResult.ts"
import type { WatchListEntry } from "../WatchList.ts"

const several = (text: string): ReadonlyArray<string> => text.split(/\s*;\s*/)

const journalTypes: Readonly<Record<string, ListedEntityType>> = { Person: "individual", Vessel: "vessel" }

const journalColumns = [
  "celex",
  "recordId",
  "annex",
  "programKey",
  "measure",
  "schema",
  "name",
  "alias",
  "weakAlias",
  "birthDate"
]

/** Act, annex and number in it. A few numbers are there several times: the later ones are counted. */
const journalId = (row: TableRow, known: Map<string, number>): string => {
  const id = ["celex", "annex", "recordId"].map((column) => row.get(column)).join(":")
  const times = (known.get(id) ?? 0) + 1
  known.set(id, times)
  return times === 1 ? id : `${id}:${times}`
}

const parseJournal = (file: SourceFile): ParsedList => {
  const entries = new EntryCollector()
  const known = new Map<string, number>()
  for (const row of readTable(file, { required: journalColumns })) {
    if (row.get("measure") !== "Asset freeze") continue
    entries.add(
      {
        entryId: journalId(row, known),
        entityType: journalTypes[row.get("schema")] ?? "business",
        name: row.get("name"),
        aliases: [...several(row.get("alias")), ...several(row.get("previousName"))],
        weakAliases: several(row.get("weakAlias")),
        programs: [row.get("programKey")],
        datesOfBirth: several(row.get("birthDate")).flatMap((date) => readListedDate(date) ?? []),
        countries: ["country", "nationality", "jurisdiction"].flatMap((column) => countriesIn(row.get(column)))
      },
      { file: file.name, line: row.line }
    )
  }
  return { stateDate: file.date, entries: entries.take(file.name) }
}

/** Columns of the Financial Sanctions Files, version 1.1, as documented by the Commission. */
const fsf = {
  generated: "fileGenerationDate",
  id: "Entity_LogicalId",
  type: "Entity_SubjectType_ClassificationCode",
  program: "Entity_Regulation_Programme",
  name: "NameAlias_WholeName",
  born: "BirthDate_BirthDate",
  year: "BirthDate_Year",
  country: "Citizenship_CountryIso2Code"
}

/** What the rows of one entity say together. */
const addFsfRow = (entry: WatchListEntry | undefined, row: TableRow): WatchListEntry => {
  const name = row.get(fsf.name)
  const birth = readListedDate(row.get(fsf.born) || row.get(fsf.year))
  return {
    entryId: row.get(fsf.id),
    entityType: entry?.entityType ?? (row.get(fsf.type) === "P" ? "individual" : "business"),
    name: entry === undefined || entry.name === "" ? name : entry.name,
    aliases: [...(entry?.aliases ?? []), name],
    programs: [...(entry?.programs ?? []), row.get(fsf.program)],
    datesOfBirth: [...(entry?.datesOfBirth ?? []), birth ?? ""],
    countries: [...(entry?.countries ?? []), ...countriesIn(row.get(fsf.country))]
  }
}

const parseFsf = (file: SourceFile): ParsedList => {
  const found = new Map<string, { readonly entry: WatchListEntry; readonly line: number }>()
  let generated: string | undefined
  for (const row of readTable(file, { delimiter: ";", required: [fsf.id, fsf.type, fsf.name] })) {
    generated ??= dayIn(row.get(fsf.generated))
    const known = found.get(row.get(fsf.id))
    found.set(row.get(fsf.id), { entry: addFsfRow(known?.entry, row), line: known?.line ?? row.line })
  }
  const entries = new EntryCollector()
  for (const { entry, line } of found.values()) entries.add(entry, { file: file.name, line })
  return { stateDate: generated ?? file.date, entries: entries.take(file.name) }
}

const parse = (files: Readonly<Record<string, SourceFile | undefined>>): ParsedList => {
  const { fsf: sanctionsFile, journal } = files
  return sanctionsFile === undefined ? parseJournal(journal!) : parseFsf(sanctionsFile)
}

/** The asset freezes of the European Union. */
export const euSanctions: ListSource = {
  id: "eu_amld6",
  title: "European Union, asset freezes: eu_oj_consolidated.csv, or the CSV of the Financial Sanctions Files",
  list: () => "eu_amld6",
  maxAgeHours: 48,
  roles: [
    { role: "fsf", pattern: /fullsanctionslist.*\.csv$/i, required: false },
    { role: "journal", pattern: /^eu_oj.*\.csv$/i, required: false }
  ],
  parse
}
