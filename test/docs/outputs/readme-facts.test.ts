/** What a tree without a readme shows of how it is built and started, and what a readme says that its manifest does not. */
import { describe, expect, it } from "vitest"
import { below, make, saying, tree } from "./made.ts"

type Files = Readonly<Record<string, string>>

const textOf = (files: Files) => make("readme", saying(files)).markdown

const blockIn = (files: Files, heading: string) =>
  /```sh\n([^]*?)\n```/.exec(below(textOf(files), `## ${heading}`))?.[1]

const app = (scripts: object) => JSON.stringify({ name: "hook", private: true, scripts })

describe("the readme of a repository without one, from its manifests", () => {
  it.each<readonly [string, Files, string]>([
    ["Build and run", { "package.json": app({ start: "x", build: "y" }) }, "npm install\nnpm run build\nnpm start"],
    ["Build and run", { "package.json": app({ dev: "x" }), "pnpm-lock.yaml": "" }, "pnpm install\npnpm run dev"],
    ["Install", { "package.json": app({ lint: "x" }), "yarn.lock": "" }, "yarn install"],
    ["Build", { "CMakeLists.txt": "project(lid)" }, "cmake -B build\ncmake --build build"],
    ["Build", { "Cargo.toml": "[workspace]\nmembers = ['a']" }, "cargo build --release"],
    ["Install", { "setup.py": "setup()" }, "pip install ."],
    ["Install", { "requirements.txt": "lid" }, "pip install -r requirements.txt"],
    ["Build", { Makefile: "all: lid\n" }, "make"],
    [
      "Build",
      { "go.mod": "module a.b/lid\nreplace c => d\n", "main.go": "package main\n", Makefile: "build:\n\tgo build\n" },
      "make build"
    ],
    ["Build and run", { "compose.yaml": "services:\n  web:\n    build: .\n" }, "docker compose up --build"],
    [
      "Build and run",
      { Dockerfile: 'FROM box\nEXPOSE 8080/tcp\nCMD ["lid"]\n' },
      "docker build -t tool .\ndocker run --rm -p 8080:8080 tool"
    ]
  ])("D7 has below %s what %j tells", (heading, files, commands) => {
    expect(blockIn(files, heading)).toBe(commands)
  })

  it("D7 starts nothing whose compose file only has what it needs, or whose container listens nowhere", () => {
    const files = { "compose.yaml": "services:\n  db:\n    image: db\n", Dockerfile: 'FROM box\nCMD ["test"]\n' }
    expect(textOf(files)).not.toContain("docker")
  })

  it("D7 lists no code of what nobody imports, of Go only that of the module itself", () => {
    const code = "// Turn turns a lid.\nfunc Turn() {}\n"
    const library = {
      "go.mod": "module a.b/lid\n",
      "lid.go": `package lid\n\n${code}`,
      "box/box.go": `package box\n\n${code}`
    }
    expect(below(textOf(library), "## API")).toMatch(/`lid\.go` \|\n$/)
    expect(below(textOf(library), "## API")).not.toContain("box.go")
    const script = { "package.json": app({}), "a.js": "/** Turns a lid. */\nexport function turn() {}\n" }
    expect(textOf(script)).not.toContain("## API")
  })

  it("D7 says what the code says of itself where the manifest does not, and names no parent of modules", () => {
    const files = { "go.mod": "module a.b/lid\n", "lid.go": "// Package lid turns lids. It is fast.\npackage lid\n" }
    expect(textOf(files)).toMatch(/^# lid\n\nPackage lid turns lids\. It is fast\.\n/)
    const pom = "<project><artifactId>lid-parent</artifactId><packaging>pom</packaging></project>"
    expect(textOf({ "pom.xml": pom })).toMatch(/^# tool\n/)
  })

  it.each<readonly [string, Files, ReadonlyArray<string>]>([
    [
      "the fields of a package of R",
      {
        DESCRIPTION:
          "Package: lids\nTitle: Lids\nDescription: Reads the 'csv' of\n    lids.  It is fast.\nLicense: MIT + file LICENSE\nDepends:\n    R (>= 4.1)\n",
        LICENSE: "YEAR: 2026\n",
        "LICENSE.md": "# MIT\n\nPermission is hereby granted, free of charge\n"
      },
      ["Reads the csv of lids.", "- R 4.1 or later", "MIT: [LICENSE](LICENSE), [LICENSE.md](LICENSE.md)"]
    ],
    ["the words of a module of Python", { "tool/__init__.py": '"""Counts the lids."""\n' }, ["Counts the lids."]],
    [
      "a page named after it, and not the readme of the documents",
      {
        "docs/README.md": "Looking for lids? See the site.\n",
        "docs/index.md": "Tool\n====\n\n**Tool** is a box. It has lids.\n"
      },
      ["# tool\n\n**Tool** is a box. It has lids."]
    ],
    [
      "an exception of its licence, and no numbers of files",
      {
        LICENSE: "Apache License\nVersion 2.0\n\n## Runtime Library Exception to the Apache 2.0 License: ##\n",
        "a/a.c": "",
        "b/b.c": ""
      },
      ["\n\n## License\n\n[Apache-2.0 WITH Swift-exception](LICENSE)"]
    ]
  ])("says what it is by %s", (_, files, lines) => {
    const markdown = textOf(files)
    for (const line of lines) expect(markdown).toContain(line)
  })

  it("D7 reads what Poetry's caret means", () => {
    const poetry = "[tool.poetry]\nname = 'a'\n[tool.poetry.dependencies]\npython = '^3.9'\n"
    expect(textOf({ "pyproject.toml": poetry, "a/__init__.py": "" })).toContain("- Python 3.9 or later, below 4\n")
  })
})

describe("the readme of a repository that has one", () => {
  it("D49 has the links of a readme that stands in a folder as they are at the root", () => {
    const readme = [
      "# Tool\n\nSee [more](more.md#turn), [code](../src/a.c), [gone](gone.md), [site](https://example.com) and [it][own].",
      '<img src="lid.png" alt="A lid"> `[more](more.md)`',
      "```md\n[more](more.md)\n```",
      "[own]: ./more.md\n"
    ]
    const files = { "docs/README.md": readme.join("\n\n"), "docs/more.md": "# More", "docs/lid.png": "", "src/a.c": "" }
    const { markdown, report } = make("readme", tree(files))
    expect(markdown.split("\n\n").slice(1)).toEqual([
      "See [more](docs/more.md#turn), [code](src/a.c), [gone](gone.md), [site](https://example.com) and [it][own].",
      '<img src="docs/lid.png" alt="A lid"> `[more](more.md)`',
      readme[2],
      "[own]: docs/more.md\n"
    ])
    expect(report.warnings.map(({ message }) => message)).toEqual([
      'docs/README.md links to "gone.md", which the tree does not hold'
    ])
  })
})

describe("a readme that is kept", () => {
  const manifest = { "package.json": '{"name":"lid-turner","version":"1.0.0"}' }

  it("D49 gets a title where its headings are chapters", () => {
    const readme =
      '<div align="center">\n\n[![Build](https://img.shields.io/a.svg)](https://example.com)\n\n</div>\n\n# Releases\n\nTwo a year.\n\n# Use\n\nTurn. MIT License.\n'
    const { markdown, report } = make("readme", tree({ ...manifest, "README.md": readme }))
    expect(markdown).toBe(`# lid-turner\n\n${readme}`)
    expect(report.warnings.map(({ code }) => code)).toEqual(["readme_completed"])
    const inner = { "package.json": '{"name":"docs","private":true}', "README.md": readme }
    expect(make("readme", tree(inner)).markdown).toBe(`# tool\n\n${readme}`)
  })

  it("D49 is the one in Markdown, of several", () => {
    const files = { README: "See README.md.\n", "README.md": "# Tool\n\nIt turns. MIT license.\n" }
    expect(make("readme", tree(files)).markdown).toBe(files["README.md"])
  })

  it.each([
    "# Lid turner\n\nIt turns.\n\n# License\n\nMIT. See INSTALL.\n",
    "[![Logo](a.png)](https://example.com)\n\n# Use\n\nInstall it.\n\n# License\n\nMIT\n"
  ])("D49 keeps its own title: %j", (readme) => {
    const files = { ...manifest, "README.md": readme, INSTALL: "", "a.png": "" }
    expect(make("readme", tree(files)).markdown.startsWith(readme)).toBe(true)
  })
})

describe("the readme of a pod", () => {
  const pod = (...fields: ReadonlyArray<string>) => {
    const all = ["s.name = 'Lid'", "s.summary = 'Turns lids'", ...fields].map((field) => `  ${field}\n`)
    return make("readme", tree({ "Lid.podspec": `Pod::Spec.new do |s|\n${all.join("")}end\n` })).markdown
  }

  it("D7 says what it is and how it is added", () => {
    const made = pod()
    expect(made).toMatch(/^# Lid\n\nTurns lids\.\n/)
    expect(below(made, "## Install").trim()).toBe("Add it to your `Podfile`:\n\n```ruby\npod 'Lid'\n```")
  })

  it.each(["'Turns lids.\n\nThey close.'", "<<-DESC\n    Turns lids.\n\n    They close.\n  DESC"])(
    "D7 has its description: %j",
    (description) => {
      expect(pod(`s.description = ${description}`)).toMatch(/^# Lid\n\nTurns lids\.\n\nThey close\.\n/)
    }
  )

  it.each(['"MIT"', "{ :type => 'MIT', :file => 'LICENSE' }", '{ type: "MIT" }'])(
    "D7 has the licence of its manifest: %s",
    (license) => {
      expect(below(pod(`s.license = ${license}`), "## License")).toBe("\n\nMIT\n")
    }
  )
})

describe("the words of a tree without a readme", () => {
  const go = { "go.mod": "module a.b/lid\n" }

  it("D7 keep code in a comment of Go, which a tab sets off", () => {
    const head =
      "// Package lid turns lids.\n//\n//\tfunc main() {\n//\t\tTurn()\n//\t}\n//\n// It is fast.\npackage lid\n"
    expect(textOf({ ...go, "lid.go": head })).toContain("\n\n\tfunc main() {\n\t\tTurn()\n\t}\n\nIt is fast.\n")
  })

  it("D7 are no page that leads to what only the generator of its site shows", () => {
    const page = (example: string) => `# Tool\n\nA tool for lids. Here is one:\n\n${example}\n\n## More\n\nLids.\n`
    const readmeOf = (example: string) =>
      make("readme", tree({ ...go, "docs/index.md": page(example), "tool.h": "/* It turns lids of any size. */\n" }))
    expect(readmeOf("```sh\nlid\n```").markdown).toContain("Here is one:")
    const { markdown, report } = readmeOf("```{eval-rst}\n.. lid::\n```")
    expect(markdown).not.toContain("Here is one:")
    expect(report.dropped).toContainEqual({
      item: "docs/index.md",
      reason: "A sentence of it leads to what only the generator of its site shows"
    })
  })
})
