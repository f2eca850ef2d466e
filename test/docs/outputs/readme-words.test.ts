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
      "a package of Haskell that hpack describes",
      { "package.yaml": "name: lid\nsynopsis: Turns lids\nlicense: MIT\nlibrary:\n  source-dirs: src\n" },
      "Turns lids.",
      "Add `lid` to `build-depends`"
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
      "a package of Nim",
      {
        "lid.nimble":
          'version     = "1.1.5"\nauthor = "Ann"\ndescription = "Turns lids"\nlicense = "MIT"\n\nrequires "nim >= 1.4.0"\n'
      },
      "Turns lids.",
      "- Nim 1.4.0 or later\n\n```sh\nnimble install lid"
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
      "Gradle, in a constant",
      {
        "build.gradle.kts":
          'object This {\n    val description = "Turns lids"\n}\ntasks.jar {\n    description = "Packs"\n}\n'
      },
      "Turns lids.",
      "gradle build"
    ],
    [
      "Gradle, for what is published",
      { "build.gradle.kts": 'publishing {\n    pom {\n        description.set("Turns lids")\n    }\n}\n' },
      "Turns lids.",
      "gradle build"
    ],
    [
      "a program that makes a distribution of Perl",
      { "Makefile.PL": 'WriteMakefile(\n  "ABSTRACT" => "Turns lids",\n  NAME => \'Lid::Tool\',\n);\n' },
      "Turns lids.",
      "cpanm Lid::Tool"
    ],
    [
      "a distribution of Perl",
      { "META.json": '{"name":"Lid-Tool","abstract":"Turns lids"}' },
      "Turns lids.",
      "cpanm Lid::Tool"
    ]
  ])("D7 is what it is and how it is installed: %s", (_, files, words, command) => {
    expect(textOf(files)).toContain(words)
    expect(below(textOf(files), /CMake|Gradle/.test(_) ? "## Build" : "## Install")).toContain(command)
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

  it("D7 does not take what a program writes at the head of a file for what the project is", () => {
    const made = (comment: string) =>
      generateDocument({ docType: "readme", sources: [tree({ "tool.h": `/* ${comment} */\n\n#include <a.h>\n` })] })
    expect(made("Do not edit this file directly.")).toMatchObject({ failure: { code: "material_required" } })
    expect(made("Tool turns lids of boxes.")).toMatchObject({ kind: "made", title: "tool" })
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

  it("D7 knows the licence of most modules of Perl", () => {
    const files = { "Makefile.PL": 'ABSTRACT => "Lids"\n', LICENSE: "    The Artistic License 2.0\n\n" }
    expect(below(textOf(files), "## License")).toBe("\n\n[Artistic-2.0](LICENSE)\n")
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
    "docs/api/legal/box.md": "# Box v1\n\nMIT\n",
    "SUPPORT.md": "# Help\n\nAsk.\n",
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
    const links = ["- [Help](SUPPORT.md)", "- [Lids](docs/src/lids.md)", "- [Changes](CHANGELOG.md)"]
    expect(below(textOf(files), "## More to read").trim().split("\n")).toEqual(expect.arrayContaining(links))
    expect(below(textOf(files), "## More to read").trim().split("\n")).toHaveLength(3)
    expect(droppedOf(files).join("\n")).toMatch(/docs\/src\/api\.md: .*generator/)
  })

  it("D7 links to pages of a folder that is called documentation, in the order of their numbers", () => {
    const made = textOf({
      "META.json": '{"abstract":"Lids"}',
      "Documentation/10.boxes.md": "# Boxes\n\nThey shut.\n",
      "Documentation/2.lids.md": "# Lids\n\nThey turn.\n"
    })
    expect(below(made, "## More to read")).toBe(
      "\n\n- [Lids](Documentation/2.lids.md)\n- [Boxes](Documentation/10.boxes.md)\n"
    )
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

  it.each([
    ["a block", "/*!\nTurns lids.\n\n## Use\n\n```\nturn! {\n    // All of them\n    lid,\n}\n```\n*/\n"],
    [
      "lines",
      "//! Turns lids.\n//!\n//! ## Use\n//!\n//! ```\n//! turn! {\n//!     // All of them\n//!     lid,\n//! }\n//! ```\n"
    ]
  ])("D7 keeps the comments of its examples, in %s", (_, lib) => {
    const made = textOf({ "Cargo.toml": "[package]\nname = 'tool'\n", "src/lib.rs": lib })
    expect(below(made, "## Use")).toBe("\n\n```rust\nturn! {\n    // All of them\n    lid,\n}\n```\n")
  })
})
