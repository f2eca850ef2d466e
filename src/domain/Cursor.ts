/**
 * List cursors: where a page ended, sealed so that a caller can neither read nor change it, nor use it for another
 * list. A cursor never expires and nothing is stored for it.
 */
import { equalBytes } from "@noble/ciphers/utils.js"
import { hkdf } from "@noble/hashes/hkdf.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes } from "@noble/hashes/utils.js"
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Base64Url from "effect/encoding/Base64Url"
import { makeKeyedHash } from "./KeyedHash.ts"

/** The last row of a page; the next page begins after it. */
export interface CursorPosition {
  /** Creation time of the row, epoch milliseconds. */
  readonly createdAt: number
  /** The store's sequence number of the row: it orders rows of the same time. */
  readonly sequence: number
}

/** What a cursor belongs to. It opens only with an equal binding. */
export interface CursorBinding {
  /** The list, such as `GET /v2/payments`. */
  readonly endpoint: string
  /** The filters of the list; order does not matter, and an undefined filter counts as absent. */
  readonly filters: Readonly<Record<string, string | undefined>>
  /** Whose rows they are: `scopeOf` of the principal. */
  readonly scope: string
  /** The data region that holds them. */
  readonly region: string
}

/** The text is no cursor of ours, was changed, or belongs to another list. Which of these is not told. */
export class InvalidCursor extends Data.TaggedError("InvalidCursor") {}

/** Seals and opens cursors under one key. */
export interface CursorSealer {
  /** The cursor of a position: the same text for the same key, binding and position. */
  readonly seal: (binding: CursorBinding, position: CursorPosition) => string
  /** The position in a cursor, or `InvalidCursor`; never throws, whatever the text is. */
  readonly open: (binding: CursorBinding, text: string) => Result.Result<CursorPosition, InvalidCursor>
}

/**
 * A 16-byte code and a 16-byte position are 43 characters of unpadded base64url; no other length is a cursor. The last
 * character carries two unused bits: only the spelling that we write is accepted.
 */
const cursorPattern = /^cur_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/
const prefix = "cur_"
const codeBytes = 16
const positionBytes = 16

/**
 * Deterministic authenticated encryption with a synthetic initialization vector (Rogaway and Shrimpton, "Deterministic
 * Authenticated-Encryption", 2006; the construction of RFC 5297), with HMAC-SHA256 under two keys as its pseudorandom
 * functions: one gives the code of binding and position, the other, from the code, the bytes that hide the position. It
 * reveals that two cursors are equal, which is intended, and nothing else.
 */
const makeCipher = (key: Uint8Array) => {
  const derive = (use: string) => hkdf(sha256, key, undefined, utf8.encode(`bursar list cursor 2 ${use}`), 32)
  const codeOf = makeKeyedHash(derive("code"))
  const padOf = makeKeyedHash(derive("pad"))
  /** Hides the position or shows it again. */
  const mask = (position: Uint8Array, code: Uint8Array): Uint8Array => {
    const pad = padOf(code)
    return position.map((byte, index) => byte ^ pad[index]!)
  }
  // The position has a fixed length and comes last, so that no two pairs of binding and position run together.
  const code = (binding: Uint8Array, position: Uint8Array) => codeOf(concatBytes(binding, position)).slice(0, codeBytes)
  return {
    seal: (binding: Uint8Array, position: Uint8Array): Uint8Array => {
      const made = code(binding, position)
      return concatBytes(made, mask(position, made))
    },
    open: (binding: Uint8Array, sealed: Uint8Array): Uint8Array | undefined => {
      const given = sealed.subarray(0, codeBytes)
      const position = mask(sealed.subarray(codeBytes), given)
      return equalBytes(code(binding, position), given) ? position : undefined
    }
  }
}

/**
 * Makes a sealer from 32 secret bytes; processes that serve the same lists need the same key. The key is not used
 * itself but keys derived from it (HKDF, RFC 5869). Throws a RangeError for a key of another length.
 */
export const makeCursorSealer = (key: Uint8Array): CursorSealer => {
  if (key.length !== 32) throw new RangeError(`A cursor key has 32 bytes, not ${key.length}`)
  const cipher = makeCipher(key)
  return {
    seal: (binding, position) =>
      prefix + Base64Url.encode(cipher.seal(canonicalBytes(binding), encodePosition(position))),
    open: (binding, text) => {
      const sealed = decodeText(text)
      const opened = sealed && cipher.open(canonicalBytes(binding), sealed)
      return opened === undefined ? Result.fail(new InvalidCursor()) : Result.succeed(decodePosition(opened))
    }
  }
}

const utf8 = new TextEncoder()

/** One text per binding: JSON quotes every part, so no two bindings run together; filters are in code unit order. */
const canonicalBytes = ({ endpoint, filters, scope, region }: CursorBinding): Uint8Array => {
  const present = Object.keys(filters)
    .filter((name) => filters[name] !== undefined)
    .sort()
    .map((name) => [name, filters[name]])
  return utf8.encode(JSON.stringify([endpoint, scope, region, present]))
}

const decodeText = (text: string): Uint8Array | undefined =>
  cursorPattern.test(text) ? Result.getOrUndefined(Base64Url.decode(text.slice(prefix.length))) : undefined

/** Two 64-bit floats hold every safe integer exactly, negative ones too. */
const encodePosition = ({ createdAt, sequence }: CursorPosition): Uint8Array => {
  if (!Number.isSafeInteger(createdAt) || !Number.isSafeInteger(sequence)) {
    throw new RangeError(`A cursor position is made of safe integers, not ${createdAt} and ${sequence}`)
  }
  const bytes = new Uint8Array(positionBytes)
  const view = new DataView(bytes.buffer)
  view.setFloat64(0, createdAt)
  view.setFloat64(8, sequence)
  return bytes
}

const decodePosition = (bytes: Uint8Array): CursorPosition => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, positionBytes)
  return { createdAt: view.getFloat64(0), sequence: view.getFloat64(8) }
}
