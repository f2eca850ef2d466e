/** Bodies in chunks of any length. */
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { describe, expect, it } from "@effect/vitest"
import { Readable } from "node:stream"
import { Chunks } from "../../src/http/LongText.ts"
import { joined } from "../../src/store/Turns.ts"
import { InvalidJson } from "../../src/http/Refusal.ts"
import { readBody } from "../../src/http/RequestBody.ts"

const gathered = (lengths: ReadonlyArray<number>) => {
  const chunks = new Chunks()
  let value = 0
  for (const length of lengths) {
    const chunk = new Uint8Array(length)
    for (let at = 0; at < length; at++) chunk[at] = value++ % 251
    chunks.add(chunk)
  }
  return chunks
}

it.effect.each([
  [[], 0],
  [[3], 1],
  [[3, 4, 5], 2],
  [[20_000, 1, 1, 20_000, 20_000, 7], 5],
  [[1, 16_383, 16_383, 16_383, 16_383, 16_383], 3],
  [[0, 0, 5, 0], 2],
  [Array(1_000_000).fill(1), 17]
] as ReadonlyArray<readonly [ReadonlyArray<number>, number]>)(
  "gathers chunks into few, in their order (case %#)",
  ([lengths, most]) =>
    Effect.gen(function* () {
      const chunks = gathered(lengths)
      const length = lengths.reduce((sum, one) => sum + one, 0)
      expect(chunks.length).toBe(length)
      expect(chunks.all().length).toBeLessThanOrEqual(most)
      const all = yield* joined(chunks.all(), chunks.length)
      expect(all.every((byte, at) => byte === at % 251)).toBe(true)
      expect(all).toHaveLength(length)
    })
)

describe("a body from a connection", () => {
  const read = (chunks: ReadonlyArray<string>) => {
    const source = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
    const request = { headers: { "content-type": "application/json" }, source } as unknown as HttpServerRequest
    return readBody(request, { bodyLimitBytes: 1_000_000, sender: "anybody", mostValues: 100_000 })
  }

  it.effect("is whole where it comes in many chunks, over several turns", () =>
    Effect.gen(function* () {
      const items = Array.from({ length: 10_000 }, (_, number) => 100_000 + number)
      const { body } = yield* read([`{"items":[0`, ...items.map((item) => `,  ${item}`), "]}"])
      expect(body).toEqual({ items: [0, ...items] })
    })
  )

  it.effect("is refused where its many chunks have fewer than eight bytes", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(read(Array.from({ length: 5_000 }, () => "1234567")))
      expect(refused).toEqual(new InvalidJson({ detail: "it comes in chunks of fewer than 8 bytes" }))
      const few = yield* read([..."{}"])
      expect(few.body).toEqual({})
    })
  )
})
