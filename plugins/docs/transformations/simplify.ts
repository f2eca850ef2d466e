/**
 * Simplify (decisions docs 4.5): plain words for long ones, two sentences for a long one. Code, links, numbers, names and
 * negations stay; reading ease never falls; a second run changes nothing.
 */
import { isProse, metricsOf } from "../checks/metrics.ts"
import type { Block, ProseText, Range } from "../checks/ProseText.ts"
import { sentencesOf, wordsIn } from "../checks/sentences.ts"
import { changed, survivorsOf } from "../checks/Survivors.ts"
import { anyOf, canSay, isOpen, keyOf, likeCase } from "../rules/builtin/finders.ts"
import { complexWords } from "../rules/words/complexWords.ts"
import { plainOpenings, wordyPhrases } from "../rules/words/wordyPhrases.ts"
import { withoutFillers } from "./fillers.ts"
import { candidateIn, inRounds, type Candidate } from "./rounds.ts"
import { unchanged, type TransformOutput } from "./Transformation.ts"

/** Words of a sentence that is split where it can be (decisions docs 4.7: cap 25, concise 18). */
export const sentenceCap = (tone: string): number => (/\bconcise\b|\bbrief\b|\bshort\b/i.test(tone) ? 18 : 25)

/** Words on both sides of a split, at least. Our choice. */
const leastWords = 4

const swapped = (table: Readonly<Record<string, string>>) => {
  const pattern = anyOf(Object.keys(table))
  return (text: ProseText, block: Block): ReadonlyArray<Candidate> =>
    Array.from(block.text.matchAll(pattern)).flatMap(({ 0: words, index }) => {
      const instead = table[keyOf(words)]
      if (instead === undefined || !canSay(block, index, { words, instead })) return []
      const replacement = likeCase(words, instead)
      const reason = `"${replacement}" is plainer than "${words}"`
      return candidateIn(text, block, { start: index, end: index + words.length }, { replacement, reason })
    })
}

/** Plain words for long words and phrases. */
export const plainWords = swapped({ ...wordyPhrases, ...complexWords })

const fewerWords = swapped(wordyPhrases)

/** "Refer to it as the main account" leads nowhere. */
const openings = new RegExp(
  `^(${Object.keys(plainOpenings).join("|")}) (?=\\p{L})(?<!refer to (?=.*\\b(?:as|by)\\b))`,
  "isu"
)

/** Plain words at the beginning of a sentence. */
const plainOpening = (text: ProseText, block: Block, { end, start }: Range): ReadonlyArray<Candidate> => {
  const [words] = openings.exec(block.text.slice(start, end)) ?? []
  if (words === undefined || !isOpen(block, start)) return []
  const replacement = `${plainOpenings[words.trim().toLowerCase()]!} `
  const reason = `"${replacement.trim()}" is plainer than "${words.trim()}"`
  return candidateIn(text, block, { start, end: start + words.length }, { replacement, reason })
}

const verb = String.raw`(?:is|are|was|were|has|have|had|can|cannot|could|must|may|might|will|would|should|does|do|did|needs?|uses?|provides?|supports?|contains?|returns?|requires?|runs?|works?|lets?|allows?|makes?|takes?|sets?|shows?|gets?|comes?|means)`
const subject = String.raw`(?:it|they|you|we|this|these|those|there|he|she)\s+(?!and\b|or\b)[\p{L}']+|(?:the|a|an|each|every|all|both|your|its|our|this|these|those|most|some|many)\s+(?:(?!and\b|or\b|that\b|which\b|who\b|whose\b)[\p{L}\p{N}'_.\uFFFC-]+\s+){1,4}${verb}\b`
const joint = new RegExp(String.raw`(;\s+|,\s+(?:and|but|so)\s+)(?=${subject})`, "giu")

/** A clause within another: what follows may belong to either. */
const within =
  /\b(?:if|when|whenever|while|unless|until|because|since|although|though|once|whereas|whether|where|sure|ensures?|guarantees?|recommend\w*|assum(?:e|es|ing)|verify|verifies|confirms?|(?:so|such|means?|says?|note|know|think|believe|provided|given|shows?|fact|see|checks?|requires?|indicates?|sees|expects?|suggests?|implies|states?) that|so|either|between|both|neither|not only|for example|e\.g|such as|provided|given|in case)\b/i

/** Openings after which the rest of the sentence hangs on its beginning. */
const hanging = /^(?:after|before|as|for|to|in|with|by|from)\b/i

const finite = new RegExp(String.raw`\b(?:${verb}|(?:you|we|they|it)\s+\p{Ll}+)\b(?<last>[^]*)$`, "iu")

/** `The service reads …`, with nothing that would make a list of it. */
const oneVerb = /^(?:the|an?|this|each|every|it)\s(?:[\p{Ll}-]+\s)?(?![^,]*\band\b)[\p{Ll}-]+[^s\W]s\s(?<last>[^]*)$/iu

/** Whether a clause stands by itself: it says something, and lists nothing after that. */
const isWhole = (words: string): boolean => {
  const rest = (finite.exec(words) ?? oneVerb.exec(words))?.groups?.["last"]
  return rest !== undefined && !rest.includes(",") && !within.test(words) && !hanging.test(words)
}

const isClosed = (words: string): boolean => {
  const count = (sign: RegExp) => words.match(sign)?.length ?? 0
  return count(/\(/g) === count(/\)/g) && count(/["“”]/g) % 2 === 0 && !words.includes(":")
}

const splitAt = (text: ProseText, block: Block, sentence: Range, cap: number): ReadonlyArray<Candidate> => {
  const words = block.text.slice(sentence.start, sentence.end)
  if (wordsIn(words).length <= cap) return []
  const total = wordsIn(words).length
  const places = [...words.matchAll(joint)]
    .map((match) => ({ match, left: wordsIn(words.slice(0, match.index)).length }))
    .filter(({ left, match }) => {
      const clause = words.slice(0, match.index)
      return left >= leastWords && total - left > leastWords && isClosed(clause) && isWhole(clause)
    })
    // The split nearest to the middle leaves the shorter halves.
    .sort((a, b) => Math.abs(a.left * 2 - total) - Math.abs(b.left * 2 - total))
  const [best] = places
  if (best === undefined) return []
  const start = sentence.start + best.match.index
  const end = start + best.match[0].length + 1
  const opening = /\b(but|so)\b/i.exec(best.match[1]!)?.[1]?.toLowerCase()
  const next = block.text[end - 1]!
  const replacement =
    opening === undefined ? `. ${next.toUpperCase()}` : `. ${likeCase("A", opening)} ${next.toLowerCase()}`
  return candidateIn(text, block, { start, end }, { replacement, reason: "Two sentences are easier than a long one" })
}

const hasProse = (block: Block): boolean => isProse(block) || block.kind === "table"

const candidatesOf =
  (cap: number) =>
  (text: ProseText): ReadonlyArray<Candidate> =>
    text.blocks.filter(hasProse).flatMap((block) => {
      const sentences = isProse(block) ? sentencesOf(block) : []
      return [
        ...sentences.flatMap((sentence) => splitAt(text, block, sentence, cap)),
        ...sentences.flatMap((sentence) => plainOpening(text, block, sentence)),
        ...plainWords(text, block),
        ...withoutFillers(text, block)
      ]
    })

const keeps = (before: ProseText, after: ProseText): boolean =>
  changed(survivorsOf(before), survivorsOf(after)) === undefined &&
  metricsOf(after).fleschReadingEase >= metricsOf(before).fleschReadingEase

/** Makes a text simpler, or says that there is nothing to do. */
export const simplify = (source: string, tone: string): TransformOutput => {
  const { edits, text } = inRounds(source, candidatesOf(sentenceCap(tone)), keeps)
  return edits.length === 0 ? unchanged(source, "already_simple") : { text, edits, warnings: [] }
}

/** A text whose sentences of more words than `cap` are two where they can be; `isConcise`: also in fewer words. */
export const shortened = (source: string, cap: number, isConcise: boolean): string => {
  const wanted = (text: ProseText) =>
    text.blocks
      .filter(hasProse)
      .flatMap((block) => [
        ...(isProse(block) ? sentencesOf(block).flatMap((sentence) => splitAt(text, block, sentence, cap)) : []),
        ...(isConcise ? [...fewerWords(text, block), ...withoutFillers(text, block)] : [])
      ])
  return inRounds(source, wanted, (before, after) => changed(survivorsOf(before), survivorsOf(after)) === undefined)
    .text
}
