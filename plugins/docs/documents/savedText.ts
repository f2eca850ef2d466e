/**
 * Texts that people save: brought into the form that is stored, and their title. They may have 20 MiB of anything, so they are
 * read in turns, and what is looked for in a line takes no longer than the line is long.
 */
import * as Effect from "effect/Effect"
import { joined, textsIn, untilDone, type LongText } from "../../../src/plugin.ts"

/** Characters that are looked at in one turn. Our choice. */
const sliceCharacters = 32_768

/** A heading of the first level; of a longer one the first 1,000 characters are the title (our choice). */
const heading = /^# +(\S.{0,999})/m

const lineFeed = 0x0a

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

/** Where whole lines end. A line that is longer than a slice is divided, but not between a return and its line feed. */
const endOfLines = (text: string): number => {
  const end = text.lastIndexOf("\n") + 1
  return end > 0 || text.length < sliceCharacters ? end : text.endsWith("\r") ? text.length - 1 : text.length
}

const utf8 = new TextEncoder()

const emptyLines = utf8.encode("\n".repeat(sliceCharacters))

/**
 * A text as it is stored, in UTF-8, and its first heading. Line feeds only, and one at the end: what is stored is what is
 * published (decisions docs 6, D74).
 */
export const readSavedText = Effect.fnUntraced(function* (sent: LongText) {
  const texts = textsIn(sent, sliceCharacters)
  const parts: Array<Uint8Array> = []
  let [rest, isFirst, isInLine, feeds, length] = ["", true, false, 0, 0]
  let title: string | undefined
  const add = (part: Uint8Array) => (length += parts[parts.push(part) - 1]!.length)
  /** Empty lines in the midst of a text: there may be millions of them. */
  const addFeeds = () => {
    for (; feeds > 0; feeds -= Math.min(feeds, sliceCharacters)) add(emptyLines.subarray(0, feeds))
  }
  yield* untilDone(() => {
    const { done, value } = texts.next()
    const all = rest + (isFirst ? (value ?? "").replace(/^\ufeff/, "") : (value ?? ""))
    isFirst = false
    const end = done === true ? all.length : endOfLines(all)
    const piece = all.slice(0, end).replaceAll("\r\n", "\n")
    rest = all.slice(end)
    // What begins within a line is no heading.
    title ??= titleIn(isInLine ? `.${piece}` : piece)
    if (piece !== "") isInLine = !piece.endsWith("\n")
    const feedsAfter = feedsAtEnd(piece)
    if (feedsAfter < piece.length) {
      addFeeds()
      add(utf8.encode(piece.slice(0, piece.length - feedsAfter)))
    }
    feeds += feedsAfter
    return done !== true
  })
  add(emptyLines.subarray(0, 1))
  return { content: yield* joined(parts, length), title }
})
