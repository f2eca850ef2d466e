/** What a batch sends to Postgres. */
import { describe, expect, it } from "vitest"
import { rawStatement, statement } from "../../src/rows/statement.ts"
import { given, key, plus, integer, table, text } from "../../src/rows/Table.ts"
import type { Write } from "../../src/services/Store.ts"
import { statementsOf } from "../../src/store/dialects/PostgresBatch.ts"

const things = table("things", { id: key(text), size: integer })
const others = table("others", { id: key(text), size: integer })
const add = (id: string): Write => things.insert({ id, size: 1 })

const sent = (...units: ReadonlyArray<ReadonlyArray<Write<unknown>>>) =>
  statementsOf(units).map(({ params, text, unit }) => [text, params, unit])

const ofRows = (rows: number) =>
  `INSERT INTO things (id, size) VALUES ${Array.from({ length: rows }, (_, at) => `($${at * 2 + 1}, $${at * 2 + 2})`).join(", ")}`

describe("rows of one statement", () => {
  it("are gathered over all units, in powers of two", () => {
    expect(sent([add("a")], [add("b")], [add("c")])).toEqual([
      [ofRows(2), ["a", "1", "b", "1"], undefined],
      [ofRows(1), ["c", "1"], undefined]
    ])
  })

  it("are gathered where one of the writes has several", () => {
    const two = things.insert.all([
      { id: "a", size: 1 },
      { id: "b", size: 2 }
    ])
    expect(sent([two, add("c"), add("d")])).toEqual([[ofRows(4), ["a", "1", "b", "2", "c", "1", "d", "1"], 0]])
  })

  it("stay in their place where something else of the batch names their table", () => {
    const change = things.updating({ set: { size: plus(1) }, where: { id: given } })
    const select = statement`DELETE FROM ${others} WHERE id IN (SELECT id FROM ${things})`
    for (const naming of [change({}, { id: "a" }), select.write({})]) {
      expect(sent([add("a"), naming], [add("b")]).map(([, , unit]) => unit)).toEqual([0, 0, 1])
    }
  })

  it("stay in their place beside a statement that may name any table", () => {
    expect(sent([add("a"), { statement: rawStatement("SELECT 1"), values: [] }], [add("b")])).toHaveLength(3)
  })

  it("are not gathered where they may change a row, or a refusal rests on them", () => {
    const put = things.inserting({ onExisting: { set: { size: given } } })
    const once = things.inserting({ onExisting: "stays" })
    expect(sent([put({ id: "a", size: 1 })], [put({ id: "a", size: 2 })])).toHaveLength(2)
    const refusing = (id: string) => once({ id, size: 1 }, undefined, () => "no")
    expect(sent([refusing("a")], [refusing("b")])).toHaveLength(2)
  })
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
  const [first] = statementsOf([[add("a")]])
  const [second] = statementsOf([[add("b")]])
  expect(first!.text).toBe(second!.text)
})
