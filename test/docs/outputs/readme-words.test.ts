/** A readme of a tree without one, from what its authors wrote elsewhere: manifests, the page of its documents, its main file and examples. */
import { describe, expect, it } from "vitest"
import { generateDocument } from "../../../plugins/docs/index.ts"
import { below, make, tree } from "./made.ts"

type Files = Readonly<Record<string, string>>

const textOf = (files: Files) => make("readme", tree(files)).markdown

const droppedOf = (files: Files) =>
  make("readme", tree(files)).report.dropped.map(({ item, reason }) => `${item}: ${reason}`)

const cabal = `cabal-version: 2.4
name:          lid-tool
version:       1.0
synopsis:      A library for lids
description:
    lid-tool is a library for lids,
    and for boxes.
    .
    It is fast.
    .
    See the README for more.
license:       BSD3
homepage:      https://example.com/lids

library
  exposed-modules: Lid
`

const opam = `opam-version: "2.0"
synopsis: "Turn lids"
description: """
Tool turns [lids] and boxes.

It is fast.

[lids]: https://example.com/lids"""
license: "ISC"
depends: [
  "ocaml" {>= "4.08.0"}
]
`

describe("what a manifest says", () => {
  it.each<readonly [string, Files, string, string]>([
    [
      "Cabal",
      { "lid-tool.cabal": cabal },
      "lid-tool is a library for lids,\nand for boxes.\n\nIt is fast.",
      "Add `lid-tool` to `build-depends`"
    ],
    [
      "opam",
      { "tool.opam": opam },
      "Tool turns [lids] and boxes.\n\nIt is fast.\n\n[lids]: https",
      "opam install tool"
    ],
    [
      "Julia",
      {
        "Project.toml": 'name = "Lid"\nuuid = "1"\nversion = "1.0.0"\n[compat]\njulia = "1.6"\n',
        "src/Lid.jl": '"""\nLid turns all lids.\n"""\nmodule Lid\n'
      },
      "# Lid.jl\n\nLid turns all lids.",
      "] add Lid"
    ],
    [
      "Elixir",
      {
        "mix.exs":
          'defmodule Lid.MixProject do\n  @version "1.4.2"\n  def project, do: [app: :lid, version: @version, elixir: "~> 1.11",\n    package: package(), description: "Turns lids"]\n'
      },
      "Turns lids.",
      '```elixir\n{:lid, "~> 1.4"}\n```'
    ],
    [
      "Dart",
      { "pubspec.yaml": "name: lid\nversion: 1.0.0\ndescription: >-\n  Turns lids\n  and boxes.\n" },
      "Turns lids and boxes.",
      "dart pub add lid"
    ],
    [
      "a gem",
      {
        "lid.gemspec":
          'Gem::Specification.new do |s|\n  s.name = "lid"\n  s.summary = %q{Turns lids}\n  s.required_ruby_version = ">= 3.1"\nend\n'
      },
      "Turns lids.",
      "gem install lid"
    ],
    [
      "a rock of Lua",
      {
        "rockspecs/tool-1.0-1.rockspec":
          'package = "lid"\ndescription = {\n  summary = "Turns lids", license = "MIT <http://example.com>",\n}\ndependencies = {"lua >= 5.1"}\n'
      },
      "Turns lids.",
      "- Lua 5.1 or later\n\n```sh\nluarocks install lid"
    ],
    [
      "NuGet",
      {
        "src/Lid/Lid.csproj": "<Project><PropertyGroup><Description>Turns lids</Description></PropertyGroup></Project>"
      },
      "Turns lids.",
      "dotnet add package Lid"
    ],
    [
      "CMake",
      { "CMakeLists.txt": 'project(lid VERSION 1.0 DESCRIPTION "Turns lids")\n' },
      "Turns lids.",
      "cmake -B build"
    ],
    [
      "setup.cfg",
      { "setup.cfg": "[metadata]\nname = lid\ndescription = Turns lids\n[options]\npython_requires = >=3.9\n" },
      "Turns lids.",
      "pip install lid"
    ],
    [
      "setup.py",
      { "setup.py": 'setup(\n    name="lid",\n    description="Turns lids",\n)\n' },
      "Turns lids.",
      "pip install lid"
    ],
    [
      "a distribution of Perl",
      { "META.json": '{"name":"Lid-Tool","abstract":"Turns lids"}' },
      "Turns lids.",
      "cpanm Lid::Tool"
    ]
  ])("D7 is what it is and how it is installed: %s", (_, files, words, command) => {
    expect(textOf(files)).toContain(words)
    expect(below(textOf(files), /CMake/.test(_) ? "## Build" : "## Install")).toContain(command)
  })

  it("D7 takes no part of a description for all of it, nor that of one package for that of another", () => {
    const mix = 'defmodule A do\n def p, do: [app: :tool, package: p(), description: "Turns lids, " <>\n "and boxes"]\n'
    const solution = {
      "src/Tool/Tool.csproj": "<Project><PackageTags>a</PackageTags></Project>",
      "src/Tool.More/Tool.More.csproj": "<Project><Description>Turns boxes</Description></Project>"
    }
    for (const files of [{ "mix.exs": mix }, solution]) {
      const made = generateDocument({ docType: "readme", sources: [tree(files)] })
      expect(made).toMatchObject({ failure: { code: "material_required" } })
    }
  })

  it("D7 says the same once, and speaks of no readme in one", () => {
    const made = textOf({ "lid-tool.cabal": cabal })
    expect(made).not.toMatch(/A library|README/)
    expect(droppedOf({ "lid-tool.cabal": cabal }).join("\n")).toContain("It speaks of a readme")
    const rust = {
      "Cargo.toml": '[package]\nname = "lid"\ndescription = "Fast turning of lids"\n',
      "src/lib.rs": "//! Turning of lids\n//!\n//! ## Why?\n//!\n//! It is needed.\n"
    }
    expect(textOf(rust)).toMatch(/^# lid\n\nFast turning of lids\.\n\n## Install/)
  })

  it("D7 names the versions that are needed", () => {
    expect(textOf({ "tool.opam": opam })).toContain("- OCaml 4.08.0 or later\n")
    const index = { "docs/index.md": "# Tool\n\nIt turns lids.\n\n## Installation\n\nDownload it.\n" }
    expect(below(textOf({ "tool.opam": opam, ...index }), "## Requirements")).toContain("- OCaml 4.08.0 or later\n")
  })

  it("D7 gives the licence as the manifest does, with all its files", () => {
    const files = {
      "Cargo.toml": '[package]\nname = "lid"\ndescription = "Lids"\nlicense = "MIT/X11 OR Apache-2.0"\n',
      "LICENSE-MIT": "",
      "LICENSE-X11": ""
    }
    expect(below(textOf(files), "## License")).toBe(
      "\n\nMIT/X11 OR Apache-2.0: [LICENSE-MIT](LICENSE-MIT), [LICENSE-X11](LICENSE-X11)\n"
    )
    expect(below(textOf({ "tool.opam": opam }), "## License")).toBe("\n\nISC\n")
    const file = { LICENSE: "Redistribution and use in source and binary forms: Neither the name" }
    expect(below(textOf({ "lid-tool.cabal": cabal, ...file }), "## License")).toContain("[BSD-3-Clause](LICENSE)")
  })
})

describe("the page of the documents", () => {
  const index = [
    "# Tool documentation",
    "It turns [lids](lids.md), see [`Lid`](@ref).",
    "## Installation",
    "Download it.",
    "```@contents\nPages = []\n```",
    "## Overview",
    "Turn a lid:",
    "```julia\nturn(lid)\n```"
  ].join("\n\n")
  const files = {
    "docs/src/index.md": index,
    "docs/src/lids.md": "# Lids\n\nThey turn.\n",
    "docs/src/api.md": "```@docs\nturn\n```\n",
    "pyproject.toml": "[project]\nname = 'tool'\n",
    "docs/contributing.md": "# Contributing\n\nTurn.\n",
    "CHANGELOG.md": "# Changes\n"
  }

  it("D7 is moved whole, with its own chapters and its links as they are at the root", () => {
    const made = textOf(files)
    expect(made).toMatch(
      /^# tool\n\nIt turns \[lids\]\(docs\/src\/lids\.md\), see `Lid`\.\n\n## Installation\n\nDownload it\.\n/
    )
    expect(below(made, "## Overview")).toContain("Turn a lid:\n\n```julia\nturn(lid)\n```\n")
    expect(made).not.toMatch(/pip install|@contents|## Usage|src\/index\.md/)
  })

  it("D7 links to the other pages, none of which only a generator can show, and to the changes", () => {
    expect(below(textOf(files), "## More to read")).toBe("\n\n- [Lids](docs/src/lids.md)\n- [Changes](CHANGELOG.md)\n")
    expect(droppedOf(files).join("\n")).toMatch(/docs\/src\/api\.md: .*generator/)
  })

  it("D7 is not taken where it does not speak of the project, and the report says so", () => {
    const other = {
      "pyproject.toml": "[project]\nname = 'tool'\ndescription = 'Lids'\n",
      "docs/index.md": "# Welcome\n\nSee the pages.\n"
    }
    expect(textOf(other)).not.toContain("See the pages")
    expect(droppedOf(other).join("\n")).toMatch(/docs\/index\.md: .*name/)
  })
})

describe("the head of the main file", () => {
  it.each<readonly [string, Files, string]>([
    [
      "C",
      {
        "tool.h": "/* tool.h -- VERSION 1.0\n *\n * Copyright (c) 2020 A\n */\n",
        "tool.c": "#ifndef A\n/* tool.c -- turns lids of\n * any size.\n *\n * ----\n *\n * Copyright (c) 2020 A\n */\n"
      },
      "Turns lids of any size."
    ],
    [
      "Haskell",
      {
        "src/Tool.hs":
          "{-# LANGUAGE A #-}\n-- |\n-- Module: Tool\n-- License: MIT\n--\n-- Turns lids of any size.\nmodule Tool where\n"
      },
      "Turns lids of any size."
    ],
    [
      "Go",
      { "lid.go": "// Copyright A\n\n/*\nPackage tool turns lids.\n\n\tTurn()\n*/\npackage tool\n" },
      "Package tool turns lids.\n\n\tTurn()\n"
    ],
    [
      "OCaml",
      { "src/tool.mli": "(*---\n  Copyright (c) A\n  ---*)\n\n(** Turns lids of any size.\n\n    More. *)\n" },
      "Turns lids of any size."
    ],
    [
      "Ruby",
      { "lib/tool.rb": "# frozen_string_literal: true\n\n# Turns lids of any size.\nclass Tool\n" },
      "Turns lids of any size."
    ],
    [
      "JavaScript",
      { "index.js": "/*!\n * Copyright A\n */\n'use strict'\n/**\n * Turns lids of any size.\n * @module tool\n */\n" },
      "Turns lids of any size."
    ],
    ["Lua", { "tool.lua": "--- Turns lids of any size.\n-- @module tool\n" }, "Turns lids of any size."],
    [
      "Elixir",
      {
        "lib/tool.ex":
          'defmodule Tool do\n  @moduledoc """\n  Turns lids of any size.\n\n  ## Example\n\n      Tool.turn()\n  """\n'
      },
      "Turns lids of any size.\n\n## Example\n\n    Tool.turn()\n"
    ]
  ])("D7 says what it is, in %s", (_, files, words) => {
    expect(textOf(files)).toContain(`# tool\n\n${words}`)
  })

  it.each([
    "/*\n * This program is free software: you can redistribute it.\n */\n\nint a;\n",
    "/*-*****\n * Tuning\n */\n\n/* Set how the memory is taken. */\n\n#define A 1\n",
    "/* Points to the folder of the cache. */\nextern char *cache;\n"
  ])("D7 is not what it is where it speaks of a part, or of the licence: %j", (text) => {
    const made = generateDocument({ docType: "readme", sources: [tree({ "tool.h": text })] })
    expect(made).toMatchObject({ failure: { code: "material_required" } })
  })

  it("D7 is moved whole where its marks are those of Markdown, without what only its compiler reads", () => {
    const lib =
      "//! Turns lids.\n//!\n//! ## Use\n//!\n//! Call [`turn`], or [`close`]:\n//!\n//! ```no_run\n//! # use lid::turn;\n//! turn();\n//! ```\n//!\n//! [`close`]: fn.close.html\n"
    const made = textOf({ "Cargo.toml": "[package]\nname = 'tool'\n", "src/lib.rs": lib })
    expect(below(made, "## Use")).toBe("\n\nCall `turn`, or `close`:\n\n```rust\nturn();\n```\n")
    expect(made.indexOf("## Install")).toBeLessThan(made.indexOf("## Use"))
  })
})

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
          "a.hs": "",
          "examples/0.rb": "a\nb\nc\n",
          "tests/Examples/a.hs": "a\nb\nc\n",
          "examples/app/src/set.hs": "a\n\nb\n"
        }),
        "## Usage"
      )
    ).toContain("```hs\na\nb\nc\n```")
  })

  it("D7 is shown by no example that needs another one, and without the licence above it", () => {
    const files = {
      ...manifest,
      "examples/a.ml": "open Lib\n\nturn ()\n",
      "examples/b.ml": "(* Copyright A *)\n\nturn ();;\nturn ();;\nturn ();;\n",
      "examples/Lib.ml": "let turn () = turn ()\nlet close () = close ()\nlet open_ () = ()\nlet x = 1\n"
    }
    expect(below(textOf(files), "## Usage")).toContain("b.ml):\n\n```ml\nturn ();;\nturn ();;\nturn ();;\n```")
  })

  it("D7 links to examples that are too long to be shown", () => {
    const files = { ...manifest, "example.c": "a();\n".repeat(1000) }
    expect(below(textOf(files), "## Usage")).toBe("\n\n- [example.c](example.c)\n")
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
      "docs/index.rst": "Tool\n====\n\nIt turns lids.\n",
      Makefile: "tool_example: a.c\n\tcc a.c\n"
    }
    const { markdown, report } = make("readme", tree(files))
    const dropped = report.dropped.map(({ item, reason }) => `${item}: ${reason}`).join("\n")
    expect(dropped).not.toContain("The sources say nothing")
    expect(dropped).toMatch(/docs\/index\.rst: .*Markdown/)
    expect(dropped).toMatch(/Makefile: .*tool_example/)
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

  it("D7 does not cut rows of the API so that they are the same", () => {
    const lib =
      "//! It turns lids.\n\n/// Turns a lid.\n///\n/// To the left, as [`right`] does not.\npub fn left() {}\n/// Turns a lid.\n///\n/// To the right.\npub fn right() {}\n"
    const api = below(textOf({ "Cargo.toml": "[package]\nname = 'tool'\n", "src/lib.rs": lib }), "## API")
    expect(api).toContain("| Turns a lid.<br>To the left, as `right` does not. |")
    expect(api).toContain("| Turns a lid.<br>To the right. |")
  })
})
