import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { CountryCode } from "../../src/domain/codes.ts"
import { countryCodes, isBankCountry, isCountry, isIbanOf, standardCode } from "../../src/domain/Country.ts"
import { issuesOf } from "../../src/http/SchemaErrors.ts"

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
const pairs = letters.flatMap((first) => letters.map((second) => first + second))

const expectedOf = (given: unknown) => {
  const decoded = Schema.decodeUnknownResult(CountryCode, { errors: "all" })(given)
  return Result.isFailure(decoded) ? issuesOf(decoded.failure.issue).map(({ expected }) => expected) : "taken"
}

describe("countries", () => {
  it("are the 249 officially assigned codes of ISO 3166-1, each with a name of its own", () => {
    expect(countryCodes.size).toBe(249)
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
    expect(new Set([...countryCodes].map((code) => names.of(code))).size).toBe(249)
    // What Unicode names beside them: groupings, reserved and private codes.
    const others = pairs.filter((pair) => names.of(pair) !== undefined && !isCountry(pair))
    expect(others).toEqual(expect.arrayContaining(["EU", "UK", "XK", "ZZ", "SU", "AN"]))
  })

  it.each(["ZZ", "QZ", "XX", "XK", "EU", "SU", "us", "USA", "", " US", "toString", "constructor"])(
    "%j is none",
    (code) => {
      expect(isCountry(code)).toBe(false)
      expect(expectedOf(code)).toEqual(["a country code of ISO 3166-1 in two capital letters, such as US"])
    }
  )

  it("takes each of them, and answers a code that is in use for a country with the right one", () => {
    expect(pairs.filter((pair) => expectedOf(pair) === "taken")).toEqual([...countryCodes].sort())
    expect(expectedOf("UK")).toEqual(["GB, the ISO 3166-1 code of the United Kingdom"])
    expect(expectedOf("EL")).toEqual(["GR, the ISO 3166-1 code of Greece"])
  })

  it("reads codes in use, and knows Kosovo's banks", () => {
    expect(["uk", " GB ", "EL", "XK", "ZZ", "United Kingdom"].map(standardCode)).toEqual([
      "GB",
      "GB",
      "GR",
      "XK",
      undefined,
      undefined
    ])
    expect([isBankCountry("XK"), isBankCountry("ZZ")]).toEqual([true, false])
  })

  it.each([
    ["DE89", "DE", true],
    ["GB29", "DE", false],
    ["FR14", "GP", true],
    ["FR14", "RE", true],
    ["GB29", "JE", true],
    ["GB29", "IM", true],
    ["FI21", "AX", true],
    ["GP14", "FR", false],
    ["FR14", "MC", false]
  ])("an IBAN that begins with %s may be of an account in %s: %s", (iban, country, isOne) => {
    expect(isIbanOf(iban, country)).toBe(isOne)
  })
})
