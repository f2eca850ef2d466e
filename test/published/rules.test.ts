/** The rule sets of others about our documents: Redocly's `recommended` and Spectral's `spectral:oas`. */
import { createConfig, lintFromString } from "@redocly/openapi-core"
import spectral from "@stoplight/spectral-core"
import rulesets from "@stoplight/spectral-rulesets"
import { describe, expect, it } from "vitest"
import { documentOf, published } from "./services.ts"

const whole = published.map((plugin) => ({ id: plugin.id, document: documentOf(plugin) }))

/** The specification of the bank service prints these paths: words and ids stand in one place. */
const ambiguous = /^no-ambiguous-paths #\/paths\/~1v2~1(?:payments|admin~1webhooks)~1/

const byRedocly = async (document: object): Promise<ReadonlyArray<string>> => {
  const config = await createConfig({ extends: ["recommended"], telemetry: "off" })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config })
  return problems.map(({ location, message, ruleId }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

const bySpectral = async (document: object): Promise<ReadonlyArray<string>> => {
  const judge = new spectral.Spectral()
  judge.setRuleset({ extends: [rulesets.oas as spectral.RulesetDefinition] })
  const problems = await judge.run(document as Record<string, unknown>)
  return problems.map(({ code, message, path }) => `${code} ${path.join("/")}: ${message}`)
}

// Judges of examples take a while, and the machine may have other work.
describe.each(whole)("the document of $id", { timeout: 60_000 }, ({ document }) => {
  const counted = (problem: string) => !ambiguous.test(problem)

  it("follows Redocly's recommended rules", async () => {
    expect((await byRedocly(document)).filter(counted)).toEqual([])
  })

  it("follows Spectral's rules for OpenAPI", async () => {
    expect((await bySpectral(document)).filter(counted)).toEqual([])
  })
})

describe("the rule sets", () => {
  it("find what is wrong", async () => {
    const [{ document }] = whole as [(typeof whole)[0]]
    const poor = { ...document, info: {}, tags: [] }
    expect((await byRedocly(poor)).join("\n")).toContain("title")
    expect((await bySpectral(poor)).join("\n")).toContain("title")
  })
})
