/**
 * Webhook signatures: how the header is written, and the verifier that receivers use. Pure and synchronous, so that it
 * runs wherever a receiver runs; making the HMAC for a delivery is the work of `Signer`.
 */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Data from "effect/Data"
import * as Result from "effect/Result"

/** How old, or how far ahead, a signature may be at the receiver, in seconds (spec cards §8, bank §8: 5 minutes). */
export const signatureToleranceSeconds = 300

/** A header longer than this many characters is refused unread: it has room for 14 signatures (our choice). */
const maxHeaderCharacters = 1024

const hexOf32Bytes = /^[0-9a-f]{64}$/
const epochSeconds = /^(?:0|[1-9][0-9]{0,11})$/

/**
 * How each format writes the header. `literal` is the default of cards: two parts, so only the first signature is told
 * (spec cards §6). `prefixed` is the format of bank (spec bank §5): one `v1` per secret that is valid now.
 */
export const signatureFormats = {
  literal: (timestampSeconds: number, signatures: ReadonlyArray<string>) => `${timestampSeconds},${signatures[0]}`,
  prefixed: (timestampSeconds: number, signatures: ReadonlyArray<string>) =>
    [`t=${timestampSeconds}`, ...signatures.map((hex) => `v1=${hex}`)].join(",")
} as const

/** Name of a signature format. */
export type SignatureFormat = keyof typeof signatureFormats

/** The bytes that are signed: the timestamp, a dot and the raw payload (spec cards §6, spec bank §5). */
export const signedMessage = (timestampSeconds: number | string, payload: string | Uint8Array): string | Uint8Array =>
  typeof payload === "string"
    ? `${timestampSeconds}.${payload}`
    : concatBytes(utf8ToBytes(`${timestampSeconds}.`), payload)

/**
 * The header value for one signature, or for several while a secret is being replaced, the newest first. The timestamp
 * is in whole epoch seconds; another one, or no signature at all, is a `RangeError`.
 */
export const formatSignature = (
  format: SignatureFormat,
  timestampSeconds: number,
  hex: string | ReadonlyArray<string>
): string => {
  const signatures = typeof hex === "string" ? [hex] : hex
  if (!epochSeconds.test(String(timestampSeconds))) throw new RangeError("A signature needs whole epoch seconds")
  if (signatures.length === 0) throw new RangeError("A signature header needs at least one signature")
  return signatureFormats[format](timestampSeconds, signatures)
}

/** Why a delivery is not to be believed: the header is not a signature, it is too old or ahead, or not of this secret. */
export class SignatureInvalid extends Data.TaggedError("SignatureInvalid")<{
  readonly reason: "malformed" | "expired" | "mismatch"
}> {
  override get message(): string {
    return `The webhook signature is not valid (${this.reason})`
  }
}

interface ParsedHeader {
  /** As it stands in the header: the signature covers this text. */
  readonly timestamp: string
  readonly signatures: ReadonlyArray<string>
}

const parsePrefixed = (parts: ReadonlyArray<string>): ParsedHeader | undefined => {
  const timestamps = parts.filter((part) => part.startsWith("t=")).map((part) => part.slice(2))
  // Parts with other names are later schemes: a receiver of this one passes over them.
  const signatures = parts.filter((part) => part.startsWith("v1=")).map((part) => part.slice(3))
  const [timestamp] = timestamps
  return timestamp === undefined || timestamps.length > 1 ? undefined : { timestamp, signatures }
}

const parseHeader = (header: string): ParsedHeader | undefined => {
  if (typeof header !== "string" || header.length > maxHeaderCharacters) return undefined
  const parts = header.split(",").map((part) => part.trim())
  const [first, second] = parts
  const parsed =
    parts.length === 2 && first !== undefined && second !== undefined && !first.includes("=")
      ? { timestamp: first, signatures: [second] }
      : parsePrefixed(parts)
  if (parsed === undefined || parsed.signatures.length === 0) return undefined
  return epochSeconds.test(parsed.timestamp) && parsed.signatures.every((hex) => hexOf32Bytes.test(hex))
    ? parsed
    : undefined
}

/** Takes the same time wherever the texts differ (spec cards §6, spec bank §5). Both have 64 characters. */
const equalInConstantTime = (left: string, right: string): boolean => {
  let difference = left.length ^ right.length
  for (let index = 0; index < right.length; index += 1) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  }
  return difference === 0
}

const parsedBody =
  "Give the body of the webhook as it arrived, its text or its bytes, such as express.raw gives it: a parsed body has no signature"

/**
 * For receivers: whether a delivery was signed with this secret, and recently. Give the payload as it arrived, before
 * any parsing; the header of either format; and the receiver's own time in epoch seconds.
 *
 * Refused are a header that is no signature (`malformed`), one without a match (`mismatch`, also for an empty secret or none),
 * and an authentic one more than `toleranceSeconds` old (`expired`; exactly that old is accepted). One that far in the
 * future is `expired` too: our choice, since then a clock is wrong or the header was made to be used later.
 */
export const verifySignature = (delivery: {
  readonly payload: string | Uint8Array
  readonly header: string
  readonly secret: string
  readonly nowSeconds: number
  readonly toleranceSeconds?: number | undefined
}): Result.Result<{ readonly timestamp: number }, SignatureInvalid> => {
  const { nowSeconds, payload, secret, toleranceSeconds = signatureToleranceSeconds } = delivery
  // For hosts in JavaScript, and for bodies of type `any`: behind a parser of JSON no delivery would be believed.
  if (typeof payload !== "string" && !ArrayBuffer.isView(payload)) throw new TypeError(parsedBody)
  const parsed = parseHeader(delivery.header)
  if (parsed === undefined) return Result.fail(new SignatureInvalid({ reason: "malformed" }))
  // Without this, a receiver that forgot to set its secret would accept what anybody can sign.
  if (typeof secret !== "string" || secret === "") return Result.fail(new SignatureInvalid({ reason: "mismatch" }))
  const message = signedMessage(parsed.timestamp, payload)
  const expected = bytesToHex(
    hmac(sha256, utf8ToBytes(secret), typeof message === "string" ? utf8ToBytes(message) : message)
  )
  const matches = parsed.signatures.filter((signature) => equalInConstantTime(signature, expected))
  if (matches.length === 0) return Result.fail(new SignatureInvalid({ reason: "mismatch" }))
  const timestamp = Number(parsed.timestamp)
  // Asked this way round, so that a time or a tolerance that is not a number refuses.
  const isRecent = Math.abs(nowSeconds - timestamp) <= toleranceSeconds
  return isRecent ? Result.succeed({ timestamp }) : Result.fail(new SignatureInvalid({ reason: "expired" }))
}
