/**
 * Patterns of custom rules: the part of regular expressions that can be matched in time linear in the text. What needs
 * backtracking is refused with a reason: back-references, look-arounds, quantifiers within quantifiers (decisions 4.4).
 */
import * as Result from "effect/Result"
import { readOrNone } from "../../model/decoded.ts"

/** A pattern as a tree. */
export type PatternNode =
  | { readonly type: "character"; readonly source: string }
  | { readonly type: "assert"; readonly kind: "start" | "end" | "border" | "noBorder" }
  | { readonly type: "sequence"; readonly parts: ReadonlyArray<PatternNode> }
  | { readonly type: "choice"; readonly options: ReadonlyArray<PatternNode> }
  | {
      readonly type: "repeat"
      readonly part: PatternNode
      readonly least: number
      readonly most: number
      readonly lazy: boolean
    }

/** A pattern that may be used. */
export interface Pattern {
  readonly source: string
  readonly flags: { readonly ignoreCase: boolean; readonly multiline: boolean; readonly dotAll: boolean }
  readonly node: PatternNode
}

/** Characters of a pattern, and repetitions of one part. Our choice. */
const maxLength = 500
const maxCount = 200

/** Groups within groups. Our choice. */
const maxDepth = 20

/** What is wrong, as the end of a sentence that begins with "the pattern". */
class Refused extends Error {}

const refuse = (reason: string): never => {
  throw new Refused(reason)
}

interface Cursor {
  readonly source: string
  readonly nested: boolean
  at: number
  depth: number
}

/** Whether a part can match in more than one way. */
const varies = (node: PatternNode): boolean => {
  switch (node.type) {
    case "repeat":
      return (node.least !== node.most && node.most > 1) || varies(node.part)
    case "sequence":
      return node.parts.some(varies)
    case "choice":
      return node.options.some(varies)
    default:
      return false
  }
}

const escapes: ReadonlyArray<readonly [RegExp, string]> = [
  [/[1-9]/y, "has a back-reference"],
  [/k</y, "has a back-reference"]
]

const escapePattern = /\\(?:x[\da-f]{2}|u\{[\da-f]{1,6}\}|u[\da-f]{4}|[pP]\{[\w=]+\}|c[a-z]|[^\n])/iy

const readEscape = (cursor: Cursor): PatternNode => {
  const { at, source } = cursor
  for (const [pattern, reason] of escapes) {
    pattern.lastIndex = at + 1
    if (pattern.test(source)) return refuse(reason)
  }
  escapePattern.lastIndex = at
  const found = escapePattern.exec(source)?.[0] ?? refuse("ends with a backslash")
  cursor.at += found.length
  if (found === "\\b") return { type: "assert", kind: "border" }
  if (found === "\\B") return { type: "assert", kind: "noBorder" }
  return { type: "character", source: found }
}

const readClass = (cursor: Cursor): PatternNode => {
  const { at, source } = cursor
  let end = at + 1
  while (end < source.length && source[end] !== "]") end += source[end] === "\\" ? 2 : 1
  if (end >= source.length) return refuse("has a class that does not end")
  cursor.at = end + 1
  return { type: "character", source: source.slice(at, end + 1) }
}

const readGroup = (cursor: Cursor): PatternNode => {
  const opening = /\((?:\?:|\?<[A-Za-z_]\w*>|(?!\?))/y
  opening.lastIndex = cursor.at
  const found = opening.exec(cursor.source)?.[0] ?? refuse("has a look-around or another group that begins with (?")
  if (cursor.depth >= maxDepth) return refuse(`has groups more than ${maxDepth} deep`)
  cursor.at += found.length
  cursor.depth += 1
  const node = readChoice(cursor)
  if (cursor.source[cursor.at] !== ")") return refuse("has a group that does not end")
  cursor.depth -= 1
  cursor.at += 1
  return node
}

const literal = (cursor: Cursor): PatternNode => {
  const character = String.fromCodePoint(cursor.source.codePointAt(cursor.at)!)
  cursor.at += character.length
  return { type: "character", source: character }
}

const single = (cursor: Cursor, node: PatternNode): PatternNode => {
  cursor.at += 1
  return node
}

/** First character → how the part is read. */
const atoms: Readonly<Record<string, (cursor: Cursor) => PatternNode>> = {
  "\\": readEscape,
  "[": readClass,
  "(": readGroup,
  "^": (cursor) => single(cursor, { type: "assert", kind: "start" }),
  $: (cursor) => single(cursor, { type: "assert", kind: "end" }),
  "*": () => refuse("repeats nothing"),
  "+": () => refuse("repeats nothing"),
  "?": () => refuse("repeats nothing")
}

const quantifier = /(?:[*+?]|\{(\d+)(,(\d*))?\})(\?)?/y

const readQuantified = (cursor: Cursor): PatternNode => {
  const part = (atoms[cursor.source[cursor.at]!] ?? literal)(cursor)
  quantifier.lastIndex = cursor.at
  const found = quantifier.exec(cursor.source)
  if (found === null) return part
  cursor.at += found[0].length
  const [text, low, comma, high, lazy] = found
  const least = low !== undefined ? Number(low) : text.startsWith("+") ? 1 : 0
  const open = low === undefined ? !text.startsWith("?") : comma !== undefined && high === ""
  const most = open ? Infinity : low === undefined ? 1 : comma === undefined ? least : Number(high)
  if (part.type === "assert") return refuse("repeats a place instead of characters")
  if (least > maxCount || (most !== Infinity && most > maxCount)) return refuse(`repeats more than ${maxCount} times`)
  if (most < least) return refuse("has a count whose bounds are the wrong way round")
  if (most > 1 && !cursor.nested && varies(part)) return refuse("has a quantifier within a quantifier")
  return { type: "repeat", part, least, most, lazy: lazy !== undefined }
}

function readChoice(cursor: Cursor): PatternNode {
  const options: Array<PatternNode> = []
  let parts: Array<PatternNode> = []
  const close = () => void options.push(parts.length === 1 ? parts[0]! : { type: "sequence", parts })
  for (; cursor.at < cursor.source.length && cursor.source[cursor.at] !== ")";) {
    if (cursor.source[cursor.at] === "|") {
      close()
      parts = []
      cursor.at += 1
    } else parts.push(readQuantified(cursor))
  }
  close()
  return options.length === 1 ? options[0]! : { type: "choice", options }
}

const compiles = (source: string, flags: string): boolean =>
  readOrNone(() => new RegExp(source, flags.replaceAll(/[gu]/g, ""))) !== undefined

/**
 * Reads a pattern. Fails with what is wrong, as the end of a sentence that begins with "the pattern". `nested` allows
 * quantifiers within quantifiers: the matcher takes linear time for them too, and only rules of clients refuse them.
 */
export const parsePattern = (source: string, flags = "", nested = false): Result.Result<Pattern, string> => {
  if (source === "") return Result.fail("is empty")
  if (source.length > maxLength) return Result.fail(`has more than ${maxLength} characters`)
  if (!/^[gimsu]*$/.test(flags) || new Set(flags).size < flags.length)
    return Result.fail("has flags other than i, m, s")
  const cursor: Cursor = { source, nested, at: 0, depth: 0 }
  try {
    const node = readChoice(cursor)
    if (cursor.at < source.length) return Result.fail("closes a group that was not opened")
    if (!compiles(source, flags)) return Result.fail("is not a regular expression")
    const has = (flag: string) => flags.includes(flag)
    return Result.succeed({ source, node, flags: { ignoreCase: has("i"), multiline: has("m"), dotAll: has("s") } })
  } catch (error) {
    if (error instanceof Refused) return Result.fail(error.message)
    throw error
  }
}
