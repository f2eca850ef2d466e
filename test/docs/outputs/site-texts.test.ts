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

  it("shows no marks of a publishing system", () => {
    const { dropped, markdown } = guideOf(
      "# Packing by hand",
      "",
      "{nonwhite} ",
      "## Lids",
      "",
      "{video}abc|lids.png{/video}",
      "{/nonwhite}",
      "",
      "Turn {id} twice.",
      "",
      "{tip}",
      "Wear gloves.",
      "{/tip}",
      "",
      "WARN:**Edges:** They are sharp.",
      "",
      "NOTE: **Note:** Some are blunt."
    )
    expect(below(markdown, "## Lids").trim()).toBe(
      "Turn {id} twice.\n\n> **Tip:**\n> Wear gloves.\n\n> **Warning: Edges:** They are sharp.\n\n> **Note:** Some are blunt."
    )
    expect(dropped).toEqual([
      "line 6: {video}abc|lids.png{/video} (Only the generator of its site knows what stands there)"
    ])
  })
})
