/** What a batch sends to Postgres. */
import { describe, expect, it } from "vitest"
import { rawStatement, statement, statementOverRows } from "../../src/rows/statement.ts"
import { writeOf } from "../../src/rows/writeOf.ts"
import { atMost, given, key, orNull, plus, integer, table, text, type Column } from "../../src/rows/Table.ts"
import type { Write } from "../../src/services/Store.ts"
import { makeBatching } from "../../src/store/dialects/PostgresBatch.ts"

const things = table("things", { id: key(text), size: orNull(integer) })
const others = table("others", { id: key(text), size: integer })
const add = (id: string): Write => things.insert({ id, size: 1 })

const columns = new Map([
  ["id", "text"],
  ["size", "bigint"]
])
const { statementsOf } = makeBatching(new Map([["things", columns]]))

/** A list of texts travels as one value of the driver's. */
const shown = (param: unknown) =>
  typeof param === "object" && param !== null && "value" in param ? param.value : param

const sent = (...units: ReadonlyArray<ReadonlyArray<Write<unknown>>>) =>
  statementsOf(units).map(({ params, text, unit }) => [text, params.map(shown), unit])

const unitsOf = (...units: ReadonlyArray<ReadonlyArray<Write<unknown>>>) => sent(...units).map(([, , unit]) => unit)

const lists = "unnest(CAST($1 AS text[]), CAST($2 AS bigint[]))"
const ofRows = `INSERT INTO things (id, size) SELECT * FROM ${lists}`

describe("rows of one statement", () => {
  it("are gathered over all units, as one list for each column", () => {
    expect(sent([add("a")], [things.insert({ id: `"b\\`, size: null })], [add("c")])).toEqual([
      [ofRows, [["a", `"b\\`, "c"], "{1,NULL,1}"], undefined]
    ])
  })

  it("hold bytes as they are", () => {
    const bytes: Column<Uint8Array> = {}
    const kept = table("things", { id: key(text), size: bytes })
    const { statementsOf: statements } = makeBatching(
      new Map([
        [
          "things",
          new Map([
            ["id", "text"],
            ["size", "bytea"]
          ])
        ]
      ])
    )
    const of = (id: string, ...size: ReadonlyArray<number>) => [kept.insert({ id, size: Uint8Array.from(size) })]
    expect(statements([of("a", 1, 255), of("b")])[0]!.params[1]).toBe(String.raw`{"\\x01ff","\\x"}`)
  })

  it("have the same text, however many they are, and another one where one is sent alone", () => {
    const two = things.insert.all([
      { id: "a", size: 1 },
      { id: "b", size: 2 }
    ])
    expect(sent([two])).toEqual([[ofRows, [["a", "b"], "{1,2}"], 0]])
    expect(sent([two, add("c")])).toEqual([[ofRows, [["a", "b", "c"], "{1,2,1}"], 0]])
    expect(sent([add("a")])).toEqual([["INSERT INTO things (id, size) VALUES ($1, $2)", ["a", "1"], 0]])
  })

  it("are not moved over a statement that names their table, or may name any", () => {
    const change = things.updating({ set: { size: plus(1) }, where: { id: given } })({}, { id: "a" })
    const select = statement`DELETE FROM ${others} WHERE id IN (SELECT id FROM ${things})`.write({})
    const any = { statement: rawStatement("SELECT 1"), values: [] }
    for (const naming of [change, select, any]) {
      expect(unitsOf([add("a")], [add("b"), naming], [add("c")], [add("d")])).toEqual([undefined, 1, undefined])
    }
    const otherRows = things.inserting({ onExisting: "stays" })
    expect(unitsOf([add("a")], [otherRows({ id: "b", size: 1 })], [add("c")])).toEqual([0, 1, 2])
  })

  it("are sent one by one where the table is not known", () => {
    expect(unitsOf([others.insert({ id: "a", size: 1 })], [others.insert({ id: "b", size: 1 })])).toEqual([0, 1])
  })
})

describe("rows that may be there", () => {
  it("are added up by their keys, in one order, where all that is set is added to", () => {
    const count = things.inserting({ onExisting: { set: { size: plus(given) } } })
    const of = (id: string, size: number | bigint) => [count({ id, size })]
    expect(sent(of("b", 1), of("a", 2), of("b", 3))).toEqual([
      [`${ofRows} ON CONFLICT (id) DO UPDATE SET size = things.size + excluded.size`, [["a", "b"], "{2,4}"], undefined]
    ])
    const most = Number.MAX_SAFE_INTEGER
    expect(sent(of("a", most), of("a", most))[0]![1]).toEqual([["a"], "{18014398509481982}"])
    expect(sent(of("a", most), of("a", most - 1), of("a", -most))[0]![1]).toEqual([["a"], `{${most - 1}}`])
  })

  it("stand once in a statement where they are replaced", () => {
    const put = things.inserting({ onExisting: { set: { size: given } } })
    const of = (id: string) => [put({ id, size: 1 })]
    expect(unitsOf(of("a"), of("b"), of("a"), of("c"))).toEqual([undefined, undefined])
  })

  it("bring the values of their conditions, and fail together where one of them has to change and does not", () => {
    const claim = things.inserting({ onExisting: { set: { size: given }, where: { size: atMost(given) } } })
    const of = (id: string) => [claim({ id, size: 2 }, { size: 1 }, () => "taken")]
    expect(sent(of("a"), of("b"))).toEqual([
      [
        expect.stringMatching(
          /^WITH asked AS .*UPDATE SET size = excluded.size WHERE things.size <= \(SELECT v3 FROM asked WHERE v1 = things.id\) RETURNING 1\)\s+SELECT 1 \/ CAST\(count\(\*\) = \(SELECT count\(\*\) FROM asked\)/s
        ),
        [["a", "b"], "{2,2}", "{1,1}"],
        undefined
      ]
    ])
  })

  it("that may be refused share a statement with those of other units, but not with another one of their own unit", () => {
    const once = things.inserting({ onExisting: "stays" })
    const refusing = (id: string) => once({ id, size: 1 }, undefined, () => `no ${id}`)
    expect(unitsOf([refusing("a"), refusing("b")])).toEqual([0, 0])
    expect(unitsOf([refusing("a")], [refusing("b")])).toEqual([undefined])
  })
})

it("a statement over rows serves all of its writes", () => {
  const over = statementOverRows(
    [
      { name: "id", type: "TEXT" },
      { name: "at", type: "BIGINT" }
    ],
    statement`DELETE FROM ${others} WHERE id IN (SELECT id FROM (`,
    statement`) AS told)`
  )
  const of = (id: string) => writeOf(over, [id, 1])
  const query =
    "SELECT * FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[])) WITH ORDINALITY AS given (id, at, place)"
  const whole = `DELETE FROM others WHERE id IN (SELECT id FROM (${query}) AS told)`
  expect(sent([of("a")])).toEqual([[whole, [["a"], "{1}"], 0]])
  expect(sent([of("a"), add("x")], [of("b")])[0]).toEqual([whole, [["a", "b"], "{1,1}"], undefined])
})

it("a statement that has to change a row is sent so that it fails otherwise", () => {
  const remove = things.deleting({ id: given })
  expect(sent([remove({ id: "a" }, () => "gone")])).toEqual([
    [
      "WITH changed AS (DELETE FROM things WHERE id = $1 RETURNING 1) SELECT 1 / count(*) AS changed FROM changed",
      ["a"],
      0
    ]
  ])
})

it("the text of a statement is made once", () => {
  const [first] = statementsOf([[add("a")], [add("b")]])
  const [second] = statementsOf([[add("c")], [add("d")], [add("e")]])
  expect(first!.text).toBe(second!.text)
})
