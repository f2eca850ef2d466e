import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { ReadSnapshot } from "../../src/store/dialects/ReadSnapshot.ts"
import { makeGroupCommit } from "../../src/store/dialects/GroupCommit.ts"
import { openConnection, writeConnection, writerPragmas } from "../../src/store/dialects/SqlitePrepared.ts"
import { SqliteWriter } from "../../src/store/dialects/SqliteWriter.ts"
import type { RegionStore } from "../../src/services/Store.ts"
import { addNote, noteIds, onStore, temporaryFolder } from "./openStore.ts"

/** The next turn of the event loop, behind what this one has left to do. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const opened = (location: string) => {
  const connection = openConnection(location, writerPragmas)
  onTestFinished(() => {
    if (connection.db.isOpen) connection.db.close()
  })
  return connection
}

describe("a view that the reads of a turn share", () => {
  const twoConnections = () => {
    const location = join(temporaryFolder(), "some.db")
    const reading = opened(location)
    reading.db.exec("CREATE TABLE words (word TEXT NOT NULL)")
    const other = opened(location)
    const snapshot = new ReadSnapshot(reading)
    return {
      location,
      reading,
      snapshot,
      write: (word: string) => other.db.exec(`INSERT INTO words VALUES ('${word}')`),
      words: () => {
        snapshot.open()
        return reading.rows("SELECT word FROM words", []).map(({ word }) => word)
      }
    }
  }

  it("shows what was there at the first read until the turn is over", async () => {
    const { words, write } = twoConnections()
    expect(words()).toEqual([])
    write("a")
    expect(words()).toEqual([])
    await nextTurn()
    expect(words()).toEqual(["a"])
  })

  it("shows what has come when it is closed before", () => {
    const { snapshot, words, write } = twoConnections()
    expect(words()).toEqual([])
    write("a")
    snapshot.close()
    expect(words()).toEqual(["a"])
  })

  it("ends where a read has failed, and takes nobody with it", () => {
    const { location, reading, snapshot, words, write } = twoConnections()
    write("long".repeat(20_000))
    reading.db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    const pages = readFileSync(location)
    writeFileSync(location, pages.fill(0, 8_192))
    expect(words).toThrow("malformed")
    expect(() => snapshot.close()).not.toThrow()
    expect(reading.db.isTransaction).toBe(false)
  })

  it("is left for a transaction of the same connection, and does not end that one", async () => {
    const { reading, snapshot, words } = twoConnections()
    const unit = writeConnection(reading, () => snapshot.close())
    expect(words()).toEqual([])
    unit.begin(true)
    reading.db.exec("INSERT INTO words VALUES ('a')")
    expect(words()).toEqual(["a"])
    await nextTurn()
    unit.rollback()
    expect(words()).toEqual([])
  })

  it("lets its connection be closed in the same turn", async () => {
    const { reading, words } = twoConnections()
    expect(words()).toEqual([])
    reading.db.close()
    await nextTurn()
  })
})

it("a writer says that its thread has answered before it passes answers on, and when there is nothing to write", async () => {
  const told: Array<string> = []
  const location = join(temporaryFolder(), "some.db")
  const connection = opened(location)
  connection.db.exec("CREATE TABLE words (word TEXT NOT NULL)")
  const group = makeGroupCommit(writeConnection(connection))
  const writer = new SqliteWriter({ connection, group, location, answered: () => told.push("answered") })
  onTestFinished(() => writer.close())
  expect(writer.isThreadIdle).toBe(false)
  await writer.threaded
  expect(writer.isThreadIdle).toBe(true)
  const write = (word: string) =>
    new Promise((resolve) => {
      const statement = { text: "INSERT INTO words VALUES (?)", params: [word] }
      writer.submit([statement], (outcome) => resolve(told.push(`${word} ${outcome._tag}`)))
    })
  const writing = [write("a"), write("b")]
  expect(writer.isThreadIdle).toBe(false)
  await Promise.all(writing)
  expect(told).toEqual(["answered", "a kept", "b kept"])
  expect(writer.isThreadIdle).toBe(true)
})

describe("reads of a store on files", () => {
  const inFolder = <E>(use: (store: RegionStore, write: (id: string) => void) => Effect.Effect<void, E>) => {
    const folder = temporaryFolder()
    return onStore(
      (store) => {
        const other = new DatabaseSync(join(folder, "us-east-1.db"), { timeout: 5_000 })
        onTestFinished(() => other.close())
        return use(store, (id) => other.exec(`INSERT INTO notes (id, text, version) VALUES ('${id}', '', 1)`))
      },
      { folder }
    )
  }

  it("share a view once the writer's thread has nothing to do, and see another program's writes in the next turn", () =>
    inFolder(
      Effect.fnUntraced(function* (store, write) {
        const written: Array<string> = []
        // The thread needs some turns to start. Until then each read looks for itself.
        for (let shared = false; !shared;) {
          const before = yield* noteIds(store)
          expect(before).toEqual(written)
          written.push(String(written.length).padStart(6, "0"))
          write(written.at(-1)!)
          shared = (yield* noteIds(store)).length === before.length
          yield* Effect.promise(nextTurn)
        }
        expect(yield* noteIds(store)).toEqual(written)
      })
    ))

  it("see what was answered, also in the turn of an earlier read", () =>
    inFolder(
      Effect.fnUntraced(function* (store) {
        const written: Array<string> = []
        for (let round = 0; round < 60; round++) {
          expect(yield* noteIds(store)).toEqual(written)
          const ids = [`${100 + round}a`, `${100 + round}b`]
          yield* Effect.all(
            ids.map((id) => store.write([addNote(id)])),
            { concurrency: "unbounded", discard: true }
          )
          written.push(...ids)
          expect(yield* noteIds(store)).toEqual(written)
          yield* store.transact(Effect.void)
          expect(yield* noteIds(store)).toEqual(written)
        }
      })
    ))
})
