/** What only generators of sites understand: shown as Markdown, or left out by name. */
import { describe, expect, it } from "vitest"
import { undirected } from "../../plugins/docs/sources/prose/directives.ts"
import { make } from "./outputs/made.ts"

const read = (text: string) => undirected(text, 0)

describe("directives of site generators", () => {
  it.each([
    ["!!! note\n    Text.\n\n    More.\n\nAfter.", "> **Note:**\n> Text.\n>\n> More.\n\nAfter."],
    ['!!! tip "Be quick"\n    ```sh\n    ls\n    ```', "> **Tip: Be quick.**\n> ```sh\n> ls\n> ```"],
    [":::warning[Hot]\nText.\n:::\nAfter.", "> **Warning: Hot.**\n> Text.\n\nAfter."],
    ["```{note}\nText.\n```", "> **Note:**\n> Text.\n"],
    ["```{admonition} Hot\n:class: danger\nText.\n```", "> **Hot:**\n>\n> Text.\n"],
    ['{{% alert type="warning" %}}\nText.\n{{% /alert %}}', "> **Warning:**\n> Text.\n"],
    ["::: info Warnings\nText.\n:::", "> **Info: Warnings.**\n> Text.\n"],
    ["::: tip A tip for you\nText.\n:::", "> **A tip for you:**\n> Text.\n"],
    ["::: note Lids\nText.\n:::", "> **Lids:**\n> Text.\n"],
    ['<Callout type="warning" title="Hot">\nText.\n</Callout>', "> **Warning: Hot.**\n> Text.\n"],
    ['{% hint style="info" %}\nText.\n{% endhint %}', "> **Info:**\n> Text.\n"],
    ["1. Step\n\n    :::note\n    Text.\n    :::", "1. Step\n\n    > **Note:**\n    > Text.\n"]
  ])("makes a quote of the note %j", (source, text) => {
    expect(read(source)).toEqual({ text, left: [] })
  })

  it.each([
    ['<Tabs>\n<TabItem value="a" label="Linux">\n\nRun it.\n\n</TabItem>\n</Tabs>', "**Linux**"],
    ['=== "Linux"\n\n    Run it.', "**Linux**"],
    ['{{< tabs >}}\n{{< tab "Linux" >}}\nRun it.\n{{< /tab >}}\n{{< /tabs >}}', "**Linux**"]
  ])("names what tabs hold: %j", (source, label) => {
    const { left, text } = read(source)
    expect(
      text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "")
    ).toEqual([label, "Run it."])
    expect(left).toEqual([])
  })

  it.each([
    ["{% highlight ruby %}\nputs 1\n{% endhighlight %}", "```ruby\nputs 1\n```"],
    ["```{code-block} python\n:linenos:\nx = 1\n```", "```python\nx = 1\n```"]
  ])("makes code of %j", (source, text) => {
    expect(read(source)).toEqual({ text, left: [] })
  })

  it("shows directives within directives, with the titles that labels stand for and the labels of tabs", () => {
    const source =
      "(set-up)=\n## Set it up\n\n`````{tab-set}\n````{tab-item} Linux\n:sync: Linux\n\n```{code-block} text\nopen\n```\n\n```{figure} a.png\n:alt: A lid\n```\n````\n`````\n\nSee {ref}`set-up`.\n\n```{seealso}\nMore.\n```"
    expect(
      read(source)
        .text.match(/^.*\S.*$/gm)!
        .map((line) => line.trim())
    ).toEqual([
      "## Set it up",
      "**Linux**",
      "```text",
      "open",
      "```",
      "![A lid](a.png)",
      "See [Set it up](#set-it-up).",
      "> **See also:**",
      "> More."
    ])
  })

  it("shows pictures of components as those of Markdown, but for those whose address is computed", () => {
    expect(read('<Image src="/lid.png" alt="A lid" width="7" />')).toEqual({ text: "![A lid](/lid.png)", left: [] })
    expect(read('{{< figure src="lid.png" title="A lid" >}}').text).toBe("![A lid](lid.png)")
    const computed = '<Image src={lid} alt="A lid" />'
    expect(read(computed)).toEqual({ text: "", left: [{ line: 1, text: computed }] })
  })

  it("keeps the words that only a style sheet sets apart", () => {
    expect(read('<span class="since">Since 2.0</span>boxes {{ x }}').text).toBe("**Since 2.0** boxes `{{ x }}`")
    expect(read('Boxes<span class="x">, lids</span> {{ x }}').text).toBe("Boxes, lids `{{ x }}`")
  })

  it("keeps the whole title of a note, of which a part stands in quotes", () => {
    expect(undirected('::: warning Never "jump over" lids!\nOpen each.\n:::\n', 0).text).toContain(
      '> **Warning: Never "jump over" lids!**'
    )
  })

  it("keeps the words of roles and references, and leads links to named anchors to their headings", () => {
    expect(read("{ref}`the guide <setup>`, {py:func}`~a.b.c` and {envvar}`HOME`").text).toBe(
      "the guide, `c` and `HOME`"
    )
    expect(read('[words]({{< ref "x.md" >}}) and {{ site.version }}').text).toBe(
      "[words](x.md) and `{{ site.version }}`"
    )
    expect(read("## Install it {#inst}\n\n[above](#inst)").text).toBe("## Install it\n\n[above](#install-it)")
    expect(read("## [`BOX=<name>`](#BOX) {#BOX}\n\n[above](#BOX)").text).toContain("\n\n[above](#boxname)")
  })

  it.each([
    '{{< figure src="a.png" >}}',
    "{% include note.html %}",
    '<Card href="/x" />',
    "import A from '@theme/A'",
    "```{toctree}\na\n```",
    "```yaml\n{!../a.yml!}\n```"
  ])("leaves out %j and says so", (source) => {
    const { left, text } = read(`Before.\n\n${source}\n\nAfter.`)
    expect(text.split("\n").filter((line) => line !== "")).toEqual(["Before.", "After."])
    expect(left).toHaveLength(1)
    expect(left[0]!.line).toBeGreaterThanOrEqual(3)
    const { markdown, report } = make("user-guide", `# Page\n\nBefore.\n\n${source}\n\nAfter.\n`)
    expect(markdown).toBe("# Page\n\nBefore.\n\nAfter.\n")
    expect(report.dropped.some(({ reason }) => reason.startsWith("Only the generator of its site"))).toBe(true)
  })

  it("shows the words that a component has as an attribute, and names a tab without a label by its value", () => {
    const text =
      '<Tabs>\n<TabItem value="ui">\n\nGo to <Nav path="Settings > Server" />, not <Pic path="/img/a.png" />.\n\n</TabItem>\n</Tabs>\n'
    const { left, text: shown } = read(text)
    expect(shown).toContain("**ui**")
    expect(shown).toContain("Go to Settings > Server, not .")
    expect(left).toEqual([{ line: 4, text: '<Pic path="/img/a.png" />' }])
  })

  it("leaves out attributes of what stands beside them", () => {
    const text = '{.wide}\n# Lids {: .top}\n\nText.\n{: #text }\n{:toc}\n{: target="_blank"}\n'
    expect(read(text)).toEqual({ text: "\n# Lids\n\nText.\n\n\n\n", left: [] })
  })

  it.each([
    "Write `{{ name }}` and `{type}` or `{% x %}`.",
    "```liquid\n{% if a %}\n{{ b }}\n!!! note\n```",
    "Match {:error, reason} and {:ok}, or\n{:exit, reason}\nand {#if} more.",
    "Take `<Name>` and {braces} and ${{ secrets.KEY }}.",
    "* `{type}` is one of `a`, `b`.\n* `\\pL{1000}` and `{x}`"
  ])("keeps %j as it is", (source) => {
    expect(read(source)).toEqual({ text: source, left: [] })
  })
})
