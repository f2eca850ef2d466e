/** Documents of texts in reStructuredText (D49): what their authors wrote, in Markdown. */
import { describe, expect, it } from "vitest"
import { make, tree } from "./made.ts"

describe("a text in reStructuredText", () => {
  const rough = "Tool\n====\n\n.. image:: a.png\n\nIt `packs <https://example.com>`_ lids.\n"

  it.each(["readme", "user-guide"] as const)(
    "D49 a %s holds what its authors say in reStructuredText, in Markdown",
    (docType) => {
      const words = "[packs](https://example.com) lids."
      const files = {
        "README.rst": `${rough}\nMIT license\n`,
        "docs/install.rst": rough,
        "package.json": '{"name":"tool"}'
      }
      for (const source of [tree(files), { name: "a", kind: "text" as const, content: rough }])
        expect(make(docType, source).markdown).toContain(words)
      // Notes are made of change lists, which are read.
      expect(make("release-notes", `${rough}\n1.0.0\n-----\n\n- Turn lids\n`).markdown).toContain("- Turn lids")
      expect(make("user-guide", `Write so:\n\n\`\`\`rst\n${rough}\`\`\`\n`).markdown).toContain(".. image:: a.png")
    }
  )

  it.each([
    [
      "headings by their order",
      "Tool\n****\n\nA.\n\n===\nUse\n===\n\nB.\n\nMore\n----\n\nC.\n",
      "# Tool\n\nA.\n\n## Use\n\nB.\n\n### More\n\nC."
    ],
    [
      "items within items",
      "- One\n  goes on\n\n  #. Two::\n\n       turn\n\n\n         lids\n\n(1) Three\n",
      "- One\n  goes on\n\n  1. Two:\n\n     ```\n     turn\n\n\n       lids\n     ```\n\n1. Three"
    ],
    [
      "terms, fields and options",
      "lid\n  What turns.\n\n:size: 3\n\n-v, --loud  Says more.\n",
      "- **lid**\n\n  What turns.\n\n- **size:** 3\n\n- `-v, --loud`: Says more."
    ],
    [
      "links by name",
      "See `the lids`_, boxes_, lid_ and `more <b_>`__.\n\n.. _the lids: https://a.example/\n   lids\n.. _b: https://b.example\n.. _boxes: b_\n",
      "See [the lids](https://a.example/lids), [boxes](https://b.example), lid_ and [more](https://b.example)."
    ],
    [
      "links to headings and labels",
      "See :ref:`a-lid` and :ref:`it <a-lid>` or Lids_.\n\n.. _a-lid:\n\nLids\n----\n\nTurn.\n",
      "See [Lids](#lids) and [it](#lids) or [Lids](#lids).\n\n# Lids\n\nTurn."
    ],
    [
      "code, roles and escapes",
      "Call ``a`b``, :func:`~lids.turn`, `lid.size` or *now*, a\\ s, <tag>, __init__ and snake_case.\n",
      "Call ``a`b``, `turn`, `lid.size` or *now*, as, \\<tag>, \\__init__ and snake_case."
    ],
    [
      "notes with what they hold",
      ".. warning:: Hot.\n\n   Do not touch:\n\n   .. code-block:: sh\n\n      lid --off\n",
      "> **Warning:**\n> Hot.\n>\n> Do not touch:\n>\n> ```sh\n> lid --off\n> ```"
    ],
    [
      "pictures by name, with where they lead",
      "|new| lid\n\n.. |new| image:: https://a.example/new.svg\n   :alt: New\n   :target: https://a.example\n",
      "[![New](https://a.example/new.svg)](https://a.example) lid"
    ],
    [
      "tables drawn with lines",
      "+---+-----+\n| a | b|c |\n+===+=====+\n| 1 | x   |\n|   | y   |\n+---+-----+\n\n==  ==\na   b\n==  ==\n1   x\n    y\n==  ==\n",
      "| a | b\\|c |\n| --- | --- |\n| 1 | x y |\n\n| a | b |\n| --- | --- |\n| 1 | x y |"
    ],
    [
      "tables of lists and values",
      '.. list-table:: Sizes\n   :header-rows: 1\n\n   * - a\n     - b\n   * - 1\n     - x\n\n.. csv-table::\n   :header: "a", "b"\n\n   1, "x, y"\n',
      "**Sizes**\n\n| a | b |\n| --- | --- |\n| 1 | x |\n\n| a | b |\n| --- | --- |\n| 1 | x, y |"
    ],
    [
      "what a program has",
      ".. option:: --lid, -l\n\n   Turns it.\n\n.. versionadded:: 2.1\n",
      "- `--lid`, `-l`\n\n  Turns it.\n\n> **Added in version 2.1:**"
    ]
  ])("D49 shows %s of reStructuredText", (_, source, shown) => {
    const { markdown } = make("readme", tree({ "README.rst": `Tool of MIT license\n###################\n\n${source}` }))
    const lowered = shown.replaceAll(/^#(?=#* )/gm, "##")
    expect(markdown.split("\n").slice(2).join("\n").trim()).toBe(lowered)
  })

  it("D8 is no chapter of a guide where it only leads to other pages", () => {
    const page = (more: string) => `Usage\n=====\n\nSee the pages below.\n\n.. toctree::\n\n   a\n${more}`
    const guide = (more: string) =>
      make("user-guide", tree({ "README.rst": "Tool\n====\n\nLids.\n", "docs/usage.rst": page(more) })).markdown
    expect(guide("")).not.toContain("Usage")
    expect(guide("\nTurn it.\n")).toContain("## Usage\n\nSee the pages below.\n\nTurn it.\n")
  })

  it("D49 names what of a text in reStructuredText another file fills in, and shows no settings and comments of its site", () => {
    const source =
      "Tool\n====\n\n:orphan:\n\n.. contents::\n\nMIT license.\n\n.. include:: more.rst\n\n.. index:: lids\n"
    const { markdown, report } = make("readme", tree({ "README.rst": source }))
    expect(markdown).toBe("# Tool\n\nMIT license.\n")
    expect(report.dropped.map(({ item }) => item)).toEqual([
      "README.rst, line 6: .. contents::",
      "README.rst, line 10: .. include:: more.rst"
    ])
  })
})
