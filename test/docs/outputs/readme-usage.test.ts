/** A readme of a tree without one: how it is used, its API, and what its report says. */
import { describe, expect, it } from "vitest"
import { generateDocument } from "../../../plugins/docs/index.ts"
import { below, make, tree } from "./made.ts"

type Files = Readonly<Record<string, string>>

const textOf = (files: Files) => make("readme", tree(files)).markdown

describe("how it is used", () => {
  const manifest = {
    "pyproject.toml": "[project]\nname = 'tool'\ndescription = 'Turns lids'\n",
    "tool.py": "",
    "a.ml": "",
    "a.hpp": ""
  }

  it("D7 is shown by the example that is for beginners, or the shortest, with a link to the others", () => {
    const files = { ...manifest, "examples/a.py": "a\na\na\n", "examples/hello.py": "hello()\nhello()\nhello()\n" }
    expect(below(textOf(files), "## Usage")).toBe(
      "\n\n[examples/hello.py](examples/hello.py):\n\n```py\nhello()\nhello()\nhello()\n```\n\nMore examples are in [examples](examples).\n"
    )
    expect(
      below(
        textOf({
          ...manifest,
          "tests/Examples/a.hs": "a\nb\nc\n",
          "examples/app/src/set.hs": "a\n\nb\n"
        }),
        "## Usage"
      )
    ).toContain("```hs\na\nb\nc\n```")
  })

  it("D7 is shown without the licence above it", () => {
    const files = { ...manifest, "examples/b.ml": "(* Copyright A *)\n\nturn ();;\nturn ();;\nturn ();;\n" }
    expect(below(textOf(files), "## Usage")).toContain("b.ml):\n\n```ml\nturn ();;\nturn ();;\nturn ();;\n```")
  })

  it("D7 is shown by the example with the plainest name, not by one of errors that is shorter", () => {
    const lines = (count: number) => "turn()\n".repeat(count)
    const files = {
      ...manifest,
      "examples/LidReaderExampleErrors.py": lines(3),
      "examples/lid_example.py": lines(5),
      "examples/LidReaderExample.py": lines(4),
      "examples/lid_dump.py": lines(4)
    }
    expect(below(textOf(files), "## Usage")).toContain("[examples/lid_example.py]")
    const folders = { "examples/hello-lid/main.py": lines(5), "examples/lid-of-glass/main.py": lines(3) }
    expect(below(textOf({ ...manifest, ...folders }), "## Usage")).toContain("[examples/hello-lid/main.py]")
  })

  it("D7 has no chapter for examples that are too long to be shown, and leads to them", () => {
    const files = { ...manifest, "examples/a.py": "turn()\n".repeat(1000) }
    expect(textOf(files)).not.toContain("## Usage")
    expect(below(textOf(files), "## More to read")).toBe("\n\n- [Examples](examples)\n")
  })

  it("D7 is shown by the code at the head of the main file, where the page of the documents shows none", () => {
    const files = {
      "Project.toml": 'name = "tool"\n',
      "docs/index.md": "# Tool\n\nIt turns lids.\n",
      "src/tool.jl": '"""\nTool is for lids.\n\nTurn one:\n```julia\nturn(lid)\n```\n"""\nmodule tool\n'
    }
    expect(below(textOf(files), "## Usage")).toBe("\n\nTurn one:\n\n```julia\nturn(lid)\n```\n")
  })
})

describe("the report of a readme", () => {
  it("D75 says which files were seen and why they are not used", () => {
    const files = {
      "tool.c": "/* Turns lids of any size. */\n",
      "docs/index.rst": "Lids\n====\n\nThey turn.\n",
      Makefile: "tool_example: a.c\n\tcc a.c\n"
    }
    const { markdown, report } = make("readme", tree(files))
    const dropped = report.dropped.map(({ item, reason }) => `${item}: ${reason}`).join("\n")
    expect(dropped).not.toContain("The sources say nothing")
    expect(dropped).toMatch(/docs\/index\.rst: It does not name/)
    expect(markdown).not.toContain("```sh\nmake\n```")
  })

  it("D75 refuses a tree of which nothing says what it is, and names what to add", () => {
    const made = generateDocument({ docType: "readme", sources: [tree({ Makefile: "all: a\n", "a.c": "int a;\n" })] })
    expect(made).toMatchObject({ kind: "failed", failure: { code: "material_required" } })
    expect(made.kind === "failed" && made.failure.message).toMatch(/description.*docs\/index\.md/)
  })

  it("D7 lists no methods apart from their types", () => {
    const go =
      "// Package tool turns lids.\npackage tool\n\n// Lid is one.\ntype Lid int\n\n// Turn turns it.\nfunc (l Lid) Turn() {}\n"
    expect(textOf({ "go.mod": "module a.b/tool\n", "tool.go": go })).toContain("| `Lid` | type |")
    expect(textOf({ "go.mod": "module a.b/tool\n", "tool.go": go })).not.toContain("`Turn`")
  })

  const library = {
    "package.json": '{"name":"lid","description":"Lids","exports":"./dist/index.js"}',
    "src/index.ts":
      'import * as kinds from "./kinds.js"\nexport { turn, type Lid } from "./turn.js"\nexport * from "./boxes.js"\nexport { kinds }\n',
    "src/boxes.ts": "/** Packs it. */\nexport const pack = 1\n",
    "src/kinds.ts": "/** A kind of lid. */\nexport const glass = 1\n",
    "src/turn.ts":
      "/** Turns a lid.\n *\n * @example\n *  const lid = glass()\n *\n *  turn(lid, {\n *    twice: true\n *  })\n *\n * @param lid The lid.\n */\nexport function turn() {}\n/** A lid. */\nexport type Lid = 1\n/** Inside only. */\nexport const own = 1\n"
  }

  it("D7 lists of a package of JavaScript what its index exports by name or from a whole file", () => {
    const names = below(textOf(library), "## API").match(/^\| `\w+`/gm)
    expect(names).toEqual(["| `turn`", "| `Lid`", "| `pack`"])
    const { "src/index.ts": _, ...inner } = library
    expect(textOf(inner)).not.toContain("## API")
    const manifest = '{"name":"lid","description":"Lids","main":"./src/turn.ts"}'
    expect(below(textOf({ ...inner, "package.json": manifest }), "## API").match(/^\| `\w+`/gm)).toHaveLength(3)
  })

  it("D7 does not cut rows of the API so that they are the same", () => {
    const lib =
      "//! It turns lids.\n\n/// Turns a lid.\n///\n/// To the left, as [`right`] does not.\npub fn left() {}\n/// Turns a lid.\n///\n/// To the right.\npub fn right() {}\n"
    const api = below(textOf({ "Cargo.toml": "[package]\nname = 'tool'\n", "src/lib.rs": lib }), "## API")
    expect(api).toContain("| Turns a lid.<br>To the left, as `right` does not. |")
    expect(api).toContain("| Turns a lid.<br>To the right. |")
  })
})
