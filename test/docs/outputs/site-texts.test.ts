/** Texts that were written for a site: their titles, links, comments and marks in a guide. */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"

const guideOf = (...lines: ReadonlyArray<string>) => {
  const url = "https://raw.githubusercontent.com/team/box/0/docs/pack.md"
  const { markdown, report } = make("user-guide", { name: "box", url, content: lines.join("\n") })
  return {
    markdown,
    dropped: report.dropped.map(({ item, reason }) => `${item.replace("the text, ", "")} (${reason})`)
  }
}

describe("a guide made of a text for a site", () => {
  it.each(["<!-- (c) 2026 Ann. Licensed under MIT -->", "!!! note\n    Bring tape.", "Bring tape."])(
    "is called as its only main heading, also below %j",
    (above) => {
      const { markdown } = guideOf(above, "", "# Packing by hand", "", "Open it.", "", "## Lids", "", "Turn it.")
      expect(markdown.match(/^#+ .*$/gm)).toEqual(["# Packing by hand", "## Lids"])
    }
  )

  it("says of a comment why it is left out", () => {
    const { dropped } = guideOf(
      "<!-- Copyright 2026 Ann -->",
      "",
      "# Packing by hand",
      "",
      "Open it.",
      "",
      "<!-- vale off -->",
      "",
      "Close it.",
      "",
      "<!-- TODO: lids -->"
    )
    expect(dropped).toEqual([
      "line 1 (It is a notice of copyright or licence)",
      "line 7 (It is a comment, which readers do not see)",
      "line 11 (It is a note of the editors)"
    ])
  })

  it("says of breaks that they are no pictures", () => {
    const { dropped } = guideOf(
      "# Packing by hand",
      "",
      "![](https://img.shields.io/a.svg)",
      "",
      "Open it.",
      "",
      "<hr/>",
      "",
      "<br/>",
      "",
      "Close it."
    )
    expect(dropped).toEqual([
      "line 3 (It is a badge or a picture that frames the text)",
      "line 7 (It only sets what stands around it apart, and has no words)",
      "line 9 (It only sets what stands around it apart, and has no words)"
    ])
  })

  it.each([
    ["PACKING-LIDS", "## Packing lids by hand", "# Packing lids by hand\n\n## 1. Open\n\nOpen.\n\n## Hints\n\nTurn.\n"],
    ["PACKING-BOXES", "## Lids", "# Packing boxes\n\n## Lids\n\n### 1. Open\n\nOpen.\n\n## Hints\n\nTurn.\n"]
  ])("is called as its first heading says where the file %s is called so, too", (file, heading, markdown) => {
    const url = `https://raw.githubusercontent.com/team/box/0/docs/${file}.md`
    const content = `${heading}\n\n### 1. Open\n\nOpen.\n\n## Hints\n\nTurn.\n`
    expect(make("user-guide", { name: "box", url, content }).markdown).toBe(markdown)
  })

  it("keeps links and anchors of headings, reports those of titles, and what the settings of a page say of it", () => {
    const { dropped, markdown } = guideOf(
      "---",
      "title: Packing",
      "description: How boxes are packed.",
      "---",
      "",
      "# Packing by [hand](https://example.com/hand)",
      "",
      '## <a name="tape"></a>With [Tape](https://example.com/tape), [glue][] and [lids](lids.html)',
      "",
      "Turn it, see [above](#Tape).",
      "",
      "[glue]: https://example.com/glue"
    )
    expect(markdown).toMatch(/^# Packing by hand\n/)
    expect(markdown).toContain(
      '## <a name="tape"></a>With [Tape](https://example.com/tape), [glue][] and lids\n\nTurn it, see [above](#tape).\n'
    )
    expect(dropped).toEqual([
      "line 3: How boxes are packed. (It is the description of the page for its site)",
      "line 6: https://example.com/hand (Titles have no links; its words stay)",
      "line 8: lids.html (It leads nowhere from here; of a link, the words stay)"
    ])
  })

  it("reports chapters of links that lead nowhere, by their words and with the reason", () => {
    const { dropped, markdown } = guideOf(
      "# Packing by hand",
      "",
      "Open it.",
      "",
      "## Related",
      "",
      "- [Lids](/lids.html)",
      "- [Tape](/tape.html)",
      "",
      "**Next step:** [Lids →](/lids.html)",
      "",
      "## Reading",
      "",
      "[All about tape](tape.html)"
    )
    expect(markdown).not.toMatch(/Related|Reading|Lids|tape/i)
    expect(dropped).toEqual([
      "line 7: [Lids](/lids.html) (It is only a link to what is not here)",
      "line 7: [Tape](/tape.html) (It is only a link to what is not here)",
      "line 10: **Next step:** [Lids →](/lids.html) (It is only a link to what is not here)",
      "line 14: [All about tape](tape.html) (It is only a link to what is not here)",
      "Related (Only what leads nowhere from here stood below the heading)",
      "Reading (Only what leads nowhere from here stood below the heading)"
    ])
  })

  it("leads links from the root of the repository, and to neighbours of files, to where these are", () => {
    const { dropped, markdown } = guideOf(
      "# Packing by hand",
      "",
      "See [lids](/src/lids.md#old), ![a box](/docs/box.png) and ![a lid](/lid.png).",
      "",
      "1. [run.sh](../src/run.sh)",
      "2. [run](../src/run)",
      "3. [walk](../pages/walk)"
    )
    expect(below(markdown, "# Packing by hand").trim()).toBe(
      "See [lids](https://github.com/team/box/blob/0/src/lids.md#old), ![a box](https://raw.githubusercontent.com/team/box/0/docs/box.png) and .\n\n" +
        "1. [run.sh](https://github.com/team/box/blob/0/src/run.sh)\n2. [run](https://github.com/team/box/blob/0/src/run)\n3. walk"
    )
    expect(dropped.map((one) => one.replace(/ \(.*/, ""))).toEqual(["line 3: /lid.png", "line 5: ../pages/walk"])
  })

  it("leads no link from the root of a site to the repository", () => {
    const { markdown } = guideOf("# Packing by hand", "", "They are [lids](/lids.md) for [boxes](/boxes).")
    expect(below(markdown, "# Packing by hand").trim()).toBe("They are lids for boxes.")
  })

  it("has no sentence that sends readers to a link which is not there", () => {
    const { dropped, markdown } = guideOf(
      "# Packing by hand",
      "",
      "## Lids",
      "",
      "They changed in May. Use the link to see old ones: [Old lids](old.html)",
      "",
      "Use the link [of the shop](https://example.com)."
    )
    expect(below(markdown, "## Lids").trim()).toBe(
      "They changed in May.\n\nUse the link [of the shop](https://example.com)."
    )
    expect(dropped).toEqual([
      "line 5: Use the link to see old ones: [Old lids](old.html) (It sends readers to a link that leads nowhere from here)"
    ])
  })

  it("has no sentence that only points to what is not there, and no list of more to read without its links", () => {
    const { dropped, markdown } = guideOf(
      "# Packing by hand",
      "",
      "## Lids",
      "",
      "Turn them. See the [guide of lids](/lids) for more. They close.",
      "",
      "Check out the shop! [Return to the",
      "index.](/index)",
      "",
      "See [lids](/lids), which you turn twice. They have [marks](/marks), and see [tape](https://example.com/tape) or [glue](/glue).",
      "",
      "- [Red](/red) - it closes",
      "- [Blue](/blue) - it opens",
      "",
      "## Related documentation",
      "",
      "- [Tape](/tape) - how it holds",
      "- **[Glue](/glue)**: how it sticks"
    )
    expect(markdown).not.toContain("Related")
    expect(below(markdown, "## Lids").trim()).toBe(
      "Turn them. They close.\n\nCheck out the shop!\n\nThey have marks, and see [tape](https://example.com/tape) or glue.\n\n- Red - it closes\n- Blue - it opens"
    )
    expect(
      dropped.filter((one) => /It (?:sends|is only)/.test(one)).map((one) => one.replace(/ \(It .*/s, ""))
    ).toEqual([
      "line 5: See the [guide of lids](/lids) for more.",
      "line 7: [Return to the\nindex.](/index)",
      "line 10: See [lids](/lids), which you turn twice.",
      "line 17: [Tape](/tape) - how it holds",
      "line 17: **[Glue](/glue)**: how it sticks"
    ])
  })

  it("shows no marks of a publishing system", () => {
    const { dropped, markdown } = guideOf(
      "# Packing by hand",
      "",
      "{nonwhite} ",
      "## Lids",
      "",
      "{/nonwhite}",
      "",
      "Turn {id} twice.",
      "",
      "{tip}",
      "Wear gloves.",
      "{/tip}"
    )
    expect(below(markdown, "## Lids").trim()).toBe("Turn {id} twice.\n\n> **Tip:**\n> Wear gloves.")
    expect(dropped).toEqual([])
  })

  it("leads links from the root of a site to the folder above the text that they name first, and links to the text to its headings", () => {
    const url = "https://raw.githubusercontent.com/ann/box/main/site/_wiki/lids/glass.md"
    const content =
      "# Glass\n\nSee [lids]({% link _wiki/lids/all.md %}), [below]({% link _wiki/lids/glass.md %}#turn-it) and [the rules](/RULES.md).\n\n## Turn it\n\nTurn.\n"
    const { markdown } = make("user-guide", { name: "box", url, content })
    const root = "https://github.com/ann/box/blob/main"
    expect(markdown).toContain(
      `See [lids](${root}/site/_wiki/lids/all.md), [below](#turn-it) and [the rules](${root}/RULES.md).`
    )
  })
})
