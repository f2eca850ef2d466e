/** Every built-in rule on a text that breaks it and on one that does not. */
import { describe, expect, it } from "vitest"
import { checkText } from "../../../plugins/docs/checks/checkText.ts"
import { builtinRules } from "../../../plugins/docs/rules/builtin/builtinRules.ts"

const long = "one two three four five six seven eight nine ten "

/** Rule → a text with what it finds, and a text without. */
const cases: Readonly<Record<string, readonly [bad: string, excerpt: string, good: string]>> = {
  "heading-increment": ["# A\n\na\n\n### B\n\nb\n", "### B", "# A\n\na\n\n## B\n\nb\n"],
  "heading-case": ["# Big Words In Here\n\na\n", "Big Words In Here", "# Big words in Paris\n\nWe go to Paris.\n"],
  "heading-punctuation": ["# Title.\n\na\n", ".", "# Is this it?\n\na\n"],
  "single-title": ["# A\n\na\n\n# B\n\nb\n", "# B", "# A\n\na\n"],
  "duplicate-heading": [
    "# A\n\na\n\n## B\n\nb\n\n## B\n\nb\n",
    "## B",
    "# A\n\na\n\n## B\n\n### X\n\nb\n\n## C\n\n### X\n\nb\n"
  ],
  "empty-section": ["# A\n\n## B\n\n## C\n\nc\n", "## B", "# A\n\n## B\n\n```sh\nls\n```\n"],
  "broken-link": [
    "[a](javascript:x)\n",
    "[a](javascript:x)",
    "[a](https://example.com/a) [![b][c]][c] ![d][]\n\n[c]: https://example.com/c\n[d]: https://example.com/d\n"
  ],
  "broken-anchor": ["# A\n\n[b](#b)\n", "[b](#b)", "# A b\n\n[b](#a-b)\n"],
  "bare-url": [
    "See https://example.com/a for more.\n",
    "https://example.com/a",
    "See <https://example.com/a> for more, or ask ann@example.com.\n"
  ],
  "image-alt": ["![](a.png)\n", "![](a.png)", "![A cat](a.png)\n"],
  "code-language": ["```\nls\n```\n", "```", "```sh\nls\n```\n"],
  "table-shape": ["| a | b |\n| - | - |\n| 1 | 2 | 3 |\n", "| 1 | 2 | 3 |", "| a | b |\n| - | - |\n| 1 | 2 |\n"],
  "list-parallel": ["- Open it\n- Read it\n- Closing it\n", "Closing it", "- Open it\n- Read it\n- Close it\n"],
  "click-here": ["[here](https://example.com)\n", "[here](https://example.com)", "[The guide](https://example.com)\n"],
  "unclosed-markup": ["A `code span\n", "`", "A `code` span, &#x60; and &ast;&ast;\n"],
  "trailing-space": ["A line \nmore\n", " ", "A hard break  \nmore\n\n```\ncode \n```\n"],
  "line-secret": ["Use AKIAIOSFODNN7EXAMPL1 here.\n", "AKIAIOSFODNN7EXAMPL1", "Set `password: ${PASSWORD}` here.\n"],
  "placeholder-text": ["TODO: write this.\n", "TODO", "Write `TODO` in code.\n"],
  "future-tense": ["The server will start.\n", "will start", "The server starts.\n"],
  "first-person": ["We send it.\n", "We", "You get it in the US.\n"],
  "weasel-words": ["It is fairly fast.\n", "fairly", "It is fast.\n"],
  "wordy-phrase": ["Do it in order to win.\n", "in order to", "Do it to win.\n"],
  "complex-word": ["Utilize the tool.\n", "Utilize", "Use the tool.\n"],
  "noun-as-verb": ["You can login to it.\n", "login", "You can log in on the login page, and go to backup files.\n"],
  adverb: ["It is very fast.\n", "very", "It is fast.\n"],
  exclamation: ["It works!\n", "!", "It works.\n"],
  "latin-abbreviation": ["Fruit, e.g. apples.\n", "e.g.", "Fruit, for example apples.\n"],
  "gender-bias": ["The user opens his file.\n", "his", "The user opens a file.\n"],
  "non-inclusive-term": ["Add it to the whitelist.\n", "whitelist", "Add it to the allowlist.\n"],
  ampersand: ["Read & write.\n", "&", "Read and write `a & b`.\n"],
  "repeated-word": ["It is the the end.\n", "the the", "It is the end.\n"],
  "number-unit-space": ["Up to 10MB each.\n", "10MB", "Up to 10 MB each.\n"],
  "date-format": ["On 03/04/2026 it ends.\n", "03/04/2026", "On 2026-04-03 it ends. Go 1.12.12.\n"],
  "sentence-length": [`${long.repeat(3).trim()}.\n`, `${long.repeat(3).trim()}.`, `${long.trim()}.\n`],
  "paragraph-length": [
    `${`${long.trim()}. `.repeat(13).trim()}\n`,
    `${`${long.trim()}. `.repeat(13).trim()}`,
    "Short.\n"
  ],
  "passive-voice": ["The file is created.\n", "is created", "The server creates the file.\n"],
  "oxford-comma": ["Take apples, pears and plums.\n", "apples, pears and plums", "Take apples, pears, and plums.\n"],
  "acronym-undefined": [
    "Send it to the XYZ.\n",
    "XYZ",
    "NOTE: Send it the EASY way to the example (XYZ). The XYZ of the API reads it. WE REFUSE LIDS.\n"
  ],
  "term-consistency": ["An e-mail, an email, an email.\n", "e-mail", "An email, an email.\n"],
  "contraction-consistency": ["It isn't so. It is not. It is not.\n", "isn't", "It is not so.\n"],
  "please-in-steps": ["1. Please open it\n", "Please o", "1. Open it\n\nPlease wait.\n"],
  "step-imperative": ["1. You open it\n", "You open", "1. Open it\n2. Incoming data is kept\n"],
  "condition-order": ["1. Press Stop if it is late.\n", "Press Stop if it is late.", "1. If it is late, press Stop.\n"],
  readability: [
    `${"Institutional organizational interoperability necessitates comprehensive administrative considerations. ".repeat(15)}\n`,
    "Institutional organizational interoperability necessitates comprehensive administrative considerations.",
    `${"The cat sat on the mat. ".repeat(30)}\n`
  ]
}

describe("built-in rules", () => {
  it("D17 are all in this table, and the table is decision 4.4's with one more for nouns as verbs", () => {
    expect(builtinRules.map(({ id }) => id.replace("docs/", "")).sort()).toEqual(Object.keys(cases).sort())
    expect(builtinRules.length).toBe(44)
  })

  it.each(Object.entries(cases))(
    "D17 docs/%s finds what it is for, there and nowhere else",
    (name, [bad, excerpt, good]) => {
      const of = (text: string) => checkText(text).findings.filter(({ ruleId }) => ruleId === `docs/${name}`)
      expect(of(bad).map((finding) => finding.excerpt)).toEqual([excerpt])
      expect(of(good)).toEqual([])
    }
  )

  it("D17 look away from code, addresses, HTML and front matter", () => {
    const hidden = "utilize the the TODO whitelist e.g. will be done & 10MB 03/04/2026"
    const text = [
      `---\ntitle: ${hidden}\n---`,
      `\`${hidden}\` [x](https://example.com/utilize-the-whitelist-TODO "${hidden}")`,
      `\`\`\`sh\n${hidden}\n\`\`\``,
      `    ${hidden}`,
      `<div title="${hidden}">\n${hidden}\n</div>`,
      `<!-- ${hidden} -->`,
      `![a](whitelist.png) <https://example.com/whitelist>`
    ].join("\n\n")
    const wording = checkText(text).findings.filter(({ ruleId }) => !/code-language|trailing-space/.test(ruleId))
    expect(wording).toEqual([])
  })
})
