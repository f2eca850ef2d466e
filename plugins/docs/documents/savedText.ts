/**
 * Texts that people save: brought into the form that is stored, and their title. They may have 20 MiB of anything, so they are
 * read in turns, and what is looked for in a line takes no longer than the line is long.
 */
import * as Effect from "effect/Effect"
import { joined, textsIn, untilDone, type LongText } from "../../../src/plugin.ts"

/** Characters that are looked at in one turn. Our choice. */
const sliceCharacters = 32_768

/** The fence of a block of code, or a heading of the first level; of a longer one the first 1,000 characters are the title (our choice). */
const fenceOrHeading = /^(?: {0,3}(`{3,}|~{3,})|# +(\S.{0,999}))/gm

const lineFeed = 0x0a

/** The first heading of a piece that stands in no block of code. `open`: the fence of the block that the text is in. */
const titleIn = (piece: string, open: { fence: string | undefined }): string | undefined => {
  for (const [, fence, heading] of piece.matchAll(fenceOrHeading)) {
    if (heading !== undefined && open.fence === undefined) return heading.replace(/ +#+ *$/, "").replace(/ +$/, "")
    if (fence !== undefined && open.fence === undefined) open.fence = fence
    else if (fence?.startsWith(open.fence ?? "")) open.fence = undefined
  }
  return undefined
}

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
  const open = { fence: undefined }
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
    title ??= titleIn(isInLine ? `.${piece}` : piece, open)
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
