/** Long bodies, which are read in steps. What JSON they may be, `StrictJson.test.ts` says for both ways of reading. */
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { LongJson, parseInTurns } from "../../src/http/LongJson.ts"
import { defaultMostValues, mostMembers } from "../../src/http/StrictJson.ts"
import { cut } from "./cut.ts"

describe("a long body", () => {
  const readInSteps = (text: string, slice = 1_000) => {
    const reader = new LongJson(cut(text, 100), 1_000_000, { slice, piece: 64 })
    let longest = 0
    for (let [before, more] = [0, true]; more; before = reader.work) {
      more = reader.step()
      longest = Math.max(longest, reader.work - before)
    }
    return { work: reader.work, longest, outcome: reader.outcome }
  }

  /** Bodies of a kind, whose size is the number of their parts. */
  const kinds: ReadonlyArray<readonly [kind: string, body: (parts: number) => string]> = [
    ["many keys", (parts) => `{${Array.from({ length: parts }, (_, at) => `"k${at}":1`).join(",")}}`],
    ["a long list", (parts) => `{"a":[${"1,".repeat(parts)}1]}`],
    ["lists in lists", (parts) => `{"a":[${"[[[]]],".repeat(parts)}1]}`],
    ["a long text", (parts) => `{"a":"${"text ".repeat(parts)}"}`],
    ["escapes", (parts) => `{"a":"${String.raw`\u00e9\n\ud83d\ude00`.repeat(parts)}"}`],
    ["a long key", (parts) => `{"${String.raw`\n`.repeat(parts)}":1}`],
    ["spaces", (parts) => `{"a":1${" \n".repeat(parts)}}`],
    ["disguised numbers", (parts) => `{"a":[${"1e3,".repeat(parts)}1]}`],
    ["a text without an end", (parts) => `{"a":"${"text ".repeat(parts)}`],
    ["braces without an end", (parts) => `{"a":`.repeat(parts)]
  ]

  it.each(kinds)("takes work in proportion to its length: %s", (_, body) => {
    const [one, two] = [readInSteps(body(5_000)), readInSteps(body(10_000))]
    expect(two.work).toBeLessThanOrEqual(2.1 * one.work + 1_000)
    expect(one.work).toBeLessThanOrEqual(101 * body(5_000).length)
  })

  it.each(kinds)("is divided into steps of a bounded length: %s", (_, body) => {
    expect(readInSteps(body(5_000)).longest).toBeLessThan(1_000 + 200)
  })

  it("is made text while it is read, whatever character its pieces end in", async () => {
    const text = `{"a":"${"é€😀".repeat(40_000)}"}`
    for (const start of ["", " ", "  "]) {
      const bytes = new TextEncoder().encode(start + text)
      expect(await Effect.runPromise(parseInTurns(bytes))).toEqual(JSON.parse(text))
    }
  })

  it.each([
    ["in its first piece", 5],
    ["in a later one", 150_000],
    ["at its end", 200_008]
  ])("that is not UTF-8 %s is refused", async (_, at) => {
    const bytes = new TextEncoder().encode(`{"a":"${"b".repeat(200_000)}"} `)
    bytes[at] = 0xc3
    const refused = await Effect.runPromise(Effect.flip(parseInTurns(bytes)))
    expect(refused).toMatchObject({ _tag: "InvalidJson", detail: "it is not UTF-8" })
  })

  it("is read no further than to the first refusal", () => {
    const keys = kinds[0]![1](200_000)
    const reader = new LongJson([keys], defaultMostValues)
    while (reader.step());
    expect(reader.outcome).toMatchObject({ failure: { detail: "it holds more than 10000 values" } })
    expect(reader.work).toBeLessThan(120 * defaultMostValues)
  })

  it("may have 10,000 members in one object, whatever else it may hold", () => {
    expect(readInSteps(kinds[0]![1](mostMembers)).outcome).toMatchObject({ _tag: "Success" })
    expect(readInSteps(kinds[0]![1](mostMembers + 1)).outcome).toMatchObject({
      failure: { detail: "an object in it holds more than 10000 keys" }
    })
  })
})
