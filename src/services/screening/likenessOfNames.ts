/** How alike two names are, as screening compares them: for checks that a name is the one that was told. */
import { makeListScreening } from "./ListScreening.ts"

/** Below it, two names are not alike at all. */
const lowestScore = 1

const scoreOf = (name: string, listed: string): number => {
  const entry = { entryId: "name", entityType: "individual", name: listed } as const
  const list = { list: "names", stateDate: "2026-01-01", version: "1", entries: [entry] }
  const { screen } = makeListScreening({ lists: [list], threshold: lowestScore })
  return screen({ name, entityType: "individual" })?.matches[0]?.score ?? 0
}

/**
 * The score of two names of persons, 0 to 100, by the comparison of the bundled screening: order of words, titles,
 * accents and scripts do not matter, spelling errors matter little. The same whichever comes first.
 */
export const likenessOfNames = (one: string, other: string): number =>
  Math.max(scoreOf(one, other), scoreOf(other, one))
