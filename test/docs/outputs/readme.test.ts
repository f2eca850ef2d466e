/** Readmes (D7, D49): the standard order, and nothing that the tree does not hold. */
import { describe, expect, it } from "vitest"
import { documentGates } from "../../../bench/docs/gates.ts"
import { readmeFaults } from "../../../bench/docs/outputGates.ts"
import { below, make, sample, tree } from "./made.ts"

const files = JSON.parse(sample("p-limit.tree.json")) as ReadonlyArray<{ readonly path: string; readonly text: string }>
const judgedTree = {
  paths: files.map(({ path }) => path),
  read: (path: string) => files.find((file) => file.path === path)!.text
}

const manifest = JSON.stringify({
  name: "tool",
  version: "1.2.3",
  description: "Counts words",
  license: "MIT",
  engines: { node: ">=22" },
  scripts: { test: "vitest run", build: "tsc" }
})

const small = {
  "package.json": manifest,
  LICENSE: "Permission is hereby granted, free of charge, to any person",
  "CONTRIBUTING.md": "# Contributing\n",
  ".env.example": "TOOL_PORT=8080\nTOOL_TOKEN=\n",
  "docs/more.md": "# More about the tool\n",
  "src/index.ts": "/** Counts the words of a text. */\nexport function count(text: string): number {\n",
  "README.md": [
    "# tool",
    "",
    "Counts words, fast.",
    "",
    "## Usage",
    "",
    "See [more](docs/more.md) and [gone](docs/gone.md).",
    "",
    "```sh",
    "npm run build",
    "```",
    "",
    "```sh",
    "npm run gone",
    "```",
    "",
    "The code is in `src/index.ts`.",
    "",
    "The old code is in `src/old.ts`."
  ].join("\n")
}

describe("the readme of a repository", () => {
  const made = make("readme", tree(files))

  it.each(Object.entries(documentGates))("D7 holds the gate %s", (_, gate) => {
    expect(gate(made.markdown)).toEqual([])
  })

  it("D49 holds Q19: order, paths, commands, licence, version, evidence", () => {
    expect(readmeFaults({ source: "", ...made }, judgedTree)).toEqual([])
  })

  it("D7 has the name, the description and the licence of the manifest and the tree", () => {
    const { markdown } = make("readme", tree(small))
    expect(markdown.startsWith("# tool\n\nCounts words.\n\nCounts words, fast.\n")).toBe(true)
    expect(markdown.endsWith("## License\n\n[MIT](LICENSE)\n")).toBe(true)
    expect(below(markdown, "## Install")).toContain("Node 22 or later")
    expect(below(markdown, "## Install")).toContain("npm install tool")
    expect(below(markdown, "## Contributing")).toContain("[CONTRIBUTING.md](CONTRIBUTING.md)")
  })

  it("D4 reads comments, structure and example settings", () => {
    const { markdown } = make("readme", tree({ ...small, "README.md": "# tool\n" }))
    expect(below(markdown, "## API")).toContain("| `count` | function | Counts the words of a text. | `src/index.ts` |")
    expect(below(markdown, "## Structure")).toContain("| `src/` | 1 file, all TypeScript or JavaScript |")
    expect(below(markdown, "## Configuration")).toContain("| `TOOL_PORT` | `8080` |")
  })

  it("D49 leaves out commands, links and paths that the tree does not hold, and says which", () => {
    const { markdown, report } = make("readme", tree(small))
    const usage = below(markdown, "## Usage")
    expect(usage).toContain("[more](docs/more.md) and gone.")
    expect(usage).toContain("npm run build")
    expect(usage).toContain("`src/index.ts`")
    expect(markdown).not.toMatch(/npm run gone|src\/old/)
    const missing = report.warnings.filter(({ code }) => code === "claim_not_supported").map(({ message }) => message)
    expect(missing.join()).toMatch(/docs\/gone\.md.*gone.*src\/old\.ts/)
    expect(report.dropped.map(({ item }) => item)).toContain("README.md, line 13: gone")
  })

  it("D49 names the evidence of its claims", () => {
    const { report } = make("readme", tree(small))
    expect(report.evidence).toContainEqual({ claim: "Version 1.2.3", evidence: "package.json" })
    expect(report.evidence).toContainEqual({ claim: "License MIT", evidence: "LICENSE" })
    expect(report.evidence).toContainEqual({ claim: "Usage", evidence: "README.md:5" })
    expect(report.evidence).toContainEqual({ claim: "Setting TOOL_PORT", evidence: ".env.example" })
  })

  it("D75 lists what it leaves out for want of facts", () => {
    const { markdown, report } = make("readme", tree({ "main.go": "package main\n" }))
    expect(report.dropped.map(({ item }) => item)).toContain("License")
    expect(markdown).toContain("# tool")
  })

  it("has a table of contents over 100 lines, or when it is asked for", () => {
    expect(make("readme", tree(files)).markdown).toContain("## Table of contents")
    expect(make("readme", tree(small)).markdown).not.toContain("## Table of contents")
    const asked = make("readme", tree(small), { instructions: "Include a table of contents." })
    expect(asked.markdown).toContain("- [Usage](#usage)")
    const refused = make("readme", tree(files), { instructions: "No table of contents" })
    expect(refused.markdown).not.toContain("## Table of contents")
  })
})

describe("a readme of another source", () => {
  it.each(["train-travel.yaml", "uber.yaml", "text/own-orders-product.txt", "own-change-list.txt"])(
    "D7 is made from %s",
    (name) => {
      const { markdown } = make("readme", sample(name))
      for (const gate of Object.values(documentGates)) expect(gate(markdown)).toEqual([])
      expect(markdown.split("\n").length).toBeGreaterThan(10)
    }
  )
})
