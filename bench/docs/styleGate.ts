/**
 * Q14 of decisions docs 5.1: the style score of documents. The service answers for its own words, with 90. What else lowers
 * the score of a whole document are the words of its source, which nobody changes: that score is shown, and no gate.
 */
import { checkText } from "bursar/docs"
import type { Faults } from "./gates.ts"

const leastOwn = 90

/** Characters that are judged, as many as a generation has checked. */
const judgedCharacters = 100_000

const partOf = (markdown: string): string =>
  markdown.length <= judgedCharacters ? markdown : markdown.slice(0, markdown.lastIndexOf("\n", judgedCharacters))

/** A part has links to headings that are not in it. */
const partRules = { builtin: { "docs/broken-anchor": "off" } } as const

const bareWords = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")

/** Words of a finding's line, before and after it, by which it is looked up in the source. */
const wordsAround = 3

const tokens = (text: string): ReadonlyArray<string> => bareWords(text).trim().split(" ")

/** A finding with the words before it, and with the words after it. */
const surroundings = (line: string, column: number, excerpt: string): ReadonlyArray<string> => {
  const before = tokens(line.slice(0, column - 1)).slice(-wordsAround)
  const after = tokens(line.slice(column - 1 + excerpt.length)).slice(0, wordsAround)
  return [
    [...before, ...tokens(excerpt)],
    [...tokens(excerpt), ...after]
  ].map((words) => words.join(" ").trim())
}

/** The prose of a source: of a description, its texts for people. */
const proseOf = (source: string): string => {
  const texts = Array.from(
    source.matchAll(/"(?:description|summary|content|name|title)"\s*:\s*("(?:[^"\\]|\\.)*")/g),
    ([, text]) => String(JSON.parse(text!))
  )
  return texts.length === 0 ? source : [...new Set(texts)].join("\n\n")
}

/** The style of a document: its score, and the faults of the service's own words. */
export const styleOf = (source: string, markdown: string): { readonly score: number; readonly faults: Faults } => {
  const { findings, metrics, score } = checkText(partOf(markdown), partRules)
  const lines = markdown.split("\n")
  const theirs = bareWords(proseOf(source))
  const own = findings.filter(
    ({ column, excerpt, line }) =>
      !surroundings(lines[line - 1]!, column, excerpt).some((words) => theirs.includes(words))
  )
  const points = own.reduce((sum, { severity }) => sum + { error: 10, warning: 3, suggestion: 1 }[severity], 0)
  const ownScore = 100 - (points * 200) / Math.max(200, metrics.words)
  const named = own.map(({ excerpt, ruleId }) => `${ruleId} ${excerpt}`).join(", ")
  return { score, faults: ownScore >= leastOwn ? [] : [`own words score ${ownScore.toFixed(1)}: ${named}`] }
}
