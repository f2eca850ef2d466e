/** Bodies in chunks of any length. */
import * as Effect from "effect/Effect"
import { expect, it } from "@effect/vitest"
import { Chunks, joined } from "../../src/http/LongText.ts"

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
