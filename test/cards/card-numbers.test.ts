import { describe, expect, it } from "vitest"
import { isCardNumber, maskCardNumbers } from "../../plugins/cards/card-numbers.ts"
import { testCards } from "../../plugins/cards/acquirer/test-cards.ts"

describe("card numbers in free text", () => {
  it("C54: every test card is known as a card number", () => {
    expect(testCards.filter(({ number }) => !isCardNumber(number))).toEqual([])
  })

  it.each([
    ["4242424242424242", "************4242"],
    ["4242 4242 4242 4242", "************4242"],
    ["4242-4242-4242-4242", "************4242"],
    ["3782 822463 10005", "***********0005"],
    ["a 4242424242424242, b 5555555555554444.", "a ************4242, b ************4444."],
    ["4242424242424242 5555555555554444", "************4242 ************4444"],
    ["order 12 4242424242424242 3", "order 12 ************4242 3"],
    ["x4242424242424242y", "x************4242y"]
  ])("%s becomes %s", (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked)
    expect(maskCardNumbers(masked)).toBe(masked)
  })

  it.each([
    "Order 1234",
    "1234567890123456",
    "4242424242424241",
    "9424242424242424242424242",
    "2026-01-15 09:30:00",
    "+49 30 1234567890",
    ""
  ])("%s is left as it is", (text) => {
    expect(maskCardNumbers(text)).toBe(text)
  })

  it("takes no longer for long runs of digits", () => {
    const text = "1 ".repeat(250)
    expect(maskCardNumbers(text)).toBe(text)
  })
})
