/**
 * Lists of one's own, adverse media and politically exposed persons of other sources: one JSON object per line, with
 * `id`, `type`, `name` and whatever else is known. The list is named by the file.
 */
import * as Schema from "effect/Schema"
import { countryCode } from "./countries.ts"
import { readListedDate } from "./dates.ts"
import { EntryCollector, ListFileRefused, type ListSource, type ParsedList, type SourceFile } from "./ListSource.ts"

const Strings = Schema.optional(Schema.Array(Schema.String))

const Entry = Schema.Struct({
  id: Schema.String,
  type: Schema.Literals(["individual", "business", "vessel", "aircraft"]),
  name: Schema.String,
  aliases: Strings,
  weak_aliases: Strings,
  dob: Strings,
  countries: Strings,
  programs: Strings
})

const fields = Object.entries(Entry.fields)

const isEntry = Schema.is(Entry)

/** The first field that is not as it must be. */
const wrongField = (value: object): string | undefined =>
  fields.find(([name, schema]) => !Schema.is(Schema.Struct({ [name]: schema }))(value))?.[0]

const parseLine = (text: string, file: string, line: number): (typeof Entry)["Type"] => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ListFileRefused({ file, line, problem: "is no valid JSON" })
  }
  if (isEntry(value)) return value
  const field = typeof value === "object" && value !== null ? wrongField(value) : undefined
  throw new ListFileRefused({
    file,
    line,
    field,
    problem: field === undefined ? "is no object" : "is missing or not allowed"
  })
}

const parse = (files: Readonly<Record<string, SourceFile | undefined>>): ParsedList => {
  const file = files["entries"]!
  const entries = new EntryCollector()
  file.text.split("\n").forEach((text, at) => {
    if (text.trim() === "") return
    const line = at + 1
    const {
      aliases,
      countries = [],
      dob = [],
      id,
      name,
      programs,
      type,
      weak_aliases
    } = parseLine(text, file.name, line)
    const unread = dob.find((date) => readListedDate(date) === undefined)
    if (unread !== undefined) {
      throw new ListFileRefused({
        file: file.name,
        line,
        field: "dob",
        problem: `${JSON.stringify(unread)} is no date`
      })
    }
    entries.add(
      {
        entryId: id,
        entityType: type,
        name,
        aliases: aliases ?? [],
        weakAliases: weak_aliases ?? [],
        programs: programs ?? [],
        datesOfBirth: dob.flatMap((date) => readListedDate(date) ?? []),
        countries: countries.flatMap((country) => countryCode(country) ?? [])
      },
      { file: file.name, line }
    )
  })
  return { stateDate: file.date, entries: entries.take(file.name) }
}

const named = /^(?:custom_([a-z][a-z0-9_]*?)|(adverse_media|pep))(?:[-.].*)?\.jsonl$/i

/** The list in the name of a file: `custom_house-2026-01-01.jsonl` is `house`, `adverse_media.jsonl` is itself. */
const listOf = ({ name }: SourceFile): string => {
  const [, own, known] = named.exec(name) ?? []
  return (own ?? known ?? "custom").toLowerCase()
}

/** Lists of one's own. */
export const custom: ListSource = {
  id: "custom",
  title: "Lists of your own, adverse media, PEP: custom_NAME.jsonl, adverse_media.jsonl, pep.jsonl",
  list: listOf,
  maxAgeHours: 8 * 24,
  roles: [{ role: "entries", pattern: named, required: true }],
  eachFile: true,
  parse
}
