import { describe, expect, it } from "vitest"
import { exceptionsAreNeeded, wordsFollowTheTable } from "./wordRules.ts"
import { wordTable } from "./wordTable.ts"

const namesIn = (path: string, text: string): ReadonlyArray<string> =>
  wordsFollowTheTable(new Map([[path, `\n${text}`]])).map(({ line, what }) => `${line} ${what}`)

const gate = "src/http/Gate.ts"
const operations = "plugins/bank/payments/operations.ts"

/** Per row of the table: a file that says its words, and a text that looks like them and is fine. */
const cases: ReadonlyArray<readonly [name: string, path: string, said: string, fine: string]> = [
  ["vi.mock", "test/a.test.ts", `vi.mock("./a.ts")`, "vi.spyOn(a, name)"],
  ["Date.now", gate, "const at = Date.now()", "// Date.now() would lie"],
  ["new Date()", gate, "const at = new Date()", "const at = new Date(now)"],
  ["new Date()", gate, "const at = new Date", `const at = new Date("2026-01-01")`],
  ["Math.random", operations, "const a = Math.random() * 2", "const a = Math.round(2)"],
  ["randomUUID", operations, "const id = crypto.randomUUID()", `const text = "randomUUID"`],
  ["console", operations, "console.log(a)", "plugin.console.panels"],
  ["process.env or process.argv", gate, "const port = process.env.PORT", "const id = process.pid"],
  ["as any", gate, "f(a as any)", "f(a as unknown)"],
  ["a cast of a payload", operations, "const { id } = job.payload as SendJob", "const kinds = [payload] as const"],
  ["a cast of parsed text", operations, "f(JSON.parse(row.state) as Payment)", "f(JSON.parse(text) as unknown)"],
  [
    "a cast of parsed text",
    operations,
    "JSON.parse(\n  text(row)\n)\n  as Payment",
    "[JSON.parse(text), b as Payment]"
  ],
  ["@ts-ignore", "test/a.test.ts", "// @ts-ignore\nf()", "// @ts-expect-error: the point of this test\nf()"],
  ["a note to do something later", "bench/a.ts", "// TODO: count", `const text = "TODO"`],
  ["a test that is skipped or runs alone", "test/a.test.ts", `it.effect.only("a", f)`, "Stream.take(1).only(f)"],
  ["an HTTP answer below the handlers", operations, "return json(200, payment)", "f(payment.json, { json: payment })"],
  [
    "an HTTP answer below the handlers",
    "plugins/bank/wire/Recall.ts",
    "new Refusal.InvalidParameters(a)",
    "RecallRefusal"
  ],
  [
    "a header of HTTP below the handlers",
    "plugins/docs/ci/operations.ts",
    `headers: { "retry-after": "1" }`,
    `f("the header retry-after")`
  ],
  ["an SQL template", operations, "sql<Row>`a`", "const sql = f(`a`)"],
  ["SQL text", operations, "f(`SELECT id FROM payments`)", `f("Select a payment method")`],
  ["SQL text", operations, "f(`UPDATE ${table} SET a = 1`)", `f("updated")`],
  ["the name of a dialect", "src/services/Clock.ts", `if (name === "postgres") f()`, `f("a sqlite file")`],
  ["the name of the dialect in use", gate, "switch (store.dialect.name) {}", "tables(dialect)"],
  ["a bundled plugin", gate, "if (plugin === cards) f()", "// a card of spec cards §2"],
  ["a bundled plugin", gate, `if (plugin.id === "bank") f()`, `f("Several cards tried from one place")`]
]

describe("the word table", () => {
  it.each(cases)("finds %s in %s: %s", (name, path, said, fine) => {
    expect(namesIn(path, said)).toEqual([expect.stringContaining(`2 says ${name}: `)])
    expect(namesIn(path, fine)).toEqual([])
  })

  it("has each of its rows tried", () => {
    expect(new Set(cases.map(([name]) => name))).toEqual(new Set(wordTable.map(({ name }) => name)))
  })

  it.each([
    ["process.env.PORT", "src/server/config.ts"],
    ["return json(200, payment)", "plugins/cards/test-helpers/payment-handlers.ts"],
    ["f(`SELECT 1`)", "plugins/cards/payments/repository.ts"],
    ["f(`SELECT 1`)", "src/webhooks/endpointRepository.ts"],
    ["f(`CREATE TABLE a (b TEXT)`)", "plugins/cards/migrations/0001_payments.ts"],
    [`const name = "sqlite"`, "src/store/dialects/Sqlite.ts"],
    [`const plugin = "cards"`, "src/server/plugins.ts"],
    [`const plugin = "cards"`, "plugins/cards/plugin.ts"]
  ])("lets %s stand in %s", (text, path) => {
    expect(namesIn(path, text)).toEqual([])
  })

  it("reports an exception that is no longer needed", () => {
    const needed = (path: string, text: string) =>
      exceptionsAreNeeded(new Map([[path, text]])).filter((violation) => violation.path === path)
    expect(needed("src/services/Store.ts", "const a = 1")).toHaveLength(1)
    expect(needed("src/services/Store.ts", `type Name = "sqlite"`)).toEqual([])
  })
})
