/** Politically exposed persons: the members of the US Congress and executive, from the files of the unitedstates project. */
import * as Schema from "effect/Schema"
import { parseDocument } from "yaml"
import { EntryCollector, ListFileRefused, type ListSource, type ParsedList, type SourceFile } from "./ListSource.ts"
import type { WatchListEntry } from "../WatchList.ts"

const optional = Schema.optional(Schema.String)

const Person = Schema.Struct({
  id: Schema.Record(Schema.String, Schema.Unknown),
  name: Schema.Struct({
    first: Schema.String,
    last: Schema.String,
    middle: optional,
    nickname: optional,
    suffix: optional,
    official_full: optional
  }),
  bio: Schema.optional(Schema.Struct({ birthday: optional })),
  terms: Schema.Array(Schema.Struct({ type: optional, end: optional }))
})

const isPerson = Schema.is(Person)

type PoliticalPerson = (typeof Person)["Type"]

/** Offices end, and exposure after them (Directive (EU) 2015/849, article 22: at least twelve months). */
const exposedYears = 1

const namesOf = ({ name }: PoliticalPerson): ReadonlyArray<string> => {
  const { first, last, middle = "", nickname = "" } = name
  return [
    `${first} ${last}`,
    ...(middle === "" ? [] : [`${first} ${middle} ${last}`]),
    ...(nickname === "" ? [] : [`${nickname} ${last}`])
  ]
}

const entryOf = (person: PoliticalPerson, line: number): WatchListEntry => {
  const [plain = "", ...others] = namesOf(person)
  const full = person.name.official_full ?? plain
  const id = person.id["bioguide"] ?? person.id["govtrack"] ?? person.id["icpsr_prez"] ?? line
  return {
    entryId: String(id),
    entityType: "individual",
    name: full,
    aliases: [plain, ...others],
    programs: person.terms.flatMap(({ type }) => type ?? []),
    datesOfBirth: person.bio?.birthday === undefined ? [] : [person.bio.birthday],
    countries: ["US"]
  }
}

const isExposed = ({ terms }: PoliticalPerson, day: string): boolean => {
  const since = `${Number(day.slice(0, 4)) - exposedYears}${day.slice(4)}`
  return terms.some(({ end }) => end === undefined || end >= since)
}

const addFile = (file: SourceFile, entries: EntryCollector): void => {
  const document = parseDocument(file.text, { maxAliasCount: 0 } as object)
  const [error] = document.errors
  if (error !== undefined) {
    const line = error.linePos?.[0].line
    throw new ListFileRefused({ file: file.name, line, problem: `is no valid YAML: ${error.code}` })
  }
  const people: unknown = document.toJS({ maxAliasCount: 0 })
  if (!Array.isArray(people))
    throw new ListFileRefused({ file: file.name, line: 1, problem: "is not a list of people" })
  people.forEach((person: unknown, at) => {
    const place = { file: file.name, line: at + 1 }
    if (!isPerson(person)) {
      throw new ListFileRefused({ file: file.name, field: `person ${at + 1}`, problem: "lacks a name, an id or terms" })
    }
    if (isExposed(person, file.date)) entries.add(entryOf(person, place.line), place)
  })
}

const parse = (files: Readonly<Record<string, SourceFile | undefined>>): ParsedList => {
  const file = files["people"]!
  const entries = new EntryCollector()
  addFile(file, entries)
  return { stateDate: file.date, entries: entries.take(file.name) }
}

const pepSource = (id: string, title: string, pattern: RegExp): ListSource => ({
  id,
  title,
  list: () => "pep",
  maxAgeHours: 8 * 24,
  roles: [{ role: "people", pattern, required: true }],
  parse
})

/** Members of Congress. */
export const pepCongress = pepSource(
  "pep_us_congress",
  "US Congress: legislators-current.yaml",
  /^legislators-current.*\.ya?ml$/i
)

/** Presidents and vice presidents in office, or until a year ago. */
export const pepExecutive = pepSource(
  "pep_us_executive",
  "US executive: us-executive.yaml",
  /^(?:us-)?executive.*\.ya?ml$/i
)
