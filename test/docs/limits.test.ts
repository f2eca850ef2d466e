/**
 * Limits on what a source may ask for: each is checked before the work that it bounds, and the refusal names it. `npm run
 * bench -- docs-hostile` measures what hostile inputs cost.
 */
import { describe, expect, it } from "vitest"
import type { TextModel } from "../../plugins/docs/model/TextModel.ts"
import { generateDocument } from "../../plugins/docs/index.ts"
import { readSource } from "../../plugins/docs/sources/readers.ts"
import { limits } from "../../plugins/docs/sources/limits.ts"
import { SourceError } from "../../plugins/docs/sources/SourceError.ts"
import { parseStructured } from "../../plugins/docs/sources/structured/parseStructured.ts"

const refusalOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof SourceError) return error.failure
    throw error
  }
  throw new Error("it was not refused")
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("")

const anchored = (keys: number): string => `x: &x\n${lines(keys, (at) => `  k${at}: 1\n`)}`

describe("Markdown", () => {
  it("D57 refuses a text of too many characters and names the limit", () => {
    const content = "a".repeat(limits.textCharacters + 1)
    const refused = refusalOf(() => readSource({ name: "text", content, kind: "text" }))
    expect(refused).toMatchObject({ code: "limit_exceeded", message: expect.stringContaining("1,000,000 characters") })
  })

  it("D57 keeps the words of nesting without end, and reads on", () => {
    const { blocks } = readSource({ name: "text", content: `${"> ".repeat(5_000)}deep\n\nNext.\n`, kind: "text" })
      .model as TextModel
    expect(blocks.map(({ kind }) => kind)).toEqual(["quote", "paragraph"])
    expect(blocks[0]!.source).toMatch(/> deep$/)
  })
})

describe("YAML", () => {
  const refused: ReadonlyArray<readonly [string, string, string]> = [
    [
      "merges that copy too much",
      `${anchored(6_000)}y:\n${lines(90, () => "  - <<: *x\n")}`,
      `${limits.values} values`
    ],
    [
      "merges of merges",
      lines(40, (at) => `x${at}: &x${at}\n${at === 0 ? "" : `  <<: [*x${at - 1}, *x${at - 1}]\n`}  k${at}: 1\n`),
      `${limits.values} values`
    ],
    ["an anchor that is used too often", `x: &x 1\ny:\n${"- *x\n".repeat(101)}`, `${limits.aliases} times`],
    ["120,000 paths", `paths:\n${lines(120_000, (at) => `  /p${at}:\n    get: {}\n`)}`, `${limits.yamlWords} words`],
    ["too many comments", `${"#\n".repeat(limits.yamlWords)}a: 1\n`, `${limits.yamlWords} words`],
    ["a text that is too long", `a: ${"b".repeat(limits.yamlBytes)}`, `${limits.yamlBytes} bytes`],
    ["lists in lists", `a:\n  ${"- ".repeat(100_000)}`, `${limits.depth} levels`],
    ["keys of keys", `a:\n  ${"? ".repeat(100_000)}`, `${limits.depth} levels`],
    ["brackets", `a: ${"[".repeat(100_000)}`, `${limits.depth} levels`]
  ]

  it.each(refused)("D57 refuses %s and names the limit", (_, text, limit) => {
    expect(refusalOf(() => parseStructured(text)).message).toContain(limit)
  })

  it("D57 reads a mapping of 20,000 keys, all of which are compared", () => {
    const text = lines(20_000, (at) => `k${at}: ${at}\n`)
    expect(Object.keys(parseStructured(text) as object)).toHaveLength(20_000)
    const { location, message } = refusalOf(() => parseStructured(`${text}k7: 1\n`))
    expect([message, location]).toEqual(['The key "k7" appears twice in one object', { line: 20_001, column: 1 }])
  })

  it("D1 reads anchors, merges and keys of all kinds as values", () => {
    const text = [
      "base: &base {a: 1, b: {c: 2}}",
      "one: {<<: *base, a: 9}",
      "list: {<<: [{a: 1}, {a: 2, d: 3}]}",
      "shared: [*base, *base]",
      "200: ok",
      "null: nothing",
      "true: yes",
      "'<<': text",
      "__proto__: {x: 1}",
      "empty:"
    ].join("\n")
    const base = { a: 1, b: { c: 2 } }
    expect(Object.entries(parseStructured(text) as object)).toEqual([
      ["200", "ok"],
      ["base", base],
      ["one", { ...base, a: 9 }],
      ["list", { a: 1, d: 3 }],
      ["shared", [base, base]],
      ["", "nothing"],
      ["true", "yes"],
      ["<<", "text"],
      ["__proto__", { x: 1 }],
      ["empty", null]
    ])
  })

  it.each([
    ["an alias without an anchor", "a: *x\n", 1],
    ["an alias within its own anchor", "a: &x [*x]\n", 1],
    ["a merge of a text", "a: 1\nb: {<<: text}\n", 2],
    ["a second document", "a: 1\n---\nb: 1\n", 2]
  ])("D56 refuses %s and says where", (_, text, line) => {
    expect(refusalOf(() => parseStructured(text))).toMatchObject({ code: "parse_failed", location: { line } })
  })
})

describe("JSON", () => {
  it.each([
    ["levels", '{"a":'.repeat(100_000), `${limits.depth} levels`],
    ["values", `[${"0,".repeat(limits.values)}0]`, `${limits.values} values`]
  ])("D57 refuses too many %s before it is parsed, and names the limit", (_, text, limit) => {
    expect(refusalOf(() => parseStructured(text))).toMatchObject({
      code: "limit_exceeded",
      message: expect.stringContaining(limit)
    })
  })

  it.each(['{"a', '{"\\', '{"a\\u12":1}', "]]", '{"a":1}}}', '[1,"'])("D56 refuses the broken text %s", (text) => {
    expect(refusalOf(() => parseStructured(`{"x":1,"y":${text}`)).code).toBe("parse_failed")
  })
})

/** The reference of a description with one operation that takes a list of `A`. */
const referenceOf = (schemas: Readonly<Record<string, unknown>>) => {
  const list = { type: "array", items: { $ref: "#/components/schemas/A" } }
  const operation = {
    requestBody: { content: { "application/json": { schema: list } } },
    responses: { "200": { description: "d", content: { "application/json": { schema: list } } } }
  }
  const content = JSON.stringify({
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    paths: { "/a": { post: operation } },
    components: { schemas }
  })
  const made = generateDocument({ docType: "api-reference", sources: [{ name: "s", content }] })
  if (made.kind === "failed") throw new Error(made.failure.message)
  return made
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const tower = (levels: number, level: (next: unknown) => unknown) =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, at) => [
      at === 0 ? "A" : `A${at}`,
      at === levels - 1 ? { type: "string" } : level(ref(`A${at + 1}`))
    ])
  )

describe("examples of a description", () => {
  const towers: ReadonlyArray<readonly [string, (next: unknown) => unknown]> = [
    ["oneOf", (next) => ({ oneOf: [next, next, { type: "integer" }] })],
    ["anyOf", (next) => ({ anyOf: [next, next] })],
    ["allOf", (next) => ({ allOf: [next, next] })],
    ["properties", (next) => ({ type: "object", required: ["a", "b"], properties: { a: next, b: next } })],
    ["lists", (next) => ({ type: "array", minItems: 20, items: next })]
  ]

  it.each(towers)("D57 are left out where 24 schemas refer to the next twice by %s", (_, level) => {
    const { markdown, report } = referenceOf(tower(24, level))
    expect(report.coverage!.schemas).toEqual({ expected: 24, present: 24 })
    expect(markdown).toContain("#### `POST /a`")
  })

  it("D57 end in a chain of 5,000 references", () => {
    expect(referenceOf(tower(5_000, (next) => next)).report.coverage!.schemas.present).toBe(5_000)
  })

  it.each([
    ["a pattern that backtracks", { type: "string", pattern: "^(([a-z])+.)+[A-Z]([a-z])+$", example: "a".repeat(190) }],
    [
      "a pattern of properties that backtracks",
      { type: "object", patternProperties: { "^(a+)+$": {} }, example: { [`${"a".repeat(60)}!`]: 1 } }
    ],
    [
      "items of which all must differ",
      { type: "array", uniqueItems: true, items: {}, example: Array.from({ length: 20_000 }, (_, at) => ({ at })) }
    ]
  ])("D57 are judged in bounded time by %s", (_, schema) => {
    expect(referenceOf({ A: schema }).report.coverage!.schemas.present).toBe(1)
  })

  it.each([
    ["^[a-z0-9]+(-[a-z0-9]+)*$", "blue-whale-7", "blue--whale"],
    ["^(a|b)+$", "abba", "abc"],
    ["^$", "", "a"],
    ["colou?r", "a coloured one", "grey"]
  ])("Q12 are proved by the pattern %s", (pattern, fits, fitsNot) => {
    const isReported = (example: string) =>
      referenceOf({ A: { type: "string", pattern, example } }).report.warnings.some(
        ({ code }) => code === "invalid_example"
      )
    expect([isReported(fits), isReported(fitsNot)]).toEqual([false, true])
  })
})

describe("references of a description", () => {
  const times = <A>(count: number, entry: (at: number) => readonly [string, A]) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => entry(at)))
  const read = (parts: object) =>
    readSource({ name: "s", content: JSON.stringify({ openapi: "3.0.3", info: {}, paths: {}, ...parts }) })
  const header = (next: unknown) => ({
    content: { "multipart/form-data": { schema: {}, encoding: { a: { headers: { x: next, y: next } } } } }
  })
  const withHeaders = (headers: Readonly<Record<string, unknown>>) => ({
    paths: {
      "/a": { get: { responses: { "200": { description: "", headers: { a: { $ref: "#/components/headers/H0" } } } } } }
    },
    components: { headers }
  })
  const headerTower = (levels: number) =>
    withHeaders(times(levels, (at) => [`H${at}`, header({ $ref: `#/components/headers/H${at + 1}` })]))

  const refused: ReadonlyArray<readonly [string, object, string]> = [
    [
      "operations",
      { paths: times(limits.operations + 1, (at) => [`/p${at}`, { get: {} }]) },
      `at most ${limits.operations} operations`
    ],
    [
      "operations of one path item that is referred to",
      {
        paths: { "/a": { get: {}, put: {}, post: {} }, ...times(4_000, (at) => [`/b${at}`, { $ref: "#/paths/~1a" }]) }
      },
      `at most ${limits.operations} operations`
    ],
    [
      "schemas",
      { components: { schemas: times(limits.schemas + 1, (at) => [`S${at}`, {}]) } },
      `at most ${limits.schemas} named schemas`
    ],
    [
      "headers of one answer that is referred to",
      {
        paths: times(1_000, (at) => [
          `/p${at}`,
          { get: { responses: { "200": { $ref: "#/components/responses/R" } } } }
        ]),
        components: { responses: { R: { description: "", headers: times(400, (at) => [`h${at}`, { schema: {} }]) } } }
      },
      `${limits.parts} parts`
    ],
    ["headers that lead to two others each", headerTower(24), `${limits.parts} parts`],
    ["levels of headers", headerTower(limits.refChain + 2), `${limits.refChain} levels`]
  ]

  it.each(refused)("D57 are refused for too many %s, and the limit is named", (_, parts, limit) => {
    expect(refusalOf(() => read(parts))).toMatchObject({
      code: "limit_exceeded",
      message: expect.stringContaining(limit)
    })
  })

  it("D53 end where a header leads to itself", () => {
    const { model } = read(withHeaders({ H0: header({ $ref: "#/components/headers/H0" }) }))
    expect(model).toMatchObject({ operations: [{ responses: [{ headers: [{ name: "a" }] }] }] })
  })

  it("D57 do not multiply a document beyond its limit", () => {
    const schemes = times(2_000, (at) => [
      `a-security-scheme-of-the-operation-${at}`,
      { type: "http", scheme: "bearer" }
    ])
    const content = JSON.stringify({
      openapi: "3.0.3",
      info: { title: "T", version: "1" },
      security: [times(2_000, (at) => [`a-security-scheme-of-the-operation-${at}`, []])],
      paths: times(300, (at) => [`/p${at}`, { get: { responses: {} } }]),
      components: { securitySchemes: schemes }
    })
    const made = generateDocument({ docType: "api-reference", sources: [{ name: "s", content }] })
    expect(made).toMatchObject({ failure: { code: "limit_exceeded" } })
    expect(made).toMatchObject({ failure: { message: expect.stringContaining(`${limits.documentCharacters}`) } })
  })
})
