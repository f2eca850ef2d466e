/**
 * Bodies with long texts in them, such as images in base64. Parsing one of 20 MB would hold every other request up; so
 * the long texts are taken out of the bytes first, a slice at a time, and what is left is a short body like any other.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { bytesDigest } from "./Canonical.ts"
import { InvalidJson } from "./Refusal.ts"
import { details } from "./StrictJson.ts"
import type { LongText } from "../store/longTexts.ts"
import { inTurn, sliceLength } from "../store/Turns.ts"

/**
 * Annotation of an endpoint whose bodies may hold texts of 16 KiB and more. They do not reach its schema: in their place
 * stands `sha256:` and the digest in hex, which `LongTexts` finds the bytes by. All that is not in a long text keeps to
 * the plugin's limit; `BodyLimit` is for the whole.
 */
export const LongTextBody = Context.Service<boolean>("bursar/http/LongTextBody")

/** The long texts of the request that is being served, in UTF-8, by what stands for them in the body. */
export const LongTexts = Context.Reference<ReadonlyMap<string, Uint8Array>>("bursar/http/LongTexts", {
  defaultValue: () => new Map()
})

/** What a field of the body holds: a long text as its UTF-8. */
export const longTextOf = (text: string): Effect.Effect<LongText> =>
  Effect.map(LongTexts, (longTexts) => longTexts.get(text) ?? text)

/** Texts of so many bytes are long. Below it, taking them out costs more than it saves. */
export const longTextBytes = 16_384

const quote = 0x22
const backslash = 0x5c

/** A text of the body, without its quotes. */
interface Cut {
  readonly start: number
  readonly end: number
  readonly escaped: boolean
  readonly ascii: boolean
}

/** Where the walk over a body stands. */
interface Walk {
  readonly cuts: Array<Cut>
  /** Where the present text begins; -1 between texts. */
  start: number
  afterBackslash: boolean
  escaped: boolean
  /** All bits of the bytes of the present text. */
  bits: number
  /** Whether the present text holds a byte that JSON wants escaped. */
  control: boolean
  broken: boolean
}

const endText = (walk: Walk, end: number): void => {
  if (end - walk.start >= longTextBytes) {
    walk.cuts.push({ start: walk.start, end, escaped: walk.escaped, ascii: walk.bits < 0x80 })
    walk.broken ||= walk.control
  }
  walk.start = -1
}

const walkOn = (walk: Walk, bytes: Uint8Array, from: number, until: number): void => {
  for (let at = from; at < until; at++) {
    const byte = bytes[at]!
    if (walk.start < 0) {
      if (byte !== quote) continue
      walk.start = at + 1
      walk.escaped = walk.control = walk.afterBackslash = false
      walk.bits = 0
    } else if (walk.afterBackslash) {
      walk.afterBackslash = false
    } else if (byte === quote) {
      endText(walk, at)
    } else if (byte === backslash) {
      walk.escaped = walk.afterBackslash = true
    } else {
      walk.bits |= byte
      walk.control ||= byte < 0x20
    }
  }
}

/** Runs `step` over a range, slice by slice; it answers how far it came, at least to the end of its slice. */
const inSlices = Effect.fnUntraced(function* (
  length: number,
  step: (from: number, until: number) => Effect.Effect<number, InvalidJson> | number
): Effect.fn.Return<void, InvalidJson> {
  let at = 0
  while (at < length) {
    const from = at
    at = yield* inTurn(() => {
      const reached = step(from, Math.min(from + sliceLength, length))
      return typeof reached === "number" ? Effect.succeed(reached) : reached
    })
  }
})

const invalid = (detail: string) => Effect.fail(new InvalidJson({ detail }))

const findTexts = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const walk: Walk = {
    cuts: [],
    start: -1,
    afterBackslash: false,
    escaped: false,
    bits: 0,
    control: false,
    broken: false
  }
  yield* inSlices(bytes.length, (from, until) => {
    walkOn(walk, bytes, from, until)
    return until
  })
  return walk.broken ? yield* invalid("it cannot be parsed") : walk.cuts
})

/** What follows a backslash, and the byte it stands for. */
const escapes: ReadonlyMap<number | undefined, number> = new Map(
  ['""', "\\\\", "//", "b\b", "f\f", "n\n", "r\r", "t\t"].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)])
)

const isSurrogate = (unit: number, half: 0xd800 | 0xdc00): boolean => (unit & 0xfc00) === half

const hexDigit = (byte: number | undefined): number => {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** The code unit that `\uXXXX` at a place stands for, or -1. */
const unitAt = (bytes: Uint8Array, at: number): number => {
  if (bytes[at] !== backslash || bytes[at + 1] !== 0x75) return -1
  let unit = 0
  for (let digit = at + 2; digit < at + 6; digit++) {
    const value = hexDigit(bytes[digit])
    if (value < 0) return -1
    unit = unit * 16 + value
  }
  return unit
}

/** One escape: how many bytes it takes, and the character it stands for; `undefined` where JSON has no such escape. */
const escapeAt = (bytes: Uint8Array, at: number) => {
  const simple = escapes.get(bytes[at + 1])
  if (simple !== undefined) return { taken: 2, character: simple }
  const unit = unitAt(bytes, at)
  if (unit < 0 || isSurrogate(unit, 0xdc00)) return undefined
  if (!isSurrogate(unit, 0xd800)) return { taken: 6, character: unit }
  const low = unitAt(bytes, at + 6)
  if (low < 0 || !isSurrogate(low, 0xdc00)) return undefined
  return { taken: 12, character: 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff) }
}

const utf8 = new TextEncoder()

/** Writes a character and answers how many bytes it took. */
const put = (into: Uint8Array, at: number, character: number): number => {
  if (character < 0x80) {
    into[at] = character
    return 1
  }
  const following = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3
  for (let byte = following, rest = character; byte > 0; byte--, rest >>= 6) into[at + byte] = 0x80 | (rest & 0x3f)
  // Two, three or four ones tell how many bytes there are; what is left of the character follows them.
  into[at] = ((0xff << (7 - following)) & 0xff) | (character >> (6 * following))
  return following + 1
}

/** The text that an escaped one stands for. Escapes are longer than what they stand for, so it fits. */
const unescape = Effect.fnUntraced(function* (written: Uint8Array) {
  const text = new Uint8Array(written.length)
  let length = 0
  yield* inSlices(written.length, (from, until) => {
    let at = from
    while (at < until) {
      if (written[at] !== backslash) {
        text[length++] = written[at++]!
        continue
      }
      const escape = escapeAt(written, at)
      if (escape === undefined) return invalid("it cannot be parsed")
      length += put(text, length, escape.character)
      at += escape.taken
    }
    return at
  })
  return text.subarray(0, length)
})

/** Fails with `InvalidJson` for bytes that are not UTF-8. */
export const checkUtf8 = Effect.fnUntraced(function* (text: Uint8Array) {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  yield* inSlices(text.length, (from, until) => {
    try {
      decoder.decode(text.subarray(from, until), { stream: until < text.length })
      return until
    } catch {
      return invalid(details.notUtf8)
    }
  })
})

/** What stands for a text. Equal texts have equal names, so a body with the names in it is as unique as the body. */
export const nameOf = (text: Uint8Array) => Effect.map(bytesDigest(text), (digest) => `sha256:${digest}`)

/** A body without its long texts. */
export interface ShortBody {
  readonly bytes: Uint8Array
  readonly longTexts: ReadonlyMap<string, Uint8Array>
}

const concatenated = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/**
 * Takes the long texts out of a body, which need not be valid JSON: what is left is as valid as the whole was. Fails with
 * `InvalidJson` for a long text that JSON does not allow. `restBytes` bounds what is left; past it, `undefined`.
 */
export const takeOutLongTexts = Effect.fnUntraced(function* (
  body: Uint8Array,
  restBytes: number
): Effect.fn.Return<ShortBody | undefined, InvalidJson> {
  const cuts = yield* findTexts(body)
  const cutBytes = cuts.reduce((length, { end, start }) => length + end - start, 0)
  if (body.length - cutBytes > restBytes) return undefined
  const longTexts = new Map<string, Uint8Array>()
  const parts: Array<Uint8Array> = []
  let copied = 0
  for (const { ascii, end, escaped, start } of cuts) {
    const written = body.subarray(start, end)
    if (!ascii) yield* checkUtf8(written)
    const text = escaped ? yield* unescape(written) : written
    const name = yield* nameOf(text)
    longTexts.set(name, text)
    parts.push(body.subarray(copied, start), utf8.encode(name))
    copied = end
  }
  parts.push(body.subarray(copied))
  return { bytes: concatenated(parts), longTexts }
})
