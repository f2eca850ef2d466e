/** Sentences, words and verbs of English prose, as far as rules can tell them apart. Code spans and links are never cut. */

import { codeSpansIn } from "../../outputs/markdown/inline.ts"

/** Abbreviations whose full stop ends no sentence. */
const abbreviations = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|max|min|no|nr|fig|inc|ltd|mr|mrs|dr|st)\.|\b[A-Z]\.)$/i

const boundary = /(?<![.!?])[.!?]+["')\]*_]*\s+(?=["'([*_`]*[A-Z0-9`])/g

/** Longest abbreviation, with what stands before it. */
const abbreviationLength = 12

/** Code spans, addresses, targets of links and tags: stretches of a text that are no prose, in one pass. */
const keptIn = (text: string): ReadonlyArray<readonly [start: number, end: number]> => {
  const spans = codeSpansIn(text)
  const marks = /\]\(|https?:\/\/|</g
  const kept: Array<readonly [number, number]> = []
  const next = { ")": -1, ">": -1, "\n": -1 }
  // Each search begins where the last one ended: together they read the text once.
  const after = (mark: keyof typeof next, at: number): number => {
    if (next[mark] < at) next[mark] = text.indexOf(mark, at)
    if (next[mark] === -1) next[mark] = text.length
    return next[mark]
  }
  const endOf = (found: string, at: number): number => {
    if (found === "](") return after(")", at) === text.length ? -1 : after(")", at) + 1
    if (found === "<") return after(">", at) < after("\n", at) ? after(">", at) + 1 : -1
    address.lastIndex = at
    return at + address.exec(text)![0].length
  }
  let from = 0
  let span = 0
  for (const { 0: found, index } of text.matchAll(marks)) {
    while (span < spans.length && spans[span]![0] < index) {
      if (spans[span]![0] >= from) from = kept[kept.push(spans[span]!) - 1]![1]
      span += 1
    }
    const end = index < from ? -1 : endOf(found, index)
    if (end === -1) continue
    kept.push([index, end])
    from = end
  }
  return [...kept, ...spans.slice(span).filter(([start]) => start >= from)]
}

const address = /https?:\/\/[^\s)]*/y

/** The sentences of a paragraph, without blanks around them. */
export const sentencesOf = (paragraph: string): ReadonlyArray<string> => {
  const text = paragraph.replaceAll(/\s+/g, " ").trim()
  const closed = keptIn(text)
  const sentences: Array<string> = []
  let start = 0
  let range = 0
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].trimEnd().length
    while (range < closed.length && closed[range]![1] - 1 <= match.index) range += 1
    if (range < closed.length && match.index >= closed[range]![0]) continue
    if (abbreviations.test(text.slice(Math.max(start, match.index - abbreviationLength), match.index + 1))) continue
    sentences.push(text.slice(start, end))
    start = match.index + match[0].length
  }
  const last = text.slice(start)
  return last === "" ? sentences : [...sentences, last]
}

/** The words of a text, code and numbers included. */
export const wordsOf = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu) ?? []

/** Applies a change to prose only: code spans, addresses, link targets and HTML stay as they are. */
export const mapProse = (text: string, change: (prose: string) => string): string => {
  let result = ""
  let at = 0
  for (const [start, end] of keptIn(text)) {
    result += change(text.slice(at, start)) + text.slice(start, end)
    at = end
  }
  return result + change(text.slice(at))
}

/** The first letter as a capital, unless the text begins with code or a name in lower case. */
export const capitalized = (text: string): string => {
  const [first = ""] = text
  return /^[a-z]/.test(text) && !/^[a-z]+[A-Z_.(/]/.test(text.split(/\s/)[0] ?? "")
    ? first.toUpperCase() + text.slice(1)
    : text
}

/** Ends with a full stop, unless it ends with a mark of its own. */
export const ended = (text: string): string => {
  const trimmed = text.trim()
  return trimmed === "" || /[.!?:;…)](?:[*_"'`]*)$/.test(trimmed) ? trimmed : `${trimmed}.`
}
