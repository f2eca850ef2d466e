/** Checks over HTTP, and the check that every generation makes of its document. */
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { maxCheckedCharacters } from "../../../plugins/docs/generations/checking.ts"
import { scoreOf } from "../../../plugins/docs/checks/Finding.ts"
import { fixText } from "../../../plugins/docs/checks/fixText.ts"
import { eventsIn, petStore, startDocs, type DocsHost } from "../host.ts"

const base = "/api/docs/v1"

const generate = async ({ ask, engine }: DocsHost, settings: object, api: unknown = petStore, more: object = {}) => {
  const source = { name: "pets", content: JSON.stringify(api) }
  const started = await ask("POST", `${base}/generations`, { docType: "api-reference", source, settings, ...more })
  expect(started.status, started.text).toBe(202)
  await engine.clock.drain()
  return (await ask("GET", `${base}/generations/${started.body.id}`)).body
}

describe("a check", () => {
  it("D17 and D19 tells score, summary, metrics, findings with places, and what was not checked", async () => {
    const { ask } = await startDocs()
    const text = "# Title\n\nThis is **very utilize**.\n\nTODO\n"
    const { body, status } = await ask("POST", `${base}/checks`, {
      text,
      customRules: 'Use "A" instead of "Title"\nBe kind'
    })
    expect(status).toBe(200)
    expect(body.summary).toEqual({ error: 1, warning: 1, suggestion: 2 })
    expect(body.score).toBe(85)
    expect(body.metrics).toMatchObject({ words: 5, sentences: 2, longestSentence: 4, passiveShare: 0 })
    expect(body.findings[0]).toEqual({
      ruleId: "custom/1",
      severity: "warning",
      message: '"A" is to be used instead of "Title"',
      suggestion: { replacement: "A", safe: true },
      line: 1,
      column: 3,
      endLine: 1,
      endColumn: 8,
      excerpt: "Title",
      source: "custom"
    })
    expect(body.notChecked).toEqual([{ text: "Be kind", reason: expect.stringContaining("writer") }])
  })

  it("D17 scores as decided: at most 100, at least 0, by words from 200 on", () => {
    expect(scoreOf({ error: 0, warning: 0, suggestion: 0 }, 10)).toBe(100)
    expect(scoreOf({ error: 1, warning: 1, suggestion: 1 }, 10)).toBe(86)
    expect(scoreOf({ error: 1, warning: 1, suggestion: 1 }, 400)).toBe(93)
    expect(scoreOf({ error: 20, warning: 0, suggestion: 0 }, 10)).toBe(0)
  })

  it("D17 and D43 is made of a version too", async () => {
    const host = await startDocs()
    const { versionId } = await generate(host, {})
    const { body } = await host.ask("POST", `${base}/checks`, { versionId, customRules: ['Must mention "Kafka"'] })
    expect(body.findings.filter(({ ruleId }: any) => ruleId === "custom/1").length).toBe(1)
    expect((await host.ask("POST", `${base}/checks`, { versionId: "ver_0" })).status).toBe(404)
  })

  it("D19 fix makes the replacements that are safe, and says which", async () => {
    const { ask } = await startDocs()
    const text = "Use `utilize` in order to log in, the the 5 ways.\n"
    const { body } = await ask("POST", `${base}/checks/fix`, {
      text,
      customRules: ['Use "sign in" instead of "log in"']
    })
    expect(body).toMatchObject({ text: "Use `utilize` to sign in, the 5 ways.\n", changed: true })
    expect(body.applied.map(({ ruleId }: any) => ruleId)).toEqual([
      "docs/wordy-phrase",
      "custom/1",
      "docs/repeated-word"
    ])
    expect(body.after.score).toBeGreaterThan(body.before.score)
    expect((await ask("POST", `${base}/checks/fix`, { text: body.text })).body).toMatchObject({
      changed: false,
      applied: []
    })
  })

  it.each([
    "Choose Modify in the menu.",
    'Press the key "modify the entire list" twice.',
    "It is a frequently used option.",
    "We went to Walla Walla to see Duran Duran play.",
    "Use Yahoo! Finance.",
    "The Centre Pompidou is the center of it, a center.",
    "## Living in the U.S.\n\nMore.",
    "Submit (CreateOrder createOrder), or (Order order).",
    "CreateOrder createOrder is all.",
    "See [parts](#parts--more).\n\n## Parts & more\n\nText."
  ])("D19 fix leaves names, quotes, articles and headings that links lead to alone: %s", (text) => {
    expect(fixText(text)).toMatchObject({ text, applied: [] })
  })

  it("D45 is answered once per idempotency key, and not for another text", async () => {
    const { ask } = await startDocs()
    const key = { "idempotency-key": "k-1" }
    const first = await ask("POST", `${base}/checks`, { text: "It is the the end." }, key)
    expect(await ask("POST", `${base}/checks`, { text: "It is the the end." }, key)).toMatchObject({ body: first.body })
    const other = await ask("POST", `${base}/checks`, { text: "Other." }, key)
    expect(other).toMatchObject({ status: 409, body: { error: { code: "idempotency_conflict" } } })
  })

  const bad: ReadonlyArray<readonly [string, object, number, string]> = [
    ["nothing", {}, 400, "invalid_payload"],
    ["text and version", { text: "a", versionId: "ver_0" }, 400, "invalid_payload"],
    ["a text that is none", { text: 7 }, 400, "invalid_payload"],
    ["an unknown field", { text: "a", colour: "red" }, 400, "invalid_payload"],
    ["rules that are none", { text: "a", customRules: [7] }, 400, "invalid_payload"],
    [
      "a rule without its fields",
      { text: "a", customRules: [{ name: "a", kind: "regex", severity: "error" }] },
      400,
      "invalid_payload"
    ],
    ["a pattern that could explode", { text: "a", customRules: "/(a*)*b/: x" }, 422, "unsafe_pattern"],
    ["a set that is not there", { text: "a", ruleSetId: "rst_0" }, 404, "not_found"],
    ["a glossary that is not there", { text: "a", glossaryIds: ["ctx_0"] }, 404, "not_found"],
    ["a text that is too long", { text: "a".repeat(2_000_001) }, 422, "limit_exceeded"]
  ]

  it.each(bad)("D45 refuses %s", async (_, body, status, code) => {
    const { ask } = await startDocs()
    for (const path of [`${base}/checks`, `${base}/checks/fix`]) {
      expect(await ask("POST", path, body)).toMatchObject({ status, body: { error: { code } } })
    }
  })

  it("D18 a hostile pattern on a hostile text ends soon, and says what it left out", async () => {
    const { ask } = await startDocs()
    const text = `${"a".repeat(400_000)}\n`
    const startedAt = performance.now()
    const { body, status } = await ask("POST", `${base}/checks`, { text, customRules: ["/a(?:[^b]*b)?[^c]*c/: x"] })
    expect(status).toBe(200)
    expect(body.notChecked[0].reason).toContain("takes too long")
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})

describe("a generation", () => {
  it("D17 checks its document: event, report, findings, what was not checked", async () => {
    const host = await startDocs()
    const { id, report } = await generate(host, { customRules: ['Must mention "Kafka"', "Be friendly"] })
    expect(report.checks).toMatchObject({ errors: 1, score: expect.any(Number) })
    expect(report.checks.findings[0]).toMatchObject({ ruleId: "custom/1", severity: "error", source: "custom" })
    expect(report.checks.notChecked).toEqual([{ text: "Be friendly", reason: expect.any(String) }])
    expect(report.warnings.map(({ code }: any) => code)).toContain("not_checked")
    const events = eventsIn((await host.ask("GET", `${base}/generations/${id}/stream`)).text)
    const { errors, score, suggestions, warnings } = report.checks
    const told = events.find(({ event }) => event === "check.completed")!.data
    expect(told).toEqual({ score, errors, warnings, suggestions })
  })

  it("D18 is checked by the rule set of its settings, or of its project", async () => {
    const host = await startDocs()
    const set = (await host.ask("POST", `${base}/rule-sets`, { name: "a", customRules: ['Do not use "reference"'] }))
      .body
    const project = (await host.ask("POST", `${base}/projects`, { name: "Pets", ruleSetId: set.id })).body
    const rulesOf = ({ report }: any) => new Set(report.checks.findings.map(({ ruleId }: any) => ruleId))
    expect(rulesOf(await generate(host, { ruleSetId: set.id }))).toContain("custom/1")
    expect(rulesOf(await generate(host, {}, petStore, { projectId: project.id }))).toContain("custom/1")
    expect(rulesOf(await generate(host, {}))).not.toContain("custom/1")
  })

  it("D17 findings end it as failed only where the settings say so", async () => {
    const host = await startDocs()
    const customRules = ['Must mention "Kafka"']
    expect(await generate(host, { customRules })).toMatchObject({ status: "succeeded" })
    const failed = await generate(host, { customRules, failOnError: true })
    expect(failed).toMatchObject({ status: "failed", error: { code: "check_failed" } })
    expect(failed.error.message).toContain("Kafka")
    expect(failed.documentId).toBeUndefined()
  })

  it("D18 refuses a pattern that could explode, and a rule set that is not there, before it begins", async () => {
    const { ask } = await startDocs()
    const source = { name: "pets", content: JSON.stringify(petStore) }
    const body = (settings: object) => ({ docType: "api-reference", source, settings })
    const unsafe = await ask("POST", `${base}/generations`, body({ customRules: ["/(a+)+/: x"] }))
    expect(unsafe).toMatchObject({ status: 422, body: { error: { code: "unsafe_pattern" } } })
    expect((await ask("POST", `${base}/generations`, body({ ruleSetId: "rst_0" }))).status).toBe(404)
    expect((await ask("GET", `${base}/generations`)).body.items).toEqual([])
  })

  it("D68 checks a part of a long document, and says from where on it did not", async () => {
    const host = await startDocs()
    const paths = Object.fromEntries(
      Array.from({ length: 1_200 }, (_, at) => [
        `/things/${at}`,
        { get: { responses: { "200": { description: "A thing that is long enough. ".repeat(6) } } } }
      ])
    )
    const { report } = await generate(host, {}, { ...petStore, paths })
    expect(report.checks.notChecked).toEqual([
      { text: expect.stringContaining("on"), reason: expect.stringContaining(String(maxCheckedCharacters)) }
    ])
    expect(report.checks.findings.map(({ ruleId }: any) => ruleId)).not.toContain("docs/broken-anchor")
    expect(report.warnings.map(({ code }: any) => code)).not.toContain("not_checked")
  })
})

describe("the CI webhook", () => {
  it.each([
    ["a text", 'Be kind\nDo not use "stuff"'],
    ["a list", ["Be kind", 'Do not use "stuff"']]
  ])("D29 takes rules as %s, and refuses one that could explode", async (_, customRules) => {
    const secret = "a secret of the tests"
    const { ask } = await startDocs({ docs: { webhookSecret: Redacted.make(secret) } })
    const call = (rules: unknown) =>
      ask(
        "POST",
        "/api/webhooks/ci",
        { repositoryUrl: "https://git.example.com/o/r", docType: "readme", customRules: rules },
        { authorization: "", "x-docs-secret": secret }
      )
    expect((await call(customRules)).status).toBe(202)
    expect(await call("/(a+)+$/: x")).toMatchObject({ status: 422, body: { error: { code: "unsafe_pattern" } } })
  })
})
