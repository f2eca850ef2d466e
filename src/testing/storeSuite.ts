/**
 * What every store must do, as cases for whoever writes a dialect: each opens an empty store, and fails with what differs.
 * Run them with any test runner: `for (const { check, name } of storeSuite) it(name, () => check(open))`.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { above, given, integer, key, orNull, plus, table, text } from "../rows/Table.ts"
import {
  Migrations,
  Store,
  UniqueViolation,
  type Dialect,
  type RegionStore,
  type StoreOpenFailed,
  type Write
} from "../services/Store.ts"

/** Makes an empty store that brings up the schema it is provided with, and goes when its scope ends. */
export type OpenStore = () => Layer.Layer<Store, StoreOpenFailed>

/** One thing that a store must do. */
export interface StoreCase {
  readonly name: string
  /** Rejects with a `StoreDiffers` or the store's own failure. */
  readonly check: (open: OpenStore) => Promise<void>
}

/** A store does something else than the contract says. */
export class StoreDiffers extends Error {
  override readonly name = "StoreDiffers"
}

const things = ({ integer, sequenceKey, text }: Dialect) => [
  `CREATE TABLE things (
    sequence ${sequenceKey}, id ${text} NOT NULL, label ${text} NOT NULL, amount ${integer}, version ${integer} NOT NULL
  )`,
  `CREATE UNIQUE INDEX things_id ON things (id)`,
  `CREATE UNIQUE INDEX things_label ON things (label, amount)`
]

const schema = Layer.succeed(Migrations, [{ owner: "suite", migrations: [{ id: 1, name: "things", up: things }] }])

const same = (found: unknown, expected: unknown): Effect.Effect<void> =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? Effect.void
    : Effect.die(new StoreDiffers(`expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`))

const rows = table("things", { id: key(text), label: text, amount: orNull(integer), version: integer })

const add = (id: string, label = id, amount: number | null = 0): Write => rows.insert({ id, label, amount, version: 1 })

const atVersion = rows.updating({ set: { version: plus(1) }, where: { id: given, version: given } })

const change = (id: string, version: number): Write<string> => atVersion({}, { id, version }, () => `${id} moved on`)

const setVersion = rows.updating({ set: { version: 9 }, where: { id: given } })

const touch = (id: string): Write => setVersion({}, { id })

/** Where the id is there, at version 1 and with a label that is given, its amount grows by that of the new row. */
const gather = rows.inserting({ onExisting: { set: { amount: plus(given) }, where: { version: 1, label: given } } })

const settle = rows.inserting({ onExisting: "stays" })

const removeAbove = rows.deleting({ label: given, amount: above(given) })

const removeEmpty = rows.deleting({ amount: null })

const idsOf = (store: RegionStore) =>
  Effect.map(store.read<{ readonly id: string }>(`SELECT id FROM things ORDER BY id`, []), (rows) =>
    rows.map(({ id }) => id)
  )

const amountsOf = (store: RegionStore) =>
  Effect.map(
    store.read<{ readonly id: string; readonly amount: number | null }>(
      `SELECT id, amount FROM things ORDER BY id`,
      []
    ),
    (rows) => rows.map(({ amount, id }) => `${id} ${amount}`)
  )

const failureOf = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<E | undefined> =>
  Effect.match(effect, { onSuccess: () => undefined, onFailure: (error) => error })

const caseOf = (
  name: string,
  check: (store: RegionStore, all: Store["Service"]) => Effect.Effect<unknown, unknown>
): StoreCase => ({
  name,
  check: (open) =>
    Effect.gen(function* () {
      const opened = yield* Store
      yield* check(yield* opened.region(opened.home), opened)
    }).pipe(Effect.provide(Layer.provide(open(), schema)), Effect.runPromise)
})

const writing: ReadonlyArray<StoreCase> = [
  caseOf("keeps all statements of a unit, and nothing of a unit without any", (store) =>
    Effect.gen(function* () {
      yield* store.write([])
      const ids = Array.from({ length: 300 }, (_, at) => `row ${String(at).padStart(3, "0")}`)
      yield* store.write(ids.map((id) => add(id)))
      yield* same(yield* idsOf(store), ids)
    })
  ),
  caseOf("keeps nothing of a unit with a row that exists, and names the columns", (store) =>
    Effect.gen(function* () {
      yield* store.write([add("a")])
      const byId = yield* failureOf(store.write([add("b"), add("a", "other")]))
      yield* same(byId instanceof UniqueViolation && byId.constraint, "things.id")
      const byLabel = yield* failureOf(store.write([add("b"), add("c", "a")]))
      yield* same(byLabel instanceof UniqueViolation && byLabel.constraint, "things.label, things.amount")
      yield* same(yield* idsOf(store), ["a"])
    })
  ),
  caseOf("keeps nothing of a unit with a statement that had to change a row and did not", (store) =>
    Effect.gen(function* () {
      yield* store.write<string>([add("a"), change("a", 1)])
      yield* same(yield* failureOf(store.write<string>([add("b"), change("a", 1)])), "a moved on")
      yield* same(yield* idsOf(store), ["a"])
    })
  ),
  caseOf("keeps the good ones of units that arrive together with bad ones", (store) =>
    Effect.gen(function* () {
      const units: ReadonlyArray<ReadonlyArray<Write<string>>> = [
        [add("a")],
        [add("b"), add("b")],
        [add("c"), change("none", 1)],
        [add("d"), change("d", 1)],
        [add("a", "again")],
        [add("e")]
      ]
      const exits = yield* Effect.all(
        units.map((unit) => Effect.exit(store.write(unit))),
        { concurrency: "unbounded" }
      )
      yield* same(exits.map(Exit.isSuccess), [true, false, false, true, false, true])
      yield* same(yield* idsOf(store), ["a", "d", "e"])
    })
  ),
  caseOf(
    "lets one of the units win that change the same version of a row together, and keeps nothing of the others",
    (store) =>
      Effect.gen(function* () {
        yield* store.write([add("a")])
        const ids = Array.from({ length: 20 }, (_, at) => `b${at}`)
        const exits = yield* Effect.forEach(ids, (id) => Effect.exit(store.write<string>([add(id), change("a", 1)])), {
          concurrency: "unbounded"
        })
        const kept = ids.filter((_, at) => Exit.isSuccess(exits[at]!))
        yield* same([kept.length, yield* idsOf(store)], [1, ["a", ...kept]])
      })
  ),
  caseOf("adds, changes and deletes the rows for which all conditions hold, and no others", (store) =>
    Effect.gen(function* () {
      const row = { id: "a", label: "a", amount: 2, version: 1 }
      yield* store.write([add("a", "a", 5), add("b", "b", 9), add("c", "b", null), add("d", "b", 3)])
      yield* store.write([gather(row, { label: "a" }), gather(row, { label: "b" }), settle({ ...row, amount: 70 }, {})])
      yield* store.write([removeAbove({ label: "b", amount: 3 }), removeAbove({ label: "a", amount: 7 })])
      yield* same(yield* amountsOf(store), ["a 7", "c null", "d 3"])
      yield* store.write([removeEmpty({}), touch("d"), gather({ ...row, id: "d" }, { label: "b" })])
      yield* same(yield* amountsOf(store), ["a 7", "d 3"])
    })
  ),
  caseOf("runs a statement only if the one before it changed a row, where it says so", (store) =>
    Effect.gen(function* () {
      const ifChanged = (write: Write): Write => ({ ...write, ifPreviousChanged: true })
      yield* store.write([
        add("a"),
        ifChanged(add("b")),
        touch("none"),
        ifChanged(add("c")),
        ifChanged(add("d")),
        add("e")
      ])
      yield* same(yield* idsOf(store), ["a", "b", "e"])
    })
  ),
  caseOf("numbers rows in the order in which they are added", (store) =>
    Effect.gen(function* () {
      const ids = Array.from({ length: 40 }, (_, at) => `row ${String(at).padStart(2, "0")}`)
      yield* Effect.forEach(ids, (id) => store.write([add(id)]), { concurrency: 1, discard: true })
      const rows = yield* store.read<{ readonly id: string }>(`SELECT id FROM things ORDER BY sequence`, [])
      yield* same(
        rows.map(({ id }) => id),
        ids
      )
    })
  ),
  caseOf("wakes those who wait after a unit that left work, and only then", (store) =>
    Effect.gen(function* () {
      let woken = 0
      const stop = store.onWake(() => void woken++)
      yield* store.write([add("a")])
      yield* same(woken, 0)
      yield* store.write([{ ...add("b"), wakes: true }])
      yield* same(woken, 1)
      stop()
      yield* store.write([{ ...add("c"), wakes: true }])
      yield* same(woken, 1)
    })
  )
]

const reading: ReadonlyArray<StoreCase> = [
  caseOf("gives whole numbers as numbers, texts byte for byte, and nothing as null", (store) =>
    Effect.gen(function* () {
      const text = `it's "quoted", ? and $1, \\ and 😀`
      yield* store.write([add("a", text, Number.MAX_SAFE_INTEGER), add("b", "-", null), add("c", "c", -1)])
      const rows = yield* store.read<{ readonly label: string; readonly amount: number | null }>(
        `SELECT label, amount FROM things ORDER BY id`,
        []
      )
      yield* same(
        rows.map(({ amount, label }) => [label, amount]),
        [
          [text, Number.MAX_SAFE_INTEGER],
          ["-", null],
          ["c", -1]
        ]
      )
      const [sums] = yield* store.read<{ readonly rows: number; readonly total: number }>(
        `SELECT count(*) AS rows, sum(amount) AS total FROM things WHERE id = 'c'`,
        []
      )
      yield* same([sums?.rows, sums?.total], [1, -1])
    })
  ),
  caseOf("answers each of many reads that are asked at the same time with its own rows", (store) =>
    Effect.gen(function* () {
      const ids = Array.from({ length: 40 }, (_, at) => `row ${at}`)
      yield* store.write(ids.map((id) => add(id)))
      const asked = [...ids, "none", ...ids]
      const text = `SELECT id FROM things WHERE id = ?`
      const read = (id: string, at: number) => store.read<{ readonly id: string }>(text, [id], at % 2 === 0)
      const found = yield* Effect.forEach(asked, read, { concurrency: "unbounded" })
      yield* same(
        found.map((rows) => rows.map(({ id }) => id)),
        asked.map((id) => (id === "none" ? [] : [id]))
      )
    })
  ),
  caseOf("keeps the rows of each region apart, and says which regions hold data", (store, all) =>
    Effect.gen(function* () {
      yield* store.write([add("a")])
      const away = yield* all.region("eu-west-1")
      yield* same([away.name, yield* idsOf(away)], ["eu-west-1", []])
      yield* away.write([add("a", "away"), add("b")])
      yield* same([yield* idsOf(store), yield* idsOf(away)], [["a"], ["a", "b"]])
      yield* same((yield* all.existing).toSorted(), [store.name, away.name].toSorted())
      yield* same((yield* all.region(store.name)) === store, true)
    })
  ),
  caseOf("counts the units that changed a table, where it counts them", (store) =>
    Effect.gen(function* () {
      const counts = [store.changes?.("things")]
      const noted = () => void counts.push(store.changes?.("things"))
      yield* Effect.map(store.write([add("a")]), noted)
      yield* Effect.map(store.transact(store.sql`UPDATE things SET version = 2`), noted)
      const text = `UPDATE things SET version = 3 WHERE id = 'a' RETURNING id`
      if (store.writeReturning !== undefined) yield* Effect.map(store.writeReturning(text, []), noted)
      yield* same(store.changes === undefined ? counts.length : new Set(counts).size, counts.length)
    })
  ),
  caseOf("sorts texts by their bytes", (store) =>
    Effect.gen(function* () {
      const ids = ["B", "_", "a", "b", "é", "A1", "a-", "Z"]
      yield* store.write(ids.map((id) => add(id)))
      yield* same(yield* idsOf(store), ids.toSorted())
    })
  ),
  caseOf("takes a question mark in quotes for what it is", (store) =>
    Effect.gen(function* () {
      yield* store.write([add("a")])
      const [row] = yield* store.read<{ readonly mark: string }>(`SELECT '?' AS mark FROM things WHERE id = ?`, ["a"])
      yield* same(row?.mark, "?")
    })
  ),
  caseOf("refuses templates that write outside a unit", (store) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(store.sql`INSERT INTO things (id, label, version) VALUES ('a', 'a', 1)`)
      yield* same([Exit.isSuccess(exit), yield* idsOf(store)], [false, []])
    })
  )
]

const units: ReadonlyArray<StoreCase> = [
  caseOf("shows a unit its own rows, and others none of a unit that fails", (store) =>
    Effect.gen(function* () {
      const insert = store.sql`INSERT INTO things (id, label, version) VALUES ('a', 'a', 1)`
      const seen = Effect.andThen(insert, idsOf(store))
      yield* same(yield* failureOf(store.transact(Effect.flatMap(seen, (ids) => Effect.fail(ids)))), ["a"])
      yield* Effect.exit(store.transact(Effect.andThen(seen, Effect.die("a fault"))))
      yield* same(yield* idsOf(store), [])
      yield* same(yield* store.transact(seen), ["a"])
      yield* same(yield* idsOf(store), ["a"])
    })
  ),
  caseOf("answers the rows of a statement that returns some, where it has a way of its own for that", (store) =>
    Effect.gen(function* () {
      const { writeReturning } = store
      if (writeReturning === undefined) return
      yield* store.write([add("a"), add("b", "b", null), add("c")])
      const text = `UPDATE things SET version = version + 1 WHERE id <> ? RETURNING id, amount, version`
      const changed = yield* writeReturning<{ readonly id: string }>(text, ["c"])
      const found = changed.map((row) => ({ ...row })).toSorted((one, other) => (one.id < other.id ? -1 : 1))
      yield* same(found, [
        { id: "a", amount: 0, version: 2 },
        { id: "b", amount: null, version: 2 }
      ])
      yield* failureOf(store.write<string>([change("a", 1)]))
      yield* store.write<string>([change("a", 2)])
      yield* same(
        yield* writeReturning(text, ["c"]),
        yield* store.read(`SELECT id, amount, version FROM things WHERE id <> ?`, ["c"])
      )
    })
  ),
  caseOf("joins a unit inside a unit: both are kept, or neither", (store) =>
    Effect.gen(function* () {
      const inner = store.transact(store.sql`INSERT INTO things (id, label, version) VALUES ('a', 'a', 1)`)
      yield* failureOf(store.transact(Effect.andThen(inner, Effect.fail("no"))))
      yield* same(yield* idsOf(store), [])
    })
  )
]

/** The contract of a store, case by case. */
export const storeSuite: ReadonlyArray<StoreCase> = [...writing, ...reading, ...units]
