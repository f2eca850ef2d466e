/**
 * The consolidated list of the UK's Office of Financial Sanctions Implementation: a row per name, rows of one entry share
 * a group. Columns are found by name, so that the old and the new layout are read alike.
 */
import { countriesIn } from "./countries.ts"
import { readTable, type TableRow } from "./csv.ts"
import { dayIn, readListedDate } from "./dates.ts"
import { EntryCollector, type ListSource, type ParsedList, type SourceFile } from "./ListSource.ts"
import type { ListedEntityType } from "../ScreeningResult.ts"

const required = ["Name 6", "Name 1", "DOB", "Group Type", "Alias Type", "Regime", "Group ID"]

const types: Readonly<Record<string, ListedEntityType>> = { Individual: "individual", Ship: "vessel" }

/** Given names come before the last one, `Name 6`. */
const nameOf = (row: TableRow): string =>
  ["Name 1", "Name 2", "Name 3", "Name 4", "Name 5", "Name 6"]
    .map((column) => row.get(column))
    .join(" ")
    .trim()

/** `00/00/1980` is a year alone. */
const birthOf = (row: TableRow): ReadonlyArray<string> => {
  const date = readListedDate(row.get("DOB"))
  return date === undefined ? [] : [date]
}

interface Group {
  readonly line: number
  readonly rows: Array<TableRow>
}

const isMain = (row: TableRow): boolean => /^primary name|^prime alias/i.test(row.get("Alias Type"))

const isWeak = (row: TableRow): boolean => /low/i.test(row.get("Alias Quality"))

const groupsOf = (file: SourceFile): ReadonlyMap<string, Group> => {
  const groups = new Map<string, Group>()
  // The first line says when the list was updated.
  for (const row of readTable(file, { required, skip: 1 })) {
    const id = row.get("Group ID")
    const known = groups.get(id)
    if (known === undefined) groups.set(id, { line: row.line, rows: [row] })
    else known.rows.push(row)
  }
  return groups
}

const parse = (files: Readonly<Record<string, SourceFile | undefined>>): ParsedList => {
  const file = files["list"]!
  const entries = new EntryCollector()
  for (const [entryId, { line, rows }] of groupsOf(file)) {
    const main = rows.find(isMain) ?? rows[0]!
    const others = rows.filter((row) => row !== main)
    entries.add(
      {
        entryId,
        entityType: types[main.get("Group Type")] ?? "business",
        name: nameOf(main),
        aliases: [
          ...others.filter((row) => !isWeak(row)).map(nameOf),
          ...rows.map((row) => row.get("Name Non-Latin Script"))
        ],
        weakAliases: others.filter(isWeak).map(nameOf),
        programs: rows.map((row) => row.get("Regime")),
        datesOfBirth: rows.flatMap(birthOf),
        countries: rows.flatMap((row) => [...countriesIn(row.get("Nationality")), ...countriesIn(row.get("Country"))])
      },
      { file: file.name, line }
    )
  }
  const head = file.text.slice(0, file.text.indexOf("\n"))
  return { stateDate: dayIn(head) ?? file.date, entries: entries.take(file.name) }
}

/** The UK's financial sanctions. */
export const ukSanctions: ListSource = {
  id: "uk_hmt",
  title: "United Kingdom, OFSI consolidated list: ConList.csv",
  list: () => "uk_hmt",
  maxAgeHours: 48,
  roles: [{ role: "list", pattern: /^conlist.*\.csv$/i, required: true, encoding: "windows-1252" }],
  parse
}
