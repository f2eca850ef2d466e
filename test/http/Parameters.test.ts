import { describe, expect, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as Parameters from "../../src/http/Parameters.ts"

const reads = (schema: Schema.Codec<number, string>, text: string) => {
  const read = Schema.decodeUnknownOption(schema)(text)
  return read._tag === "Some" ? read.value : undefined
}

describe("integer", () => {
  const limit = Parameters.integer({ maximum: 100 }, { expected: "1 to 100" })

  it.each(["0", "101", "1000000000", "-1", "+1", "01", "1.5", "1e1", "ten", " 1", ""])("refuses %j", (text) => {
    expect(reads(limit, text)).toBeUndefined()
  })

  it("reads 1 and the maximum", () => {
    expect([reads(limit, "1"), reads(limit, "100")]).toEqual([1, 100])
  })
})

describe("time", () => {
  const time = Parameters.time({ expected: "a time" })

  it.each([
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-15T24:01:00Z",
    "2026-01-15",
    "2026-01-15T09:30:00"
  ])("refuses %j: no calendar has the day, no clock the hour, or nothing says the zone", (text) => {
    expect(reads(time, text)).toBeUndefined()
  })

  it("reads a time with its zone", () => {
    expect(reads(time, "2026-01-15T10:30:00+01:00")).toBe(Date.UTC(2026, 0, 15, 9, 30))
    expect(reads(time, "2024-02-29T00:00Z")).toBe(Date.UTC(2024, 1, 29))
  })
})

describe("pageOf", () => {
  it("asks for 20 objects from the beginning on where the query asks for nothing", () => {
    expect(Parameters.pageOf({})).toEqual({ limit: 20, cursor: undefined })
    expect(Parameters.pageOf({ limit: 5, cursor: "abc" })).toEqual({ limit: 5, cursor: "abc" })
  })
})
