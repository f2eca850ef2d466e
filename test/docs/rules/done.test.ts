/** Rules whose replacement holds what it replaces, and words that are right as they are: what stands there already is left alone. */
import { describe, expect, it } from "vitest"
import { builtinOnly, type CheckRules } from "../../../plugins/docs/checks/CheckRules.ts"
import { checkText } from "../../../plugins/docs/checks/checkText.ts"
import { fixText } from "../../../plugins/docs/checks/fixText.ts"
import type { NamedRule } from "../../../plugins/docs/rules/Rule.ts"
import { make } from "../outputs/made.ts"

const named = (fields: Partial<NamedRule>) =>
  ({ name: "r", severity: "warning", id: "custom/1", source: "custom", ...fields }) as NamedRule

const foundBy = (text: string, rule: Partial<NamedRule>) =>
  checkText(text, { ...builtinOnly, rules: [named(rule)] })
    .findings.filter(({ source }) => source === "custom")
    .map(({ excerpt }) => excerpt)

describe("a fix", () => {
  const text = "Send the access\ntoken. Access tokens and the access token end. Keep the token.\n"
  const fixed = text.replace("the token.", "the access token.")
  const ways: ReadonlyArray<readonly [string, Partial<CheckRules>]> = [
    ["a glossary", { terms: [{ term: "access token", avoid: ["token"] }] }],
    ["a sentence", { customRules: ['Use "access token" instead of "token"'] }],
    ["a pattern", { rules: [named({ kind: "regex", pattern: "\\btoken\\b", replacement: "access token" })] }],
    ["a pair", { rules: [named({ kind: "consistency", either: { "access token": "token" } })] }]
  ]
  it.each(ways)("D19 writes nothing twice that %s wants written", (_, rules) => {
    expect(fixText(text, { ...builtinOnly, ...rules }).text).toBe(fixed)
  })

  it("D19 leaves what a pattern matches and would write itself", () => {
    const rule = { kind: "regex", pattern: "\\b[Cc]olou?r\\b", replacement: "color" } as const
    expect(foundBy("A color, a colour.\n", rule)).toEqual(["colour"])
  })

  it("D18 finds words over a line break also where capitals count", () => {
    const rule = { kind: "substitution", swap: { "Log in": "Sign in" }, ignoreCase: false } as const
    expect(foundBy("Log\nin here. log in.\n", rule)).toEqual(["Log\nin"])
  })
})

it("D12 a document has the words of a glossary once", () => {
  const glossary = {
    kind: "glossary",
    name: "words",
    content: "| Term | Avoid |\n| - | - |\n| access token | token |"
  } as const
  const source = { name: "guide", content: "# Keys\n\nSend the access token. Keep the token.\n" }
  const { markdown } = make("user-guide", source, {}, [glossary])
  expect(markdown).toContain("Send the access token. Keep the access token.")
})

describe("exceptions of capitalization", () => {
  const rows: ReadonlyArray<readonly [string, Partial<NamedRule>, ReadonlyArray<string>]> = [
    ["- use the API\n- Use it\n", { match: "lower", scope: ["list"], exceptions: ["API"] }, ["Use it"]],
    ["- npm runs it\n- runs it\n", { match: "sentence", scope: ["list"], exceptions: ["npm"] }, ["runs it"]],
    [
      "| GET on iOS |\n| - |\n| GET ios |\n",
      { match: "upper", scope: ["table"], exceptions: ["on", "iOS"] },
      ["GET ios"]
    ],
    [
      "# Install Visual Studio\n\n# Install Big Things\n",
      { match: "sentence", exceptions: ["Visual Studio"] },
      ["Install Big Things"]
    ]
  ]
  it.each(rows)("D18 are right within other words: %j", (text, rule, expected) => {
    expect(foundBy(text, { kind: "capitalization", ...rule })).toEqual(expected)
  })
})

it("D18 a pair that differs in its capitals alone is told apart by them", () => {
  const rule = { kind: "consistency", either: { GitHub: "Github" } } as const
  expect(foundBy("GitHub, GitHub and Github.\n", rule)).toEqual(["Github"])
  expect(foundBy("GitHub and GitHub.\n", rule)).toEqual([])
})
