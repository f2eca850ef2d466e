import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { isDeepStrictEqual } from "node:util"
import * as Cursor from "../../src/domain/Cursor.ts"

const key = new Uint8Array(32).fill(7)
const sealer = Cursor.makeCursorSealer(key)
const position: Cursor.CursorPosition = { createdAt: 1_767_225_600_000, sequence: 42 }
const binding: Cursor.CursorBinding = {
  endpoint: "GET /v2/payments",
  filters: { status: "succeeded", customer: "cus_1" },
  scope: "acct_1/test",
  region: "us-east-1"
}
const text = sealer.seal(binding, position)

const isRefused = (result: Result.Result<Cursor.CursorPosition, Cursor.InvalidCursor>): boolean =>
  Result.isFailure(result) && result.failure._tag === "InvalidCursor"

const SafeInteger = Schema.Int.check(
  Schema.isBetween({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
)
const Binding = Schema.Struct({
  endpoint: Schema.String,
  filters: Schema.Record(Schema.String, Schema.String),
  scope: Schema.String,
  region: Schema.String
})

describe("a sealed cursor", () => {
  it("C101: is cur_ and 43 characters that are safe in a URL", () => {
    expect(text).toMatch(/^cur_[A-Za-z0-9_-]{43}$/)
  })

  it.prop(
    "opens to its position under its binding, and is the same text each time",
    [Binding, SafeInteger, SafeInteger],
    ([any, createdAt, sequence]) => {
      const sealed = sealer.seal(any, { createdAt, sequence })
      expect(Result.getOrThrow(sealer.open(any, sealed))).toEqual({ createdAt: createdAt + 0, sequence: sequence + 0 })
      expect(Cursor.makeCursorSealer(key).seal(any, { createdAt, sequence })).toBe(sealed)
    }
  )

  it("does not depend on the order of filters, nor on filters that are undefined", () => {
    const filters = { cursor: undefined, customer: "cus_1", status: "succeeded" }
    expect(sealer.seal({ ...binding, filters }, position)).toBe(text)
    expect(Result.getOrThrow(sealer.open({ ...binding, filters }, text))).toEqual(position)
  })

  it("shows nothing of the position: neighbours differ throughout", () => {
    const neighbour = sealer.seal(binding, { ...position, sequence: position.sequence + 1 })
    const equal = Array.from(text.slice(4)).filter((character, index) => character === neighbour[index + 4])
    expect(equal.length).toBeLessThan(10)
  })
})

describe("a cursor of another list", () => {
  const others: ReadonlyArray<readonly [string, Cursor.CursorBinding]> = [
    ["another endpoint", { ...binding, endpoint: "GET /v2/disputes" }],
    ["another account", { ...binding, scope: "acct_2/test" }],
    ["the other mode", { ...binding, scope: "acct_1/live" }],
    ["another region", { ...binding, region: "eu-west-1" }],
    ["another filter value", { ...binding, filters: { status: "failed", customer: "cus_1" } }],
    ["a filter less", { ...binding, filters: { status: "succeeded" } }],
    ["a filter more", { ...binding, filters: { ...binding.filters, "created[gte]": "2026-01-01" } }],
    ["an empty filter more", { ...binding, filters: { ...binding.filters, "created[gte]": "" } }],
    ["values swapped between filters", { ...binding, filters: { status: "cus_1", customer: "succeeded" } }],
    ["parts moved between fields", { ...binding, endpoint: "GET /v2/paymentsacct_1", scope: "/test" }],
    ["a filter hidden in a name", { ...binding, filters: { 'customer","cus_1"],["status': "succeeded" } }]
  ]

  it.each(others)("is refused with %s", (_, other) => {
    expect(isRefused(sealer.open(other, text))).toBe(true)
  })

  it("is refused under another key", () => {
    expect(isRefused(Cursor.makeCursorSealer(new Uint8Array(32).fill(8)).open(binding, text))).toBe(true)
  })

  it.prop("opens only under an equal binding", [Binding, Binding], ([one, two]) => {
    const opened = sealer.open(two, sealer.seal(one, position))
    expect(Result.isSuccess(opened)).toBe(isDeepStrictEqual(one, two))
  })
})

describe("a text that is no cursor", () => {
  it.each([
    ["nothing", ""],
    ["the prefix alone", "cur_"],
    ["another prefix", `pay_${text.slice(4)}`],
    ["an upper-case prefix", `CUR_${text.slice(4)}`],
    ["no prefix", text.slice(4)],
    ["one character less", text.slice(0, -1)],
    ["one character more", `${text}A`],
    ["padding", `${text}=`],
    ["a line feed after it", `${text}\n`],
    ["a space before it", ` ${text}`],
    ["characters outside the alphabet", `cur_${"+".repeat(43)}`],
    ["the right form", `cur_${"A".repeat(43)}`],
    ["513 characters", `cur_${"A".repeat(509)}`],
    ["a million characters", `cur_${"A".repeat(1_000_000)}`]
  ])("is refused: %s", (_, stranger) => {
    expect(isRefused(sealer.open(binding, stranger))).toBe(true)
  })

  it("is refused when any one character is changed, unused last bits included", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for (let index = 4; index < text.length; index++) {
      // Every replacement for the last character, one for the others.
      const original = alphabet.indexOf(text[index]!)
      const replacements = index === text.length - 1 ? alphabet : alphabet[(original + 1) % 64]!
      for (const replacement of replacements.replace(text[index]!, "")) {
        const tampered = text.slice(0, index) + replacement + text.slice(index + 1)
        expect([tampered, isRefused(sealer.open(binding, tampered))]).toEqual([tampered, true])
      }
    }
  })

  it.prop("never throws, whatever it is", [Schema.String], ([anything]) => {
    expect(isRefused(sealer.open(binding, anything))).toBe(true)
    expect(isRefused(sealer.open(binding, `cur_${anything}`))).toBe(true)
  })
})

describe("a mistake of the caller", () => {
  it.each([0, 16, 31, 33, 64])("throws for a key of %d bytes", (length) => {
    expect(() => Cursor.makeCursorSealer(new Uint8Array(length))).toThrow(RangeError)
  })

  it.each([
    { createdAt: 0.5, sequence: 1 },
    { createdAt: 1, sequence: NaN },
    { createdAt: 2 ** 53, sequence: 1 }
  ])("throws for the position %j", (inexact) => {
    expect(() => sealer.seal(binding, inexact)).toThrow(RangeError)
  })
})
