/** The page, the alert rules and the dashboard for operators name figures that there are. */
import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { parse } from "yaml"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const root = new URL("../..", import.meta.url).pathname

const sources = globSync(["src/**/*.ts", "plugins/**/*.ts"], { cwd: root }).map(read).join("\n")

const figuresOf = (text: string) => new Set(text.match(/\b(?:bursar|nodejs|process)_[a-z_]+[a-z]\b/g))

const baseOf = (name: string) => name.replace(/_(?:bucket|count|sum)$/, "")

it("every figure that the page lists is made", () => {
  for (const name of figuresOf(read("docs/observability.md"))) expect(sources).toContain(`"${name}"`)
})

it("no label has a name that Prometheus gives to each target and takes from everything else", () => {
  const labels = Array.from(read("docs/observability.md").matchAll(/\{([a-z_,]+)\}/g), ([, names]) => names!.split(","))
  expect(labels.flat()).toContain("mount")
  expect(labels.flat().filter((name) => name === "job" || name === "instance")).toEqual([])
})

it.each(["alerts.yml", "dashboard.json"])("%s reads as what it is, and asks for figures of the page", (file) => {
  const text = read(`docs/observability/${file}`)
  expect(parse(text)).toEqual(expect.any(Object))
  const listed = figuresOf(read("docs/observability.md"))
  const asked = [...figuresOf(text)].map(baseOf)
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter((name) => !listed.has(name))).toEqual([])
})
