/** Long texts in pieces, and what is left of those whose unit never came. */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "@effect/vitest"
import type { RegionStore, Store, Write } from "../../src/services/Store.ts"
import { integer, key, longText, table, text, versionedTable } from "../../src/rows/Table.ts"
import { longTextStore, pieceLength, prunePieces } from "../../src/store/longTexts.ts"
import { readLongText } from "../../src/store/readLongText.ts"
import { pruneAhead, writeAhead } from "../../src/store/writtenAhead.ts"
import { onSqlite } from "./onSqlite.ts"
import { onStore } from "./openStore.ts"

const dayMs = 86_400_000

const notes = versionedTable("notes", { id: text, text: longText(text) }, ["text"])

/** The region of an engine, with every transaction that it makes of the database. */
const watched = (inner: RegionStore) => {
  const transactions: Array<ReadonlyArray<Write<unknown>>> = []
  const time = { now: 1_000 }
  const region: RegionStore = {
    ...inner,
    write: (writes) => {
      transactions.push(writes)
      return inner.write(writes)
    }
  }
  const store = { region: () => Effect.succeed(region) } as unknown as Store["Service"]
  return Effect.map(longTextStore(store, () => time.now).region("us-east-1"), (store) => ({
    store,
    transactions,
    time
  }))
}

const charactersOf = (writes: ReadonlyArray<Write<unknown>>): number =>
  writes
    .flatMap(({ values }) => values)
    .reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0)

const read = (store: RegionStore, id: string) =>
  readLongText(store, { table: "notes", column: "text", where: ["id = ?"], params: [id] })

const count = (store: RegionStore, from: string) =>
  Effect.map(store.read<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, []), ([row]) => Number(row?.n))

const pruneAll = Effect.fnUntraced(function* (store: RegionStore, now: number) {
  while ((yield* pruneAhead(store, now)) > 0);
  for (let after: string | undefined = ""; after !== undefined;) after = (yield* prunePieces(store, after)).upTo
})

const add = (id: string, said: string) => notes.insert({ id, text: said })

/** Every piece but the last ends before a pair of surrogates, so none is as long as the others. */
const long = `a${"😀".repeat(2 * pieceLength)}`

describe("a long text", () => {
  it("is written in transactions of a bounded size and read as it was", () =>
    onStore((inner) =>
      Effect.gen(function* () {
        const { store, transactions } = yield* watched(inner)
        yield* store.write([add("first", long), add("short", "x")])
        expect(transactions).toHaveLength(Math.ceil(long.length / (pieceLength - 1)) + 1)
        expect(Math.max(...transactions.map(charactersOf))).toBeLessThan(pieceLength + 200)
        expect((yield* read(store, "first")) === long).toBe(true)
        expect(yield* read(store, "short")).toBe("x")
      })
    ))

  it.runIf(onSqlite)("of a table with a digit in its name stays as long as its row", () =>
    onStore((inner) =>
      Effect.gen(function* () {
        const { store } = yield* watched(inner)
        yield* inner.transact(inner.sql.unsafe("CREATE TABLE notes_2 (id TEXT, text TEXT, version INTEGER)"))
        const numbered = versionedTable("notes_2", { id: text, text: longText(text) }, ["text"])
        yield* store.write([numbered.insert({ id: "first", text: long })])
        yield* pruneAll(store, 2 * dayMs)
        expect(yield* count(store, "long_text_pieces")).toBeGreaterThan(1)
        yield* store.write([numbered.remove("first", 1)])
        yield* pruneAll(store, 2 * dayMs)
        expect(yield* count(store, "long_text_pieces")).toBe(0)
      })
    )
  )

  it("is in its row up to the length of a piece, and where an earlier version wrote it", () =>
    onStore((inner) =>
      Effect.gen(function* () {
        const { store, transactions } = yield* watched(inner)
        yield* store.write([add("piece", "x".repeat(pieceLength)), add("empty", "")])
        expect(transactions).toHaveLength(1)
        yield* inner.write([add("earlier", long)])
        expect(yield* read(store, "piece")).toHaveLength(pieceLength)
        expect(yield* read(store, "empty")).toBe("")
        expect((yield* read(store, "earlier")) === long).toBe(true)
      })
    ))

  it("is refused under the key of another row, whose text stays", () =>
    onStore((inner) =>
      Effect.gen(function* () {
        const { store } = yield* watched(inner)
        yield* store.write([add("first", long)])
        const refused = yield* Effect.flip(store.write([add("first", "y".repeat(pieceLength + 1))]))
        expect(refused._tag).toBe("UniqueViolation")
        yield* pruneAll(store, 2 * dayMs)
        expect((yield* read(store, "first")) === long).toBe(true)
      })
    ))

  it("goes with its row, however that is deleted", () =>
    onStore((inner) =>
      Effect.gen(function* () {
        const { store } = yield* watched(inner)
        yield* store.write([add("gone", long), add("kept", long)])
        yield* store.write([notes.remove("gone", 1)])
        yield* pruneAll(store, 1_000)
        expect((yield* read(store, "kept")) === long).toBe(true)
        expect(yield* count(store, "long_text_pieces WHERE text_id LIKE '%gone'")).toBe(0)
      })
    ))
})

describe("a unit that never comes", () => {
  /** Writes the pieces of a text whose unit is refused, as after a crash. */
  const abandoned = Effect.fnUntraced(function* (store: RegionStore) {
    const refused = { ...notes.remove("none", 1), orElse: () => "refused" as const }
    expect(yield* Effect.flip(store.write([add("lost", long), refused]))).toBe("refused")
  })

  it("leaves pieces for a day, and nothing afterwards", () =>
    onStore((inner) =>
      Effect.gen(function* () {
        const { store, time } = yield* watched(inner)
        yield* abandoned(store)
        yield* pruneAll(store, time.now + dayMs - 1)
        expect(yield* count(store, "long_text_pieces")).toBeGreaterThan(1)
        yield* pruneAll(store, time.now + dayMs)
        expect(yield* count(store, "long_text_pieces")).toBe(0)
        expect(yield* count(store, "written_ahead")).toBe(0)
      })
    ))

  it("fails if it comes after its pieces were given up, and keeps nothing", () =>
    onStore((inner) =>
      Effect.gen(function* () {
        const { store } = yield* watched({
          ...inner,
          // The clock is moved by two days before the unit with the row.
          write: (writes) =>
            writes.some(({ statement }) => statement.kind === "insert" && statement.table === "notes")
              ? Effect.andThen(Effect.orDie(pruneAll(inner, 2 * dayMs)), inner.write(writes))
              : inner.write(writes)
        })
        const failed = yield* Effect.flip(store.write([add("late", long)]))
        expect(failed).toMatchObject({ _tag: "StoreUnavailable", reason: "locked" })
        expect(yield* count(store, "notes")).toBe(0)
        expect(yield* count(store, "long_text_pieces")).toBe(0)
      })
    ))
})

it("a unit that comes while its rows are being deleted fails, and all of them go", () =>
  onStore((store) =>
    Effect.gen(function* () {
      const rows = table("notes", { id: key(text), text, version: integer })
      const all = Array.from({ length: 70 }, (_, n) => [rows.insert({ id: `${n}`, text: "", version: -5 })])
      const of = { table: "notes", column: "version", order: "id", value: -5, now: 0 }
      const unit = yield* writeAhead(store, of, all)
      yield* pruneAhead(store, dayMs)
      expect(yield* count(store, "notes")).toBe(6)
      expect(yield* Effect.flip(store.write([unit]))).toMatchObject({ _tag: "StoreUnavailable" })
      yield* pruneAll(store, dayMs)
      expect(yield* count(store, "notes")).toBe(0)
      expect(yield* count(store, "written_ahead")).toBe(0)
    })
  ))

it("long texts belong to rows of one key", () => {
  const declare = () => table("pairs", { one: key(text), other: key(integer), text: longText(text) })
  expect(declare).toThrow("one key")
})
