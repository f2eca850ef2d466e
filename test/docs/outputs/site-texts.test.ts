/** Texts that were written for a site: their titles, links, comments and marks in a guide. */
import { describe, expect, it } from "vitest"
import { below, make, tree } from "./made.ts"

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

  it("leads links of a readme to files and folders of its repository", () => {
    const url = "https://raw.githubusercontent.com/ann/box/main/lids/README.md"
    const content =
      "# Lids\n\nSee [all](../LICENSE), [glass](glass/), [the rules](/RULES.md) and [a site](glass.example:80)."
    const { markdown } = make("user-guide", { name: "box", url, content })
    const root = "https://github.com/ann/box/blob/main"
    expect(markdown).toContain(
      `See [all](${root}/LICENSE), [glass](${root}/lids/glass/), [the rules](${root}/RULES.md) and a site.`
    )
  })

  it("leads no link from the root of a site to the repository", () => {
    const { markdown } = guideOf("# Packing by hand", "", "They are [lids](/lids.md) for [boxes](/boxes).")
    expect(below(markdown, "# Packing by hand").trim()).toBe("They are lids for boxes.")
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
      "# Glass\n\nSee [lids]({% link _wiki/lids/all.md %}) and [below]({% link _wiki/lids/glass.md %}#turn-it).\n\n## Turn it\n\nTurn.\n"
    const { markdown } = make("user-guide", { name: "box", url, content })
    const root = "https://github.com/ann/box/blob/main"
    expect(markdown).toContain(`See [lids](${root}/site/_wiki/lids/all.md) and [below](#turn-it).`)
  })
})

describe("links in a guide", () => {
  it("D8 lead to anchors whose names their author escaped, and to a file that is a chapter", () => {
    const files = {
      "README.md":
        '# Tool\n\nIt turns lids, [as upgraded](UPGRADING.md).\n\n## Inputs\n\n| Name |\n| --- |\n| <a name="input_lid"></a> [lid](#input\\_lid) |\n\n## Server\n\nRun the server.\n',
      "UPGRADING.md": "# Upgrade it\n\nBack up the database.\n"
    }
    expect(make("admin-guide", tree(files)).markdown).toContain("[as upgraded](#upgrade-it)")
    expect(make("user-guide", tree(files)).markdown).toContain("[lid](#input")
  })

  it("D8 keep the heading that they lead to, also where the next one follows at once", () => {
    const text =
      "# Boxer\n\nSee [menus](#2-menus).\n\n## Use\n\n### 2 Menus\n\n### 2.1 Choices\n\nPick one.\n\n### 3 Rest\n\n### 4 End\n\nStop.\n"
    const { markdown } = make("user-guide", text)
    expect(markdown).toContain("See [menus](#2-menus).")
    expect(markdown).toContain("### 2 Menus\n\n### 2.1 Choices")
    expect(markdown).not.toContain("3 Rest")
  })
})

describe("guides of a repository", () => {
  it("D9 is no copy of the user guide: a repository without a word for administrators makes none", () => {
    const readme = "# Tool\n\nIt turns lids.\n\n## Use\n\nTurn the lid.\n\n## More\n\nUnder the Apache License 2.0.\n"
    const from = (more: object) => tree({ "README.md": readme, ...more })
    expect(() => make("admin-guide", from({}))).toThrow("The sources tell nothing for administrators of Tool")
    expect(make("user-guide", from({})).markdown).toContain("Turn the lid.")
    expect(make("admin-guide", from({ ".env.example": "LID_SIZE=3\n" })).markdown).toContain("LID_SIZE")
    const scripts = (own: object) => ({ "package.json": JSON.stringify({ name: "tool", private: true, scripts: own }) })
    expect(() => make("admin-guide", from(scripts({ build: "tsc", test: "vitest" })))).toThrow(
      "nothing for administrators"
    )
    const { markdown } = make("admin-guide", from(scripts({ build: "tsc", "db:migrate": "knex" })))
    expect(below(markdown, "## Operate")).toContain("db:migrate")
    expect(markdown).not.toContain("tsc")
    const docker = make("admin-guide", from({ Dockerfile: "FROM alpine\nWORKDIR /tmp\nVOLUME /lids\n" })).markdown
    expect(below(docker, "## Install")).toContain("| `VOLUME` | `/lids` |")
    expect(docker).not.toMatch(/FROM|WORKDIR/)
  })
  it("D9 holds the chapters of administrators only, and what it is, its installation and its settings", () => {
    const readme =
      "# Tool\n\nIt turns lids.\n\n## Introduction\n\nLids turn.\n\n## Use\n\nTurn the lid.\n\n## Install\n\nSet `LID_SIZE`.\n\n## Run it\n\nStart the server behind nginx.\n"
    const { markdown, report } = make("admin-guide", tree({ "README.md": readme, "docs/backups.md": "Copy it.\n" }))
    expect(markdown.match(/^## .*/gm)).toEqual(["## Introduction", "## Install", "## Run it", "## Backups"])
    expect(report.dropped.map(({ item }) => item)).toContain("README.md: Use")
    const variables = Array.from({ length: 8 }, (_, at) => `- \`LID_NUMBER_${at}\`\n`).join("")
    const settings = { "README.md": readme, "docs/options.md": `# Options\n\n${variables}` }
    expect(make("admin-guide", tree(settings)).markdown).toContain("LID_NUMBER_7")
    expect(make("user-guide", tree(settings)).markdown).not.toContain("LID_NUMBER_7")
  })

  it.each([
    "It reads lids of a database.",
    "The license is MIT or Apache, see [LICENSE-APACHE](LICENSE-APACHE), and [lids](https://example.com) of a server.",
    "Overload operators of lids.\n\n```go\nserver.Backup(database)\n```"
  ])("D9 makes none of a library that only mentions what others run: %s", (words) => {
    const files = { "README.md": `# Tool\n\nIt turns lids.\n\n## Use\n\n${words}\n` }
    expect(() => make("admin-guide", tree(files))).toThrow("nothing for administrators of Tool")
  })

  const at = (url: string, files: Readonly<Record<string, string>>) => {
    const source = tree(files)
    return { ...source, snapshot: { ...source.snapshot!, url } }
  }

  it("D8 lead to the files of their repository, with pictures that are there, and pages of a site to their chapters", () => {
    const files = {
      "README.md": "# Tool\n\nSee [more](MORE.md) and ![lid](lid.png).\n\n## Turn\n\nTurn it.\n",
      "docs/src/install.md":
        "# Install it\n\nSee [how](/usage#by-hand), [lids](/lids#all), [faq](../faq/) and ![lid](../a.png) ![gone](b.png).\n",
      "docs/src/usage.md": "# Usage\n\n## By hand\n\nTurn.\n",
      "docs/src/lids.md": "# Lids\n",
      "docs/faq.md": "# FAQ\n\nAsk.\n",
      "docs/a.png": ""
    }
    const { markdown } = make("user-guide", at("https://github.com/ann/tool.git", files))
    const page = "https://github.com/ann/tool/blob/HEAD"
    const raw = "https://raw.githubusercontent.com/ann/tool/HEAD"
    expect(markdown).toContain(`See [more](${page}/MORE.md) and ![lid](${raw}/lid.png).`)
    expect(markdown).toContain(
      `See [how](#by-hand), [lids](${page}/docs/src/lids.md#all), [faq](#faq) and ![lid](${raw}/docs/a.png) ![gone](b.png).`
    )
    expect(markdown.match(/^## .*/gm)).toEqual(["## Turn", "## Install it", "## Usage", "## FAQ"])
    expect(make("user-guide", at("https://gitlab.com/ann/tool", files)).markdown).toContain(
      "[more](https://gitlab.com/ann/tool/-/blob/HEAD/MORE.md)"
    )
    expect(make("user-guide", tree(files)).markdown).toContain("See more and ![lid](lid.png).")
  })

  it("D8 holds documents by their names, those on settings before those on questions, and none on building", () => {
    const page = (title: string) => `# ${title}\n\nTurn it.\n`
    const files = {
      "README.md": "# Tool\n\nIt turns lids.\n\n## Use\n\nTurn.\n",
      "docs/common-questions.md": page("Questions"),
      "docs/command-line-options.md": page("Options"),
      "docs/install.md": page("Install it"),
      "docs/build-options.md": page("Build options"),
      "docs/lids.md": page("Lids")
    }
    const { markdown } = make("user-guide", tree(files))
    expect(markdown.match(/^## .*/gm)).toEqual(["## Use", "## Install it", "## Options", "## Questions"])
  })

  it("D8 has no items of a table of contents that lead to what it does not have", () => {
    const contents =
      "- [Use](#use)\n  - [Turn](#turn)\n- [License](#license)\n  - [Text](#text)\n\n1. [Use](#use)\n2. [Thanks](#thanks)\n"
    const readme = `# Tool\n\nIt turns lids.\n\n${contents}\n## Use\n\n### Turn\n\nTurn it.\n\n- [Use](#use)\n- See [more](#more).\n\n## License\n\n### Text\n\nMIT\n`
    const { markdown, report } = make("user-guide", tree({ "README.md": readme }))
    expect(markdown).toContain("It turns lids.\n\n- [Use](#use)\n  - [Turn](#turn)\n\n1. [Use](#use)\n\n## Use\n")
    expect(markdown).toContain("- [Use](#use)\n- See more.\n")
    expect(report.dropped.map(({ item }) => item)).toContain("README.md, line 5: #license")
  })

  it("D8 is called as the title of the readme spells its product, and begins with the words of a head in HTML", () => {
    const head =
      '<div align="center">\n  <h1><img src="a.svg"> TOOL</h1>\n  <h4>It turns lids.</h4>\n  <a href="https://a.example"><img src="https://img.shields.io/a.svg"></a>\n  <p><a href="https://b.example"><b>Docs</b></a> · <br> · </p>\n</div>\n'
    const use = "\n## Use\n\nTurn it.\n"
    const made = (readme: string) =>
      make("user-guide", tree({ "README.md": readme + use, "docs/dev/faq.md": "# FAQ\n\nBuild.\n" }))
    expect(made(head).markdown).toBe(
      `# TOOL user guide\n\nThis guide is for you if you use TOOL.\n\nIt turns lids.\n\n[Docs](https://b.example) ·\n${use}`
    )
    expect(made("# To-ol: lids for all\n\nLids.\n").markdown).toContain("# To-ol user guide\n")
    const sponsor = "<sup>Special thanks to:</sup>\n\n<table><tr><td>Sponsored by Box</td></tr></table>\n"
    expect(made(`${sponsor}\n<h1>\n  <img src="a.svg"><br />\n  TOOL\n</h1>\n\nLids turn.\n`).markdown).toBe(
      `# TOOL user guide\n\nThis guide is for you if you use TOOL.\n\nLids turn.\n${use}`
    )
    const workspace = { "README.md": `Lids.\n${use}`, "package.json": '{"name":"root","private":true}' }
    expect(make("user-guide", tree(workspace)).markdown).toContain("# tool user guide\n")
    expect(made("# Lids of all kinds\n\nLids.\n").markdown).toContain("# tool user guide\n")
  })
})
