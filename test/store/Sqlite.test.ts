import { readdirSync, readlinkSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import {
  Store,
  StoreOpenFailed,
  StoreUnavailable,
  Unflushed,
  UniqueViolation,
  UnitSuspended,
  VersionConflict
} from "../../src/services/Store.ts"
import { text, versionedTable } from "../../src/rows/Table.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { addNote, noteIds, notes, onStore, storeLayer, temporaryFolder } from "./openStore.ts"

const failureOf = <A, E>(effect: Effect.Effect<A, E>) => Effect.flip(effect)

describe.each(["memory", "file"])("units of work on SQLite (%s)", (place) => {
  const folder = () => (place === "memory" ? ":memory:" : temporaryFolder())

  it("keeps all statements of a unit", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write([addNote("a"), addNote("b")])
        expect(yield* noteIds(store)).toEqual(["a", "b"])
      }),
      { folder: folder() }
    ))

  it("keeps nothing of a unit whose second statement violates a unique constraint, and names it", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write([addNote("a")])
        const failure = yield* failureOf(store.write([addNote("b"), addNote("a")]))
        expect(failure).toBeInstanceOf(UniqueViolation)
        expect(failure).toMatchObject({ constraint: "notes.id" })
        expect(yield* noteIds(store)).toEqual(["a"])
      }),
      { folder: folder() }
    ))

  it("keeps the good units of a group in which one fails", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const exits = yield* Effect.all(
          [[addNote("a")], [addNote("b"), addNote("b")], [addNote("c")]].map((unit) => Effect.exit(store.write(unit))),
          { concurrency: "unbounded" }
        )
        expect(exits.map((exit) => exit._tag)).toEqual(["Success", "Failure", "Success"])
        expect(yield* noteIds(store)).toEqual(["a", "c"])
      }),
      { folder: folder() }
    ))

  it("refuses an update that was decided on an older version", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const table = versionedTable("notes", { id: text, text }, [])
        yield* store.write([table.insert({ id: "a", text: "one" })])
        yield* store.write([table.update({ id: "a", text: "two" }, 1)])
        const failure = yield* failureOf(store.write([addNote("b"), table.update({ id: "a", text: "three" }, 1)]))
        expect(failure).toEqual(new VersionConflict({ table: "notes", key: "a" }))
        expect(yield* noteIds(store)).toEqual(["a"])
      }),
      { folder: folder() }
    ))

  it("shows a unit its own rows and nobody else its unfinished ones", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const seen = yield* store.transact(
          Effect.gen(function* () {
            yield* store.sql`INSERT INTO notes (id, text, version) VALUES ('a', '', 1)`
            return yield* noteIds(store)
          })
        )
        expect(seen).toEqual(["a"])
      }),
      { folder: folder() }
    ))

  it("rolls back a unit that fails with an error of its own", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const unit = store.sql`INSERT INTO notes (id, text, version) VALUES ('a', '', 1)`.pipe(
          Effect.andThen(Effect.fail("no" as const))
        )
        expect(yield* failureOf(store.transact(unit))).toBe("no")
        expect(yield* noteIds(store)).toEqual([])
      }),
      { folder: folder() }
    ))

  it("joins a unit inside a unit: both are kept or neither", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const inner = store.transact(store.sql`INSERT INTO notes (id, text, version) VALUES ('inner', '', 1)`)
        yield* Effect.exit(store.transact(Effect.andThen(inner, Effect.fail("no"))))
        expect(yield* noteIds(store)).toEqual([])
      }),
      { folder: folder() }
    ))

  it("dies when a unit waits for something else, and keeps nothing of it", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const unit = store.sql`INSERT INTO notes (id, text, version) VALUES ('a', '', 1)`.pipe(
          Effect.andThen(Effect.yieldNow),
          Effect.andThen(Effect.never),
          Effect.ensuring(Effect.ignoreCause(store.sql`INSERT INTO notes (id, text, version) VALUES ('late', '', 1)`))
        )
        const exit = yield* Effect.exit(store.transact(unit))
        expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toBeInstanceOf(UnitSuspended)
        yield* store.write([addNote("after")])
        expect(yield* noteIds(store)).toEqual(["after"])
      }),
      { folder: folder() }
    ))

  it("refuses writes outside a unit of work", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const exit = yield* Effect.exit(store.sql`INSERT INTO notes (id, text, version) VALUES ('a', '', 1)`)
        expect(exit._tag).toBe("Failure")
        expect(yield* noteIds(store)).toEqual([])
      }),
      { folder: folder() }
    ))

  it("never starts the unit of a caller that was interrupted while it waited", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const fiber = yield* Effect.forkChild(store.write([addNote("gone")]), { startImmediately: true })
        yield* Fiber.interrupt(fiber)
        yield* store.write([addNote("stays")])
        expect(yield* noteIds(store)).toEqual(["stays"])
      }),
      { folder: folder() }
    ))
})

describe("failures of the database", () => {
  it("answers StoreUnavailable when the disk is full, keeps what was there, and works when there is room", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write([addNote("kept")])
        // The same result code as a full disk: the file may not grow by a page. In memory all goes through one connection.
        yield* store.transact(store.sql`PRAGMA max_page_count = 1`)
        const failure = yield* failureOf(store.write([addNote("big", "x".repeat(200_000))]))
        expect(failure).toBeInstanceOf(StoreUnavailable)
        expect(failure).toMatchObject({ reason: "disk_full" })
        yield* store.transact(store.sql`PRAGMA max_page_count = 1000000`)
        yield* store.write([addNote("later")])
        expect(yield* noteIds(store)).toEqual(["kept", "later"])
      })
    ))

  it.each(["us-east-1.db", "us-east-1.db-wal", ".lock"])("takes no writes while %s is not there", async (name) => {
    const folder = temporaryFolder()
    const [path, away] = [join(folder, name), join(folder, "away")]
    await onStore(
      Effect.fnUntraced(function* (store) {
        yield* store.write([addNote("kept")])
        renameSync(path, away)
        const lost = { _tag: "StoreUnavailable", reason: "io_error", detail: expect.stringContaining(path) }
        expect(yield* failureOf(store.write([addNote("a")]))).toMatchObject(lost)
        expect(yield* failureOf(store.transact(store.sql`DELETE FROM notes`))).toMatchObject(lost)
        writeFileSync(path, "")
        expect(yield* failureOf(store.write([addNote("b")]))).toMatchObject(lost)
        renameSync(away, path)
        yield* store.write([addNote("later")])
        expect(yield* noteIds(store)).toEqual(["kept", "later"])
      }),
      { folder }
    )
  })

  it("waits for another program's lock and then writes", async () => {
    const folder = temporaryFolder()
    await onStore(
      Effect.fnUntraced(function* (store) {
        const other = new DatabaseSync(join(folder, "us-east-1.db"))
        other.exec("BEGIN IMMEDIATE")
        const writing = yield* Effect.forkChild(store.write([addNote("a")]), { startImmediately: true })
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        other.exec("ROLLBACK")
        other.close()
        yield* Fiber.join(writing)
        expect(yield* noteIds(store)).toEqual(["a"])
      }),
      { folder }
    )
  })

  const openFailure = (folder: string, steps = [notes]) =>
    onStore(() => Effect.void, { folder, steps }).then(
      () => undefined,
      (error: unknown) => error
    )

  it.each([undefined, null, 5, ""])(
    "refuses %s in the place of a folder, such as a variable that is not set",
    (none) => {
      expect(() => sqlite(none as never)).toThrow(/^sqlite needs a folder, such as sqlite\("\.\/data"\)/)
    }
  )

  it("refuses a file that is no database, and says which", async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, "us-east-1.db"), "this is no database at all, only text".repeat(100))
    const error = await openFailure(folder)
    expect(error).toBeInstanceOf(StoreOpenFailed)
    expect(error).toMatchObject({ reason: "not_a_database", region: "us-east-1" })
  })

  it("refuses a damaged database, and says what to do", async () => {
    const folder = temporaryFolder()
    await onStore((store) => store.write([addNote("a")]), { folder })
    const path = join(folder, "us-east-1.db")
    const raw = new DatabaseSync(path)
    raw.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
    raw.close()
    const { readFileSync } = await import("node:fs")
    const bytes = readFileSync(path)
    bytes.fill(0xff, 100, 4096)
    writeFileSync(path, bytes)
    const error = await openFailure(folder)
    expect(error).toMatchObject({ _tag: "StoreOpenFailed", reason: "corrupt" })
    expect((error as Error).message).toContain("backup")
  })

  it("refuses data written by a newer version, and leaves them as they are", async () => {
    const folder = temporaryFolder()
    const later = { id: 2, name: "later", up: () => [`ALTER TABLE notes ADD COLUMN more TEXT`] }
    await onStore((store) => store.write([addNote("a")]), { folder, steps: [notes, later] })
    expect(await openFailure(folder)).toMatchObject({ _tag: "StoreOpenFailed", reason: "newer" })
    await onStore(
      Effect.fnUntraced(function* (store) {
        expect(yield* noteIds(store)).toEqual(["a"])
      }),
      { folder, steps: [notes, later] }
    )
  })

  it.runIf(process.platform === "linux")(
    "leaves nothing open of a region that cannot be opened, however often it is asked for",
    async () => {
      const folder = temporaryFolder()
      const file = join(folder, "eu-west-1.db")
      const isOpen = (handle: string) => {
        try {
          return readlinkSync(`/proc/self/fd/${handle}`).startsWith(file)
        } catch {
          return false
        }
      }
      const opening = Effect.gen(function* () {
        const store = yield* Store
        const database = new DatabaseSync(file)
        database.exec("CREATE TABLE bursar_migrations (owner TEXT, id INTEGER, name TEXT)")
        database.exec("INSERT INTO bursar_migrations VALUES ('notes', 9, 'later')")
        database.close()
        for (let n = 0; n < 3; n++)
          expect(yield* failureOf(store.region("eu-west-1"))).toMatchObject({ reason: "newer" })
        expect(readdirSync("/proc/self/fd").filter(isOpen)).toEqual([])
      })
      await Effect.runPromise(Effect.provide(opening, storeLayer(folder)))
    }
  )

  it("upgrades data of an older version step by step, and keeps the rows", async () => {
    const folder = temporaryFolder()
    await onStore((store) => store.write([addNote("a")]), { folder })
    const later = { id: 2, name: "later", up: () => [`ALTER TABLE notes ADD COLUMN more TEXT DEFAULT 'new'`] }
    await onStore(
      Effect.fnUntraced(function* (store) {
        const rows = yield* store.read<{ id: string; more: string }>(`SELECT id, more FROM notes`, [])
        expect(rows).toMatchObject([{ id: "a", more: "new" }])
      }),
      { folder, steps: [notes, later] }
    )
  })

  it("keeps nothing of an upgrade that fails half way", async () => {
    const folder = temporaryFolder()
    await onStore(() => Effect.void, { folder })
    const broken = { id: 2, name: "broken", up: () => [`CREATE TABLE half (id TEXT)`, `CREATE TABLE nonsense (`] }
    const detail = expect.stringMatching(/^migration 2, "broken", of "\w+": /)
    expect(await openFailure(folder, [notes, broken])).toMatchObject({ reason: "migration_failed", detail })
    await onStore(
      Effect.fnUntraced(function* (store) {
        const tables = yield* store.read(`SELECT name FROM sqlite_schema WHERE name = 'half'`, [])
        expect(tables).toEqual([])
      }),
      { folder }
    )
  })

  it("refuses a folder that another engine uses", async () => {
    const folder = temporaryFolder()
    await onStore(
      () =>
        Effect.promise(async () => {
          expect(await openFailure(folder)).toMatchObject({ _tag: "StoreOpenFailed", reason: "in_use" })
        }),
      { folder }
    )
  })

  it.skipIf(process.getuid?.() === 0)(
    "refuses a folder whose lock it may only read: it would keep nobody out",
    async () => {
      const folder = temporaryFolder()
      writeFileSync(join(folder, ".lock"), "", { mode: 0o400 })
      expect(await openFailure(folder)).toMatchObject({
        reason: "unreachable",
        message: expect.stringContaining(".lock")
      })
    }
  )

  it("keeps what was answered when the store is opened again", async () => {
    const folder = temporaryFolder()
    await onStore((store) => store.write([addNote("a")]), { folder })
    const found = await onStore(noteIds, { folder })
    expect(found).toEqual(["a"])
  })
})

describe("commits that need not wait for the disk", () => {
  it("are in the log, and a flush commits once behind them", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const unflushed = (id: string) => Effect.provideService(store.write([addNote(id)]), Unflushed, store)
        yield* Effect.all([unflushed("a"), unflushed("b"), store.write([addNote("c")])], { concurrency: "unbounded" })
        expect(yield* noteIds(store)).toEqual(["a", "b", "c"])
        const changes = Effect.map(store.sql<{ readonly data_version: number }>`PRAGMA data_version`, ([row]) => row)
        const before = yield* changes
        const flushes = [store.flush!, store.flush!].map((flush) => Effect.andThen(flush, changes))
        // Nobody is told before a flush of their own is over.
        for (const during of yield* Effect.all(flushes, { concurrency: "unbounded" }))
          expect(during).not.toEqual(before)
        const after = yield* changes
        yield* store.flush!
        expect(yield* changes).toEqual(after)
      }),
      { folder: temporaryFolder() }
    ))

  it("are seen by whoever does not wait either, and by others once they are committed", () => {
    const folder = temporaryFolder()
    return onStore(
      Effect.fnUntraced(function* (store) {
        const unflushed = <A, E>(effect: Effect.Effect<A, E>) => Effect.provideService(effect, Unflushed, store)
        const outside = new DatabaseSync(join(folder, `${store.name}.db`), { readOnly: true })
        const idsOutside = () =>
          outside
            .prepare("SELECT id FROM notes ORDER BY id")
            .all()
            .map(({ id }) => id)
        const ids = Effect.map(store.read<{ readonly id: string }>("SELECT id FROM notes ORDER BY id", []), (rows) =>
          rows.map(({ id }) => id)
        )
        const seen = yield* unflushed(
          Effect.flatMap(store.write([addNote("a")]), () => Effect.map(ids, (inside) => [inside, idsOutside()]))
        )
        expect(seen).toEqual([["a"], []])
        expect(yield* ids).toEqual(["a"])
        expect(idsOutside()).toEqual(["a"])
        // Templates read through another connection.
        const byTemplate = Effect.map(store.sql`SELECT id FROM notes`, (rows) => rows.length)
        expect(yield* unflushed(Effect.andThen(store.write([addNote("b")]), byTemplate))).toBe(2)
        expect(idsOutside()).toEqual(["a", "b"])
        yield* Effect.andThen(unflushed(store.write([addNote("c")])), store.write([addNote("d")]))
        expect(idsOutside()).toEqual(["a", "b", "c", "d"])
        outside.close()
      }),
      { folder }
    )
  })

  it("are kept without the others when one of them is refused", () =>
    onStore(
      Effect.fnUntraced(function* (store) {
        const unflushed = (id: string) =>
          Effect.exit(Effect.provideService(store.write([addNote(`${id}1`), addNote(id)]), Unflushed, store))
        const exits = [yield* unflushed("a"), yield* unflushed("a"), yield* unflushed("b")]
        expect(exits.map(({ _tag }) => _tag)).toEqual(["Success", "Failure", "Success"])
        expect(yield* noteIds(store)).toEqual(["a", "a1", "b", "b1"])
        yield* store.flush!
      }),
      { folder: ":memory:" }
    ))
})
