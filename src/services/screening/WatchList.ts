/**
 * A watch list in memory: what the bundled screening compares names with. How a list gets here (a table in the program,
 * a file of some authority) is not its concern.
 */
import type { ListedEntityType, ListName } from "./ScreeningResult.ts"

/** One person, company, vessel or aircraft on a list. */
export interface WatchListEntry {
  readonly entryId: string
  readonly entityType: ListedEntityType
  /** The main name, as printed. */
  readonly name: string
  readonly aliases?: ReadonlyArray<string>
  /** Names that the list itself calls weak: they hit only together with a second attribute. */
  readonly weakAliases?: ReadonlyArray<string>
  /** A name hits only with all its words: for entries that are made of everyday words, such as those of a sandbox. */
  readonly wholeName?: boolean
  readonly programs?: ReadonlyArray<string>
  /** `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or a range `from/to` of them. */
  readonly datesOfBirth?: ReadonlyArray<string>
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countries?: ReadonlyArray<string>
}

/** A list in one state. */
export interface WatchList {
  readonly list: ListName
  /** The day the list says it is from, `YYYY-MM-DD`. */
  readonly stateDate: string
  /** Changes with the content. */
  readonly version: string
  /** Age of the state from which the list is stale. Default: it never is. */
  readonly maxAgeHours?: number | undefined
  /** How many of the entries, the first ones, are part of the program. Default: 0. */
  readonly own?: number | undefined
  readonly entries: ReadonlyArray<WatchListEntry>
}

/** Names of an entry with whether the list calls them weak, the main name first. */
export const namesOf = (entry: WatchListEntry): ReadonlyArray<{ readonly name: string; readonly weak: boolean }> => [
  { name: entry.name, weak: false },
  ...(entry.aliases ?? []).map((name) => ({ name, weak: false })),
  ...(entry.weakAliases ?? []).map((name) => ({ name, weak: true }))
]
