/** What tables say of their rows is what the store does. */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { repeated, statement, value } from "../../src/rows/statement.ts"
import {
  above,
  atMost,
  below,
  given,
  integer,
  key,
  orNull,
  plus,
  same,
  table,
  text,
  versionedTable
} from "../../src/rows/Table.ts"
import type { Migration, RegionStore, Write } from "../../src/services/Store.ts"
import { onStore } from "./openStore.ts"

const counters = table("counters", { name: key(text), mark: orNull(text), times: integer })

const steps: ReadonlyArray<Migration> = [
  {
    id: 1,
    name: "counters",
    up: (dialect) => [
      `CREATE TABLE counters (
        name ${dialect.text} PRIMARY KEY, mark ${dialect.text}, times ${dialect.integer} NOT NULL
      )`
    ]
  }
]

const rowsOf = (store: RegionStore) =>
  Effect.map(
    store.read<{ readonly name: string; readonly mark: string | null; readonly times: string }>(
      `SELECT name, mark, CAST(times AS TEXT) AS times FROM counters ORDER BY name`,
      []
    ),
    (rows) => rows.map(({ mark, name, times }) => [name, mark, Number(times)])
  )

const row = (name: string, times: number, mark: string | null = null) => ({ name, mark, times })

/** What is there after these units, and what refused them. */
const after = (...units: ReadonlyArray<ReadonlyArray<Write<string>>>) =>
  onStore(
    (store) =>
      Effect.gen(function* () {
        const refusals: Array<unknown> = []
        for (const unit of units) {
          yield* Effect.catch(store.write(unit), (refusal) => Effect.sync(() => void refusals.push(refusal)))
        }
        return { rows: yield* rowsOf(store), refusals }
      }),
    { steps }
  )

const refused = () => "refused"

describe("an insert", () => {
  it("may add all rows of a list in one statement", async () => {
    const { rows } = await after([counters.insert.all([row("a", 1), row("b", 2, "x"), row("c", 3)])])
    expect(rows).toEqual([
      ["a", null, 1],
      ["b", "x", 2],
      ["c", null, 3]
    ])
  })

  it("leaves a row of the same key as it is, and may be refused for it", async () => {
    const add = counters.inserting({ onExisting: "stays" })
    const { refusals, rows } = await after(
      [add(row("a", 1)), add(row("a", 2))],
      [add(row("b", 1)), add(row("a", 3), undefined, refused)]
    )
    expect({ refusals, rows }).toEqual({ refusals: ["refused"], rows: [["a", null, 1]] })
  })

  it("changes a row of the same key by what the new one would have been", async () => {
    const add = counters.inserting({ onExisting: { set: { mark: given, times: plus(given) } } })
    const { rows } = await after([add.all([row("a", 1), row("b", 5)])], [add(row("a", 2, "new"))])
    expect(rows).toEqual([
      ["a", "new", 3],
      ["b", null, 5]
    ])
  })

  it("changes it under conditions only", async () => {
    const add = counters.inserting({ onExisting: { set: { times: plus(1) }, where: { times: below(given) } } })
    const more = add(row("a", 1), { times: 3 }, refused)
    const { refusals, rows } = await after([more], [more], [more], [more])
    expect({ refusals, rows }).toEqual({ refusals: ["refused"], rows: [["a", null, 3]] })
  })

  it("fills the columns that are named", async () => {
    const add = counters.inserting({ columns: ["name", "times"] })
    expect((await after([add({ name: "a", times: 7 })])).rows).toEqual([["a", null, 7]])
  })
})

describe("an update", () => {
  const start = [counters.insert.all([row("a", 1), row("b", 2, "x"), row("c", 3)])]

  it("sets values, constants and sums where all conditions hold", async () => {
    const change = counters.updating({
      set: { mark: "it's ?", times: plus(given) },
      where: { mark: null, times: above(given) }
    })
    expect((await after(start, [change({ times: 10 }, { times: 1 })])).rows).toEqual([
      ["a", null, 1],
      ["b", "x", 2],
      ["c", "it's ?", 13]
    ])
  })

  it("may ask for a row and change nothing", async () => {
    const ask = counters.updating({ set: { times: same }, where: { name: given, times: given } })
    const { refusals, rows } = await after(
      start,
      [ask({}, { name: "a", times: 1 }, refused)],
      [ask({}, { name: "a", times: 2 }, refused)]
    )
    expect([refusals, rows[0]]).toEqual([["refused"], ["a", null, 1]])
  })

  it("adds numbers larger than a double holds exactly", async () => {
    const add = counters.updating({ set: { times: plus(given) }, where: { name: given } })
    const most = 2 ** 53 - 1
    const found = await onStore(
      (store) =>
        Effect.gen(function* () {
          yield* store.write([counters.insert(row("a", most))])
          yield* store.write([add({ times: most }, { name: "a" })])
          yield* store.write([add({ times: 1 }, { name: "a" })])
          return yield* store.read(`SELECT CAST(times AS TEXT) AS times FROM counters`, [])
        }),
      { steps }
    )
    expect(found).toMatchObject([{ times: "18014398509481983" }])
  })
})

describe("a delete", () => {
  it("deletes the rows for which all conditions hold", async () => {
    const remove = counters.deleting({ times: atMost(given), mark: null })
    const start = [counters.insert.all([row("a", 1), row("b", 1, "x"), row("c", 3)])]
    expect((await after(start, [remove({ times: 2 })])).rows.map(([name]) => name)).toEqual(["b", "c"])
  })
})

describe("a statement", () => {
  const named = statement`name = ${value("name")}`

  it("takes values by name, as often as they stand in it, and parts and tables as what they are", async () => {
    const add = statement`INSERT INTO ${counters} (name, mark, times)
      SELECT CAST(${value("name")} AS TEXT), '?', ${2} WHERE NOT EXISTS (SELECT 1 FROM ${counters} WHERE ${named})`
    const { refusals, rows } = await after([add.write({ name: "a" })], [add.write({ name: "a" }, refused)])
    expect({ refusals, rows }).toEqual({ refusals: ["refused"], rows: [["a", "?", 2]] })
  })

  it("repeats a part", async () => {
    const remove = statement`DELETE FROM ${counters} WHERE ${repeated(2, named, " OR ")}`
    const start = [counters.insert.all([row("a", 1), row("b", 2), row("c", 3)])]
    const { rows } = await after(start, [{ statement: remove, values: ["a", "c"] }])
    expect(rows).toEqual([["b", null, 2]])
    expect([remove.names, [...remove.tables!]]).toEqual([["name", "name"], ["counters"]])
  })
})

it("a versioned table deletes a row at its version only", async () => {
  const notes = versionedTable("notes", { id: text, text }, [])
  const found = await onStore((store) =>
    Effect.gen(function* () {
      yield* store.write([notes.insert({ id: "a", text: "" }), notes.update({ id: "a", text: "b" }, 1)])
      const early = yield* Effect.exit(store.write([notes.remove("a", 1)]))
      yield* store.write([notes.remove("a", 2)])
      return [early._tag, yield* store.read(`SELECT id FROM notes`, [])]
    })
  )
  expect(found).toEqual(["Failure", []])
})
