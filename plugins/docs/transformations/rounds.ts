/** Changes of prose in rounds, until there is nothing left to change: so that a second run finds nothing either. */
import { isLiteral, sourceRange, type Block, type ProseText, type Range } from "../checks/ProseText.ts"
import { together } from "../checks/Survivors.ts"
import { readMarkdown } from "../markdown/readMarkdown.ts"
import { applyEdits, composeEdits, type TextEdit } from "./Transformation.ts"

/** A change that could be made. */
export interface Candidate extends TextEdit {}

/** Rounds, and how often a round looks at which of its candidates hold together. Our choice. */
const maxRounds = 10
const maxTries = 60

/** A change in a block, where its source can be replaced letter for letter and is no link's text. */
export const candidateIn = (
  text: ProseText,
  block: Block,
  range: Range,
  change: { readonly replacement: string; readonly reason: string }
): ReadonlyArray<Candidate> =>
  isLiteral(text, block, range) && !block.links.some(({ end, start }) => start < range.end && range.start < end)
    ? [{ ...sourceRange(block, range), ...change }]
    : []

const inOrder = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  let free = 0
  return [...candidates]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ end, start }) => {
      if (start < free) return false
      free = end
      return true
    })
}

/** Makes changes round by round as long as `keeps` allows them. The edits lead from the source to the text. */
export const inRounds = (
  source: string,
  candidatesOf: (text: ProseText) => ReadonlyArray<Candidate>,
  keeps: (before: ProseText, after: ProseText) => boolean
): { readonly text: string; readonly edits: ReadonlyArray<TextEdit> } => {
  let text = source
  let edits: ReadonlyArray<TextEdit> = []
  for (let round = 0; round < maxRounds; round++) {
    const read = readMarkdown(text)
    const holds = (some: ReadonlyArray<Candidate>) => keeps(read, readMarkdown(applyEdits(read.source, some)))
    const made = together(inOrder(candidatesOf(read)), holds, maxTries)
    if (made.length === 0) break
    edits = composeEdits(source, edits, made)
    text = applyEdits(text, made)
  }
  return { text, edits }
}
