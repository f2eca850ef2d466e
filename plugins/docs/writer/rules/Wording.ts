/**
 * Wording: what tone, glossary and instructions change in prose. Only words change; code, addresses, numbers and names of
 * things stay as they are, so no fact is lost or made.
 */
import { wordsIn } from "../../checks/sentences.ts"
import { isWithin } from "../../rules/builtin/finders.ts"
import { capitalized, mapProse, sentencesOf } from "./sentences.ts"
import type { Voice } from "./Voice.ts"

/** Words in place of others. `exact`: only the letters' case is put right. */
export interface Replacement {
  readonly from: string
  readonly to: string
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The new words with the capital of the old ones, where the old ones began a sentence. */
const sameCase = (old: string, to: string): string => (/^[A-Z][^A-Z]/.test(old) ? capitalized(to) : to)

const whole = (words: string): RegExp => new RegExp(`(?<![\\w-])${escaped(words)}(?![\\w-])`, "gi")

/** Pairs of full and short form. */
const contractions: ReadonlyArray<readonly [full: string, short: string]> = [
  ["do not", "don't"],
  ["does not", "doesn't"],
  ["did not", "didn't"],
  ["is not", "isn't"],
  ["are not", "aren't"],
  ["was not", "wasn't"],
  ["were not", "weren't"],
  ["cannot", "can't"],
  ["will not", "won't"],
  ["would not", "wouldn't"],
  ["should not", "shouldn't"],
  ["has not", "hasn't"],
  ["have not", "haven't"],
  ["it is", "it's"],
  ["you are", "you're"],
  ["you will", "you'll"],
  ["we are", "we're"],
  ["we will", "we'll"]
]

/** Short forms that are only written out. */
const onlyShort: ReadonlyArray<readonly [full: string, short: string]> = [
  ["what is", "what's"],
  ["here is", "here's"],
  ["let us", "let's"],
  ["that is", "that's"],
  ["there is", "there's"]
]

/** Longer ways of saying something, and shorter ones that mean the same. */
const wordy: ReadonlyArray<Replacement> = [
  { from: "in order to", to: "to" },
  { from: "due to the fact that", to: "because" },
  { from: "at this point in time", to: "now" },
  { from: "in the event that", to: "if" },
  { from: "make use of", to: "use" },
  { from: "makes use of", to: "uses" },
  { from: "is able to", to: "can" },
  { from: "are able to", to: "can" },
  { from: "has the ability to", to: "can" },
  { from: "utilize", to: "use" },
  { from: "utilizes", to: "uses" },
  { from: "prior to", to: "before" },
  { from: "a large number of", to: "many" },
  { from: "the majority of", to: "most" },
  { from: "for the purpose of", to: "for" },
  { from: "with regard to", to: "about" },
  { from: "as well as", to: "and" }
]

const fillers = /(?<![\w-])(?:please|simply|basically|obviously|of course,?|it should be noted that|note that) (?=\S)/gi

const replaceAll = (text: string, list: ReadonlyArray<Replacement>): string => {
  let result = text
  for (const { from, to } of list) {
    result = result.replaceAll(whole(from), (old: string, start: number, all: string) =>
      isWithin(all, { start, end: start + old.length }, to) ? old : sameCase(old, to)
    )
  }
  return result
}

const withContractions = (text: string, use: Voice["contractions"]): string => {
  if (use === "keep") return text
  const straight = text.replaceAll("’", "'")
  return use === "use"
    ? replaceAll(
        straight,
        contractions.map(([from, to]) => ({ from, to }))
      )
    : replaceAll(
        straight,
        [...contractions, ...onlyShort].map(([to, from]) => ({ from, to }))
      )
}

/** Where a long sentence may end: both sides stand by themselves. */
const seams = [/;\s+(?=\S)/, /,\s+(but|so|and)\s+(?=(?:it|they|you|we|this|these|that|the|an?|there)\s)/i] as const

/** Cuts sentences over the limit where that is safe; one without a seam stays. */
const shortened = (text: string, most: number): string =>
  sentencesOf(text)
    .flatMap((sentence) => {
      if (wordsIn(sentence).length <= most || /`[^`]*[;,][^`]*`|\]\(/.test(sentence)) return [sentence]
      for (const seam of seams) {
        const match = seam.exec(sentence)
        if (match === null) continue
        const [left, right] = [sentence.slice(0, match.index), sentence.slice(match.index + match[0].length)]
        if (left.split("(").length !== left.split(")").length) continue
        if (wordsIn(left).length < 5 || wordsIn(right).length < 4) continue
        const joint = match[1] === undefined || /and/i.test(match[1]) ? "" : `${capitalized(match[1])} `
        return [`${left}.`, joint === "" ? capitalized(right) : joint + right]
      }
      return [sentence]
    })
    .join(" ")

/** How prose is worded in one document. */
export class Wording {
  readonly #voice: Voice
  readonly #replacements: ReadonlyArray<Replacement>
  readonly #avoidsExclamation: boolean

  constructor(voice: Voice, replacements: ReadonlyArray<Replacement>, avoided: ReadonlyArray<string>) {
    this.#voice = voice
    // Longer words first: a part of them must not be replaced before.
    this.#replacements = [...replacements].sort((a, b) => b.from.length - a.from.length)
    this.#avoidsExclamation = avoided.includes("!")
  }

  /** Words only, for cells and headings: glossary and instructions. */
  words(text: string): string {
    return this.#replacements.length === 0 ? text : mapProse(text, (prose) => replaceAll(prose, this.#replacements))
  }

  /** One line of prose: words only. */
  line(text: string): string {
    const { contractions: use, tone } = this.#voice
    return mapProse(text, (prose) => {
      let result = replaceAll(prose, this.#replacements)
      if (tone === "concise") result = replaceAll(result, wordy).replaceAll(fillers, "")
      if (this.#avoidsExclamation) result = result.replaceAll(/!(?=\s|$)/g, ".")
      return withContractions(result, use)
    })
  }

  /** One paragraph of prose: sentences that are too long are cut. */
  prose(text: string): string {
    const { sentenceWords, tone } = this.#voice
    const cut = shortened(this.line(text), sentenceWords)
    return tone === "concise" ? sentencesOf(cut).map(capitalized).join(" ") : cut
  }
}
