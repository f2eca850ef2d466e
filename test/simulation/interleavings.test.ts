/** All orders of two operations on one object. Those of three: `npm run simulate -- --orders 3`. */
import { describe, expect, it } from "vitest"
import { interleave } from "./interleave.ts"
import { scenarios } from "./scenarios.ts"

describe("whatever comes first", () => {
  it.each(scenarios)(
    "$name",
    async (scenario) => expect(await interleave(scenario, 2)).toBeGreaterThan(scenario.needsRestart === true ? -1 : 10),
    180_000
  )
})
