/**
 * Condense (decisions docs 4.5): what weighs nothing goes, what is said twice is said once. Every number, code span, link
 * and negation stays. A text that cannot lose a fifth this way stays as it is.
 */
import { isProse } from "../checks/metrics.ts"
import type { Block, ProseText } from "../checks/ProseText.ts"
import { sentencesOf, wordsIn } from "../checks/sentences.ts"
import { lost, survivorsOf } from "../checks/Survivors.ts"
import { weightless, withoutFillers } from "./fillers.ts"
import { candidateIn, inRounds, type Candidate } from "./rounds.ts"
import { plainWords } from "./simplify.ts"
import { condensedShare, warningOf, type TransformOutput } from "./Transformation.ts"

const light = new Set(`a an the that this these those also then just ${weightless.replaceAll("|", " ")}`.split(" "))

/** What a sentence says, word by word, without what weighs nothing. */
const gist = (sentence: string): string =>
  wordsIn(sentence.toLowerCase())
    .filter((word) => !light.has(word))
    .join(" ")

/** Words of a sentence that is worth comparing. Our choice. */
const leastWords = 4

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
  const seen = new Set<string>()
  return text.blocks.filter(isProse).flatMap((block) =>
    sentencesOf(block).flatMap(({ end, start }, at) => {
      const said = gist(block.text.slice(start, end))
      if (said.split(" ").length < leastWords) return []
      if (!seen.has(said)) {
        seen.add(said)
        return []
      }
      const stretch = stretchOf(text, block, at)
      return stretch === undefined ? [] : [stretch]
    })
  )
}

/** `the file which is used by …` says as much without "which is"; after "make sure", "that" is no noun's. */
const relative =
  /(?<=\p{L})(?<!\b(?:sure|ensure|ensures|means|so|is|are|and|or|but|note|that|know|say|says|see|check|if|when|all|verify|assume|assumes)) (?:which|that) (?:is|are|was|were) (?=(?:\p{L}+ed|built|given|shown|made|written|known|kept|sent|found|held) (?:by|in|on|from|to|with|at|as|for|via)\b)/gu

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
