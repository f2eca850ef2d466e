/** All orders of two operations on one object. Those of three: `npm run simulate -- --orders 3`. */
import { describe, expect, it } from "vitest"
import { onSqlite } from "../store/onSqlite.ts"
import { interleave } from "./interleave.ts"
import { scenarios } from "./scenarios.ts"

describe("whatever comes first", () => {
  for (const scenario of scenarios) {
    // On Postgres a test engine cannot be restarted on its data.
    it.runIf(onSqlite || scenario.needsRestart !== true)(
      scenario.name,
      async () => expect(await interleave(scenario, 2)).toBeGreaterThan(10),
      180_000
    )
  }
})
