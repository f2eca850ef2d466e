/**
 * Texts that people save: brought into the form that is stored, and their title. They may have 20 MiB of anything, so they are
 * read in turns, and what is looked for in a line takes no longer than the line is long.
 */
import * as Effect from "effect/Effect"
import { untilDone } from "../../../src/plugin.ts"

/** Characters that are looked at in one turn. Our choice. */
const sliceCharacters = 262_144

/** A heading of the first level; of a longer one the first 1,000 characters are the title (our choice). */
const heading = /^# +(\S.{0,999})/m

const lineFeed = 0x0a

/** Where a slice ends: behind a line, unless there is a line longer than a slice. */
const endOfSlice = (text: string, start: number): number => {
  const end = start + sliceCharacters
  if (end >= text.length) return text.length
  // Looked for in the slice alone: a text that is one line would be gone through as often as it has slices.
  const lineEnd = text.slice(start, end).lastIndexOf("\n")
  // A return and its line feed stay together.
  return lineEnd >= 0 ? start + lineEnd + 1 : text.charCodeAt(end) === lineFeed ? end + 1 : end
}

const titleIn = (piece: string): string | undefined =>
  heading
    .exec(piece)?.[1]
    ?.replace(/ +#+ *$/, "")
    .replace(/ +$/, "")

const feedsAtEnd = (piece: string): number => {
  let start = piece.length
  while (start > 0 && piece.charCodeAt(start - 1) === lineFeed) start -= 1
  return piece.length - start
}

/**
 * A text as it is stored, and its first heading. Line feeds only, and one at the end: what is stored is what is published
 * (decisions docs 6, D74).
 */
export const readSavedText = Effect.fnUntraced(function* (sent: string) {
  const pieces: Array<string> = []
  let at = sent.startsWith("\ufeff") ? 1 : 0
  let [isInLine, feeds] = [false, 0]
  let title: string | undefined
  yield* untilDone(() => {
    const end = endOfSlice(sent, at)
    const piece = sent.slice(at, end).replaceAll("\r\n", "\n")
    // What begins within a line is no heading.
    title ??= titleIn(isInLine ? `.${piece}` : piece)
    isInLine = !piece.endsWith("\n")
    const feedsAfter = feedsAtEnd(piece)
    if (feedsAfter < piece.length) {
      pieces.push("\n".repeat(feeds), piece.slice(0, piece.length - feedsAfter))
      feeds = 0
    }
    feeds += feedsAfter
    at = end
    return at < sent.length
  })
  pieces.push("\n")
  return { content: pieces.join(""), title }
})
