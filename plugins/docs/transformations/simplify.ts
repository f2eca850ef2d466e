/**
 * Simplify (decisions docs 4.5): plain words for long ones, two sentences for a long one, the active voice where the text
 * says who acts. Code, links, numbers, names and negations stay; reading ease never falls; a second run changes nothing.
 */
import { isProse, metricsOf } from "../checks/metrics.ts"
import { irregular } from "../checks/passive.ts"
import type { Block, ProseText, Range } from "../checks/ProseText.ts"
import { sentencesOf, wordsIn } from "../checks/sentences.ts"
import { changed, survivorsOf } from "../checks/Survivors.ts"
import { anyOf, isShouted, keyOf, likeCase } from "../rules/builtin/finders.ts"
import { ambiguousWords, complexWords } from "../rules/words/complexWords.ts"
import { needLook, wordyPhrases } from "../rules/words/wordyPhrases.ts"
import { candidateIn, inRounds, type Candidate } from "./rounds.ts"
import { unchanged, type TransformOutput } from "./Transformation.ts"

/** Words of a sentence that is split where it can be (decisions docs 4.7: cap 25, concise 18). */
export const sentenceCap = (tone: string): number => (/\bconcise\b|\bbrief\b|\bshort\b/i.test(tone) ? 18 : 25)

/** Words on both sides of a split, at least. Our choice. */
const leastWords = 4

const plain: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.entries(wordyPhrases), ...Object.entries(complexWords)].filter(
    ([words, instead]) => instead !== "" && !needLook.has(words) && !ambiguousWords.has(words)
  )
)

const plainPattern = anyOf(Object.keys(plain))

/** Plain words for long words and phrases. */
export const plainWords = (text: ProseText, block: Block): ReadonlyArray<Candidate> =>
  Array.from(block.text.matchAll(plainPattern)).flatMap(({ 0: words, index }) => {
    const instead = plain[keyOf(words)]
    if (instead === undefined || isShouted(words)) return []
    const replacement = likeCase(words, instead)
    const reason = `"${replacement}" is plainer than "${words}"`
    return candidateIn(text, block, { start: index, end: index + words.length }, { replacement, reason })
  })

const subject = String.raw`(?:it|they|you|we|this|that|these|those|there|he|she)\s+\p{Ll}+|(?:the|a|an|each|every|all|both|your|its)\s+(?:[\p{L}-]+\s+){1,4}(?:is|are|was|were|has|have|had|can|cannot|could|must|may|might|will|would|should|does|do|did|needs?)\b`
const joint = new RegExp(String.raw`(;\s+|,\s+(?:and|but|so)\s+)(?=${subject})`, "giu")

/** Openings after which the rest of the sentence hangs on its beginning. */
const hanging =
  /^(?:if|when|whenever|while|unless|until|because|since|although|though|once|after|before|as|where|whether|for|in case|provided|given|to)\b|\b(?:either|between|whether|both|neither|not only|such that|so that)\b/i

const isClosed = (words: string): boolean => {
  const count = (sign: RegExp) => words.match(sign)?.length ?? 0
  return count(/\(/g) === count(/\)/g) && count(/["“”]/g) % 2 === 0 && !words.includes(":")
}

const splitAt = (text: ProseText, block: Block, sentence: Range, cap: number): ReadonlyArray<Candidate> => {
  const words = block.text.slice(sentence.start, sentence.end)
  if (wordsIn(words).length <= cap || hanging.test(words)) return []
  const total = wordsIn(words).length
  const places = Array.from(words.matchAll(joint))
    .map((match) => ({ match, left: wordsIn(words.slice(0, match.index)).length }))
    .filter(
      ({ left, match }) => left >= leastWords && total - left > leastWords && isClosed(words.slice(0, match.index))
    )
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

/** Participles of common verbs → their base form, for the present tense. */
const bases: Readonly<Record<string, string>> = {
  accepted: "accept",
  added: "add",
  built: "build",
  called: "call",
  changed: "change",
  checked: "check",
  controlled: "control",
  created: "create",
  defined: "define",
  deleted: "delete",
  encrypted: "encrypt",
  handled: "handle",
  kept: "keep",
  loaded: "load",
  made: "make",
  managed: "manage",
  opened: "open",
  owned: "own",
  printed: "print",
  processed: "process",
  read: "read",
  received: "receive",
  rejected: "reject",
  removed: "remove",
  returned: "return",
  sent: "send",
  set: "set",
  signed: "sign",
  started: "start",
  stopped: "stop",
  stored: "store",
  updated: "update",
  used: "use",
  validated: "validate",
  verified: "verify",
  written: "write"
}

const noun = String.raw`[\p{Ll}-]+(?:\s[\p{Ll}-]+)?`
const passiveSentence = new RegExp(
  String.raw`^((?:The|A|An|This|Each|Every)\s${noun})\s(is|are|was|were)\s(\p{Ll}+)\sby\s((?:the|a|an|this|each|every)\s${noun})\.$`,
  "u"
)

const isPlural = (words: string): boolean => /^(?:the)\s/i.test(words) && /[^s]s$/.test(words)

const present = (participle: string, agent: string): string | undefined => {
  const base = bases[participle]
  if (base === undefined || isPlural(agent)) return base
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(base) ? `${base}es` : `${base}s`
}

const past = (participle: string): string | undefined =>
  Object.hasOwn(irregular, participle)
    ? irregular[participle]
    : Object.hasOwn(bases, participle)
      ? participle
      : undefined

const active = (text: ProseText, block: Block, sentence: Range): ReadonlyArray<Candidate> => {
  const found = passiveSentence.exec(block.text.slice(sentence.start, sentence.end))
  if (found === null) return []
  const [, thing = "", form = "", participle = "", agent = ""] = found
  const verb = /^(?:was|were)$/.test(form) ? past(participle) : present(participle, agent)
  if (verb === undefined || !Object.hasOwn(bases, participle)) return []
  const replacement = `${likeCase("A", agent)} ${verb} ${thing.charAt(0).toLowerCase()}${thing.slice(1)}.`
  return candidateIn(text, block, sentence, { replacement, reason: "The active voice says who acts" })
}

const candidatesOf =
  (cap: number) =>
  (text: ProseText): ReadonlyArray<Candidate> =>
    text.blocks
      .filter((block) => isProse(block) || block.kind === "table")
      .flatMap((block) => {
        const sentences = isProse(block) ? sentencesOf(block) : []
        return [
          ...sentences.flatMap((sentence) => active(text, block, sentence)),
          ...sentences.flatMap((sentence) => splitAt(text, block, sentence, cap)),
          ...plainWords(text, block)
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
