/**
 * Condense (decisions docs 4.5): what weighs nothing goes, what is said twice is said once. Every number, code span, link
 * and negation stays. A text that cannot lose a fifth this way stays as it is.
 */
import { isProse } from "../checks/metrics.ts"
import type { Block, ProseText } from "../checks/ProseText.ts"
import { sentencesOf, wordsIn } from "../checks/sentences.ts"
import { lost, survivorsOf } from "../checks/Survivors.ts"
import { anyOf, likeCase } from "../rules/builtin/finders.ts"
import { emptyOpenings } from "../rules/words/wordyPhrases.ts"
import { candidateIn, inRounds, type Candidate } from "./rounds.ts"
import { plainWords } from "./simplify.ts"
import { condensedShare, warningOf, type TransformOutput } from "./Transformation.ts"

/** Fillers that can go wherever they stand; others of the checker's list can carry meaning. */
const weightless =
  "actually|basically|certainly|definitely|essentially|extremely|incredibly|literally|obviously|quite|really|simply|truly|very"

const filler = new RegExp(
  String.raw`(?<!\b(?:not|never|no|n['’]t)\s+)(?<![\p{L}\p{N}_'’-])(?:(an?)\s+)?(?:${weightless})\s+(?!an?\b)(?=(\p{L}))`,
  "giu"
)

const withoutFillers = (text: ProseText, block: Block): ReadonlyArray<Candidate> =>
  Array.from(block.text.matchAll(filler)).flatMap((match) => {
    const [words, article, next = ""] = match
    const start = match.index
    const end = start + words.length
    const reason = `"${words.trim()}" weighs nothing`
    if (article !== undefined) {
      const fitting = /[aeiou]/i.test(next) ? "an" : "a"
      return candidateIn(text, block, { start, end }, { replacement: `${likeCase(article, fitting)} `, reason })
    }
    // The next word takes over the capital.
    const capital = likeCase(words, next)
    return candidateIn(text, block, { start, end: end + 1 }, { replacement: capital, reason })
  })

const opening = new RegExp(
  `^(?:${anyOf(emptyOpenings.map((words) => words.replace(/,$/, ""))).source}),?\\s+(\\p{L})`,
  "iu"
)

const withoutOpenings = (text: ProseText, block: Block): ReadonlyArray<Candidate> =>
  sentencesOf(block).flatMap(({ end, start }) => {
    const found = opening.exec(block.text.slice(start, end))
    if (found === null || wordsIn(block.text.slice(start + found[0].length, end)).length < 2) return []
    const range = { start, end: start + found[0].length }
    const reason = "The sentence says the same without its opening"
    return candidateIn(text, block, range, { replacement: found[1]!.toUpperCase(), reason })
  })

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

const candidatesOf = (text: ProseText): ReadonlyArray<Candidate> => [
  ...saidBefore(text),
  ...text.blocks
    .filter((block) => isProse(block) || block.kind === "table")
    .flatMap((block) => [...withoutOpenings(text, block), ...withoutFillers(text, block), ...plainWords(text, block)])
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
