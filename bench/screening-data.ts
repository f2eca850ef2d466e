/** Reads the screening data: lists, labelled queries, benign names, name pairs. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import type { WatchList, WatchListEntry } from "bursar"

/** A labelled query: any of `expected` is right, none is expected where it is empty. */
export interface Case {
  readonly category: string
  readonly tier: "core" | "weak" | "info"
  readonly query: string
  readonly entity_type: "individual" | "business"
  readonly lists: ReadonlyArray<string>
  readonly expected: ReadonlyArray<string>
  readonly date_of_birth?: string
  readonly country?: string
}

/** A pair of names that are, or are not, of one person or company. */
export interface Pair {
  readonly business: boolean
  readonly one: string
  readonly other: string
  readonly isMatch: boolean
}

interface Entity {
  readonly id: string
  readonly list: string
  readonly type: "individual" | "business" | "vessel" | "aircraft"
  readonly name: string
  readonly aliases: ReadonlyArray<string>
  readonly weak_aliases: ReadonlyArray<string>
  readonly dob: ReadonlyArray<string>
}

const read = (folder: string, name: string): string => {
  const path = join(folder, name)
  if (!existsSync(path)) throw new Error(`there is no ${path}: --data names the folder of the screening data`)
  const bytes = readFileSync(path)
  return (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")
}

const lines = <A>(text: string): ReadonlyArray<A> =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as A)

const entryOf = (entity: Entity): WatchListEntry => ({
  entryId: entity.id,
  entityType: entity.type,
  name: entity.name,
  aliases: entity.aliases,
  weakAliases: entity.weak_aliases,
  datesOfBirth: entity.dob
})

/** The entities of all public lists, by list. Countries are free text there and left out. */
export const readEntities = (folder: string): ReadonlyArray<WatchList> => {
  const lists = Map.groupBy(lines<Entity>(read(folder, "entities.jsonl.gz")), ({ list }) => list)
  return Array.from(lists, ([list, entities]) => ({
    list,
    stateDate: "2026-01-01",
    version: "1",
    entries: entities.map(entryOf)
  }))
}

/** The labelled queries. */
export const readCases = (folder: string): ReadonlyArray<Case> => lines(read(folder, "eval-dev.jsonl"))

/** Names of people who are on no list. */
export const readBenign = (folder: string): ReadonlyArray<string> =>
  lines<{ readonly query: string }>(read(folder, "benign/benign-dev.jsonl.gz")).map(({ query }) => query)

const fieldsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g), ([, field = ""]) =>
    field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field
  )

/** The labelled pairs of names. */
export const readPairs = (folder: string): ReadonlyArray<Pair> =>
  read(folder, "pairs/name-pairs-dev.csv")
    .trim()
    .split("\n")
    .slice(1)
    .map(fieldsOf)
    .map(([, schema, one = "", other = "", isMatch]) => ({
      business: schema !== "Person",
      one,
      other,
      isMatch: isMatch === "true"
    }))

/** The lists with as many benign names beside them as are missing to the wanted number; those are not asked for. */
export const withFiller = (
  lists: ReadonlyArray<WatchList>,
  benign: ReadonlyArray<string>,
  names: number
): ReadonlyArray<WatchList> => {
  const known = lists
    .flatMap(({ entries }) => entries)
    .reduce((sum, { aliases = [], weakAliases = [] }) => sum + 1 + aliases.length + weakAliases.length, 0)
  const filler = benign.slice(0, Math.max(0, names - known))
  const entries = filler.map((name, at): WatchListEntry => ({
    entryId: `filler:${at}`,
    entityType: "individual",
    name
  }))
  return [...lists, { list: "filler", stateDate: "2026-01-01", version: "1", entries }]
}
