import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Currency } from "../../src/domain/codes.ts"
import { currencies, exponentOf, isCurrency } from "../../src/domain/Currency.ts"

const decode = Schema.decodeUnknownResult(Currency)

describe("currency table", () => {
  it("C5: holds 35 currencies, the five of spec cards §2 among them", () => {
    expect(Object.keys(currencies)).toHaveLength(35)
    for (const code of ["usd", "eur", "gbp", "jpy", "inr"]) expect(isCurrency(code)).toBe(true)
  })

  it("has lower-case three-letter codes and distinct three-digit numeric codes", () => {
    for (const [code, { numeric }] of Object.entries(currencies)) {
      expect(code).toMatch(/^[a-z]{3}$/)
      expect(numeric).toMatch(/^[0-9]{3}$/)
    }
    expect(new Set(Object.values(currencies).map(({ numeric }) => numeric)).size).toBe(35)
  })

  it("gives jpy, krw, vnd and clp no decimals, kwd three and all others two", () => {
    const exceptions: Record<string, number> = { jpy: 0, krw: 0, vnd: 0, clp: 0, kwd: 3 }
    for (const code of Object.keys(currencies) as Array<Currency>) {
      expect([code, exponentOf(code)]).toEqual([code, exceptions[code] ?? 2])
    }
  })
})

describe("a value that is no currency", () => {
  const strangers = ["USD", "Usd", "us", "usdx", "xxx", "", " usd", "toString", "__proto__", 840, null, undefined, {}]

  it.each(strangers.map((value) => [value]))("C24: refuses %j in the guard and in the schema", (value) => {
    expect(isCurrency(value)).toBe(false)
    expect(Result.isFailure(decode(value))).toBe(true)
  })

  it("is told apart from every known code by the schema", () => {
    for (const code of Object.keys(currencies)) expect(Result.getOrThrow(decode(code))).toBe(code)
  })
})
