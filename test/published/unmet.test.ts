import { describe, expect, it } from "vitest"
import { explained, faultsOf } from "./unmet.ts"

const declared = ["cards payments.create 200", "cards payments.create 429 slow", "cards payments.list 429 slow"]
const met = { "cards payments.create 200": 3, "cards payments.create 429 slow": 1 }

describe("what is explained", () => {
  it("excuses nothing that is answered at once: a text that is too long, a source that is too deep", () => {
    const atOnce = [
      "checks.check",
      "checks.fix",
      "transformations.transform",
      "projects.addSource",
      "generations.create"
    ]
    const unmet = atOnce.map((operation) => `docs ${operation} 422 limit_exceeded`)
    const faults = faultsOf(unmet, {}, explained)
    expect(faults).toEqual(expect.arrayContaining(unmet.map((one) => `not met by any test: ${one}`)))
  })
})

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
