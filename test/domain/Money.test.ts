import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Money from "../../src/domain/Money.ts"

const max = Number.MAX_SAFE_INTEGER
const usd = (amountMinor: number): Money.Money => ({ amountMinor, currency: "usd" })
const eur = (amountMinor: number): Money.Money => ({ amountMinor, currency: "eur" })
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
const safeAmount = (exact: bigint): number | string =>
  Number.isSafeInteger(Number(exact)) ? Number(exact) : "overflow"
const amountOf = (result: Result.Result<Money.Money, unknown>): number | string =>
  Result.match(result, { onSuccess: (money) => money.amountMinor, onFailure: () => "overflow" })
const SafeInteger = Schema.Int.check(Schema.isBetween({ minimum: -max, maximum: max }))
const SmallRatio = Schema.Int.check(Schema.isBetween({ minimum: -10_000, maximum: 10_000 }))

describe("make", () => {
  it.each([0, 1, -1, Money.maxAmountMinor, max, -max])("accepts the safe integer %d", (amountMinor) => {
    expect(Result.getOrThrow(Money.make(amountMinor, "usd"))).toEqual(usd(amountMinor))
  })

  it.each([0.5, max + 1, -max - 1, NaN, Infinity, -Infinity])("C4: refuses %d with InvalidAmount", (amountMinor) => {
    const refusal = Result.getOrThrow(Result.flip(Money.make(amountMinor, "usd")))
    expect(refusal).toMatchObject({ _tag: "InvalidAmount", amountMinor, currency: "usd" })
  })

  it("turns minus zero into zero", () => {
    expect(Object.is(Result.getOrThrow(Money.make(-0, "usd")).amountMinor, 0)).toBe(true)
  })

  it("has a largest payment amount of 12 digits", () => {
    expect(String(Money.maxAmountMinor)).toBe("9".repeat(12))
  })
})

describe("add, subtract and compare", () => {
  it("refuse two currencies and name both", () => {
    for (const operation of [Money.add, Money.subtract, Money.compare]) {
      const refusal = Result.getOrThrow(Result.flip<unknown, unknown>(operation(usd(1), eur(1))))
      expect(refusal).toMatchObject({ _tag: "CurrencyMismatch", left: "usd", right: "eur" })
    }
  })

  it.each([
    ["add", Money.add(usd(max), usd(1)), BigInt(max) + 1n],
    ["add", Money.add(usd(max), usd(max)), BigInt(max) * 2n],
    ["subtract", Money.subtract(usd(-max), usd(2)), -BigInt(max) - 2n]
  ])("%s tells the exact result that no amount can hold", (_, result, exact) => {
    const refusal = Result.getOrThrow(Result.flip(result))
    expect(refusal).toMatchObject({ _tag: "AmountOverflow", amountMinor: exact, currency: "usd" })
  })

  it.prop("agree with exact integers", [SafeInteger, SafeInteger], ([a, b]) => {
    expect(amountOf(Money.add(usd(a), usd(b)))).toBe(safeAmount(BigInt(a) + BigInt(b)))
    expect(amountOf(Money.subtract(usd(a), usd(b)))).toBe(safeAmount(BigInt(a) - BigInt(b)))
    expect(Result.getOrThrow(Money.compare(usd(a), usd(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
  })

  it("know zero, also as the difference of equal amounts", () => {
    const nothing = Result.getOrThrow(Money.subtract(usd(5), usd(5)))
    expect([Money.isZero(nothing), Money.isZero(usd(1)), Money.isZero(usd(-1))]).toEqual([true, false, false])
  })
})

describe("multiplyRatio", () => {
  // Amount, numerator, denominator, then the results of half_up, half_even, down and up.
  const rows: ReadonlyArray<readonly [number, number, number, number, number, number, number]> = [
    [5, 1, 2, 3, 2, 2, 3],
    [7, 1, 2, 4, 4, 3, 4],
    [-5, 1, 2, -3, -2, -2, -3],
    [-7, 1, 2, -4, -4, -3, -4],
    [1, 1, 2, 1, 0, 0, 1],
    [-1, 1, 2, -1, 0, 0, -1],
    [1, 1, 3, 0, 0, 0, 1],
    [2, 1, 3, 1, 1, 0, 1],
    [-2, 1, 3, -1, -1, 0, -1],
    [5, -1, 2, -3, -2, -2, -3],
    [5, 1, -2, -3, -2, -2, -3],
    [-5, -1, 2, 3, 2, 2, 3],
    [6, 1, 3, 2, 2, 2, 2],
    [0, 7, 3, 0, 0, 0, 0],
    [max, 3, 3, max, max, max, max]
  ]

  it.each(rows)(
    "rounds %d times %d over %d, ties away from zero in half_up",
    (amount, numerator, denominator, ...to) => {
      const roundings = ["half_up", "half_even", "down", "up"] as const
      const results = roundings.map(
        (rounding) => Result.getOrThrow(Money.multiplyRatio(usd(amount), numerator, denominator, rounding)).amountMinor
      )
      expect(results).toEqual(to)
    }
  )

  it("C189: computes the instant payout fee of 1.5 percent as (amount * 15 + 500) / 1000", () => {
    for (const amountMinor of [1, 33, 34, 100, 333, 999, 10_000, Money.maxAmountMinor]) {
      const fee = Result.getOrThrow(Money.multiplyRatio(usd(amountMinor), 15, 1000, "half_up"))
      expect(fee).toEqual(usd(Number((BigInt(amountMinor) * 15n + 500n) / 1000n)))
    }
  })

  it("is exact where the product of two numbers would not be", () => {
    const result = Money.multiplyRatio(
      usd(9_007_199_254_740_881),
      9_007_199_254_740_847n,
      9_007_199_254_740_847n,
      "down"
    )
    expect(Result.getOrThrow(result).amountMinor).toBe(9_007_199_254_740_881)
  })

  it("fails with the exact result when it is beyond the safe range", () => {
    const refusal = Result.getOrThrow(Result.flip(Money.multiplyRatio(usd(max), 2, 1, "down")))
    expect(refusal).toMatchObject({ _tag: "AmountOverflow", amountMinor: BigInt(max) * 2n })
  })

  it.each([
    [1, 0],
    [1, 0n],
    [1.5, 2],
    [1, 2 ** 53]
  ])("throws on the ratio %d over %d, which is a bug", (numerator, denominator) => {
    expect(() => Money.multiplyRatio(usd(1), numerator, denominator, "down")).toThrow(RangeError)
  })

  it.prop(
    "stays within one unit of the exact result and on the side that the rounding names",
    [SafeInteger, SmallRatio, SmallRatio.check(Schema.makeFilter((n) => n !== 0))],
    ([amount, numerator, denominator]) => {
      const product = BigInt(amount) * BigInt(numerator) * (denominator < 0 ? -1n : 1n)
      const divisor = BigInt(Math.abs(denominator))
      const exact = (rounding: Money.Rounding): bigint =>
        Result.match(Money.multiplyRatio(usd(amount), numerator, denominator, rounding), {
          onSuccess: (money) => BigInt(money.amountMinor),
          onFailure: (overflow) => overflow.amountMinor
        })
      const [down, up, halfUp, halfEven] = [exact("down"), exact("up"), exact("half_up"), exact("half_even")]
      expect(magnitude(down) * divisor <= magnitude(product)).toBe(true)
      expect(magnitude(up) * divisor >= magnitude(product)).toBe(true)
      expect(magnitude(up - down)).toBe(product % divisor === 0n ? 0n : 1n)
      for (const nearest of [halfUp, halfEven]) {
        expect(magnitude(nearest * divisor - product) * 2n <= divisor).toBe(true)
      }
      const tie = magnitude(product % divisor) * 2n === divisor
      expect(halfUp).toBe(tie ? up : halfEven)
      if (tie) expect(halfEven % 2n).toBe(0n)
    }
  )
})

describe("format", () => {
  it.each([
    [2000, "usd", "20.00 usd"],
    [5, "usd", "0.05 usd"],
    [-5, "eur", "-0.05 eur"],
    [-123456, "eur", "-1234.56 eur"],
    [0, "usd", "0.00 usd"],
    [500, "jpy", "500 jpy"],
    [0, "jpy", "0 jpy"],
    [-1, "krw", "-1 krw"],
    [1234, "kwd", "1.234 kwd"],
    [7, "kwd", "0.007 kwd"],
    [max, "usd", "90071992547409.91 usd"]
  ] as const)("writes %d %s as %s", (amountMinor, currency, text) => {
    expect(Money.format({ amountMinor, currency })).toBe(text)
  })
})

describe("addMinor", () => {
  it("adds, and throws a RangeError as soon as the sum is not exact", () => {
    expect(Money.addMinor(max - 1, 1)).toBe(max)
    expect(() => Money.addMinor(max, 1)).toThrow(RangeError)
    expect(() => Money.addMinor(-max, -1)).toThrow(RangeError)
    expect(() => Money.addMinor(1, 0.5)).toThrow(RangeError)
  })
})
