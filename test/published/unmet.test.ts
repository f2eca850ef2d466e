import { describe, expect, it } from "vitest"
import { faultsOf } from "./unmet.ts"

const declared = ["cards payments.create 200", "cards payments.create 429 slow", "cards payments.list 429 slow"]
const met = { "cards payments.create 200": 3, "cards payments.create 429 slow": 1 }

describe("after a whole run", () => {
  it("what no test met is a fault, unless it is explained", () => {
    expect(faultsOf(declared, met, [])).toEqual(["not met by any test: cards payments.list 429 slow"])
    expect(faultsOf(declared, met, [{ pattern: "cards .* 429 slow", why: "One gate." }])).toEqual([])
  })

  it("an explanation of what is met, or is no more, is a fault", () => {
    const all = { ...met, "cards payments.list 429 slow": 1 }
    const needless = [{ pattern: "cards payments.list 429 slow", why: "One gate." }]
    expect(faultsOf(declared, all, needless)).toEqual([
      "explained, and yet met or not declared: cards payments.list 429 slow"
    ])
  })
})
