/** Descriptions in HTML, and code in descriptions (D6). */
import { describe, expect, it } from "vitest"
import { described, schemaOf } from "./described.ts"

const introduced = (description: string): string =>
  described({ info: { title: "T", version: "1", description }, paths: {} }).markdown

it("D6 what an author escapes is shown as it was meant, in titles too", () => {
  expect(introduced("Give a List\\<String\\>, not \\\\<b>x</b>.")).toContain("Give a List&lt;String\\>, not \\\\**x**.")
  expect(described({ info: { title: "<Lid> API", version: "1" }, paths: {} }).markdown).toContain("of &lt;Lid\\> API")
})

describe("a description in HTML", () => {
  it("D6 has paragraphs and code whatever its indentation", () => {
    const text = introduced(
      [
        '<div class="a">\n\n\t<h3>Base</h3>\n\n\t<p>\n\t\tIt is <strong>https&#58;//a.example/</strong><br />',
        "\t\tand no other.\n\t</p>\n\n\t<p>\n\t\tA second one.\n\t</p>\n\t<ul>\n\t\t<li>\n\t\t\tOne\n\t\t</li>\n\t</ul>",
        '\t<h5>Sent</h5>\n\t<pre style="margin:0">{\n    "a": "&lt;b&gt;"\n\n}</pre>\n\t\n</div>'
      ].join("\n")
    )
    expect(text).toContain("**Base**\n\nIt is **https://a.example/**\n\nand no other.\n\nA second one.\n\n- One")
    expect(text).toContain('**Sent**\n\n```\n{\n    "a": "<b>"\n\n}\n```\n')
  })

  it("D6 keeps the numbers of a list, and a stop behind it with no sentence of its own", () => {
    const text = introduced("It holds <ol><li>the amount,</li><li>the time.</li></ol>. Then <ul><li>it ends.</li></ul>")
    expect(text).toContain("It holds\n\n1. the amount,\n2. the time.\n\nThen\n\n- it ends.")
  })

  it("D6 keeps lists within lists, and emphasis around code", () => {
    const text = introduced(
      "<b>Reason: `A`:</b> <ul><li><b>First:</b> <ul><li>One. <li>Two.</ul> <li>Then: <ol><li>a<li>b</ol> and c <li>Last </ul> End."
    )
    expect(text).toContain(
      "**Reason: `A`:**\n\n- **First:**\n  - One.\n  - Two.\n- Then:\n  1. a\n  2. b\n\n  and c\n- Last\n\nEnd."
    )
  })

  it("D6 keeps quotes", () => {
    expect(introduced("First.<blockquote><strong>Note:</strong> see<br>below.</blockquote>Last.")).toContain(
      "First.\n\n> **Note:** see\n> below.\n\nLast."
    )
  })

  it("D6 keeps a break within a quote", () => {
    const text = introduced("First.\n\n> <sup><strong>TIP</strong></sup> <br/>\n>\n> Take `tip`.\n\nLast.")
    expect(text).toContain("> **TIP**\n>\n> Take `tip`.\n")
  })

  it("D6 shows no comments and no ornaments", () => {
    const picture =
      '<figure class="x">\n            <picture>\n    <img src="https://a.example/a.svg" alt=""></picture></figure>'
    const text = introduced(
      `<!-- focus: false -->\n\nFirst.\n\n        ${picture}\n\nSecond. <img alt="Logo" src="https://a.example/l.png">`
    )
    expect(text).toContain("\n\nFirst.\n\nSecond. ![Logo](https://a.example/l.png)")
    expect(text).not.toMatch(/focus|figure|picture|a\.svg/)
  })

  it("D6 keeps markup in code as it stands", () => {
    const text = introduced("A <b>word</b>.\n\n```html\n<p>\n    <!-- kept -->\n</p>\n```\n\nWrite `<!--` and `<p>`.")
    expect(text).toContain("A **word**.\n\n```html\n<p>\n    <!-- kept -->\n</p>\n```\n\nWrite `<!--` and `<p>`.")
  })
})

describe("code in a description in a cell", () => {
  it("D6 keeps its lines and its marks", () => {
    const description =
      "Mind:\n\n- **One**\n  ```js\n  let a = b\n    + c;\n  ```\n- Two\n  - inner\n\n```\nx: 1\ny: 2\n```"
    const { markdown } = described({
      paths: {
        "/a": {
          get: { parameters: [{ name: "q", in: "query", description, schema: { type: "string" } }], responses: {} }
        }
      }
    })
    expect(markdown).toContain(
      "| Mind:<br>- **One**<br>&emsp;`let a = b`<br>&emsp;&emsp;`+ c;`<br>- Two<br>&emsp;- inner<br>`x: 1`<br>`y: 2` |"
    )
  })
})

describe("the name of an operation", () => {
  it("D6 is bold whatever marks stand in it", () => {
    const { markdown } = described({ paths: { "/a": { get: { summary: "** Get all**", responses: {} } } } })
    expect(markdown).toContain("\n**Get all**\n")
  })
})

describe("what follows a list in a cell", () => {
  it("D6 begins a line, and a choice that only limits has the type of the whole", () => {
    const schema = { type: "array", items: { type: "number" }, oneOf: [{ maxItems: 4 }, { maxItems: 6 }] }
    const query = (of: object) => ({ name: "q", in: "query", ...of })
    const parameters = [query({ description: "One of:\n- a\n- b", explode: false, schema })]
    const { markdown } = described({ paths: { "/a": { get: { parameters, responses: {} } } } })
    expect(markdown).toContain("<br>- array of number: Maximum items: `6`.<br>Commas separate several values. |")
    const status = { type: "string", description: "- `a`: first\n- `b`: last", maxLength: 3 }
    expect(schemaOf({ type: "object", properties: { status } })).toContain("`b`: last<br>Maximum length: `3`. |")
  })
})

describe("the members of an object", () => {
  it("D6 are told where only their names match, and beside properties", () => {
    const part = (name: string) => ({
      type: "object",
      properties: { [name]: { type: "boolean", description: "Seen." } }
    })
    const text = schemaOf({
      type: "object",
      properties: { own: { type: "string" }, deep: { type: "object", patternProperties: { "^b+$": part("c") } } },
      additionalProperties: part("d")
    })
    expect(text).toContain("| `deep.{^b+$}.c` | boolean | no | Seen. |")
    expect(text).toContain("| `.*.d` | boolean | no | Seen. |")
  })

  it("D6 have the type that an author names by its format", () => {
    const text = schemaOf({
      type: "object",
      properties: { size: { type: "float" }, at: { type: "int", format: "unix" } }
    })
    expect(text).toContain("| `size` | number (float) |")
    expect(text).toContain("| `at` | integer (unix) |")
  })
})
