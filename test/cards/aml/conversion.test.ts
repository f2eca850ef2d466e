import { describe, expect, it } from "vitest"
import { dateIn, isTimeZone } from "../../../plugins/cards/aml/calendar.ts"
import { usdMinorOf } from "../../../plugins/cards/reference-rates.ts"
import { currencies, type Currency } from "../../../src/domain.ts"

describe("amounts in USD", () => {
  it.each([
    ["usd", 999_999, 999_999],
    ["eur", 909_091, 1_000_000],
    ["eur", 909_090, 999_999],
    ["jpy", 1_454_545, 1_000_000],
    ["jpy", 1_454_544, 999_999],
    ["jpy", 1, 1],
    ["kwd", 3_090_909, 1_000_000],
    ["kwd", 1, 0],
    ["kwd", 2, 1],
    ["vnd", 999_999_999_999, 3_928_571_429]
  ] as const)("S39: %s %i is %i cents, rounded half up in integers", (currency, amountMinor, expected) => {
    expect(usdMinorOf(amountMinor, currency)).toBe(expected)
  })

  it("S39: half a cent is rounded up", () => {
    const rates = { id: "test", perEuro: { usd: 1, kwd: 2 } }
    expect([1, 2, 10, 30].map((minor) => usdMinorOf(minor, "kwd", rates))).toEqual([0, 0, 1, 2])
  })

  it("S39: every currency has a rate, and a snapshot without one says so", () => {
    for (const currency of Object.keys(currencies) as ReadonlyArray<Currency>) {
      expect(usdMinorOf(1_000_000, currency), currency).toBeGreaterThan(0)
    }
    expect(usdMinorOf(100, "gbp", { id: "test", perEuro: { usd: 1.1 } })).toBeUndefined()
    for (const gbp of [Number.NaN, 0, -1, 1e-9, Infinity])
      expect(usdMinorOf(100, "gbp", { id: "test", perEuro: { usd: 1.1, gbp } }), String(gbp)).toBeUndefined()
  })
})

describe("days", () => {
  it.each([
    ["UTC", "2026-01-01T23:59:59.999Z", "2026-01-01"],
    ["UTC", "2026-01-02T00:00:00.000Z", "2026-01-02"],
    ["America/New_York", "2026-01-02T04:59:59.999Z", "2026-01-01"],
    ["America/New_York", "2026-01-02T05:00:00.000Z", "2026-01-02"],
    ["America/New_York", "2026-07-02T03:59:59.999Z", "2026-07-01"],
    ["America/New_York", "2026-07-02T04:00:00.000Z", "2026-07-02"],
    ["Asia/Kolkata", "2026-01-01T18:30:00.000Z", "2026-01-02"]
  ])("S37: in %s, %s is on %s", (zone, time, expected) => {
    expect(dateIn(zone, Date.parse(time))).toBe(expected)
  })

  it("knows a zone from a text that is none", () => {
    expect([isTimeZone("Europe/Berlin"), isTimeZone("Mars/Olympus")]).toEqual([true, false])
  })
})
