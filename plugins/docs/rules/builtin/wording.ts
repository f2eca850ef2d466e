/** Built-in rules about words (decisions docs 4.4): one row per rule, the words in tables of their own. */
import type { Severity } from "../../checks/Finding.ts"
import { mark } from "../../checks/ProseText.ts"
import { ambiguousWords, complexWords } from "../words/complexWords.ts"
import { fillers, weaselWords } from "../words/fillers.ts"
import { genderBias, nonInclusive, nonInclusiveForms } from "../words/people.ts"
import { loosePhrases, wordyPhrases } from "../words/wordyPhrases.ts"
import { anyOf, begins, everywhere, likeCase, matching, prose, swaps, type Check, type Said } from "./finders.ts"

export interface RuleRow {
  readonly severity: Severity
  readonly description: string
  readonly fixes?: true
  readonly check: Check
}

const told = (message: string, text?: string): (() => Said) => {
  const said: Said = text === undefined ? { message } : { message, text }
  return () => said
}

const shorter = (words: string, instead: string) =>
  instead === "" ? `"${words}" can be left out` : `"${words}" is "${instead}" in fewer words`

const latin: Readonly<Record<string, string>> = {
  "e.g.": "for example",
  "i.e.": "that is",
  "etc.": "and so on",
  "viz.": "namely"
}

const latinInstead = (words: string, next: string): string | undefined => {
  const instead = latin[words.toLowerCase()]
  return instead === undefined || words.toLowerCase() === "etc." || next === "," ? instead : `${instead},`
}

const placeholders =
  /\b(?:TODO|TBD|TBC|FIXME)\b|\blorem ipsum\b|\bINSERT(?:[-_][A-Z]+)+\b|\bINSERT (?!INTO\b)[A-Z]{3,}\b|\[(?:insert|your|placeholder)\b[^\]\n]{0,60}\]|<(?:your|insert)[_\w -]{0,60}>|\b[Tt]o be (?:announced|confirmed|decided|determined)\b/g

const htmlPlaceholder: Check = function* (text) {
  for (const { end, start } of text.html) {
    if (!/^<(?:your|insert)\b/i.test(text.source.slice(start, start + 20))) continue
    yield { start, end, message: "A placeholder stands where a reader needs an answer" }
  }
}

const both = (...checks: ReadonlyArray<Check>): Check =>
  function* (text) {
    for (const check of checks) yield* check(text)
  }

const units = "ms|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB|Hz|kHz|MHz|GHz|px|kg|km|cm|mm|Mbps|Gbps|kbps"

/** "How many" asks for a number, and "too many" has one in mind: both leave nothing open. */
const weasels = new RegExp(`(?<!\\b(?:how|as|too)\\s+)${anyOf(weaselWords).source}`, "giu")

/** Nouns that are two words as verbs. */
const nounsAsVerbs: Readonly<Record<string, string>> = {
  login: "log in",
  logout: "log out",
  setup: "set up",
  backup: "back up",
  signup: "sign up",
  shutdown: "shut down",
  rollback: "roll back"
}

/** Only where the words around it leave no noun: right in 23 of 23 hits in manuals of 20 repositories. */
const nounAsVerb = new RegExp(
  `(?<=\\b(?:to|can|cannot|can't|must|will|may|should|could|please|you|then|not)\\s+)(?:${Object.keys(nounsAsVerbs).join("|")})` +
    "(?=\\s+(?:to|with|as|into|in|on|the|a|an|your|using|from|again|via|by|it|this|these|all|any|our|their|multiple|new|automatically)\\b|\\s*[.,;:!?)]|$)" +
    "|(?<=^|[.!?]\\s)(?:Login|Logout|Setup|Shutdown)(?=\\s+(?:to|into|the|a|an|your|this)\\b)",
  "giu"
)

/** Rule → row. */
export const wordingRules: Readonly<Record<string, RuleRow>> = {
  "placeholder-text": {
    severity: "error",
    description: "No TODO, TBD, lorem ipsum or <your…> outside code",
    check: both(
      matching(placeholders, told("A placeholder stands where a reader needs an answer"), everywhere),
      htmlPlaceholder
    )
  },
  "future-tense": {
    severity: "suggestion",
    description: "Software does things now: the present tense is shorter",
    check: matching(
      /\b(?:will|won['’]t|shall)\s+(?:not\s+|be\s+)?\p{Ll}+/giu,
      told("The future tense where the present says the same", "Say what happens, in the present tense")
    )
  },
  "first-person": {
    severity: "suggestion",
    description: "Speak to the reader as you, not of us",
    check: matching(
      /(?<![\p{L}\p{N}_'’/-])(?:I|we|our|ours|us|my|we['’](?:re|ve|ll)|I['’](?:m|ve|ll)|let['’]s)(?![\p{L}\p{N}_/-])/giu,
      ([word]) =>
        // US and i have other meanings.
        word === "US" || word === "i"
          ? undefined
          : { message: `"${word}" speaks of the writer`, text: "Speak to the reader" }
    )
  },
  "weasel-words": {
    severity: "suggestion",
    description: "Words that leave open how many or how much",
    check: matching(weasels, ([words]) => ({ message: `"${words}" leaves open what is meant` }))
  },
  "wordy-phrase": {
    severity: "suggestion",
    description: "One word where a phrase says no more",
    fixes: true,
    check: swaps({ safe: wordyPhrases, loose: loosePhrases }, { say: shorter })
  },
  "complex-word": {
    severity: "suggestion",
    description: "The plain word for the long one",
    fixes: true,
    check: swaps(
      { safe: complexWords, loose: ambiguousWords },
      { say: (words, instead) => `"${words}" is "${instead}" in plain words` }
    )
  },
  "noun-as-verb": {
    severity: "suggestion",
    description: "Log in, set up, back up: two words where they are verbs",
    fixes: true,
    check: matching(nounAsVerb, ([word]) => {
      const replacement = likeCase(word, nounsAsVerbs[word.toLowerCase()]!)
      return { message: `"${word}" is a noun: as a verb it is "${replacement}"`, replacement, safe: true }
    })
  },
  adverb: {
    severity: "suggestion",
    description: "Adverbs that weigh nothing",
    check: matching(anyOf(fillers), ([word]) => ({ message: `"${word}" can be left out` }))
  },
  exclamation: {
    severity: "suggestion",
    description: "No exclamation marks",
    fixes: true,
    check: matching(/(?<!!)!+(?=\s|$)/g, ({ 0: marks, index, input }) => ({
      message: "An exclamation mark",
      replacement: ".",
      // After a capital it may belong to a name, such as that of a product.
      safe:
        marks.length === 1 &&
        /(?<![\p{L}\p{N}])[\p{Ll}\p{N}][\p{L}\p{N}'’-]*$/u.test(input.slice(Math.max(0, index - 40), index))
    }))
  },
  "latin-abbreviation": {
    severity: "suggestion",
    description: "English for e.g., i.e. and etc.",
    fixes: true,
    check: matching(/(?<![\p{L}\p{N}.])(?:e\.g\.|i\.e\.|etc\.|viz\.)/giu, ({ 0: words, index, input }) => ({
      message: `"${words}" is Latin`,
      replacement: likeCase(words, latinInstead(words, input[index + words.length] ?? "") ?? words),
      safe: words.toLowerCase() !== "etc."
    }))
  },
  "gender-bias": {
    severity: "warning",
    description: "Words for everybody",
    check: swaps(
      { loose: genderBias },
      { say: (words, instead) => `"${words}" leaves people out; "${instead}" does not` }
    )
  },
  "non-inclusive-term": {
    severity: "warning",
    description: "Terms that nobody has to mind",
    fixes: true,
    check: swaps(
      { safe: nonInclusive, loose: nonInclusiveForms },
      { say: (words, instead) => `"${words}" can hurt; "${instead}" says what it does`, kinds: everywhere }
    )
  },
  ampersand: {
    severity: "suggestion",
    description: "and, written out",
    fixes: true,
    check: matching(
      /(?<=[\p{L}\p{N})]\s)&(?=\s[\p{L}\p{N}(])/gu,
      ({ index, input }) => ({
        message: "An ampersand for and",
        replacement: "and",
        safe: /\p{Ll}\s$/u.test(input.slice(0, index)) && /^\s\p{Ll}/u.test(input.slice(index + 1))
      }),
      everywhere
    )
  },
  "repeated-word": {
    severity: "warning",
    description: "No word twice in a row",
    fixes: true,
    check: matching(
      /(?<![\p{L}\p{N}_'’-])(\p{L}+)\s+\1(?![\p{L}\p{N}_'’-])/giu,
      ({ 0: words, 1: word = "", index }, { text }) =>
        /^(?:had|that|bye|no|so|blah)$/i.test(word)
          ? undefined
          : {
              message: `"${word}" stands twice`,
              replacement: words.slice(0, word.length),
              // Two capitals are a name, and one within a sentence is a type with its value: `(Order order)`.
              safe:
                word.length > 1 &&
                /\p{Ll}$/u.test(words) &&
                !/\s\p{Lu}/u.test(words) &&
                (words.endsWith(word) || (/^\p{Lu}\p{Ll}+$/u.test(word) && begins(text, index)))
            },
      everywhere
    )
  },
  "number-unit-space": {
    severity: "suggestion",
    description: "A space between number and unit",
    fixes: true,
    check: matching(
      new RegExp(`(?<![\\w.,${mark}-])(\\d+(?:[.,]\\d+)*)(${units})(?![\\w-])`, "gu"),
      ([, number, unit]) => ({
        message: `No space between "${number}" and "${unit}"`,
        replacement: `${number} ${unit}`,
        safe: true
      })
    )
  },
  "date-format": {
    severity: "warning",
    description: "Dates that read the same everywhere, such as 2026-01-31",
    check: matching(
      /(?<![\w./-])\d{1,2}(?:\/\d{1,2}\/(?:\d{4}|\d{2})|\.\d{1,2}\.\d{4})(?![\w/.-]*\w)/g,
      told("Day and month can be mistaken for each other", "Write the date as 2026-01-31 or 31 January 2026"),
      prose
    )
  }
}
