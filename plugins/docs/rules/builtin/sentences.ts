/** Built-in rules about sentences, paragraphs and the text as a whole (decisions docs 4.4). */
import type { Found } from "../../checks/Finding.ts"
import { isProse } from "../../checks/metrics.ts"
import { passiveIn } from "../../checks/passive.ts"
import type { Block, ProseText, Range } from "../../checks/ProseText.ts"
import { countsOf, readingEase, sentencesOf, wordsIn } from "../../checks/sentences.ts"
import { contractions, knownAcronyms, spellings, stressedWords } from "../words/spellings.ts"
import { anyOf, asWritten, foundIn, isNamed, keyOf, likeCase, matching, type Check, type Said } from "./finders.ts"
import type { RuleRow } from "./wording.ts"

/** Decisions docs 4.4. */
const maxSentenceWords = 26
const maxParagraphWords = 120

/** Our choice: below it, a text is hard for people who studied. */
const leastReadingEase = 30
const leastWordsForReadability = 100

/** Looks at sentences of running text. */
export const sentenceWise = (look: (sentence: string, block: Block) => Said | undefined, when = isProse): Check =>
  function* (text) {
    for (const block of text.blocks.filter(when)) {
      for (const range of sentencesOf(block)) {
        const said = look(block.text.slice(range.start, range.end), block)
        if (said !== undefined) yield foundIn(text, block, range, said)
      }
    }
  }

/** Sentences with more words than that. */
export const longSentences = (most: number): Check =>
  sentenceWise((sentence) => {
    const { length } = wordsIn(sentence)
    return length <= most
      ? undefined
      : { message: `The sentence has ${length} words, more than ${most}`, text: "Make two sentences of it" }
  })

const longParagraphs: Check = function* (text) {
  for (const block of text.blocks.filter(({ kind }) => kind === "paragraph")) {
    const { length } = wordsIn(block.text)
    if (length <= maxParagraphWords) continue
    const message = `The paragraph has ${length} words, more than ${maxParagraphWords}`
    yield foundIn(text, block, { start: 0, end: block.text.length }, { message })
  }
}

const passive: Check = function* (text) {
  for (const block of text.blocks.filter(isProse)) {
    for (const range of passiveIn(block.text)) {
      const message = `"${block.text.slice(range.start, range.end)}" does not say who does it`
      yield foundIn(text, block, range, { message, text: "Say who or what does it, if that is known" })
    }
  }
}

const subordinate =
  /^(?:if|when|after|before|once|while|unless|until|because|since|although|for|in|on|at|to|as|by|with|from|then|so|however|also)\b/i

const series = /(?<![\p{L}\p{N},'’-])[\p{L}-]+, [\p{L}-]+ (?:and|or) [\p{L}-]+(?![\p{L}-]*,)/gu

const serialComma = matching(series, ({ 0: words, index, input }) => {
  const opening = input
    .slice(0, index)
    .split(/[.!?:]\s+/)
    .at(-1)!
  return subordinate.test(`${opening}${words}`)
    ? undefined
    : {
        message: "The last item of a series has no comma before it",
        replacement: words.replace(/ (?=(?:and|or) )/, ", ")
      }
})

/** An acronym is explained where it stands beside its words: "Full Name (FN)" or "FN (full name)". */
const isExplained = (all: string, acronym: string): boolean =>
  new RegExp(`\\(${acronym}s?\\)|\\b${acronym}s? \\(\\p{L}`, "u").test(all)

/** Whether a word in capitals is one of a sentence in capitals, three at least. */
const isShouted = (text: string, at: number): boolean => {
  const inCapitals = /^(?:\s*\b[A-Z]{2,}\b)*/
  const before = /(?:\b[A-Z]{2,}\b\s*)*$/.exec(text.slice(Math.max(0, at - 80), at))![0]
  return (before + inCapitals.exec(text.slice(at, at + 80))![0]).split(/\s+/).filter((word) => word !== "").length > 2
}

const acronyms: Check = function* (text) {
  const all = text.blocks.map((block) => block.text).join("\n")
  const seen = new Set<string>()
  for (const block of text.blocks.filter(({ kind }) => kind !== "heading")) {
    for (const { 0: word, 1: acronym = "", index } of block.text.matchAll(
      /(?<![\w.$/-])([A-Z]{2,6})s?(?![\w/-]|\.\w)/g
    )) {
      if (seen.has(acronym) || knownAcronyms.has(acronym) || stressedWords.has(acronym)) continue
      seen.add(acronym)
      if (isExplained(all, acronym) || isShouted(block.text, index)) continue
      const said = { message: `"${acronym}" is not explained`, text: `Write it out at first: full name (${acronym})` }
      yield foundIn(text, block, { start: index, end: index + word.length }, said)
    }
  }
}

interface Use extends Range {
  readonly block: Block
  readonly words: string
}

const usesOf = (text: ProseText, words: ReadonlyArray<string>): ReadonlyArray<Use> =>
  text.blocks.flatMap((block) =>
    Array.from(block.text.matchAll(anyOf(words)), ({ 0: found, index }) => ({
      block,
      words: found,
      start: index,
      end: index + found.length
    }))
  )

const plainText = (text: ProseText): string => keyOf(text.blocks.map((block) => block.text).join("\n"))

/** Two ways to write one word, where both are used: the rarer one is told; of equals, the later. */
export const inconsistent = function* (
  text: ProseText,
  pairs: ReadonlyArray<readonly [string, string]>
): Generator<Found> {
  const all = plainText(text)
  for (const [one, other] of pairs) {
    // Most pairs are not there: a plain look is enough to know.
    if (!all.includes(keyOf(one)) || !all.includes(keyOf(other))) continue
    // What differs in its capitals alone is told apart by them.
    const key = keyOf(one) === keyOf(other) ? asWritten : keyOf
    const uses = Map.groupBy(usesOf(text, [one, other]), ({ words }) => key(words))
    const [first, second] = [uses.get(key(one)), uses.get(key(other))]
    if (first === undefined || second === undefined) continue
    const firstIsFirst = first[0]!.block.starts[first[0]!.start]! < second[0]!.block.starts[second[0]!.start]!
    const keepsFirst = first.length === second.length ? firstIsFirst : first.length > second.length
    const [kept, changed] = keepsFirst ? [one, second] : [other, first]
    for (const use of changed) {
      const message = `"${use.words}" is written "${kept}" elsewhere`
      const safe = use.block.kind === "heading" || !isNamed(use.block.text, use.words, use.start)
      yield foundIn(text, use.block, use, { message, replacement: likeCase(use.words, kept), safe })
    }
  }
}

const mixedContractions: Check = function* (text) {
  const all = plainText(text)
  if (!Object.keys(contractions).some((words) => all.includes(words))) return
  const short = text.blocks.flatMap((block) =>
    Array.from(block.text.matchAll(anyOf(Object.keys(contractions))), (match) => ({
      block,
      match,
      other: contractions[keyOf(match[0])]!
    }))
  )
  if (short.length === 0) return
  const long = text.blocks.flatMap((block) =>
    Array.from(block.text.matchAll(anyOf(new Set(Object.values(contractions)))), (match) => {
      const other = Object.entries(contractions).find(([, words]) => words === keyOf(match[0]))![0]
      return { block, match, other }
    })
  )
  if (long.length === 0) return
  for (const { block, match, other } of short.length < long.length ? short : long) {
    const range = { start: match.index, end: match.index + match[0].length }
    const message = `Elsewhere the text writes such words ${short.length < long.length ? "in full" : "short"}`
    yield foundIn(text, block, range, { message, replacement: likeCase(match[0], other) })
  }
}

const isStep = ({ isStep: numbered, kind }: Block): boolean => kind === "list" && numbered

const pleaseInSteps: Check = function* (text) {
  for (const block of text.blocks.filter(isStep)) {
    for (const match of block.text.matchAll(/\bplease\s+(\p{L})/giu)) {
      const isCapital = match[0].startsWith("P")
      const replacement = isCapital ? match[1]!.toUpperCase() : match[1]!
      const range = { start: match.index, end: match.index + match[0].length }
      yield foundIn(text, block, range, { message: `A step needs no "please"`, replacement, safe: true })
    }
  }
}

/** What ends as the name of a deed does, and is none. */
const noDeeds = /^(?:[BPRS]r?ing|String|(?:Any|Every|No|Some)?thing|(?:In|Out|Up)coming|Existing|Missing|During)\b/i

const stepImperative: Check = function* (text) {
  for (const block of text.blocks.filter(isStep)) {
    const found = /^(?:(?:You|The user|Users?|We|It|There|They|One)\s+\p{L}+|\p{L}{2,}ing\b)/u.exec(block.text)
    if (found === null || noDeeds.test(found[0])) continue
    const said = { message: `The step begins with "${found[0]}"`, text: "Begin with what to do: Open, Select, Run" }
    yield foundIn(text, block, { start: 0, end: found[0].length }, said)
  }
}

const conditionOrder = sentenceWise((sentence) => {
  const late =
    /^(?!If\b|When\b|Unless\b|To\b)\p{Lu}\p{Ll}+\s.*?[^,]\s(if|unless)\s(?!not\b|any\b|necessary\b|needed\b|possible\b)/u.exec(
      sentence
    )
  return late === null
    ? undefined
    : { message: `The condition comes after the instruction`, text: `Begin with "${likeCase("I", late[1]!)} …"` }
}, isStep)

const readability: Check = function* (text) {
  const counts = { words: 0, sentences: 0, syllables: 0 }
  const blocks = text.blocks.filter(isProse)
  for (const block of blocks) {
    const own = countsOf(block.text)
    counts.words += own.words
    counts.sentences += own.sentences
    counts.syllables += own.syllables
  }
  const [first] = blocks
  if (first === undefined || counts.words < leastWordsForReadability) return
  const ease = Math.round(readingEase(counts))
  if (ease >= leastReadingEase) return
  const range = sentencesOf(first)[0] ?? { start: 0, end: first.text.length }
  yield foundIn(text, first, range, {
    message: `The text is hard to read: its reading ease is ${ease}, below ${leastReadingEase}`,
    text: "Shorten sentences and words"
  })
}

/** Rule → row. */
export const sentenceRules: Readonly<Record<string, RuleRow>> = {
  "sentence-length": {
    severity: "warning",
    description: `Sentences of at most ${maxSentenceWords} words`,
    check: longSentences(maxSentenceWords)
  },
  "paragraph-length": {
    severity: "suggestion",
    description: `Paragraphs of at most ${maxParagraphWords} words`,
    check: longParagraphs
  },
  "passive-voice": { severity: "suggestion", description: "Say who does it", check: passive },
  "oxford-comma": {
    severity: "suggestion",
    description: "A comma before the last item of a series",
    check: serialComma
  },
  "acronym-undefined": { severity: "suggestion", description: "Acronyms are explained", check: acronyms },
  "term-consistency": {
    severity: "warning",
    description: "One spelling for one word",
    fixes: true,
    check: (text) => inconsistent(text, spellings)
  },
  "contraction-consistency": {
    severity: "suggestion",
    description: "Short forms everywhere or nowhere",
    check: mixedContractions
  },
  "please-in-steps": { severity: "suggestion", description: "Steps without please", fixes: true, check: pleaseInSteps },
  "step-imperative": { severity: "suggestion", description: "Steps begin with what to do", check: stepImperative },
  "condition-order": {
    severity: "suggestion",
    description: "The condition before the instruction",
    check: conditionOrder
  },
  readability: {
    severity: "suggestion",
    description: `A reading ease of ${leastReadingEase} or more`,
    check: readability
  }
}
