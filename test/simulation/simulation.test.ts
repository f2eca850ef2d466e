/** A short form of the simulation: `npm run simulate` is the long one, and what a seed of it found is kept here. */
import { describe, it, onTestFinished } from "vitest"
import { foundWorlds } from "./found.ts"
import { simulate } from "./simulate.ts"
import { storesOf } from "./stores.ts"

describe("a simulated world of cards, bank and documents", () => {
  it.each(foundWorlds())(
    "of seed $seed on $store (rails: $ofRails) answers for $steps steps as its second model predicts, and keeps every invariant",
    async ({ ofRails = false, processes, seed, steps, store }) => {
      const { stop, worldOf } = await storesOf(store, processes)
      onTestFinished(stop)
      await simulate({ seed, steps, ofRails, ...worldOf(seed) })
    },
    120_000
  )
})
