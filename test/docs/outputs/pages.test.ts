/** Guides made of pages of sites: what their generators compute, components, pictures and links that only the site has. */
import { describe, expect, it } from "vitest"
import { below, make } from "./made.ts"

const guideOf = (...lines: ReadonlyArray<string>) => make("user-guide", lines.join("\n"))

const items = ({ report }: ReturnType<typeof guideOf>): ReadonlyArray<string> => report.dropped.map(({ item }) => item)

describe("a guide made of a page of a site", () => {
  it("leaves out what a program computes, with its frame, and keeps the list around it", () => {
    const made = guideOf(
      "# How to pack",
      "",
      "## Pack",
      "",
      "* Open the box.",
      '<div class="frame"><img alt="The box" src={useUrl("box.png")} /></div>',
      "* Close the box.",
      "",
      '<div className="frame">',
      '  <img alt="The lid" src={useUrl("lid.png")} />',
      "</div>",
      "",
      "Send it."
    )
    expect(below(made.markdown, "## Pack").trim()).toBe("* Open the box.\n\n* Close the box.\n\nSend it.")
    expect(items(made).filter((item) => item.includes("useUrl"))).toHaveLength(2)
  })

  it.each([
    ["docs/lids-and-hinges.md", "# Lids and hinges"],
    ["docs/index.md", "# User guide"]
  ])("is called after its file where it has no title: %s", (path, title) => {
    const url = `https://example.com/${path}`
    const content = "Open the box first.\n\n## Lids\n\nTurn it.\n\n## Hinges\n\nOil it.\n"
    expect(make("user-guide", { name: "box", content, url }).markdown.split("\n")[0]).toBe(title)
  })

  it("keeps chapters for those who take part where the page is about that, and links that are components", () => {
    const text =
      "---\ntitle: Governance policy\n---\n\nWho decides.\n\n## Roles\n\nTwo.\n\n## Contributing\n\nSee <LinkOut href='https://example.com/a'>the guide</LinkOut>.\n"
    const { markdown, report } = make("user-guide", { name: "box", content: text })
    expect(below(markdown, "## Contributing").trim()).toBe("See [the guide](https://example.com/a).")
    expect(report.dropped).toEqual([])
  })

  it("shows a note that is a component on one line as a note, and words of others as they are", () => {
    const { markdown } = guideOf(
      "# How to pack",
      "",
      "<Tip>Use `{tape}` of paper.</Tip>",
      "",
      '<Card title="Glass">Pack it twice.</Card>',
      "",
      "Wait <Badge>ten minutes</Badge> and send it.",
      "",
      '<Warning title="Heavy!">Ask Ann.</Warning>'
    )
    expect(markdown).toContain("> **Tip:** Use `{tape}` of paper.\n")
    expect(markdown).toContain("**Glass:** Pack it twice.\n")
    expect(markdown).toContain("Wait ten minutes and send it.\n")
    expect(markdown).toContain("> **Warning: Heavy!** Ask Ann.\n")
  })

  it("leaves out a component over several lines as one, and keeps code that looks like it", () => {
    const made = guideOf(
      "# How to pack",
      "",
      "Pack.",
      "",
      "<Box",
      '  title="Glass"',
      "/>",
      "",
      "```jsx",
      "<Box",
      "  a={1}",
      "/>",
      "```"
    )
    expect(made.markdown).toBe("# How to pack\n\nPack.\n\n```jsx\n<Box\n  a={1}\n/>\n```\n")
    expect(items(made)).toContain('the text, line 5: <Box title="Glass" />')
  })

  it("takes marks in brackets that are closed for those of its generator, and shows their code as code", () => {
    const { markdown } = guideOf(
      "# How to pack",
      "",
      "[version=2]",
      '[prism classes="language-sh"]',
      "pack {% box %} [one]",
      "[/prism]",
      "[/version]",
      "",
      "[kind=3]",
      "",
      "Done."
    )
    expect(markdown).toBe("# How to pack\n\n```\npack {% box %} [one]\n```\n\n[kind=3]\n\nDone.\n")
  })

  it("is called as the author's heading says, where the settings have another title", () => {
    const { markdown } = guideOf("---", "title: Packing overview", "---", "", "# Pack your boxes", "", "Pack.")
    expect(markdown).toBe("# Pack your boxes\n\nPack.\n")
  })

  it("says a title once that stands in the settings and above the text, also where more headings are of its level", () => {
    const { markdown } = guideOf(
      "---",
      "title: Packing",
      "---",
      "",
      "# Packing",
      "",
      "Pack.",
      "",
      "# Send",
      "",
      "Send it."
    )
    expect(markdown).toBe("# Packing\n\nPack.\n\n## Send\n\nSend it.\n")
  })

  it("keeps what opens and closes a part that is folded, and publishes no note of things to do", () => {
    const made = guideOf(
      "# How to pack",
      "",
      "<details>",
      "<summary>More</summary>",
      "",
      "Pack twice.",
      "",
      "</details>",
      "",
      "!!! todo",
      "",
      "    Say how.",
      "",
      "Send it."
    )
    expect(made.markdown).toBe(
      "# How to pack\n\n<details>\n<summary>More</summary>\n\nPack twice.\n\n</details>\n\nSend it.\n"
    )
    expect(made.report.dropped.map(({ reason }) => reason)).toContain("It is a note of the editors")
  })

  it("leaves out HTML that only loads something or shows a picture of the site", () => {
    const made = guideOf(
      "# How to pack",
      "",
      '<p align="center"><img src="/img/box.png"></p>',
      "",
      "Pack.",
      "",
      '<iframe src="https://video.example/1"></iframe>',
      "",
      '<p>Then <img src="https://example.com/a.png"> send it.</p>'
    )
    expect(made.markdown).toBe('# How to pack\n\nPack.\n\n<p>Then <img src="https://example.com/a.png"> send it.</p>\n')
    expect(items(made)).toEqual(
      expect.arrayContaining(["the text, line 3", "the text, line 7: https://video.example/1"])
    )
  })

  it("leads links beside a page back to where it was read, of a readme pictures too, and keeps anchors and other pictures as they were", () => {
    const content =
      '# How to pack\n\nSee [boxes](../boxes.md#small "Boxes"), [tape](/tape), [below](#send), [lids](../lids) and <img src="a.png">.\n\n![A lid](img/lid.png){ width="300" }\n\n## Send\n\n<p><a href="glue.md"><img src="glue.png"></a></p>\n'
    const url = "https://raw.githubusercontent.com/o/packer/main/docs/use/pack.md"
    const { markdown } = make("user-guide", { name: "page", content, url })
    const page = "https://github.com/o/packer/blob/main/docs"
    expect(markdown).toBe(
      `# How to pack\n\nSee [boxes](${page}/boxes.md#small "Boxes"), tape, [below](#send), lids and <img src="a.png">.\n\n![A lid](img/lid.png)\n\n## Send\n\n<p><a href="${page}/use/glue.md"><img src="glue.png"></a></p>\n`
    )
    const readme = make("user-guide", { name: "page", content, url: url.replace("pack.md", "README.md") }).markdown
    const raw = "https://raw.githubusercontent.com/o/packer/main/docs/use"
    expect(readme).toContain(`<img src="${raw}/a.png">.\n\n![A lid](${raw}/img/lid.png)\n`)
  })

  it("leads links to headings that name their anchor, and leaves out what only sets a generator's module", () => {
    const { markdown } = guideOf(
      "# How to pack",
      "",
      "```{currentmodule} boxes",
      "```",
      "",
      "- [Send](#post)",
      "",
      '## <a href="#post" id="post" name="post">Send it</a>',
      "",
      "Send."
    )
    expect(markdown).toBe("# How to pack\n\n- [Send](#send-it)\n\n## Send it\n\nSend.\n")
  })

  it("sets what tags of components hold back to the left, which would be code", () => {
    const { markdown } = guideOf(
      "# How to pack",
      "",
      "<Tabs>",
      '  <Tab title="Boxes">',
      "    Pack them.",
      "",
      "    ```sh",
      "    pack",
      "      --all",
      "    ```",
      "",
      "    <Tip>",
      "      Slowly.",
      "    </Tip>",
      "  </Tab>",
      "</Tabs>",
      "",
      "Send it."
    )
    expect(markdown).toBe(
      "# How to pack\n\n**Boxes**  \nPack them.\n\n```sh\npack\n  --all\n```\n\n> **Tip:**\n> Slowly.\n\nSend it.\n"
    )
  })

  it("leaves out icons before words, and keeps marks of headings", () => {
    const { markdown } = guideOf(
      "# How to pack",
      "",
      ":material-check-bold:{.mark} Pack it.",
      "",
      "- :octicons-rocket-24: Fast",
      "- [:octicons-arrow-right-24: More](https://example.com/more)",
      "",
      "| Box | Tape |",
      "| --- | --- |",
      "| :material-check: | :material-cog: set |",
      "",
      "## Tape *(in the US)* and 2 * 3 * 4",
      "",
      "Turn it."
    )
    expect(markdown).toBe(
      "# How to pack\n\nPack it.\n\n- Fast\n- [More](https://example.com/more)\n\n| Box | Tape |\n| --- | --- |\n| (check icon) | set |\n\n## Tape *(in the US)* and 2 * 3 * 4\n\nTurn it.\n"
    )
  })

  it("gives a note with an empty title none, unless it warns, and names icons", () => {
    const { markdown } = guideOf(
      "# How to pack",
      "",
      '!!! tldr ""',
      "    Pack.",
      "",
      '!!! danger ""',
      "    Sharp.",
      "",
      "Click :material-cog-outline: and `:material-cog:`."
    )
    expect(markdown).toBe(
      "# How to pack\n\n> Pack.\n\n> **Danger:**\n> Sharp.\n\nClick (cog outline icon) and `:material-cog:`.\n"
    )
  })

  it("shows what a frame of HTML holds as Markdown, with its caption", () => {
    const { markdown } = guideOf(
      "# How to pack",
      "",
      "<figure markdown>",
      "  ![A box](https://example.com/box.png){ width=400 }",
      "  <figcaption>A box</figcaption>",
      "</figure>"
    )
    expect(markdown).toBe("# How to pack\n\n![A box](https://example.com/box.png)\n*A box*\n")
  })

  it("reports no chapter as missing that the text has under the same heading", () => {
    const { report } = make("admin-guide", "# How to run it\n\n## Requirements\n\nA server with `PACK_HOME`.\n")
    expect(report.dropped).toEqual([])
  })

  it("keeps a picture to which a sentence leads, also before any heading", () => {
    const picture = '<img alt="Boxes" src="https://example.com/boxes.png">'
    const page = (words: string) => ["---", "title: Boxes of ours", "---", "", "Pack.", "", words, "", picture]
    expect(guideOf(...page("This is how it looks:")).markdown).toContain(picture)
    const above = guideOf("---", "title: Boxes of ours", "---", "", picture, "", "Pack.")
    expect(above.markdown).not.toContain(picture)
    expect(items(above)).toEqual(["the text, line 5"])
  })

  it("names the file above its code, and leaves out what only a generator does to code", () => {
    const made = guideOf(
      "# How to pack",
      "",
      '```yaml title="box.yaml" hl_lines="1"',
      "a: 1",
      "```",
      "",
      "1. Open:",
      "",
      "   ``` {.js title='Open the lid'}",
      '   ```x title="no"',
      "   ```",
      "",
      "```sh",
      "run title=x",
      "```"
    )
    expect(made.markdown).toBe(
      '# How to pack\n\n`box.yaml`:\n\n```yaml\na: 1\n```\n\n1. Open:\n\n   **Open the lid**\n\n   ```js\n   ```x title="no"\n   ```\n\n```sh\nrun title=x\n```\n'
    )
    expect(items(made)).toEqual(['the text, line 3: hl_lines="1"'])
  })

  it("has no class of a program on HTML", () => {
    const { markdown } = guideOf(
      "# How to pack",
      "",
      "Pack.",
      "",
      "<p>",
      '  <img src="https://e.example/a.png" className="wide" alt="Box"/>',
      "</p>"
    )
    expect(markdown).toContain('  <img src="https://e.example/a.png" alt="Box"/>\n')
  })

  it("ends the title of a note with one colon", () => {
    const { markdown } = guideOf("# How to pack", "", '!!! warning "Heavy boxes"', "    Ask Ann.")
    expect(markdown).toContain("> **Warning: Heavy boxes.**\n")
  })

  it("takes its title for no product whose parts it speaks of, and keeps all of it", () => {
    const page = (first: string) =>
      make(
        "admin-guide",
        [
          "---",
          "title: Docker",
          "---",
          "",
          first,
          "",
          "## Requirements",
          "",
          "A server with `PACK_HOME` and Docker.",
          "",
          "## Ordering",
          "",
          "Boxes stand in their order."
        ].join("\n")
      ).markdown
    const made = page("Docker instances are named in a file.")
    expect(made).toContain("# Docker\n\nDocker instances")
    expect(made).toContain("## Ordering")
    expect(page("Docker runs boxes.")).toContain("run Docker.")
  })
})
