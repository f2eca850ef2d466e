/**
 * Screening against lists that are held in memory: which lists are consulted for a request, and the result with their
 * states. It keeps nothing between two screenings.
 */
import { defaultThreshold, matchSubject, scorerName } from "./matchSubject.ts"
import { makeNameIndex, namesOf } from "./NameIndex.ts"
import type {
  ListStatus,
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

/** Screening as plain functions. */
export interface ListScreening {
  /** The result, or `undefined` when none of the lists asked for is loaded: nobody is clear against no list. */
  readonly screen: (subject: ScreeningSubject, options?: ScreeningOptions) => ScreeningResult | undefined
  readonly statuses: ReadonlyArray<ListStatus>
}

const stateOf = ({ list, stateDate, version }: WatchList): ScreenedList => ({ list, stateDate, version })

const statusOf = (list: WatchList): ListStatus => ({
  ...stateOf(list),
  entries: list.entries.length,
  names: list.entries.reduce((count, entry) => count + namesOf(entry).length, 0),
  stale: false
})

/** Indexes the lists and makes the functions. */
export const makeListScreening = ({ lists, threshold = defaultThreshold }: ListScreeningOptions): ListScreening => {
  const index = makeNameIndex(lists)
  const screen = (subject: ScreeningSubject, options: ScreeningOptions = {}) => {
    const consulted = lists.filter(({ list }) => options.lists?.includes(list) ?? true)
    if (consulted.length === 0) return undefined
    const query = {
      subject,
      lists: consulted.map(({ list }) => list),
      threshold: options.threshold ?? threshold
    }
    const matches = matchSubject(index, query)
    return {
      outcome: matches.length === 0 ? ("clear" as const) : ("match" as const),
      matches,
      listsScreened: consulted.map(stateOf),
      threshold: query.threshold,
      scorer: scorerName
    }
  }
  return { screen, statuses: lists.map(statusOf) }
}
