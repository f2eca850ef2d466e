/** Lists over all scopes: every row is in one window, whatever the filter, and windows can be read from any place. */
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { listing, windowRows } from "../../src/store/listing.ts"
import { integer, table, text } from "../../src/rows/Table.ts"
import type { Dialect, RegionStore } from "../../src/services/Store.ts"
import { onStore } from "./openStore.ts"
import { written } from "./written.ts"

const things = table("listed_things", { id: text, scope: text, status: text, amount: integer, created_at: integer })

const migration = {
  id: 1,
  name: "things",
  up: ({ integer: whole, sequenceKey, text: words }: Dialect) => [
    `CREATE TABLE listed_things (sequence ${sequenceKey}, id ${words} NOT NULL, scope ${words} NOT NULL,
      status ${words} NOT NULL, amount ${whole} NOT NULL, created_at ${whole} NOT NULL)`,
    `CREATE UNIQUE INDEX listed_things_id ON listed_things (id)`
  ]
}

const list = listing<{ readonly id: string; readonly sequence: number }>({
  table: "listed_things",
  columns: ["id"],
  filters: {
    status: { column: "status" },
    account: { accountOf: "scope" },
    least: { least: "amount" },
    from: { from: "created_at" },
    to: { before: "created_at" }
  }
})

/** Three windows and a half, of two accounts of which one's name begins like the other's. */
const count = Math.floor(windowRows * 3.5)

const fill = (store: RegionStore) =>
  store.write(
    Array.from({ length: count }, (_, at) =>
      things.insert({
        id: `thing_${at}`,
        scope: at % 2 === 0 ? "acct_1/test" : "acct_10/test",
        status: at % 3 === 0 ? "open" : "closed",
        amount: at,
        created_at: at * 1_000
      })
    )
  )

const walk = Effect.fnUntraced(function* (store: RegionStore, filters: Readonly<Record<string, string>>) {
  const { anchors, capped, total } = yield* list.anchors(store, filters)
  const windows = yield* Effect.forEach([undefined, ...anchors], (anchor) => list.rows(store, filters, anchor))
  return { total, capped, sizes: windows.map((rows) => rows.length), ids: windows.flat().map(({ id }) => id) }
})

const idsWhere = (holds: (at: number) => boolean) =>
  Array.from({ length: count }, (_, at) => at)
    .filter(holds)
    .toReversed()
    .map((at) => `thing_${at}`)

it.each([
  ["everything", {}, () => true],
  ["a status", { status: "open" }, (at: number) => at % 3 === 0],
  ["an account, and none whose name begins like it", { account: "acct_1" }, (at: number) => at % 2 === 0],
  ["at least an amount", { least: "650" }, (at: number) => at >= 650],
  [
    "a time on, and another one",
    { from: "1970-01-01T00:01:40Z", to: "1970-01-01T00:05:00Z" },
    (at: number) => at >= 100 && at < 300
  ],
  ["two filters", { status: "open", account: "acct_10" }, (at: number) => at % 3 === 0 && at % 2 === 1],
  ["a value that nothing has", { status: "none" }, () => false],
  ["what is no number", { least: "much" }, () => false],
  ["what is no time", { from: "yesterday" }, () => false]
] as const)("lists %s, newest first and without a gap", (_, filters, holds) =>
  onStore(
    Effect.fnUntraced(function* (store) {
      yield* fill(store)
      const found = yield* walk(store, filters)
      const expected = idsWhere(holds)
      expect(found.ids).toEqual(expected)
      expect([found.total, found.capped]).toEqual([expected.length, false])
      expect(Math.max(0, ...found.sizes)).toBeLessThanOrEqual(windowRows)
      expect(yield* list.count(store, filters)).toBe(expected.length)
    }),
    { steps: [migration] }
  )
)

it("lists everything also where most numbers are free again", () =>
  onStore(
    Effect.fnUntraced(function* (store) {
      yield* fill(store)
      yield* store.write([
        things.insert({ id: "thing_last", scope: "acct_1/test", status: "open", amount: 0, created_at: 0 }),
        written("UPDATE listed_things SET sequence = 1000000 WHERE id = 'thing_last'")
      ])
      const found = yield* walk(store, {})
      expect(found.ids).toEqual(["thing_last", ...idsWhere(() => true)])
      expect(found).toMatchObject({ total: count + 1, capped: false })
    }),
    { steps: [migration] }
  ))
