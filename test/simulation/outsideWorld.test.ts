/** Short worlds of live mode: `npm run simulate -- --outside` is the long form. */
import { describe, it } from "vitest"
import { onSqlite } from "../store/onSqlite.ts"
import { simulateOutside } from "./outsideWorld.ts"

describe("a simulated world of live mode", () => {
  it.runIf(onSqlite).each([9, 26, 319])(
    "of seed %i keeps the books as its processor has them",
    async (seed) => simulateOutside({ seed, steps: 200 }),
    120_000
  )
})
