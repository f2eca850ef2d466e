/**
 * Screening against lists that are held in memory: which lists are consulted for a request, and the result with their
 * states. A reload replaces the index between two screenings.
 */
import { Recent } from "../../domain/Recent.ts"
import { defaultThreshold, matchSubject, scorerName } from "./matchSubject.ts"
import { changedAfter, type IndexedList, loadOf, makeScreeningIndex, type ScreeningIndex } from "./ScreeningIndex.ts"
import type {
  ListChange,
  ListName,
  ListVersion,
  ScreenedList,
  ScreeningOptions,
  ScreeningResult,
  ScreeningSubject
} from "./ScreeningResult.ts"
import type { WatchList } from "./WatchList.ts"

/** Lists and the lowest score of a match (0 to 100, default 85). */
export interface ListScreeningOptions {
  readonly lists: ReadonlyArray<WatchList>
  readonly threshold?: number
}

/** Longest text that is looked at, in characters: more than any field that is screened may have (S2: 500). */
export const maxSubjectCharacters = 1000

/** Screening as plain functions. */
export interface ListScreening {
  /** The result, or `undefined` when none of the lists asked for is loaded: nobody is clear against no list. */
  readonly screen: (subject: ScreeningSubject, options?: ScreeningOptions) => ScreeningResult | undefined
  readonly lists: () => ReadonlyArray<IndexedList>
  /** What has come since versions of lists that a caller has seen; lists it does not name have all their entries. */
  readonly changesSince: (versions: ReadonlyArray<ListVersion>) => ReadonlyArray<ListChange>
  readonly index: () => ScreeningIndex
  /** From the next screening on, another index answers. */
  readonly replace: (index: ScreeningIndex) => void
  /** Calls `listener` after every replacement, until the returned function is called. */
  readonly onReplaced: (listener: () => void) => () => void
}

const stateOf = ({ list, stateDate, version }: IndexedList): ScreenedList => ({ list, stateDate, version })

/** The load after which entries of a list count; -1 where all do. A version that is not remembered tells nothing. */
const afterLoad = (index: ScreeningIndex, list: ListName, since: ScreeningOptions["changedSince"]): number => {
  const seen = since?.find((one) => one.list === list)
  return seen === undefined ? -1 : (loadOf(index, list, seen.version) ?? -1)
}

const screenWith = (
  index: ScreeningIndex,
  subject: ScreeningSubject,
  options: ScreeningOptions & { readonly threshold: number }
): ScreeningResult | undefined => {
  const consulted = index.lists.filter(({ list }) => options.lists?.includes(list) ?? true)
  if (consulted.length === 0) return undefined
  const matches = matchSubject(index, {
    subject: { ...subject, name: subject.name.slice(0, maxSubjectCharacters) },
    lists: new Map(
      consulted.map((list) => [index.lists.indexOf(list), afterLoad(index, list.list, options.changedSince)])
    ),
    threshold: options.threshold
  })
  return {
    outcome: matches.length === 0 ? "clear" : "match",
    matches,
    listsScreened: consulted.map(stateOf),
    threshold: options.threshold,
    scorer: scorerName
  }
}

/**
 * Results that are kept for subjects that come again: who pays, the banks and their addresses are the same in many payments.
 * Our choice: at most twice as many, of a kilobyte or less each.
 */
const keptResults = 512

/** Longer subjects are screened anew, so that little is kept. */
const longestKept = 200

/** What a result depends on beside the lists, as one text; `undefined` where it is not kept: with options, or for a long subject. */
const keyOf = (subject: ScreeningSubject, { attempt: _attempt, ...options }: ScreeningOptions): string | undefined =>
  subject.name.length > longestKept || Object.values(options).some((option) => option !== undefined)
    ? undefined
    : JSON.stringify(subject)

const changeOf = (index: ScreeningIndex, list: IndexedList, since: ReadonlyArray<ListVersion>): ListChange => {
  const seen = since.find((one) => one.list === list.list)
  const load = seen === undefined ? undefined : loadOf(index, list.list, seen.version)
  const entries = load === undefined ? list.entries : changedAfter(index, list.list, load)
  return { ...stateOf(list), since: load === undefined ? undefined : seen?.version, entries }
}

/** Makes the functions over an index, or over one that is built when one of them needs it. */
export const screeningOver = (
  first: ScreeningIndex | (() => ScreeningIndex),
  threshold = defaultThreshold
): ListScreening => {
  let current = first
  const index = (): ScreeningIndex => (typeof current === "function" ? (current = current()) : current)
  const listeners = new Set<() => void>()
  let kept = new Recent<ScreeningResult>(keptResults)
  const screen = (subject: ScreeningSubject, options: ScreeningOptions) =>
    screenWith(index(), subject, { ...options, threshold: options.threshold ?? threshold })
  return {
    screen: (subject, options = {}) => {
      const key = keyOf(subject, options)
      if (key === undefined) return screen(subject, options)
      const known = kept.get(key)
      if (known !== undefined) return known
      const result = screen(subject, options)
      if (result !== undefined) kept.set(key, result)
      return result
    },
    lists: () => index().lists,
    changesSince: (versions) => index().lists.map((list) => changeOf(index(), list, versions)),
    index,
    replace: (next) => {
      current = next
      kept = new Recent(keptResults)
      for (const listener of listeners) listener()
    },
    onReplaced: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}

/** Indexes the lists and makes the functions. */
export const makeListScreening = ({ lists, threshold }: ListScreeningOptions): ListScreening =>
  screeningOver(makeScreeningIndex(lists), threshold)
