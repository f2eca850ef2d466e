import { describe, expect, it } from "vitest"
import { checkDigitOf, isRoutingNumber } from "../../src/domain/RoutingNumber.ts"

describe("routing numbers", () => {
  it.each([
    ["099900014", true],
    ["099900069", true],
    ["021000021", true],
    ["011000015", true],
    ["021000022", false],
    ["099900015", false],
    ["02100002", false],
    ["0999000144", false],
    ["02100002a", false],
    ["000000000", false]
  ])("B120 %s is one: %s", (text, isOne) => {
    expect(isRoutingNumber(text)).toBe(isOne)
    if (isOne) expect(checkDigitOf(text.slice(0, 8))).toBe(text[8])
  })
})
