import * as Effect from "effect/Effect"
import { describe, expect, it } from "@effect/vitest"
import { InvalidCursor, type CursorPosition } from "../../src/domain/Cursor.ts"
import { listEnvelope, readPage, type PageRequest, type Positioned } from "../../src/http/ListEnvelope.ts"
import { Signer } from "../../src/services/Signer.ts"
import type { RegionName, RegionStore } from "../../src/services/Store.ts"

/** Newest first, two to a moment. */
const rows: ReadonlyArray<Positioned> = Array.from({ length: 7 }, (_, n) => ({
  createdAt: 1_000 + Math.floor((6 - n) / 2),
  sequence: 7 - n
}))

const isAfter = (row: Positioned, position: CursorPosition) =>
  row.createdAt < position.createdAt || (row.createdAt === position.createdAt && row.sequence < position.sequence)

const fetch = (after: CursorPosition | undefined, count: number) =>
  Effect.succeed(rows.filter((row) => after === undefined || isAfter(row, after)).slice(0, count))

const callerOf = (scope = "ada/test", region: RegionName = "us-east-1") => ({
  scope,
  store: { name: region } as RegionStore
})

const request: PageRequest = { endpoint: "tiny.notes", filters: { status: "open" }, limit: 3, cursor: undefined }

const page = (over: Partial<PageRequest> = {}, caller = callerOf()) => readPage(caller, { ...request, ...over }, fetch)

/** The cursor after the first page, as text. */
const cursorOfFirst = Effect.map(page(), (first) => first.nextCursor ?? "")

it.layer(Signer.layerTest)("a list in pages", (it) => {
  it.effect("C99: is read to its end by its cursors, each row once", () =>
    Effect.gen(function* () {
      const seen: Array<Positioned> = []
      let cursor: string | undefined
      let pages = 0
      do {
        const read = yield* page({ cursor })
        seen.push(...read.data)
        expect(read.hasMore).toBe(read.nextCursor !== null)
        cursor = read.nextCursor ?? undefined
        pages++
      } while (cursor !== undefined)
      expect(seen).toEqual(rows)
      expect(pages).toBe(3)
    })
  )

  it.effect("has no cursor when the last row is the last of a page", () =>
    Effect.gen(function* () {
      const read = yield* page({ limit: rows.length })
      expect(read).toMatchObject({ hasMore: false, nextCursor: null })
      expect(read.data).toHaveLength(rows.length)
    })
  )

  it.effect("is read by page number, with a cursor for the page after it", () =>
    Effect.gen(function* () {
      const second = yield* page({ page: 2 })
      expect(second.data).toEqual(rows.slice(3, 6))
      const third = yield* page({ cursor: second.nextCursor ?? "" })
      expect(third.data).toEqual(rows.slice(6))
      expect(yield* page({ page: 3 })).toEqual({ data: rows.slice(6), hasMore: false, nextCursor: null })
      expect(yield* page({ page: 4 })).toEqual({ data: [], hasMore: false, nextCursor: null })
      expect((yield* page({ page: 1 })).data).toEqual(rows.slice(0, 3))
    })
  )

  it.effect("has a cursor when one row is left", () =>
    Effect.map(page({ limit: rows.length - 1 }), (read) => expect(read.hasMore).toBe(true))
  )

  it.effect("goes on with a page of another size", () =>
    Effect.gen(function* () {
      const read = yield* page({ cursor: yield* cursorOfFirst, limit: 2 })
      expect(read.data).toEqual(rows.slice(3, 5))
    })
  )

  it.effect.each([
    ["another list", { endpoint: "tiny.others" }, callerOf()],
    ["another filter", { filters: { status: "closed" } }, callerOf()],
    ["one filter less", { filters: {} }, callerOf()],
    ["another account", {}, callerOf("bob/test")],
    ["the same account's other mode", {}, callerOf("ada/live")],
    ["another region", {}, callerOf("ada/test", "eu-west-1")]
  ] as const)("refuses the cursor of %s", ([, over, caller]) =>
    Effect.gen(function* () {
      const cursor = yield* cursorOfFirst
      const failure = yield* Effect.flip(page({ ...over, cursor }, caller))
      expect(failure).toBeInstanceOf(InvalidCursor)
    })
  )

  it.effect("refuses a text that is no cursor, and fetches nothing", () =>
    Effect.gen(function* () {
      const never = () => Effect.die(new Error("fetched"))
      const failure = yield* Effect.flip(readPage(callerOf(), { ...request, cursor: "cur_nonsense" }, never))
      expect(failure).toBeInstanceOf(InvalidCursor)
    })
  )
})

describe("the envelope of a list", () => {
  it("has the fields of the specification", () => {
    const encoded = listEnvelope({ data: [1, 2], hasMore: true, nextCursor: "cur_x" }, (item) => `#${item}`)
    expect(encoded).toEqual({ object: "list", data: ["#1", "#2"], has_more: true, next_cursor: "cur_x" })
  })
})
