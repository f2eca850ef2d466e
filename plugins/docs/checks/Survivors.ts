/**
 * What must survive every change of a text that a machine makes (decisions docs 4.5): code, links, numbers, negations. A
 * change that loses one is not made.
 */
import { decoded } from "../model/decoded.ts"
import type { ProseText } from "./ProseText.ts"

/** The things that must survive, as they stand. */
export interface Survivors {
  readonly code: ReadonlyArray<string>
  readonly links: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<string>
  readonly negations: ReadonlyArray<string>
}

const numbers =
  /(?<![\p{L}\p{N}_])\p{L}{0,5}-?\d+(?:[.,:/-]\d+)*%?|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|half|twice)\b/giu

const negations = /\b(?:not|cannot|no|never|none|nothing|nobody|nowhere|neither|nor|without|unless|except)\b|n['’]t\b/gi

export const survivorsOf = ({ blocks, codes, headings, links, source, spans }: ProseText): Survivors => {
  const addresses = new Set(links.map(({ url }) => decoded(url).toLowerCase()))
  const all = (pattern: RegExp) =>
    blocks.flatMap(({ text }) => (text.match(pattern) ?? []).map((word) => word.toLowerCase()))
  return {
    code: [...codes, ...spans].map(({ end, start }) => source.slice(start, end).trim()),
    // An address in angle brackets is the same as without them; a link leads to a heading by its words.
    links: [
      ...links.map(({ end, isBare, start, url }) =>
        isBare ? url : source.slice(start, end).replace(/^<([^<>]*)>$/, "$1")
      ),
      ...headings.map(({ anchor }) => `#${anchor}`).filter((anchor) => addresses.has(anchor))
    ],
    numbers: all(numbers),
    negations: all(negations)
  }
}

const names = ["code", "links", "numbers", "negations"] as const

const countsOf = (items: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** What is not in the later text as often as before, nor more often; `undefined` when all is as it was. */
export const changed = (before: Survivors, after: Survivors): keyof Survivors | undefined =>
  names.find((name) => {
    const [old, now] = [countsOf(before[name]), countsOf(after[name])]
    return old.size !== now.size || [...old].some(([item, count]) => now.get(item) !== count)
  })

/** What the later text does not hold any more; `undefined` when it holds everything at least once. */
export const lost = (before: Survivors, after: Survivors): keyof Survivors | undefined =>
  names.find((name) => {
    const now = new Set(after[name])
    return before[name].some((item) => !now.has(item))
  })

/** The most of some changes that hold together: all, or those of each half. It is looked at so often at most. */
export const together = <One>(
  all: ReadonlyArray<One>,
  holds: (some: ReadonlyArray<One>) => boolean,
  mostTries: number
): ReadonlyArray<One> => {
  let kept: ReadonlyArray<One> = []
  let tries = 0
  const add = (some: ReadonlyArray<One>): void => {
    if (some.length === 0 || tries++ >= mostTries) return
    const more = [...kept, ...some]
    if (holds(more)) kept = more
    else if (some.length > 1)
      for (const half of [some.slice(0, some.length >> 1), some.slice(some.length >> 1)]) add(half)
  }
  add(all)
  return kept
}
