/** What is read of tables that hardly ever change: kept until somebody writes to them, and read each time where that cannot be known. */
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { Unflushed, type RegionStore } from "../../src/services/Store.ts"
import { statement } from "../../src/rows/statement.ts"
import { keptRead } from "../../src/store/keptRead.ts"
import { onSqlite } from "./onSqlite.ts"
import { addNote, onStore, temporaryFolder } from "./openStore.ts"

interface Note {
  readonly id: string
}

/** A read of notes, and how often rows were made into something. */
const makeReader = () => {
  const made = { times: 0 }
  const read = keptRead({
    tables: ["notes"],
    text: "SELECT id FROM notes WHERE id >= ? ORDER BY id",
    make: (rows: ReadonlyArray<Note>) => {
      made.times++
      return rows.map(({ id }) => id)
    }
  })
  return { made, ids: (store: RegionStore) => read(store, [""]) }
}

const anySql = statement`UPDATE notes SET id = 'z' WHERE id = 'a'`.write({})

describe.runIf(onSqlite)("a kept read beside rows that are not committed", () => {
  const { ids } = makeReader()

  it("shows them to those outside once they are", () => {
    const folder = temporaryFolder()
    return onStore(
      Effect.fnUntraced(function* (store) {
        const outside = new DatabaseSync(join(folder, `${store.name}.db`), { readOnly: true })
        const writeAndRead = Effect.andThen(store.write([addNote("a")]), ids(store))
        expect(yield* Effect.provideService(writeAndRead, Unflushed, store)).toEqual(["a"])
        expect(outside.prepare("SELECT id FROM notes").all()).toEqual([])
        expect(yield* ids(store)).toEqual(["a"])
        expect(outside.prepare("SELECT id FROM notes").all()).toHaveLength(1)
        outside.close()
      }),
      { folder }
    )
  })
})

describe.each(["memory", "file"])("a kept read (%s)", (place) => {
  const folder = () => (place === "memory" ? ":memory:" : temporaryFolder())
  const { ids, made } = makeReader()

  it("shows what each way of writing has changed as soon as the writer knows", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        expect(yield* ids(store)).toEqual([])
        yield* store.write([addNote("a")])
        expect(yield* ids(store)).toEqual(["a"])
        yield* store.write([anySql])
        expect(yield* ids(store)).toEqual(["z"])
        yield* store.transact(store.sql`DELETE FROM notes`)
        expect(yield* ids(store)).toEqual([])
        yield* store.write([addNote("b")])
        expect(yield* ids(store)).toEqual(["b"])
        if (store.writeReturning === undefined) return
        yield* store.writeReturning("UPDATE notes SET id = ? RETURNING id", ["c"])
        expect(yield* ids(store)).toEqual(["c"])
      }),
      { folder: folder() }
    ))

  it.runIf(onSqlite)("is made once until its table is written, also in vain", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        made.times = 0
        yield* store.write([addNote("a")])
        const first = yield* ids(store)
        expect(yield* ids(store)).toBe(first)
        expect(made.times).toBe(1)
        yield* Effect.flip(store.write([addNote("b"), addNote("a")]))
        expect(yield* ids(store)).toEqual(["a"])
        expect(made.times).toBe(2)
      }),
      { folder: folder() }
    )
  )

  it("shows rows that are not flushed to whoever is under the move, and to nobody else what a lost one had written", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const unflushed = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(effect, Unflushed, store)
        expect(yield* ids(store)).toEqual([])
        yield* unflushed(store.write([addNote("a")]))
        expect(yield* unflushed(ids(store))).toEqual(["a"])
        const seen: Array<ReadonlyArray<string>> = []
        const looks = Effect.map(ids(store), (found) => void seen.push(found))
        const undone = store.transact(
          Effect.andThen(store.sql`DELETE FROM notes`, Effect.andThen(looks, Effect.fail("undone")))
        )
        yield* Effect.exit(undone)
        expect(seen).toEqual([[]])
        expect(yield* ids(store)).toEqual(["a"])
      }),
      { folder: folder() }
    ))

  it("is read each time where the store cannot say what changed", () =>
    onStore(
      Effect.fnUntraced(function* (region) {
        const store: RegionStore = { ...region, changes: undefined }
        made.times = 0
        yield* ids(store)
        yield* ids(store)
        expect(made.times).toBe(2)
      }),
      { folder: folder() }
    ))
})

it("a kept read tells its values apart, whatever is in them", () => {
  const read = keptRead({
    tables: ["notes"],
    text: "SELECT coalesce(CAST(? AS TEXT), 'none') AS one, coalesce(CAST(? AS TEXT), 'none') AS other",
    make: ([row]: ReadonlyArray<{ readonly one: string; readonly other: string }>) => [row?.one, row?.other]
  })
  return onStore(
    Effect.fnUntraced(function* (store) {
      expect(yield* read(store, ["a\nb", "c"])).toEqual(["a\nb", "c"])
      expect(yield* read(store, ["a", "b\nc"])).toEqual(["a", "b\nc"])
      expect(yield* read(store, ["", "a"])).toEqual(["", "a"])
      expect(yield* read(store, [null, "a"])).toEqual(["none", "a"])
    })
  )
})
