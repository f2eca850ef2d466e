/** The documentation service documents the services: whole, without a warning, in good style, and as it is kept under docs/. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { checkText } from "../../plugins/docs/index.ts"
import { folder, makeReferences, readmeOf, services, withEndpoints, type MadeReference } from "./references.ts"

let references: ReadonlyMap<string, MadeReference>

beforeAll(async () => {
  references = await makeReferences()
}, 240_000)

describe.each(services)("the reference of %s", (service) => {
  it("covers everything, drops nothing and warns of nothing", () => {
    const { report } = references.get(service)!
    for (const [kind, { expected, present }] of Object.entries<{ expected: number; present: number }>(
      report.coverage
    )) {
      expect(expected, kind).toBeGreaterThan(0)
      expect(present, kind).toBe(expected)
    }
    expect(report.dropped).toEqual([])
    expect(report.warnings).toEqual([])
  })

  it("has a style score of at least 95, where the service checks it and in the whole", () => {
    const { markdown, report } = references.get(service)!
    // A generation checks the first 100,000 characters, and the references are longer.
    expect(report.checks.notChecked).toHaveLength(1)
    expect(report.checks.score).toBeGreaterThanOrEqual(95)
    const { notChecked, score } = checkText(markdown)
    expect(notChecked).toEqual([])
    expect(score).toBeGreaterThanOrEqual(95)
  })

  it("can be read: it has fewer than 600,000 characters", () => {
    expect(references.get(service)!.markdown.length).toBeLessThan(600_000)
  })

  it("is kept under docs/reference as it is made today; `npm run docs` writes it", () => {
    expect(references.get(service)!.markdown === readFileSync(join(folder, `${service}.md`), "utf8")).toBe(true)
  })

  it("has its endpoints in the README, as they are published; `npm run docs` writes them", async () => {
    const readme = readFileSync(readmeOf(service), "utf8")
    expect((await withEndpoints(service, references.get(service)!.endpoints)) === readme).toBe(true)
  })
})
