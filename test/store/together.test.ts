/** Many units and many reads at the same time: a store may put them together, and each has what it would have alone. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect, it } from "vitest"
import { given, integer, key, plus, table, text } from "../../src/rows/Table.ts"
import type { Migration, RegionStore, Write } from "../../src/services/Store.ts"
import { keep } from "../../src/store/idempotencyRepository.ts"
import { onStore } from "./openStore.ts"

const sums = table("sums", { name: key(text), total: integer })
const lines = table("lines", { name: key(text), text })

const steps: ReadonlyArray<Migration> = [
  {
    id: 1,
    name: "sums",
    up: ({ integer, text }) => [
      `CREATE TABLE sums (name ${text} PRIMARY KEY, total ${integer} NOT NULL)`,
      `CREATE TABLE lines (name ${text} PRIMARY KEY, text ${text} NOT NULL)`
    ]
  }
]

const addTo = sums.inserting({ onExisting: { set: { total: plus(given) } } })
const put = lines.inserting({ onExisting: { set: { text: given } } })

const count = 40
const numbers = Array.from({ length: count }, (_, at) => at)

/** How many units were kept, of those that are written at the same time. */
const keptOf = <E>(store: RegionStore, units: ReadonlyArray<ReadonlyArray<Write<E>>>) =>
  Effect.map(
    Effect.forEach(units, (unit) => Effect.exit(store.write(unit)), { concurrency: "unbounded" }),
    (exits) => exits.map(Exit.isSuccess)
  )

const totals = (store: RegionStore) =>
  Effect.map(store.read<{ name: string; total: number }>("SELECT name, total FROM sums ORDER BY name", []), (rows) =>
    rows.map(({ name, total }) => [name, Number(total)])
  )

it("sums of all units that are kept, and of none that is refused", async () => {
  const once = lines.inserting({ onExisting: "stays" })
  const { kept, rows } = await onStore(
    Effect.fnUntraced(function* (store) {
      const kept = yield* keptOf(
        store,
        numbers.map((at) => [
          addTo({ name: at % 2 === 0 ? "even" : "odd", total: at }),
          addTo({ name: "all", total: 2 ** 40 }),
          // Every fourth name is the one before it.
          once({ name: String(at % 4 === 3 ? at - 1 : at), text: "" }, undefined, () => "taken"),
          addTo({ name: "all", total: 1 })
        ])
      )
      return { kept, rows: yield* totals(store) }
    }),
    { steps }
  )
  const done = numbers.filter((at) => kept[at])
  expect(done).toHaveLength(count * 0.75)
  const sum = (of: ReadonlyArray<number>) => of.reduce((all, one) => all + one, 0)
  expect(rows).toEqual([
    ["all", done.length * (2 ** 40 + 1)],
    ["even", sum(done.filter((at) => at % 2 === 0))],
    ["odd", sum(done.filter((at) => at % 2 === 1))]
  ])
})

it("of units under one idempotency key one is kept, whoever else is written with them", async () => {
  const record = (of: string, at: number) => ({
    scope: "cards/acct_1/test",
    key: of,
    fingerprint: "f",
    requestId: `req_${at}`,
    status: 200,
    body: "{}",
    expiresAt: 1_000
  })
  const kept = await onStore(
    Effect.fnUntraced(function* (store) {
      yield* store.write([keep(record("expired", 0), 0)])
      return yield* keptOf(
        store,
        numbers.map((at) => [keep(record(at < 3 ? "same" : at < 6 ? "expired" : String(at), at), at < 3 ? 0 : 1_000)])
      )
    })
  )
  const keptIn = (from: number, to: number) => kept.slice(from, to).filter(Boolean).length
  // A key that has expired is free for the first; then it is expired again, at 1,000, for the next ones.
  expect([keptIn(0, 3), keptIn(3, 6), keptIn(6, count)]).toEqual([1, 3, count - 6])
})

it("the last of the units that replace a row stays", async () => {
  const rows = await onStore(
    Effect.fnUntraced(function* (store) {
      yield* keptOf(
        store,
        numbers.map((at) => [put({ name: at % 2 === 0 ? "even" : "odd", text: `${at} "\\ {},` })])
      )
      return yield* store.read("SELECT name, text FROM lines ORDER BY name", [])
    }),
    { steps }
  )
  expect(rows).toEqual([
    { name: "even", text: `${count - 2} "\\ {},` },
    { name: "odd", text: `${count - 1} "\\ {},` }
  ])
})

it("reads that are asked with others find the rows of each, and one that is refused spoils no other", async () => {
  const found = await onStore(
    Effect.fnUntraced(function* (store) {
      yield* store.write(numbers.map((at) => addTo({ name: `n${at}`, total: at })))
      const read = (name: string, above: number) =>
        Effect.exit(
          store.read<{ name: string }>(
            "SELECT name FROM sums WHERE name = ? AND total > ? LIMIT 5",
            [name, above],
            true
          )
        )
      const asked = [...numbers.map((at) => read(`n${at}`, 9)), read("n20", 20), read("no\0name", 0)]
      return yield* Effect.forEach(asked, (one) => one, { concurrency: "unbounded" })
    }),
    { steps }
  )
  const rows = found.map((exit) => (Exit.isSuccess(exit) ? exit.value.map(({ name }) => name) : undefined))
  expect(rows.slice(0, count)).toEqual(numbers.map((at) => (at > 9 ? [`n${at}`] : [])))
  expect(rows[count]).toEqual([])
  expect(found.slice(0, count + 1).every(Exit.isSuccess)).toBe(true)
})
