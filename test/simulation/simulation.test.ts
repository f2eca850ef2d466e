/** A short form of the simulation: `npm run simulate` is the long one. A seed that found something once stays here. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { mutants } from "./mutants.ts"
import { simulate } from "./simulate.ts"

describe("a simulated world of cards and bank", () => {
  it.each([1, 2, 3, 4])(
    "of seed %i answers as its second model predicts, and keeps every invariant",
    (seed) => simulate({ seed, steps: 50 }),
    120_000
  )
})

describe("a known fault", () => {
  it.each(Object.entries(mutants))("%s can still be put back", (_name, { replacements }) => {
    for (const { file, from } of replacements) {
      expect(readFileSync(join(import.meta.dirname, "../..", file), "utf8").split(from)).toHaveLength(2)
    }
  })
})
