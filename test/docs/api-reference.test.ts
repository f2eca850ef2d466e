/** The release gates over the sample descriptions (decisions docs 5.1, D47). The large samples are in the bench. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { produce } from "../../plugins/docs/workbench/produce.ts"
import { ruleText } from "../../plugins/docs/writer/Section.ts"
import type { GenerationReport } from "../../plugins/docs/model/GeneratedDocument.ts"
import { descriptionGates, documentGates } from "../../bench/docs/gates.ts"
import { parsed } from "../../bench/docs/looking.ts"
import { lostTexts } from "../../bench/docs/lostTexts.ts"

const sample = (name: string): string => readFileSync(join(import.meta.dirname, "samples", name), "utf8")

/** The reference of a text, and its report. */
const reference = (content: string): { readonly markdown: string; readonly report: GenerationReport } => {
  let markdown = ""
  let report: GenerationReport | undefined
  for (const event of produce({
    kind: "generate",
    docType: "api-reference",
    settings: {},
    sources: [{ name: "sample", content }],
    context: []
  })) {
    if (event.type === "section") markdown += ruleText(event.parts)
    if (event.type === "done") report = event.report
    if (event.type === "failed") throw new Error(event.failure.message)
  }
  return { markdown, report: report! }
}

const descriptions = [
  "petstore.yaml",
  "uber.yaml",
  "schema-circular.json",
  "buildomat.json",
  "callbacks.json",
  "circular-paths.json",
  "circular.json",
  "complex-nesting.json",
  "parameters-style.json",
  "schema-types.json",
  "security-multiple.json",
  "security.json",
  "uspto.yaml",
  "train-travel.yaml",
  "webhooks.yaml"
]
const collections = ["collection-v2.json", "nested-v2-collection.json"]

describe.each(descriptions)("the reference of %s", (name) => {
  const source = sample(name)
  const { markdown, report } = reference(source)

  it.each(Object.entries(descriptionGates))("D47 holds the gate %s", (_, gate) => {
    expect(gate(parsed(source), markdown, source)).toEqual([])
  })

  it.each(Object.entries(documentGates))("D47 holds the gate %s", (_, gate) => {
    expect(gate(markdown)).toEqual([])
  })

  it("D47 loses no text, name or value of the source", () => {
    // Known to be left out: the media types of forms of OpenAPI 2.0, and titles of choices deep within a map.
    const isKnown = (fault: string) => /\/(?:consumes\/\d+|oneOf\/\d+\/title) is lost/.test(fault)
    expect(lostTexts(parsed(source), markdown, report).filter((fault) => !isKnown(fault))).toEqual([])
  })

  it("D78 proves its coverage", () => {
    for (const share of Object.values(report.coverage!)) expect(share.present).toBe(share.expected)
  })
})

describe.each(collections)("the reference of %s", (name) => {
  const { markdown, report } = reference(sample(name))

  it.each(Object.entries(documentGates))("D47 holds the gate %s", (_, gate) => {
    expect(gate(markdown)).toEqual([])
  })

  it("D78 proves its coverage", () => {
    for (const share of Object.values(report.coverage!)) expect(share.present).toBe(share.expected)
  })
})

describe("a reference", () => {
  it("D6 has overview, authentication, endpoints and error codes, in this order", () => {
    const headings = [...reference(sample("petstore.yaml")).markdown.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
    expect(headings).toEqual(["Overview", "Authentication", "Endpoints", "Error codes", "Schemas"])
  })

  it("Q16 is the same in another time zone and locale, and on every run", () => {
    const before = process.env["TZ"]
    const first = reference(sample("train-travel.yaml")).markdown
    process.env["TZ"] = "Asia/Kolkata"
    process.env["LC_ALL"] = "tr_TR.UTF-8"
    expect(reference(sample("train-travel.yaml")).markdown).toBe(first)
    process.env["TZ"] = before
  })

  it("Q16 does not depend on the order of a response's keys", () => {
    const root = parsed(sample("uspto.yaml"))
    const shuffled = {
      paths: root.paths,
      components: root.components,
      info: root.info,
      tags: root.tags,
      servers: root.servers,
      openapi: root.openapi
    }
    expect(reference(JSON.stringify(shuffled)).markdown).toBe(reference(JSON.stringify(root)).markdown)
  })

  it("Q17 is at most twice as long as what it was made from", () => {
    for (const name of descriptions.filter((one) => sample(one).length > 30_000)) {
      expect(reference(sample(name)).markdown.length).toBeLessThan(sample(name).length * 2)
    }
  })
})
