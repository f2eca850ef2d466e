/** One text for one content, however it was ordered and spaced: two requests with the same text are the same. */
import * as Effect from "effect/Effect"
import { endOfPiece, inTurn } from "../store/Turns.ts"

const byName = (a: string, b: string): number => (a < b ? -1 : 1)

/** The same text for the same content, however it was ordered and spaced. `without` leaves out a top-level key. */
export const canonical = (value: unknown, without?: string): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(",")}]`
  let members = ""
  for (const name of Object.keys(value).sort(byName)) {
    if (name === without) continue
    if (members !== "") members += ","
    members += `${JSON.stringify(name)}:${canonical((value as Readonly<Record<string, unknown>>)[name])}`
  }
  return `{${members}}`
}

/** Characters of a text that are written as JSON at once. */
const pieceLength = 65_536

/** Characters that are digested at once. Kept fingerprints depend on it. */
const partLength = 262_144

/** What writing a value costs, in characters of a long text. */
const valueCost = 100

/** A text as JSON, in pieces. */
function* piecesOf(text: string): Generator<string, void> {
  yield '"'
  let at = 0
  while (at < text.length) {
    const end = endOfPiece(text, at, pieceLength)
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
    at = end
  }
  yield '"'
}

/** In which order the members of an object are written, and which one is not. */
interface Spelling {
  readonly sorted: boolean
  readonly without?: string | undefined
}

/** One character per byte: equal texts are equal bytes. */
const byteText = new TextDecoder("latin1")

/** What long bytes are compared by: their texts, each made when it is its turn. */
function* byteTexts(bytes: Uint8Array): Generator<string, void> {
  for (let at = 0; at < bytes.length; at += partLength) yield byteText.decode(bytes.subarray(at, at + partLength))
}

/** JSON in pieces, none of which takes long to make. Bytes are written as a list of texts. */
function* written(value: unknown, { sorted, without }: Spelling): Generator<string, void> {
  if (typeof value === "string" && value.length > pieceLength) return yield* piecesOf(value)
  if (typeof value !== "object" || value === null) return yield JSON.stringify(value)
  if (Array.isArray(value) || value instanceof Uint8Array) {
    yield "["
    let isFirst = true
    for (const item of value instanceof Uint8Array ? byteTexts(value) : value) {
      if (!isFirst) yield ","
      isFirst = false
      yield* written(item, { sorted })
    }
    return yield "]"
  }
  let between = "{"
  const names = Object.keys(value)
  for (const name of sorted ? names.sort(byName) : names) {
    const member = (value as Readonly<Record<string, unknown>>)[name]
    if (name === without || member === undefined) continue
    yield `${between}${JSON.stringify(name)}:`
    between = ","
    yield* written(member, { sorted })
  }
  yield between === "{" ? "{}" : "}"
}

const utf8 = new TextEncoder()

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** The next part of a text that comes in pieces, or `undefined` after the last. Where a part ends depends on the text alone. */
const nextPart = (pieces: Generator<string, void>): string | undefined => {
  let [part, cost] = ["", 0]
  while (cost < partLength) {
    const { done, value } = pieces.next()
    if (done === true) break
    part += value
    cost += value.length + valueCost
  }
  return cost === 0 ? undefined : part
}

/**
 * What stands for the canonical text of a long value: a chain of SHA-256 over its parts, made in turns and, for the most part,
 * on other threads. Equal values have equal digests.
 */
export const canonicalDigest = Effect.fnUntraced(function* (value: unknown, without?: string) {
  const pieces = written(value, { sorted: true, without })
  const next = inTurn(() => Effect.sync(() => nextPart(pieces)))
  let digest = new Uint8Array(32)
  for (let part = yield* next; part !== undefined; part = yield* next) {
    const bytes = utf8.encode(part)
    const chained = new Uint8Array(digest.length + bytes.length)
    chained.set(digest)
    chained.set(bytes, digest.length)
    digest = new Uint8Array(yield* Effect.promise(() => globalThis.crypto.subtle.digest("SHA-256", chained)))
  }
  return hexOf(digest)
})

/** A plain value as JSON, as `JSON.stringify` writes it, without holding the event loop up however long its texts are. */
export const jsonTextInTurns = Effect.fnUntraced(function* (value: unknown) {
  const pieces = written(value, { sorted: false })
  const next = inTurn(() => Effect.sync(() => nextPart(pieces)))
  const parts: Array<string> = []
  for (let part = yield* next; part !== undefined; part = yield* next) parts.push(part)
  return parts.join("")
})
