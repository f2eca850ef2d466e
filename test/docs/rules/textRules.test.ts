/** Rules in words: the grammar of the webhook's customRules and of style guides. */
import { describe, expect, it } from "vitest"
import { builtinOnly } from "../../../plugins/docs/checks/CheckRules.ts"
import { checkText } from "../../../plugins/docs/checks/checkText.ts"
import { sentencesOfRules } from "../../../plugins/docs/rules/textRules.ts"

const check = (rule: string, text: string) => {
  const result = checkText(text, { ...builtinOnly, customRules: [rule] })
  const found = result.findings.filter(({ source }) => source === "custom")
  return { found: found.map(({ excerpt }) => excerpt), findings: found, notChecked: result.notChecked }
}

const text = "# The Big Title\n\nPlease log in to the `log in` page, or Log In now. It is a postgresql thing.\n"

/** Rule → what it finds in the text. */
const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ['Do not use "thing"', ["thing"]],
  ["Don't use “thing” or “page”.", ["page", "thing"]],
  ["- Never use the word 'thing'", ["thing"]],
  [`Avoid "it's" and 'now's'`, []],
  ["Use “it is” instead of “it’s”", []],
  ['Avoid "thing", "now"', ["now", "thing"]],
  ['Use "sign in" instead of "log in"', ["log in", "Log In"]],
  ['Write "sign in" rather than "log in".', ["log in", "Log In"]],
  ["Sentences must have at most 6 words", ["Please log in to the `log in` page, or Log In now."]],
  ["Headings must use sentence case", ["The Big Title"]],
  ["Headings must use title case", []],
  ['Must include a section "Install"', ["The Big Title"]],
  ['Must include a section "The big title"', []],
  ['Must mention "postgresql"', []],
  ['Must mention "Kafka"', ["The Big Title"]],
  ['Spell "PostgreSQL" as written', ["postgresql"]],
  ["/log in/i: Say sign in", ["log in", "Log In"]],
  ["/\\bth\\w+/", ["the", "thing"]]
]

describe("rules in words", () => {
  it.each(cases)("D29 %s", (rule, expected) => {
    const { found, notChecked } = check(rule, text)
    expect(notChecked).toEqual([])
    expect(found).toEqual(expected)
  })

  it("D29 gives the words of a substitution, in the case of what stands there", () => {
    const { findings } = check('Use "sign in" instead of "log in"', text)
    expect(findings.map(({ suggestion }) => suggestion)).toEqual([
      { replacement: "sign in", safe: true },
      { replacement: "Sign in", safe: true }
    ])
    expect(check("/log in/i: Say sign in", text).findings[0]!.message).toBe("Say sign in")
  })

  it.each(["Be friendly", "Use short words where possible", 'Use "a"', "Sentences must be nice"])(
    "D29 says that it cannot check: %s",
    (rule) => {
      expect(check(rule, text)).toMatchObject({
        found: [],
        notChecked: [{ text: rule, reason: expect.stringContaining("writer") }]
      })
    }
  )

  it("D29 takes one rule per line of a text, or per item of a list", () => {
    expect(sentencesOfRules('Do not use "a"\r\n\n  Do not use "b"  \n')).toEqual(['Do not use "a"', 'Do not use "b"'])
    expect(sentencesOfRules(["x", " ", "y\nz"])).toEqual(["x", "y", "z"])
  })

  it("D12 and D18 tell rules of style guides and glossaries apart from custom ones", () => {
    const { findings } = checkText("Use the e-mail postgres thing.", {
      ...builtinOnly,
      styleGuide: ['Do not use "thing"', "Be kind"],
      terms: [
        { term: "email", definition: "A letter", avoid: ["e-mail"] },
        { term: "Postgres", caseSensitive: true }
      ]
    })
    const said = findings.filter(({ source }) => source !== "builtin")
    expect(
      said.map(({ excerpt, ruleId, source, suggestion }) => [ruleId, source, excerpt, suggestion?.replacement])
    ).toEqual([
      ["glossary/email", "glossary", "e-mail", "email"],
      ["glossary/Postgres", "glossary", "postgres", "Postgres"],
      ["style-guide/1", "style-guide", "thing", undefined]
    ])
  })
})
