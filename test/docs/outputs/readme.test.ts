/** Readmes (D7, D49): the standard order, and nothing that the tree does not hold. */
import { describe, expect, it } from "vitest"
import { documentGates } from "../../../bench/docs/gates.ts"
import { below, make, sample, saying, tree } from "./made.ts"

const files = JSON.parse(sample("p-limit.tree.json")) as ReadonlyArray<{ readonly path: string; readonly text: string }>
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

  it("D49 is the readme that the repository has, word for word", () => {
    const old = files.find(({ path }) => path === "readme.md")!.text
    expect(made.markdown.startsWith(old.trimEnd())).toBe(true)
  })

  it("D11 and D49 a friendly readme welcomes its readers above its first chapter, and keeps its headings", () => {
    const readme =
      "# tool\n\nIt does not stop. MIT License.\n\n### What it is not\n\nIt is not small.\n\n### Why it is not\n\nAsk.\n"
    const told = make("readme", tree([{ path: "README.md", text: readme }]), { tone: "friendly" }).markdown
    expect(told).toBe(
      "# tool\n\nIt doesn't stop. MIT License.\n\nWelcome to tool.\n\n### What it is not\n\nIt's not small.\n\n### Why it is not\n\nAsk.\n"
    )
  })

  it.each(["readme", "user-guide"] as const)(
    "D49 a %s is refused where the words of the tree are in AsciiDoc",
    (docType) => {
      const marks = "[NOTE]\n====\nTurn.\n====\n\n[source,sh]\n----\nturn\n----\n"
      const files = { "README.adoc": `= Tool\n\n${marks}`, "package.json": small["package.json"] }
      expect(() => make(docType, tree(files))).toThrow(/README\.adoc is AsciiDoc/)
      for (const content of ["= Tool\n\nIt turns lids.\n", `// Words\n${marks}`])
        expect(() => make(docType, { name: "a", kind: "text", content })).toThrow(/AsciiDoc/)
      expect(make("user-guide", `Write so:\n\n\`\`\`adoc\n${marks}\`\`\`\n`).markdown).toContain("[source,sh]")
    }
  )

  it("D49 leaves out a chapter with its parts where chapters are of the first level, and lists both", () => {
    const text = "# Tool\n\nIt turns lids.\n\n# Usage\n\nTurn.\n\n## More\n\nTurn more.\n\n# License\n\nMIT\n"
    const told = (instructions: string) =>
      make("readme", tree([{ path: "README.md", text }]), { instructions }).markdown
    expect(told('Leave out the section "Usage".')).toBe("# Tool\n\nIt turns lids.\n\n# License\n\nMIT\n")
    expect(told("Add a table of contents.")).toContain(
      "\n# Table of contents\n\n- [Usage](#usage)\n  - [More](#more)\n- [License](#license)\n\n# Usage\n"
    )
  })

  it("D49 begins as a readme that begins with a section does, and installs nothing that has no version", () => {
    const readme = "## Tool\n\nIt packs.\n\n## License\n\nMIT\n"
    const files = { "README.md": readme, "package.json": '{"name":"tool","version":"0.0.0"}' }
    expect(make("readme", tree(files)).markdown).toBe(readme)
  })

  it("D49 adds the licence and proposes how to install it where the readme says nothing of them", () => {
    const readme = "# Tool\n\nIt packs.\n\n## Use\n\nPack.\n"
    const { markdown, report } = make("readme", tree({ ...small, "README.md": readme }))
    expect(markdown).toBe(`${readme}\n## License\n\n[MIT](LICENSE)\n`)
    expect(report.warnings.map(({ code, message }) => [code, message])).toEqual([
      ["readme_incomplete", "README.md does not say how it is installed or built; the tree has: npm install tool"],
      ["readme_completed", 'README.md says nothing of it: the section "License" is added']
    ])
    const told = { ...small, "README.md": `${small["README.md"]}\n\n## Install\n\nDownload it.\n\n## License\n\nMIT\n` }
    expect(make("readme", tree(told)).report.warnings.filter(({ code }) => code.startsWith("readme"))).toEqual([])
  })

  it("D4 reads comments and example settings", () => {
    const { markdown } = make("readme", tree({ ...small, "README.md": "# tool\n" }))
    expect(below(markdown, "## API")).toContain("| `count` | function | Counts the words of a text. | `src/index.ts` |")
    expect(below(markdown, "## Configuration")).toContain("| `TOOL_PORT` | `8080` |")
  })

  it("D49 keeps links to what is gone as they are, and reports them with commands that cannot work", () => {
    const { markdown, report } = make("readme", tree(small))
    const usage = below(markdown, "## Usage")
    expect(usage).toContain("[more](docs/more.md) and [gone](docs/gone.md).")
    expect(usage).toContain("npm run gone")
    const missing = report.warnings.filter(({ code }) => code === "claim_not_supported").map(({ message }) => message)
    expect(missing.join()).toMatch(/docs\/gone\.md.*"gone"/)
    expect(report.dropped).toEqual([])
  })

  it("D49 makes a title and a list of a readme without marks", () => {
    const { "README.md": _, ...others } = small
    const readme = "Tool\n\nIt counts\nwords.\n\n    * the long ones\n    * the short ones\n\nSee the licence.\n"
    const { markdown } = make("readme", tree({ ...others, README: readme }))
    expect(below(markdown, "# Tool")).toContain("It counts\nwords.\n\n* the long ones\n* the short ones\n")
  })

  it.each([
    ["pip install my-tool", { "pyproject.toml": '[tool.poetry]\nname = "my-tool"', "my_tool/__init__.py": "" }],
    [
      "poetry install --no-root",
      { "pyproject.toml": '[tool.poetry]\nname = "my-tool"', "poetry.lock": "", "other/__init__.py": "" }
    ],
    ["go install example.com/tool@latest", { "go.mod": "module example.com/tool\n", "main.go": "package main\n" }],
    [
      "go build -o bin/ ./...",
      { "go.mod": "module example.com/tool\n\nreplace example.com/a => ../a\n", "main.go": "package main\n" }
    ],
    ["go get example.com/tool@latest", { "go.mod": "module example.com/tool\n\nreplace a.b/c => ../a\n" }]
  ])("D49 installs what can be installed so: %s", (command, files) => {
    expect(make("readme", saying(files)).markdown).toContain(`\`\`\`sh\n${command}\n\`\`\``)
    const { markdown, report } = make("readme", tree({ ...files, "README.md": "# Tool\n\nIt counts.\n" }))
    expect(markdown).toBe("# Tool\n\nIt counts.\n")
    expect(report.warnings.map(({ message }) => message).join()).toContain(`the tree has: ${command}`)
  })

  it.each([
    [
      "See the license file",
      'Content under the "ee/" directory is licensed under the license defined in "ee/LICENSE".\nMIT\n'
    ],
    [
      "Apache-2.0 WITH LLVM-exception",
      "Apache License\nVersion 2.0\n\n--- LLVM Exceptions to the Apache 2.0 License ---\n"
    ],
    ["MIT", ""]
  ])("D49 names a licence only as the whole of its file is: %s", (name, words) => {
    const LICENSE = `${words}${name.startsWith("Apache") ? "" : "Permission is hereby granted, free of charge"}`
    const { markdown } = make("readme", tree({ LICENSE, "README.md": "# Tool\n\nIt counts.\n" }))
    expect(markdown).toContain(`[${name}](LICENSE)`)
  })

  it("D49 keeps the readme that a host of code would show", () => {
    const { markdown } = make(
      "readme",
      tree({
        "docs/README.md": "# Tool\n\nIt counts.\n",
        "docs/more.md": "# More\n",
        "a/README.md": "# A\n\nIt packs.\n"
      })
    )
    expect(markdown).toBe("# Tool\n\nIt counts.\n")
  })

  it("D49 follows a readme that is a link to another file", () => {
    const { markdown } = make(
      "readme",
      tree({
        ...small,
        "README.md": "web/README.md",
        "web/README.md": "# Web\n\nIt counts. MIT License. Install it.\n"
      })
    )
    expect(markdown).toBe("# Web\n\nIt counts. MIT License. Install it.\n")
  })

  const commands: ReadonlyArray<readonly [string, boolean]> = [
    ["yarn start", true],
    ["yarn ios:production", true],
    ["yarn add tool", false],
    ["cd tool", false],
    ["cd src/gone", true],
    ["make pack", false],
    ["make gone # Once", true]
  ]

  it.each(commands)("D49 reports a command of a readme that the tree does not hold: %s", (command, isTold) => {
    const readme = `# tool\n\nIt counts.\n\n\`\`\`sh\n${command}\n\`\`\`\n`
    const made = { Makefile: "WHERE := a:b\n\npack: lids\n\tcp a b\n", ...small, "README.md": readme }
    const { report } = make("readme", tree(made))
    expect(report.warnings.some(({ code }) => code === "claim_not_supported")).toBe(isTold)
  })

  it("D49 adds a licence as a chapter of its own where the chapters are of the first level", () => {
    const readme = "# tool\n\nIt counts.\n\n# Install\n\nDownload it.\n\n# Cite\n\nAs a book.\n"
    const { markdown } = make("readme", tree({ ...small, "README.md": readme }))
    expect(markdown).toBe(`${readme}\n# License\n\n[MIT](LICENSE)\n`)
  })

  const installs: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string]> = [
    [
      "a Go program at the root",
      { "go.mod": "module example.com/o/hook/v2\n\ngo 1.21\n", "hook.go": "package main\n" },
      "go install example.com/o/hook/v2@latest"
    ],
    [
      "a Go program in a folder",
      { "go.mod": "module example.com/o/hook\n", "cmd/hook/run.go": "package main\n", "hook.go": "package hook\n" },
      "go install example.com/o/hook/cmd/hook@latest"
    ],
    [
      "a Go library with tools",
      {
        "go.mod": "module example.com/o/hook/v2\n",
        "cmd/lint/lint.go": "package main\n",
        "hook.go": "package hook\n",
        "make.go": "//go:build ignore\n\npackage main\n"
      },
      "go get example.com/o/hook/v2@latest"
    ],
    [
      "a Go library",
      { "go.mod": "module example.com/o/hook\n", "hook.go": "package hook\n" },
      "go get example.com/o/hook@latest"
    ],
    ["a package", { "package.json": '{"name": "hook", "exports": {".": "./a.js"}}' }, "npm install hook"],
    [
      "a package of PHP",
      {
        "composer.json": '{"name": "o/hook", "require": {"php": ">=8.1", "o/lid": "*"}}'
      },
      "- PHP 8.1 or later\n\n```sh\ncomposer require o/hook\n```"
    ]
  ]

  it.each(installs)("D49 tells the install command of %s", (_, own, command) => {
    const { markdown } = make("readme", saying(own))
    expect(below(markdown, "## Install")).toContain(command)
  })

  const built: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string]> = [
    [
      "Gradle, with its own start",
      { "build.gradle": "java.toolchain.languageVersion = JavaLanguageVersion.of(17)\n", gradlew: "" },
      "\n\nYou need:\n\n- Java 17 or later\n\n```sh\n./gradlew build\n```\n"
    ],
    ["Gradle", { "build.gradle.kts": "plugins {}\n" }, "\n\n```sh\ngradle build\n```\n"],
    [
      "Maven",
      { "pom.xml": "<project><properties><java.version>1.8</java.version></properties></project>" },
      "\n\nYou need:\n\n- Java 8 or later\n\n```sh\nmvn package\n```\n"
    ]
  ]

  it.each(built)("D49 tells how %s builds, and lists no code", (_, own, text) => {
    const code = { "Lid.java": "/** Closes a box. */\npublic class Lid {}\n" }
    expect(below(make("readme", saying({ ...code, ...own })).markdown, "## Build")).toBe(text)
    expect(make("readme", saying({ ...code, ...own })).markdown).not.toContain("Closes a box")
  })

  it("D49 begins with the name where the readme begins with words, and says so", () => {
    const readme = "- Tape\n- Lids\n\n## Use\n\nPack, MIT License.\n"
    const { markdown, report } = make("readme", tree({ "README.md": readme }))
    expect(markdown).toBe(`# tool\n\n${readme}`)
    expect(report.warnings.map(({ message }) => message)).toEqual(['README.md has no title: "tool" is added'])
    expect(report.evidence).toEqual([{ claim: "Use", evidence: "README.md:4" }])
    const shown = `![Tool](tool.png)\n\n${readme}`
    expect(make("readme", tree({ "README.md": shown, "tool.png": "" })).markdown).toBe(shown)
  })

  it("D49 names the evidence of its claims", () => {
    const { report } = make("readme", tree(small))
    expect(report.evidence).toContainEqual({ claim: "Version 1.2.3", evidence: "package.json" })
    expect(report.evidence).toContainEqual({ claim: "License MIT", evidence: "LICENSE" })
    expect(report.evidence).toContainEqual({ claim: "Usage", evidence: "README.md:5" })
  })

  it("D75 lists what it leaves out for want of facts", () => {
    const { markdown, report } = make("readme", saying({ "main.go": "package main\n" }))
    expect(report.dropped.map(({ item }) => item)).toContain("License")
    expect(markdown).toContain("# tool")
  })

  it("has a table of contents when it is asked for", () => {
    expect(make("readme", tree(small)).markdown).not.toContain("## Table of contents")
    const asked = make("readme", tree(small), { instructions: "Include a table of contents." })
    expect(asked.markdown).toContain("- [Usage](#usage)")
  })
})

describe("the readme of a repository without one", () => {
  const facts = (more: Readonly<Record<string, string>>) => make("readme", saying(more)).markdown

  it("D7 names a Go module without its major version, and installs its program", () => {
    const files = { "go.mod": "module miniflux.app/v2\n\ngo 1.25\n", "main.go": "package main\n" }
    expect(facts(files)).toContain("# miniflux\n")
    expect(below(facts(files), "## Install")).toContain("go install miniflux.app/v2@latest")
    const library = { "go.mod": "module example.com/team/flags\n", "flags.go": "package flags\n" }
    expect(below(facts(library), "## Install")).toContain("go get example.com/team/flags@latest")
  })

  it("D7 reads TOML in quotes of any kind, of Poetry and of a workspace", () => {
    const poetry = "[tool.poetry]\nname = 'walker'\nversion = '1.0'\n[tool.poetry.dependencies]\npython = '>=3.10'\n"
    expect(below(facts({ "pyproject.toml": poetry, "walker/__init__.py": "" }), "## Install")).toMatch(
      /Python 3\.10 or later[\s\S]*pip install walker/
    )
    const cargo =
      "[workspace.package]\nrust-version = '1.80'\n[package]\nname = 'runner'\nrust-version.workspace = true\n[[bin]]\nname = 'run'\n"
    expect(below(facts({ "Cargo.toml": cargo }), "## Install")).toMatch(
      /Rust 1\.80 or later[\s\S]*cargo install --path \./
    )
  })

  it.each([
    [
      "The GPLed code may be linked.\n\nGNU GENERAL PUBLIC LICENSE\nVersion 2\n\n(GNU Lesser General Public License)",
      "GPL-2.0"
    ],
    ["GNU LESSER GENERAL PUBLIC LICENSE\n   Version 2.1\n\nthe GNU General Public License version 2", "LGPL-2.1"],
    ["GNU LESSER GENERAL PUBLIC LICENSE\n   Version 3\n\nGNU GENERAL PUBLIC LICENSE\nVersion 3", "LGPL-3.0"]
  ])("D7 names a licence by the words that come first, not by another one that its text names: %#", (text, name) => {
    const paths = Object.entries({ "README.md": "# tool\n\nA tool.\n", COPYING: text })
    const { markdown } = make("readme", tree(paths.map(([path, text]) => ({ path, text }))))
    expect(markdown).toContain(`[${name}](COPYING)`)
  })

  it("D7 installs no package that is private, and names the licence of any file", () => {
    const service = JSON.stringify({ name: "service", private: true, license: "MIT OR Apache-2.0" })
    const made = facts({
      "package.json": service,
      "LICENSE-MIT": "Permission is hereby granted, free of charge",
      "LICENSE-APACHE": "Apache License\nVersion 2.0"
    })
    expect(made).not.toContain("npm install service")
    expect(below(made, "## License")).toContain("MIT OR Apache-2.0")
  })

  it.each(["yarn", "pnpm"])("D7 runs the commands of a manifest by %s where its lock file is there", (runner) => {
    const lock = { yarn: "yarn.lock", pnpm: "pnpm-lock.yaml" }[runner]!
    const made = facts({ "package.json": '{"scripts": {"start": "a", "pack": "b"}}', [lock]: "" })
    expect(made).toContain(`| \`${runner} start\` | \`a\` |\n| \`${runner} run pack\` | \`b\` |`)
  })

  it("D7 explains settings by the comments of their example", () => {
    const env = "# Port of the web server\nTOOL_PORT=8080\n\nTOOL_MODE='fast' # fast or safe\n"
    const table = below(facts({ ".env.example": env }), "## Configuration")
    expect(table).toContain("| `TOOL_PORT` | `8080` | Port of the web server |")
    expect(table).toContain("| `TOOL_MODE` | `fast` | fast or safe |")
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
