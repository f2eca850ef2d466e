/** Sentences of English prose in Markdown: code spans and links are never cut. */
import { mark } from "../../checks/ProseText.ts"
import { cut } from "../../checks/sentences.ts"
import { codeSpansIn } from "../../outputs/markdown/inline.ts"

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
  let visible = ""
  for (const [start, end] of keptIn(text)) visible += text.slice(visible.length, start) + mark.repeat(end - start)
  return cut(visible + text.slice(visible.length)).map(({ end, start }) => text.slice(start, end))
}

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
