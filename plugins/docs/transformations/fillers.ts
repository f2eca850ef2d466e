/** Words and openings that weigh nothing: a text says the same without them. */
import { sentencesOf, wordsIn } from "../checks/sentences.ts"
import type { Block, ProseText } from "../checks/ProseText.ts"
import { anyOf, begins, isOpen, likeCase } from "../rules/builtin/finders.ts"
import { emptyOpenings } from "../rules/words/wordyPhrases.ts"
import { candidateIn, type Candidate } from "./rounds.ts"

/** Fillers that can go wherever they stand; others of the checker's list can carry meaning. */
export const weightless =
  "actually|basically|certainly|definitely|essentially|extremely|incredibly|obviously|quite|really|simply|very"

/** What asks politely and no more. */
const polite = /(?<=^|[.!?]\s)Please\s+(?=(\p{Ll}))|(?<=\b(?:to|then|and|so)\s|,\s)please\s+(?=(\p{Ll}))/gu

const withoutPlease = (text: ProseText, block: Block): ReadonlyArray<Candidate> =>
  Array.from(block.text.matchAll(polite)).flatMap(({ 0: words, 1: first, 2: next, index }) =>
    candidateIn(
      text,
      block,
      { start: index, end: index + words.length + 1 },
      { replacement: first?.toUpperCase() ?? next!, reason: `"${words.trim()}" weighs nothing` }
    )
  )

const filler = new RegExp(
  String.raw`(?<![\p{L}\p{N}_'’-])(?:(an?)\s+)?(${weightless})\s+(?!(?:an?|least|much|put)\b)(?=(\p{L}))`,
  "giu"
)

/** Characters before a filler that are looked at. Our choice: a long clause. */
const lookBack = 300

/** What is denied, or a condition, is another one without its degree: "cannot simply delete", "an extremely long key". */
const weighing =
  /\b(?:not|cannot|never|no|none|nothing|nobody|neither|nor|without|avoid|hardly|rarely|if|unless|until|when|whenever)\b|n['’]t\b|\b(?:almost|nearly|most|more|less|so|how|too|as)\s+$/i

/** Whether a filler has weight after all: by what stands before it, or as a part of a name. */
const weighs = (text: string, at: number, { own, next }: { readonly own: string; readonly next: string }): boolean => {
  const clause = text
    .slice(Math.max(0, at - lookBack), at)
    .split(/[.!?;:]\s/)
    .at(-1)!
  return weighing.test(clause) || (/^\p{Lu}/u.test(own) && (!begins(text, at) || /^\p{Lu}/u.test(next)))
}

const fillersIn = (text: ProseText, block: Block): ReadonlyArray<Candidate> =>
  Array.from(block.text.matchAll(filler)).flatMap((match) => {
    const [words, article, own = "", next = ""] = match
    const start = match.index
    const at = start + words.lastIndexOf(own)
    if (!isOpen(block, start) || weighs(block.text, at, { own, next })) return []
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

// What must survive may not go: no edit would be made beside one that takes "without".
const openings = emptyOpenings.filter((words) => !/\bwithout\b/.test(words))

const opening = new RegExp(`^(?:${anyOf(openings.map((words) => words.replace(/,$/, ""))).source}),?\\s+(\\p{L})`, "iu")

const withoutOpenings = (text: ProseText, block: Block): ReadonlyArray<Candidate> =>
  sentencesOf(block).flatMap(({ end, start }) => {
    const found = opening.exec(block.text.slice(start, end))
    if (found === null || wordsIn(block.text.slice(start + found[0].length, end)).length < 2) return []
    const range = { start, end: start + found[0].length }
    const reason = "The sentence says the same without its opening"
    return candidateIn(text, block, range, { replacement: found[1]!.toUpperCase(), reason })
  })

/** What weighs nothing, taken out or off. */
export const withoutFillers = (text: ProseText, block: Block): ReadonlyArray<Candidate> => [
  ...withoutOpenings(text, block),
  ...withoutPlease(text, block),
  ...fillersIn(text, block)
]
