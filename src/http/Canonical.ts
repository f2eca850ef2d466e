/** One text for one content, however it was ordered and spaced: two requests with the same text are the same. */
import * as Effect from "effect/Effect"
import { textsIn, type LongText } from "../store/longTexts.ts"
import { inTurn, joined } from "../store/Turns.ts"

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
function* piecesOf(text: LongText): Generator<string, void> {
  yield '"'
  for (const piece of textsIn(text, pieceLength)) yield JSON.stringify(piece).slice(1, -1)
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

/** JSON in pieces, none of which takes long to make. Bytes are the UTF-8 of a text. */
function* written(value: unknown, { sorted, without }: Spelling): Generator<string, void> {
  if (value instanceof Uint8Array || (typeof value === "string" && value.length > pieceLength)) {
    return yield* piecesOf(value)
  }
  if (typeof value !== "object" || value === null) return yield JSON.stringify(value)
  if (Array.isArray(value)) return yield* writtenList(value, { sorted })
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

function* writtenList(items: Iterable<unknown>, spelling: Spelling): Generator<string, void> {
  yield "["
  let isFirst = true
  for (const item of items) {
    if (!isFirst) yield ","
    isFirst = false
    yield* written(item, spelling)
  }
  yield "]"
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

const sha256 = (bytes: Uint8Array) =>
  Effect.map(
    Effect.promise(() => globalThis.crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)),
    (digest) => new Uint8Array(digest)
  )

/**
 * What stands for bytes, in hex: their SHA-256, or, of more than 256 KiB, that of the SHA-256 of each part. The platform copies
 * what it digests, which for 20 MB takes ten milliseconds and more in one turn.
 */
export const bytesDigest = Effect.fnUntraced(function* (bytes: Uint8Array) {
  if (bytes.length <= partLength) return hexOf(yield* sha256(bytes))
  const parts = new Uint8Array(32 * Math.ceil(bytes.length / partLength))
  for (let [at, part] = [0, 0]; at < bytes.length; at += partLength, part++) {
    parts.set(yield* inTurn(() => sha256(bytes.subarray(at, at + partLength))), 32 * part)
  }
  return hexOf(yield* sha256(parts))
})

/**
 * What stands for the canonical text of a long value: a chain of SHA-256 over its parts, made in turns and, for the most part,
 * on other threads. Equal values have equal digests. Bytes stand for themselves, as a list of their texts.
 */
export const canonicalDigest = Effect.fnUntraced(function* (value: unknown, without?: string) {
  const spelling = { sorted: true, without }
  const pieces = value instanceof Uint8Array ? writtenList(byteTexts(value), spelling) : written(value, spelling)
  const next = inTurn(() => Effect.sync(() => nextPart(pieces)))
  let digest: Uint8Array = new Uint8Array(32)
  for (let part = yield* next; part !== undefined; part = yield* next) {
    const bytes = utf8.encode(part)
    const chained = new Uint8Array(digest.length + bytes.length)
    chained.set(digest)
    chained.set(bytes, digest.length)
    digest = yield* sha256(chained)
  }
  return hexOf(digest)
})

/**
 * The UTF-8 of a plain value as JSON, as `JSON.stringify` writes it, without holding the event loop up however long its texts
 * are. Bytes in it are the UTF-8 of a text.
 */
export const jsonBytesInTurns = Effect.fnUntraced(function* (value: unknown) {
  const pieces = written(value, { sorted: false })
  const next = inTurn(() => Effect.sync(() => nextPart(pieces)))
  const parts: Array<Uint8Array> = []
  let length = 0
  for (let part = yield* next; part !== undefined; part = yield* next) {
    length += parts[parts.push(utf8.encode(part)) - 1]!.length
  }
  return yield* joined(parts, length)
})
