/** What a load changed about each list, in numbers for whoever operates it. */
import type { EarlierIndex, ScreeningIndex } from "./ScreeningIndex.ts"
import type { ListName } from "./ScreeningResult.ts"

/** What a load changed about one list. */
export interface ListDifference {
  readonly list: ListName
  readonly stateDate: string
  readonly version: string
  readonly entries: number
  readonly added: number
  readonly changed: number
  readonly removed: number
}

const placeOf = (index: EarlierIndex, list: ListName): number => index.lists.findIndex((one) => one.list === list)

/** The keys of a list's entries; none where the list is not there. */
const keysOf = (index: EarlierIndex, list: ListName): ReadonlySet<number> => {
  const place = placeOf(index, list)
  return new Set(index.entries.keys.filter((_, at) => index.entries.lists[at] === place))
}

const countWithout = (keys: ReadonlySet<number>, others: ReadonlySet<number>): number => {
  let count = 0
  for (const key of keys) if (!others.has(key)) count++
  return count
}

/** One row for each list that is not as it was before, in the order of the lists; without an index before, for all. */
export const differencesOf = (index: ScreeningIndex, previous?: EarlierIndex): ReadonlyArray<ListDifference> =>
  index.lists
    .filter(({ list, version }) => !previous?.lists.some((one) => one.list === list && one.version === version))
    .map(({ entries, list, stateDate, version }) => {
      const now = keysOf(index, list)
      const before = previous === undefined ? new Set<number>() : keysOf(previous, list)
      const place = placeOf(index, list)
      const { changedIn, lists } = index.entries
      const fresh = changedIn.reduce((sum, load, at) => sum + Number(lists[at] === place && load === index.load), 0)
      const added = countWithout(now, before)
      const [changed, removed] = [fresh - added, countWithout(before, now)]
      return { list, stateDate, version, entries, added, changed, removed }
    })
