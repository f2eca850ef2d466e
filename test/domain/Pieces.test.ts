import { describe, expect, it } from "@effect/vitest"
import { Pieces } from "bursar/domain"

const longest = 262_144

/** What a value becomes on its way, and how it was posted. */
const sent = <A>(...messages: ReadonlyArray<A>) => {
  const assembly = new Pieces.Assembly<A>()
  const posts = messages.map((message) => [...Pieces.inPieces(message)])
  const read = posts.flat().map((posted) => assembly.read(structuredClone(posted)))
  return { posts, read, arrived: read.filter((message) => message !== undefined) }
}

const lengthIn = (value: unknown): number =>
  typeof value === "string" || value instanceof Uint8Array
    ? value.length
    : typeof value === "object" && value !== null
      ? Object.values(value).reduce((sum: number, item) => sum + lengthIn(item), 0)
      : 0

describe("messages to another thread", () => {
  it("are posted as they are where nothing in them is long", () => {
    const message = { text: "x".repeat(longest), list: [1n, null, new Uint8Array(longest)] }
    const { arrived, posts } = sent(message)
    expect(posts[0]).toHaveLength(1)
    expect(posts[0]![0]).toBe(message)
    expect(arrived).toEqual([message])
  })

  it("are as they were when their long texts and bytes came in pieces", () => {
    const bytes = Uint8Array.from({ length: longest + 2 }, (_, at) => at % 251)
    const text = "é€😀\u0000".repeat(longest / 2)
    const message = { kind: "a", from: text, list: [{ text: `${text}x`, short: "y" }, bytes, null, 7], to: text }
    const { arrived, posts } = sent(message, message)
    for (const posted of posts.flat()) expect(lengthIn(posted)).toBeLessThanOrEqual(longest)
    expect(arrived).toEqual([message, message])
  })

  it("of bytes take nothing of the buffer around them along", () => {
    const view = new Uint8Array(4 * longest).fill(1).subarray(longest, 2 * longest + 1)
    const { posts } = sent([view])
    const taken = posts[0]!.flatMap((posted) => ("piece" in posted ? [posted.piece as Uint8Array] : []))
    expect(taken.map(({ buffer }) => buffer.byteLength)).toEqual([longest, 1])
  })

  it("that are short may come between the pieces of a long one", () => {
    const assembly = new Pieces.Assembly<unknown>()
    const long = ["x".repeat(longest * 2)]
    const posts = [...Pieces.inPieces(long)]
    expect(posts.flatMap((posted) => [assembly.read(posted), assembly.read("short")])).toEqual([
      undefined,
      "short",
      undefined,
      "short",
      long,
      "short"
    ])
  })
})
