/**
 * The lists of the US Office of Foreign Assets Control as it publishes them: CSV without a row of names, `-0-` for
 * nothing, programs as `A] [B`, further names in a file of their own, and birth dates and weak names inside of remarks.
 */
import { countryCode } from "./countries.ts"
import { type CsvRow, readCsv } from "./csv.ts"
import { readListedDate } from "./dates.ts"
import { EntryCollector, type ListSource, type ParsedList, type SourceFile } from "./ListSource.ts"
import type { ListedEntityType } from "../ScreeningResult.ts"

/** Columns of the files (OFAC, "Specially Designated Nationals: data format specification"). */
const primary = { id: 0, name: 1, type: 2, programs: 3, title: 4, flag: 9, remarks: 11, columns: 12 }
const alias = { id: 0, name: 3, remarks: 4, columns: 5 }
const address = { id: 0, country: 4, columns: 6 }

const valueOf = (row: CsvRow, column: number): string => {
  const text = row.fields[column]?.trim() ?? ""
  return text === "-0-" ? "" : text
}

const types: Readonly<Record<string, ListedEntityType>> = {
  individual: "individual",
  vessel: "vessel",
  aircraft: "aircraft"
}

const datesIn = (remarks: string): ReadonlyArray<string> =>
  Array.from(remarks.matchAll(/\bDOB ([^;.]+)/g)).flatMap((match) => readListedDate(match[1]!) ?? [])

/** Names in quotation marks are those the list calls weak; the others are good. */
const namesIn = (remarks: string): { readonly good: ReadonlyArray<string>; readonly weak: ReadonlyArray<string> } => {
  const names = Array.from(remarks.matchAll(/\b(?:a|f|n)\.k\.a\. (?:'([^';]+)'|"([^";]+)"|([^;.'"]+))/g))
  return {
    weak: names.flatMap((match) => match[1] ?? match[2] ?? []),
    good: names.flatMap((match) => match[3] ?? [])
  }
}

const citizenshipsIn = (remarks: string): ReadonlyArray<string> =>
  Array.from(remarks.matchAll(/\b(?:nationality|citizen) ([^;.]+)/gi)).flatMap((match) => countryCode(match[1]!) ?? [])

/** Values of a file by the number of the entry they belong to. */
const byEntry = (file: SourceFile | undefined, columns: number, value: (row: CsvRow) => string | undefined) => {
  const values = new Map<string, Array<string>>()
  if (file === undefined) return values
  for (const row of readCsv(file, { columns })) {
    const found = value(row)
    if (found === undefined || found === "") continue
    const id = valueOf(row, 0)
    const known = values.get(id)
    if (known === undefined) values.set(id, [found])
    else known.push(found)
  }
  return values
}

const isWeak = (name: string): boolean => /^'.*'$/.test(name)

const parse = (files: Readonly<Record<string, SourceFile | undefined>>): ParsedList => {
  const file = files["primary"]!
  const aliases = byEntry(files["aliases"], alias.columns, (row) =>
    /weak/i.test(valueOf(row, alias.remarks)) ? `'${valueOf(row, alias.name)}'` : valueOf(row, alias.name)
  )
  const countries = byEntry(files["addresses"], address.columns, (row) => countryCode(valueOf(row, address.country)))
  const entries = new EntryCollector()
  for (const row of readCsv(file, { columns: primary.columns })) {
    const entryId = valueOf(row, primary.id)
    const remarks = valueOf(row, primary.remarks)
    const inRemarks = namesIn(remarks)
    const listed = aliases.get(entryId) ?? []
    entries.add(
      {
        entryId,
        entityType: types[valueOf(row, primary.type)] ?? "business",
        name: valueOf(row, primary.name),
        aliases: [...listed.filter((name) => !isWeak(name)), ...inRemarks.good],
        weakAliases: [...listed.filter(isWeak).map((name) => name.slice(1, -1)), ...inRemarks.weak],
        programs: valueOf(row, primary.programs).split("] ["),
        datesOfBirth: datesIn(remarks),
        countries: [...(countries.get(entryId) ?? []), ...citizenshipsIn(remarks)]
      },
      { file: file.name, line: row.line }
    )
  }
  return { stateDate: file.date, entries: entries.take(file.name) }
}

/** Requirement S31. */
const maxAgeHours = 24

/** Specially Designated Nationals. */
export const ofacSdn: ListSource = {
  id: "ofac_sdn",
  title: "US OFAC, Specially Designated Nationals: sdn.csv, alt.csv, add.csv",
  list: () => "ofac_sdn",
  maxAgeHours,
  roles: [
    { role: "primary", pattern: /^sdn\b.*\.csv$/i, required: true },
    { role: "aliases", pattern: /^alt\b.*\.csv$/i, required: false },
    { role: "addresses", pattern: /^add\b.*\.csv$/i, required: false }
  ],
  parse
}

/** The consolidated list of all other sanctions. */
export const ofacConsolidated: ListSource = {
  id: "ofac_consolidated",
  title: "US OFAC, consolidated non-SDN list: cons_prim.csv, cons_alt.csv, cons_add.csv",
  list: () => "ofac_consolidated",
  maxAgeHours,
  roles: [
    { role: "primary", pattern: /^cons_prim\b.*\.csv$/i, required: true },
    { role: "aliases", pattern: /^cons_alt\b.*\.csv$/i, required: false },
    { role: "addresses", pattern: /^cons_add\b.*\.csv$/i, required: false }
  ],
  parse
}
