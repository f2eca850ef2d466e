/**
 * Images as they are sent: base64, read strictly (RFC 4648 §4: padded, one way of writing each byte, no white space)
 * and a slice at a time, because an image of 5 MB, decoded at once, would hold every other request up.
 */
import * as Effect from "effect/Effect"
import { maxImageBytes, type ImageType } from "./ImageFormat.ts"
import { checkImage, imageTooLarge, invalidImage, type ImageParam } from "./Submission.ts"

/** Characters between two moments in which others get their turn; a multiple of four. */
const sliceCharacters = 262_144

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** What a character stands for; 255 for one that is none of the alphabet. */
const values = new Uint8Array(256).fill(255)
for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value

const pad = 0x3d

/** Decodes whole groups of four. Answers whether all characters are of the alphabet. */
const decodeGroups = (text: Uint8Array, into: Uint8Array, from: number, until: number): boolean => {
  let bits = 0
  let out = (from / 4) * 3
  for (let at = from; at < until; at += 4) {
    const a = values[text[at]!]!
    const b = values[text[at + 1]!]!
    const c = values[text[at + 2]!]!
    const d = values[text[at + 3]!]!
    bits |= a | b | c | d
    into[out++] = (a << 2) | (b >> 4)
    into[out++] = (b << 4) | (c >> 2)
    into[out++] = (c << 6) | d
  }
  return bits < 64
}

/** The last group, with its padding. Bits that stand for nothing must not be set. */
const decodeLast = (group: Uint8Array, padding: number): Uint8Array | undefined => {
  const letters = Uint8Array.from(group.subarray(0, 4 - padding), (byte) => values[byte]!)
  if (letters.some((value) => value > 63)) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = letters
  const unused = padding === 2 ? b & 0x0f : padding === 1 ? c & 0x03 : 0
  if (unused !== 0) return undefined
  return Uint8Array.of((a << 2) | (b >> 4), (b << 4) | (c >> 2), (c << 6) | d).subarray(0, 3 - padding)
}

const paddingOf = (text: Uint8Array): number => {
  if (text[text.length - 1] !== pad) return 0
  return text[text.length - 2] === pad ? 2 : 1
}

/** How many bytes a text of base64 stands for; `undefined` where its length is that of none. */
const decodedLength = (text: Uint8Array): number | undefined =>
  text.length % 4 === 0 && text.length > 0 ? (text.length / 4) * 3 - paddingOf(text) : undefined

/** The bytes that a text of base64 stands for; `undefined` where it is none. */
export const decodeBase64 = Effect.fnUntraced(function* (text: Uint8Array) {
  const length = decodedLength(text)
  if (length === undefined) return undefined
  const bytes = new Uint8Array(length)
  const lastGroup = text.length - 4
  for (let at = 0; at < lastGroup; at += sliceCharacters) {
    if (!decodeGroups(text, bytes, at, Math.min(at + sliceCharacters, lastGroup))) return undefined
    yield* Effect.yieldNow
  }
  const last = decodeLast(text.subarray(lastGroup), paddingOf(text))
  if (last === undefined) return undefined
  bytes.set(last, (lastGroup / 4) * 3)
  return bytes
})

/** Types that a prefix may claim, each as browsers write it. */
const prefixes: ReadonlyArray<readonly [prefix: Uint8Array, type: ImageType]> = (
  ["image/jpeg", "image/png"] as const
).map((type) => [new TextEncoder().encode(`data:${type};base64,`), type] as const)

/** How any other data URL begins, which no base64 does. */
const dataUrl = new TextEncoder().encode("data:")

const beginsWith = (text: Uint8Array, prefix: Uint8Array): boolean => prefix.every((byte, at) => text[at] === byte)

const asBase64 = "base64 with padding and without white space"

/**
 * An image from the text it was sent as: base64 in ASCII, with `data:image/jpeg;base64,` or the like before it if the
 * sender wants. Fails with `SubmissionRefused`; one that is too large is refused by its length, before it is decoded.
 */
export const imageFromText = Effect.fnUntraced(function* (param: ImageParam, text: Uint8Array) {
  const claimed = prefixes.find(([prefix]) => beginsWith(text, prefix))
  if (claimed === undefined && beginsWith(text, dataUrl)) {
    return yield* invalidImage(param, "sent as image/jpeg or image/png")
  }
  const encoded = claimed === undefined ? text : text.subarray(claimed[0].length)
  const length = decodedLength(encoded)
  if (length !== undefined && length > maxImageBytes) return yield* imageTooLarge(param)
  const bytes = yield* decodeBase64(encoded)
  if (bytes === undefined) return yield* invalidImage(param, asBase64)
  return yield* Effect.fromResult(checkImage(param, bytes, claimed?.[1]))
})
