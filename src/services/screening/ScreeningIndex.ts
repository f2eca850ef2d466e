/**
 * All loaded lists, ready to be searched: typed arrays and a few plain values, so that it can be built in another thread
 * and handed over. It never changes: a reload builds the next one, which knows what has changed.
 */
import { type EntryTable, makeEntryTable } from "./EntryTable.ts"
import { namesIn } from "./NameForm.ts"
import { type IndexedName, makeNameIndex, type NameIndex } from "./NameIndex.ts"
import type { ListName } from "./ScreeningResult.ts"
import { type WatchList, namesOf } from "./WatchList.ts"
import { kindOf, type NameKind } from "./words.ts"

export interface IndexedList {
  readonly list: ListName
  readonly stateDate: string
  readonly version: string
  readonly entries: number
  /** Of them, those that are part of the program: the first ones. */
  readonly own: number
  readonly names: number
  readonly maxAgeHours: number | undefined
  /** Earlier versions and the load that brought each, oldest first, this one last. */
  readonly history: ReadonlyArray<{ readonly version: string; readonly load: number }>
}

export interface ScreeningIndex {
  /** How many loads there have been in this process, this one included. */
  readonly load: number
  readonly lists: ReadonlyArray<IndexedList>
  readonly entries: EntryTable
  readonly person: NameIndex
  readonly organisation: NameIndex
}

/** Versions of a list that are remembered (our choice: more than a year of daily lists). */
const maxHistory = 400

function* namesOfKind(lists: ReadonlyArray<WatchList>, kind: NameKind): Generator<IndexedName> {
  let entry = -1
  for (const { entries } of lists) {
    for (const one of entries) {
      entry++
      if (kindOf(one.entityType) !== kind) continue
      let ordinal = 0
      for (const { name, weak } of namesOf(one)) {
        for (const { reading, text } of namesIn(name, kind)) yield { name: text, reading, weak, entry, ordinal }
        ordinal++
      }
    }
  }
}

const indexedList = (list: WatchList, load: number, before: IndexedList | undefined): IndexedList => {
  const { entries, stateDate, version } = list
  const history = before?.history ?? []
  const names = entries.reduce((count, entry) => count + namesOf(entry).length, 0)
  const isNew = history.at(-1)?.version !== version
  return {
    list: list.list,
    stateDate,
    version,
    entries: entries.length,
    own: list.own ?? 0,
    names,
    maxAgeHours: list.maxAgeHours,
    history: isNew ? [...history, { version, load }].slice(-maxHistory) : history
  }
}

/** What an index takes from the one before it. */
export type EarlierIndex = Pick<ScreeningIndex, "load" | "lists" | "entries">

/** Builds an index; with the one before it, it knows which entries came or changed. */
export const makeScreeningIndex = (lists: ReadonlyArray<WatchList>, previous?: EarlierIndex): ScreeningIndex => {
  const load = (previous?.load ?? 0) + 1
  const before = new Map(previous?.lists.map((list) => [list.list, list]))
  return {
    load,
    lists: lists.map((list) => indexedList(list, load, before.get(list.list))),
    entries: makeEntryTable(lists, load, previous?.entries),
    person: makeNameIndex("person", namesOfKind(lists, "person")),
    organisation: makeNameIndex("organisation", namesOfKind(lists, "organisation"))
  }
}

/** The load that brought a version of a list, or `undefined` for a version that is not remembered. */
export const loadOf = ({ lists }: Pick<ScreeningIndex, "lists">, list: ListName, version: string): number | undefined =>
  lists.find((one) => one.list === list)?.history.findLast((one) => one.version === version)?.load

/** How many entries of a list came or changed after a load. */
export const changedAfter = ({ entries, lists }: ScreeningIndex, list: ListName, load: number): number => {
  const place = lists.findIndex((one) => one.list === list)
  return entries.changedIn.reduce(
    (count, changed, at) => count + Number(entries.lists[at] === place && changed > load),
    0
  )
}
