/** A short form of the simulation: `npm run simulate` is the long one. A seed that found something once stays here. */
import { describe, it, onTestFinished } from "vitest"
import { onSqlite } from "../store/onSqlite.ts"
import { simulate } from "./simulate.ts"
import { onEarlierData } from "./stores.ts"

describe("a simulated world of cards and bank", () => {
  it.each([1, 2, 3, 4])(
    "of seed %i answers as its second model predicts, and keeps every invariant",
    (seed) => simulate({ seed, steps: 50 }),
    120_000
  )

  // The kept folders are those of SQLite.
  it.runIf(onSqlite)(
    "does so on data that an earlier commit wrote, too",
    () => {
      const { stop, worldOf } = onEarlierData()
      onTestFinished(stop)
      return simulate({ seed: 1, steps: 15, ...worldOf(1) })
    },
    120_000
  )
})
