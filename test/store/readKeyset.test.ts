import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "@effect/vitest"
import type { CursorPosition } from "../../src/domain/Cursor.ts"
import type { Migration, RegionStore, SqlValue } from "../../src/services/Store.ts"
import { readKeyset, type KeysetQuery } from "../../src/store/readKeyset.ts"
import { onStore } from "./openStore.ts"
import { onSqlite } from "./onSqlite.ts"
import { written } from "./written.ts"

const things: Migration = {
  id: 1,
  name: "things",
  up: ({ integer, sequenceKey, text }) => [
    `CREATE TABLE things (sequence ${sequenceKey}, id ${text} NOT NULL, scope ${text} NOT NULL, created_at ${integer} NOT NULL)`,
    `CREATE INDEX things_scope ON things (scope, created_at, sequence)`
  ]
}

interface Thing {
  readonly id: string
  readonly created_at: number
  readonly sequence: number
}

const ofAda: KeysetQuery = { table: "things", columns: ["id"], where: [["scope = ?", "ada"]] }

const add = (id: string, createdAt: number, scope = "ada") =>
  written(`INSERT INTO things (id, scope, created_at) VALUES (?, ?, ?)`, [id, scope, createdAt])

const onThings = <A, E>(use: (store: RegionStore) => Effect.Effect<A, E>) => onStore(use, { steps: [things] })

/** Newest first, and of one moment the last one first: what the pages must add up to. */
const ordered = (rows: ReadonlyArray<{ id: string; at: number }>) =>
  rows
    .map((row, sequence) => ({ ...row, sequence }))
    .toSorted((a, b) => b.at - a.at || b.sequence - a.sequence)
    .map((row) => row.id)

const positionOf = (thing: Thing): CursorPosition => ({
  createdAt: Number(thing.created_at),
  sequence: Number(thing.sequence)
})

/** Reads to the end in pages of `rows`; `between` runs before every page but the first. */
const readAll = (
  store: RegionStore,
  rows: number,
  options: { readonly query?: KeysetQuery; readonly between?: (page: number) => Effect.Effect<unknown, unknown> } = {}
) =>
  Effect.gen(function* () {
    const found: Array<string> = []
    let after: CursorPosition | undefined
    for (let page = 0; ; page++) {
      if (page > 0) yield* options.between?.(page) ?? Effect.void
      const things = yield* readKeyset<Thing>(store, options.query ?? ofAda, after, rows)
      expect(things.length).toBeLessThanOrEqual(rows)
      found.push(...things.map((thing) => thing.id))
      if (things.length < rows) return found
      after = positionOf(things[things.length - 1]!)
    }
  })

const idsOf = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`)

describe("pages of a list", () => {
  it.each([1, 2, 3, 7, 24, 25, 26])("of %i rows add up to it when all rows are of one moment", (rows) =>
    onThings(
      Effect.fnUntraced(function* (store) {
        const ids = idsOf(25)
        yield* store.write(ids.map((id) => add(id, 1_000)))
        expect(yield* readAll(store, rows)).toEqual(ids.toReversed())
      })
    )
  )

  it("hold nobody else's rows", () =>
    onThings(
      Effect.fnUntraced(function* (store) {
        yield* store.write([add("a", 1), add("b", 1, "bob"), add("c", 1), add("d", 2, "bob"), add("e", 2)])
        expect(yield* readAll(store, 1)).toEqual(["e", "c", "a"])
      })
    ))

  it("carry the columns that were asked for, and the position", () =>
    onThings(
      Effect.fnUntraced(function* (store) {
        yield* store.write([add("a", 1_000)])
        const [row] = yield* readKeyset(store, ofAda, undefined, 1)
        expect({ ...row }).toEqual({ id: "a", created_at: 1_000, sequence: 1 })
      })
    ))

  it("neither repeat nor skip a row while rows come in, newer and of the same moment", () =>
    onThings(
      Effect.fnUntraced(function* (store) {
        const before = idsOf(20).map((id, n) => ({ id, at: 1_000 + Math.floor(n / 7) }))
        yield* store.write(before.map(({ at, id }) => add(id, at)))
        const between = (page: number) =>
          store.write([add(`same ${page}`, 1_002), add(`older moment ${page}`, 1_001), add(`newer ${page}`, 2_000)])
        const found = yield* readAll(store, 3, { between })
        expect(new Set(found).size).toBe(found.length)
        expect(found.filter((id) => id.startsWith("t"))).toEqual(ordered(before))
      })
    ))

  it("may be read without any condition", () =>
    onThings(
      Effect.fnUntraced(function* (store) {
        yield* store.write([add("a", 1), add("b", 1, "bob"), add("c", 2)])
        expect(yield* readAll(store, 2, { query: { ...ofAda, where: [["scope = ?", undefined]] } })).toEqual([
          "c",
          "b",
          "a"
        ])
      })
    ))

  const Moment = Schema.Int.check(Schema.isBetween({ minimum: 1_000, maximum: 1_005 }))
  const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 }))

  it.effect.prop(
    "add up to the list, whatever the moments of its rows",
    [Schema.Array(Moment), Size],
    ([moments, rows]) =>
      Effect.promise(() =>
        onThings(
          Effect.fnUntraced(function* (store) {
            const list = moments.map((at, n) => ({ id: `t${n}`, at }))
            yield* store.write(list.map(({ at, id }) => add(id, at)))
            expect(yield* readAll(store, rows)).toEqual(ordered(list))
          })
        )
      )
  )
})

describe.runIf(onSqlite)("the cost of a page", () => {
  /** The statements that a page takes, with what the database plans to do for each. */
  const plansOf = (store: RegionStore, after: CursorPosition | undefined) =>
    Effect.gen(function* () {
      const asked: Array<readonly [string, ReadonlyArray<SqlValue>]> = []
      const watched: RegionStore = {
        ...store,
        read: (text, params) => {
          asked.push([text, params])
          return store.read(text, params)
        }
      }
      yield* readKeyset<Thing>(watched, ofAda, after, 5)
      const plans: Array<string> = []
      for (const [text, params] of asked) {
        const plan = yield* store.read<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params)
        plans.push(plan.map((step) => step.detail).join("; "))
      }
      return plans
    })

  it("is a search of the index in every range, and never a sort or a scan", () =>
    onThings(
      Effect.fnUntraced(function* (store) {
        yield* store.write(idsOf(50).map((id, n) => add(id, 1_000 + Math.floor(n / 3))))
        expect(yield* plansOf(store, undefined)).toEqual(["SEARCH things USING INDEX things_scope (scope=?)"])
        expect(yield* plansOf(store, { createdAt: 1_010, sequence: 32 })).toEqual([
          "SEARCH things USING INDEX things_scope (scope=? AND created_at=? AND sequence<?)",
          "SEARCH things USING INDEX things_scope (scope=? AND created_at<?)"
        ])
      })
    ))

  it("is one range when the position's moment fills the page", () =>
    onThings(
      Effect.fnUntraced(function* (store) {
        yield* store.write(idsOf(50).map((id) => add(id, 1_000)))
        expect(yield* plansOf(store, { createdAt: 1_000, sequence: 40 })).toHaveLength(1)
      })
    ))
})
