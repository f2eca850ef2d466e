/** Positions and fixes as properties: over the repository's own texts, and over texts made of awkward pieces. */
import { describe, expect, it } from "vitest"
import { builtinOnly } from "../../../plugins/docs/checks/CheckRules.ts"
import { checkText } from "../../../plugins/docs/checks/checkText.ts"
import { fixText } from "../../../plugins/docs/checks/fixText.ts"
import { isMasked, linesOf, offsetOf, placeOf } from "../../../plugins/docs/checks/ProseText.ts"
import { readMarkdown } from "../../../plugins/docs/markdown/readMarkdown.ts"
import { changed, survivorsOf } from "../../../plugins/docs/checks/Survivors.ts"
import { awkwardTexts, ownTexts } from "../texts.ts"

const texts = [...ownTexts, ...awkwardTexts(250)]

const rules = {
  ...builtinOnly,
  customRules: ["/\\w+/: A word", "/[^\\x00-\\x7f]/", "Sentences must have at most 3 words"]
}

describe("positions", () => {
  it("D19 lead back to the offset they came from, whatever ends the lines", () => {
    const text = "a\nbc\r\n\r\nd\re😀\n"
    const lines = linesOf(text)
    for (let offset = 0; offset <= text.length; offset++) expect(offsetOf(lines, placeOf(lines, offset))).toBe(offset)
    expect(placeOf(lines, text.indexOf("e"))).toEqual({ line: 5, column: 1 })
    expect(placeOf(lines, text.length - 1)).toEqual({ line: 5, column: 4 })
  })

  it("D19 every excerpt of every finding is the source between its places", () => {
    let count = 0
    for (const [name, text] of texts) {
      const lines = linesOf(text)
      for (const finding of checkText(text, rules).findings) {
        const start = offsetOf(lines, finding)
        const end = offsetOf(lines, { line: finding.endLine, column: finding.endColumn })
        expect(text.slice(start, end), `${name} ${finding.ruleId}`).toBe(finding.excerpt)
        expect(end, `${name} ${finding.ruleId}`).toBeGreaterThanOrEqual(start)
        count += 1
      }
    }
    expect(count).toBeGreaterThan(10_000)
  })

  it("D19 no word of prose is found within code, addresses, HTML or front matter", () => {
    for (const [name, text] of texts) {
      const prose = readMarkdown(text)
      for (const { excerpt, line, column, ruleId } of checkText(text, rules).findings) {
        if (ruleId !== "custom/1") continue
        expect(isMasked(prose, offsetOf(prose.lines, { line, column })), `${name}: ${excerpt}`).toBe(false)
      }
    }
  })

  it("D19 the visible text is the source, character by character, but for escapes, entities and marks", () => {
    for (const [name, text] of texts) {
      for (const block of readMarkdown(text).blocks) {
        const odd = Array.from({ length: block.text.length }, (_, at) => at).filter((at) => {
          const written = text.slice(block.starts[at]!, block.ends[at]!)
          return (
            written !== block.text[at] &&
            !/^[\\&`!<[\r]|^https?:|^www\.|^ {2,}\n/.test(written) &&
            block.text[at] !== "\ufffc"
          )
        })
        expect(
          odd.map((at) => [block.text[at], text.slice(block.starts[at]!, block.ends[at]!)]),
          name
        ).toEqual([])
      }
    }
  })
})

describe("fixes", () => {
  it("D19 keep code, links, numbers and negations, leave no worse score, and change nothing the second time", () => {
    let changedTexts = 0
    for (const [name, text] of texts) {
      const fixed = fixText(text)
      expect(changed(survivorsOf(readMarkdown(text)), survivorsOf(readMarkdown(fixed.text))), name).toBeUndefined()
      expect(
        fixed.after.findings.filter(({ suggestion }) => suggestion?.safe === true).length,
        name
      ).toBeLessThanOrEqual(fixed.before.findings.filter(({ suggestion }) => suggestion?.safe === true).length)
      expect(fixText(fixed.text).text, name).toBe(fixed.text)
      if (fixed.text !== text) changedTexts += 1
    }
    expect(changedTexts).toBeGreaterThan(100)
  })

  it("D19 make only replacements that are marked safe", () => {
    const text = "# Title.\n\nIn order to win, utilize the the whitelist!  \nHe is fairly fast \n"
    const { applied, text: fixed } = fixText(text)
    expect(fixed).toBe("# Title\n\nTo win, use the allowlist!  \nHe is fairly fast\n".replace("!  ", ".  "))
    expect(applied.map(({ ruleId }) => ruleId)).toEqual([
      "docs/heading-punctuation",
      "docs/wordy-phrase",
      "docs/complex-word",
      "docs/repeated-word",
      "docs/non-inclusive-term",
      "docs/trailing-space",
      "docs/exclamation"
    ])
  })

  it("D19 find what stands behind an address where it stands, also where the address holds marks", () => {
    for (const address of ["*a*/b", "_a_/b", "a\\_b", "a&amp;b"]) {
      const text = `See https://example.com/${address} and utilize it.\n`
      const found = checkText(text).findings.map(({ excerpt }) => excerpt)
      expect(found).toEqual([`https://example.com/${address}`, "utilize"])
    }
  })

  it.each([
    ["See https://example.com/?a=1&amp;b=[x].", "See <https://example.com/?a=1&amp;b=[x]>."],
    ["See _https://example.com/a_.", "See _<https://example.com/a>_."],
    ["See https://api.<region>.example.com/x.", undefined],
    ["See https://example.com/<id>.", undefined],
    ["See https://example.com/\u8def\u3002", undefined],
    ["See https://example.com/{id}.", undefined]
  ])("D19 put a whole address into angle brackets, and no part of one: %s", (text, expected) => {
    expect(fixText(`${text}\n`).text).toBe(`${expected ?? text}\n`)
  })
})
