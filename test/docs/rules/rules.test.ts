/** Custom rules and rule sets over HTTP, kind by kind, and everything that is refused. */
import { describe, expect, it } from "vitest"
import { builtinOnly } from "../../../plugins/docs/checks/CheckRules.ts"
import { checkText } from "../../../plugins/docs/checks/checkText.ts"
import type { NamedRule } from "../../../plugins/docs/rules/Rule.ts"
import { startDocs } from "../host.ts"

const base = "/api/docs/v1"
const rule = { name: "No things", kind: "existence", severity: "error", tokens: ["thing"] }

describe("a rule", () => {
  it("D44 and D18 is made, read, changed, listed and removed", async () => {
    const { ask } = await startDocs()
    const made = await ask("POST", `${base}/rules`, rule)
    expect(made).toMatchObject({ status: 201, body: { ...rule, id: expect.stringMatching(/^rul_/) } })
    const at = `${base}/rules/${made.body.id}`
    expect((await ask("GET", at)).body).toEqual(made.body)
    const changed = await ask("PATCH", at, { severity: "warning", message: "Not %s" })
    expect(changed.body).toEqual({ ...made.body, severity: "warning", message: "Not %s" })
    const other = await ask("PATCH", at, { kind: "regex", pattern: "a+" })
    expect(other).toMatchObject({ status: 200, body: { kind: "regex", pattern: "a+", message: "Not %s" } })
    expect(other.body.tokens).toBeUndefined()
    expect((await ask("GET", `${base}/rules`)).body).toEqual({ items: [other.body], nextCursor: null })
    expect((await ask("DELETE", at)).status).toBe(204)
    for (const method of ["GET", "DELETE"]) expect((await ask(method, at)).status).toBe(404)
    expect((await ask("PATCH", at, { name: "x" })).status).toBe(404)
  })

  it("D44 is listed in pages, newest first, beside the built-in ones", async () => {
    const { ask } = await startDocs()
    for (const name of ["a", "b", "c"]) await ask("POST", `${base}/rules`, { ...rule, name })
    const first = (await ask("GET", `${base}/rules?limit=2`)).body
    expect(first.items.map(({ name }: { name: string }) => name)).toEqual(["c", "b"])
    const second = (await ask("GET", `${base}/rules?limit=2&cursor=${first.nextCursor}`)).body
    expect(second).toMatchObject({ items: [{ name: "a" }], nextCursor: null })
    const builtin = (await ask("GET", `${base}/rules/builtin`)).body
    expect(builtin.items.length).toBe(44)
    expect(builtin.items).toContainEqual(expect.objectContaining({ id: "docs/passive-voice", severity: "suggestion" }))
  })

  const bad: ReadonlyArray<readonly [string, unknown, number, string, string]> = [
    ["no kind", { ...rule, kind: undefined }, 400, "invalid_payload", "kind"],
    ["an unknown kind", { ...rule, kind: "poem" }, 400, "invalid_payload", "kind"],
    ["an unknown severity", { ...rule, severity: "fatal" }, 400, "invalid_payload", "severity"],
    ["an unknown scope", { ...rule, scope: ["poem"] }, 400, "invalid_payload", "scope.0"],
    ["an unknown field", { ...rule, colour: "red" }, 400, "invalid_payload", "colour"],
    ["no name", { ...rule, name: " " }, 400, "invalid_payload", "name"],
    ["no tokens", { ...rule, tokens: undefined }, 400, "invalid_payload", "tokens"],
    ["empty tokens", { ...rule, tokens: [] }, 400, "invalid_payload", "tokens"],
    ["a field of another kind", { ...rule, pattern: "a" }, 400, "invalid_payload", "pattern"],
    [
      "bounds the wrong way round",
      { ...rule, kind: "occurrence", tokens: undefined, of: "words", min: 3, max: 2 },
      400,
      "invalid_payload",
      "min"
    ],
    [
      "a pattern that could explode",
      { ...rule, kind: "regex", tokens: undefined, pattern: "(a+)+$" },
      422,
      "unsafe_pattern",
      "pattern"
    ],
    [
      "a back-reference",
      { ...rule, kind: "regex", tokens: undefined, pattern: "(a)\\1" },
      422,
      "unsafe_pattern",
      "pattern"
    ],
    [
      "a pattern that is none",
      { ...rule, kind: "conditional", tokens: undefined, first: "a", second: "(" },
      422,
      "unsafe_pattern",
      "second"
    ]
  ]

  it.each(bad)("D45 refuses %s, names the field and stores nothing", async (_, body, status, code, path) => {
    const { ask } = await startDocs()
    const refused = await ask("POST", `${base}/rules`, body)
    expect(refused.body.error).toMatchObject({ code })
    expect(refused.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path)
    expect(refused.status).toBe(status)
    expect((await ask("GET", `${base}/rules`)).body.items).toEqual([])
  })
})

it("D45 clears what a change says is null, and nothing that a rule needs", async () => {
  const { ask } = await startDocs()
  const counting = {
    name: "Long",
    kind: "occurrence",
    severity: "warning",
    pattern: "beta",
    flags: "i",
    min: 1,
    max: 2
  }
  const made = (await ask("POST", `${base}/rules`, { ...counting, message: "So many", scope: ["list"] })).body
  const at = `${base}/rules/${made.id}`
  const change = { pattern: null, flags: null, of: "words", min: null, message: null, scope: null }
  const changed = await ask("PATCH", at, change)
  expect(changed.status).toBe(200)
  const { flags: _, message: __, min: ___, pattern: ____, scope: _____, ...kept } = made
  expect((await ask("GET", at)).body).toEqual({ ...kept, of: "words", updatedAt: changed.body.updatedAt })
  for (const needed of [{ of: null }, { max: null }, { name: null }, { kind: null }])
    expect((await ask("PATCH", at, needed)).status).toBe(400)
})

it.each([
  ["rules", { ...rule, kind: "regex", tokens: undefined, pattern: "a+" }, { pattern: "(a+)+$" }],
  ["rule-sets", { name: "House style", customRules: [] }, { customRules: ["/(a+)+/: x"] }]
])("D45 refuses a pattern that could explode in a change of %s, and changes nothing", async (path, body, change) => {
  const { ask } = await startDocs()
  const made = (await ask("POST", `${base}/${path}`, body)).body
  const refused = await ask("PATCH", `${base}/${path}/${made.id}`, change)
  expect(refused).toMatchObject({ status: 422, body: { error: { code: "unsafe_pattern" } } })
  expect((await ask("GET", `${base}/${path}/${made.id}`)).body).toEqual(made)
})

describe("kinds of rules", () => {
  const text =
    "# The Title\n\nIf you log-in or log in, use the the API. A beta is here. Alpha beta.\n\n- See [Here](#the-title)\n\n| Head |\n| - |\n| cell |\n"
  const shared = { name: "r", severity: "warning" }
  const kinds: ReadonlyArray<readonly [string, object, ReadonlyArray<string>]> = [
    ["existence", { kind: "existence", tokens: ["beta"] }, ["beta", "beta"]],
    ["existence with its case", { kind: "existence", tokens: ["alpha"], ignoreCase: false }, []],
    ["existence in tables", { kind: "existence", tokens: ["cell", "title"], scope: ["table"] }, ["cell"]],
    ["existence in links", { kind: "existence", tokens: ["here"], scope: ["link"] }, ["Here"]],
    ["substitution", { kind: "substitution", swap: { "log in": "sign in" } }, ["log in"]],
    [
      "occurrence",
      { kind: "occurrence", of: "words", max: 5, scope: ["sentence"] },
      ["If you log-in or log in, use the the API."]
    ],
    [
      "occurrence of a pattern",
      { kind: "occurrence", pattern: "beta", flags: "i", max: 1, scope: ["document"] },
      ["The Title"]
    ],
    ["repetition", { kind: "repetition" }, ["the the"]],
    ["consistency", { kind: "consistency", either: { "log-in": "log in" } }, ["log in"]],
    ["conditional", { kind: "conditional", first: "\\bAPI\\b", second: "\\(API\\)" }, ["API"]],
    ["conditional that holds", { kind: "conditional", first: "\\bAPI\\b", second: "beta" }, []],
    ["capitalization", { kind: "capitalization", match: "sentence" }, ["The Title"]],
    ["capitalization with exceptions", { kind: "capitalization", match: "sentence", exceptions: ["Title"] }, []],
    ["capitalization of cells", { kind: "capitalization", match: "upper", scope: ["table"] }, ["Head", "cell"]],
    ["metric", { kind: "metric", metric: "words", max: 3 }, ["The Title"]],
    ["structure", { kind: "structure", sections: ["Title", "The title"] }, ["The Title"]],
    ["regex", { kind: "regex", pattern: "\\b[A-Z]{3}\\b", replacement: "interface" }, ["API"]]
  ]

  it.each(kinds)("D18 %s", (_, fields, expected) => {
    const rule = { ...shared, ...fields, id: "custom/1", source: "custom" } as NamedRule
    const { findings, notChecked } = checkText(text, { ...builtinOnly, rules: [rule] })
    expect(findings.filter(({ source }) => source === "custom").map(({ excerpt }) => excerpt)).toEqual(expected)
    expect(notChecked).toEqual([])
  })

  it("D18 are taken by a check as objects", async () => {
    const { ask } = await startDocs()
    const customRules = kinds.map(([, fields]) => ({ ...shared, ...fields }))
    const { body, status } = await ask("POST", `${base}/checks`, { text, customRules })
    expect(status, JSON.stringify(body)).toBe(200)
    const broken = new Set(body.findings.map(({ ruleId }: { ruleId: string }) => ruleId))
    for (const [at, [, , expected]] of kinds.entries()) expect(broken.has(`custom/${at + 1}`)).toBe(expected.length > 0)
  })
})

describe("a rule set", () => {
  it("D44 and D18 holds rules, rules in words, and levels of built-in ones", async () => {
    const { ask } = await startDocs()
    const made = (await ask("POST", `${base}/rules`, rule)).body
    const set = await ask("POST", `${base}/rule-sets`, {
      name: "House style",
      ruleIds: [made.id],
      customRules: ['Do not use "stuff"', "Be kind"],
      builtin: { "docs/passive-voice": "off", "docs/adverb": "error" }
    })
    expect(set).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^rst_/), name: "House style" } })
    const text = "The thing is created. It is very nice stuff."
    const check = async () => (await ask("POST", `${base}/checks`, { text, ruleSetId: set.body.id })).body
    const found = (await check()).findings.map((finding: any) => `${finding.severity} ${finding.ruleId}`)
    expect(found).toEqual([`error ${made.id}`, "error docs/adverb", "warning custom/1"])
    await ask("DELETE", `${base}/rules/${made.id}`)
    expect((await check()).notChecked).toEqual([
      { text: made.id, reason: "The rule was removed" },
      { text: "Be kind", reason: expect.any(String) }
    ])
    const at = `${base}/rule-sets/${set.body.id}`
    expect((await ask("PATCH", at, { name: "Other" })).body).toMatchObject({ name: "Other", ruleIds: [made.id] })
    expect((await ask("GET", `${base}/rule-sets`)).body.items.length).toBe(1)
    expect((await ask("DELETE", at)).status).toBe(204)
    expect((await ask("GET", at)).status).toBe(404)
    expect((await ask("POST", `${base}/checks`, { text, ruleSetId: set.body.id })).status).toBe(404)
  })

  it.each([
    ["an unknown built-in rule", { name: "a", builtin: { "docs/poem": "off" } }, 400, "invalid_payload"],
    ["an unknown level", { name: "a", builtin: { "docs/adverb": "loud" } }, 400, "invalid_payload"],
    ["a rule that is not there", { name: "a", ruleIds: ["rul_0"] }, 404, "not_found"],
    ["a pattern that could explode", { name: "a", customRules: ["ok", "/(a+)+/: x"] }, 422, "unsafe_pattern"]
  ])("D45 refuses %s and stores nothing", async (_, body, status, code) => {
    const { ask } = await startDocs()
    expect(await ask("POST", `${base}/rule-sets`, body)).toMatchObject({ status, body: { error: { code } } })
    expect((await ask("GET", `${base}/rule-sets`)).body.items).toEqual([])
  })
})
