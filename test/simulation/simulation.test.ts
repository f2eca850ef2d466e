/** A short form of the simulation: `npm run simulate` is the long one. A seed that found something once stays here. */
import { describe, expect, it } from "vitest"
import { invariants } from "./invariants.ts"
import { simulate } from "./simulate.ts"

describe("a simulated world of cards and bank", () => {
  it.each([1, 2, 3, 4])(
    "of seed %i answers as its second model predicts, and keeps every invariant",
    (seed) => simulate({ seed, steps: 50 }),
    120_000
  )

  it("has a sentence for each invariant", () => {
    for (const [sentence] of Object.values(invariants)) expect(sentence).toMatch(/^[A-Z].+[a-z]$/)
  })
})
