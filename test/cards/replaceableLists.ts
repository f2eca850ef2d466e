/** Screening against lists that a test replaces while the engine runs, as a reload of files does. */
import * as Layer from "effect/Layer"
import { fromLists, Screening, type ScreeningShape, type WatchListEntry } from "../../src/services/Screening.ts"
import { makeListScreening } from "../../src/services/screening/ListScreening.ts"
import { contentVersion } from "../../src/services/screening/EntryTable.ts"
import { makeScreeningIndex } from "../../src/services/screening/ScreeningIndex.ts"

/** A person on the list, by id and name. */
export const person = (entryId: string, name: string, more: Partial<WatchListEntry> = {}): WatchListEntry => ({
  entryId,
  entityType: "individual",
  name,
  ...more
})

const listOf = (entries: ReadonlyArray<WatchListEntry>) => ({
  list: "ofac_sdn",
  stateDate: "2026-01-01",
  version: contentVersion(entries),
  entries
})

/** Makes lists with these entries. `screened` counts the screenings; `around` may stand in front of the service. */
export const replaceableLists = (
  first: ReadonlyArray<WatchListEntry>,
  around: (screening: ScreeningShape) => ScreeningShape = (screening) => screening
) => {
  const lists = makeListScreening({ lists: [listOf(first)] })
  const screening = fromLists(lists)
  const screened: Array<string> = []
  const counting: ScreeningShape = {
    ...screening,
    screen: (subject, options) => {
      screened.push(subject.name)
      return screening.screen(subject, options)
    }
  }
  return {
    layer: Layer.succeed(Screening, around(counting)),
    screened,
    replace: (entries: ReadonlyArray<WatchListEntry>) =>
      lists.replace(makeScreeningIndex([listOf(entries)], lists.index()))
  }
}
