/**
 * Condense (decisions docs 4.5): what weighs nothing goes, what is said twice is said once. Every number, code span, link
 * and negation stays. A text that cannot lose a fifth this way stays as it is.
 */
import { isProse } from "../checks/metrics.ts"
import { sourceRange, type Block, type ProseText } from "../checks/ProseText.ts"
import { sentencesOf } from "../checks/sentences.ts"
import { lost, survivorsOf } from "../checks/Survivors.ts"
import { isImperative } from "./createDiagram.ts"
import { weightless, withoutFillers } from "./fillers.ts"
import { candidateIn, inRounds, type Candidate } from "./rounds.ts"
import { plainWords } from "./simplify.ts"
import { condensedShare, warningOf, type TransformOutput } from "./Transformation.ts"

const light = new Set(`a an the also then just ${weightless.replaceAll("|", " ")}`.split(" "))

/** What a sentence says, word by word as they are written, code and signs too, without what weighs nothing. */
const gist = (sentence: string): ReadonlyArray<string> =>
  sentence
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[.,;:!]+$/, ""))
    .filter((word) => word !== "" && !light.has(word))

/** Words of a sentence that is worth comparing. Our choice. */
const leastWords = 4

/** A sentence that points to what stands around it says something else in another place. */
const pointing =
  /\b(?:it|its|they|them|their|he|she|this|that|these|those|such|same|both|here|there|former|latter|above|below|again)\b/i

/** The stretch that goes with a sentence: the space before it, or the whole block with what frames it. */
const stretchOf = (text: ProseText, block: Block, at: number): Candidate | undefined => {
  const sentences = sentencesOf(block)
  const { end, start } = sentences[at]!
  const from = at > 0 ? sentences[at - 1]!.end : start
  const to = at === 0 && sentences.length > 1 ? sentences[1]!.start : end
  const reason = "The text has said this before"
  if (sentences.length > 1) {
    const source = { start: block.ends[from - 1] ?? block.starts[0]!, end: block.starts[to] ?? block.ends[to - 1]! }
    const range =
      at > 0 ? { start: source.start, end: block.ends[to - 1]! } : { start: block.starts[start]!, end: source.end }
    return { ...range, replacement: "", reason }
  }
  if (block.kind !== "paragraph") return undefined
  const rest = /^[ \t]*(?:\r?\n[ \t]*)*/.exec(text.source.slice(block.ends.at(-1)!))![0]
  return { start: block.starts[0]!, end: block.ends.at(-1)! + rest.length, replacement: "", reason }
}

const saidBefore = (text: ProseText): ReadonlyArray<Candidate> => {
  let seen = new Set<string>()
  return text.blocks.flatMap((block) => {
    // Each section and each item says it of its own matter.
    if (block.kind === "heading" || block.opensItem) seen = new Set()
    if (!isProse(block)) return []
    return sentencesOf(block).flatMap((sentence, at) => {
      const range = sourceRange(block, sentence)
      const words = text.source.slice(range.start, range.end)
      const weights = gist(words)
      // A step that is told twice is done twice.
      if (weights.length < leastWords || words.endsWith(":") || pointing.test(words) || isImperative(words)) return []
      const said = weights.join(" ")
      if (!seen.has(said)) {
        seen.add(said)
        return []
      }
      const stretch = stretchOf(text, block, at)
      return stretch === undefined ? [] : [stretch]
    })
  })
}

/** `the file which is used by …` says as much without "which is", unless it goes on; after "make sure", "that" is no noun's. */
const relative =
  /(?<=\p{L})(?<!\b(?:sure|ensure|ensures|means|so|is|are|and|or|but|note|that|know|say|says|see|check|if|when|all|verify|assume|assumes)) (?:which|that) (?:is|are|was|were) (?=(?:\p{L}+ed|built|given|shown|made|written|known|kept|sent|found|held) (?:by|in|on|from|to|with|at|as|for|via)\b(?![^.,;]*\b(?:and|or|but)\b))/gu

const withoutRelatives = (text: ProseText, block: Block): ReadonlyArray<Candidate> =>
  Array.from(block.text.matchAll(relative)).flatMap(({ 0: words, index }) =>
    candidateIn(
      text,
      block,
      { start: index, end: index + words.length },
      { replacement: " ", reason: `"${words.trim()}" weighs nothing here` }
    )
  )

const candidatesOf = (text: ProseText): ReadonlyArray<Candidate> => [
  ...saidBefore(text),
  ...text.blocks
    .filter((block) => isProse(block) || block.kind === "table")
    .flatMap((block) => [...withoutFillers(text, block), ...plainWords(text, block), ...withoutRelatives(text, block)])
]

const keeps = (before: ProseText, after: ProseText): boolean =>
  lost(survivorsOf(before), survivorsOf(after)) === undefined && after.source.length < before.source.length

/** Makes a text shorter, or says why it stays. */
export const condense = (source: string): TransformOutput => {
  const { edits, text } = inRounds(source, candidatesOf, keeps)
  const share = source.length === 0 ? 1 : text.trim().length / source.trim().length
  const warning = warningOf("cannot_condense", `${Math.round(share * 100)} % is the shortest that keeps everything`)
  return { text, edits, warnings: share > condensedShare ? [warning] : [] }
}
