/**
 * What one 32-byte master key gives: derived keys, keyed fingerprints and sealed text. Pure but for the random source
 * it is handed; the service around it is `Signer`.
 */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js"
import { hkdf } from "@noble/hashes/hkdf.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { makeKeyedHash } from "../../domain/KeyedHash.ts"

/** Length of the master key and of every key derived from it, in bytes. */
export const keyBytes = 32

/** Nonce of XChaCha20-Poly1305 in bytes: long enough to be drawn at random for each message. */
const nonceBytes = 24

/** Authentication tag of Poly1305 in bytes. */
const tagBytes = 16

/** Marks how a text was sealed, so that a later way can be recognized. */
const sealVersion = "v1"

/** Purposes are constants of the program; beyond this many (our choice) keys are derived anew rather than kept. */
const maxKeptPurposes = 64

/** Texts of up to this many UTF-16 units are encoded into a kept buffer: request bodies and keys are shorter. */
const scratchCharacters = 2048

/** The key that derived keys are extracted with (HKDF salt). Changing it changes every derived key. */
const derivationSalt = utf8ToBytes("bursar/master-key/1")

/** A sealed text cannot be opened: it is none (`malformed`), or was made with another key or purpose, or altered. */
export class UnsealFailed extends Data.TaggedError("UnsealFailed")<{
  readonly purpose: string
  readonly reason: "malformed" | "not_authentic"
}> {
  override get message(): string {
    return `A sealed text of purpose ${this.purpose} cannot be opened (${this.reason})`
  }
}

/** Gives `length` bytes that nobody can predict. */
export type RandomBytes = (length: number) => Uint8Array

/** Everything that follows from a master key. */
export interface MasterKey {
  readonly deriveKey: (purpose: string) => Uint8Array
  readonly fingerprint: (purpose: string, value: string) => string
  readonly seal: (purpose: string, plaintext: string) => string
  readonly open: (purpose: string, sealed: string) => Result.Result<string, UnsealFailed>
}

/** Remembers what was made for a purpose, up to a bound. */
const keptByPurpose = <A>(create: (purpose: string) => A): ((purpose: string) => A) => {
  const kept = new Map<string, A>()
  return (purpose) => {
    const known = kept.get(purpose)
    if (known !== undefined) return known
    const created = create(purpose)
    if (kept.size < maxKeptPurposes) kept.set(purpose, created)
    return created
  }
}

/** HMAC-SHA256 of a text under a fixed key, in hexadecimal. */
const fingerprinter = (key: Uint8Array): ((value: string) => string) => {
  const hash = makeKeyedHash(key)
  const encoder = new TextEncoder()
  // One UTF-16 unit takes at most three bytes of UTF-8.
  const scratch = new Uint8Array(scratchCharacters * 3)
  return (value) => {
    if (value.length > scratchCharacters) return bytesToHex(hash(encoder.encode(value)))
    const { written } = encoder.encodeInto(value, scratch)
    const text = bytesToHex(hash(scratch.subarray(0, written)))
    // The value may be a card number: it does not stay behind in memory.
    scratch.fill(0, 0, written)
    return text
  }
}

/** The runtime's own encoding: ten times as fast as one in JavaScript, for texts of a kilobyte. */
const encodeSealed = (bytes: Uint8Array): string =>
  `${sealVersion}.${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64url")}`

const decodeSealed = (sealed: string): Result.Result<Uint8Array, "malformed"> => {
  const bytes = Buffer.from(sealed.slice(sealVersion.length + 1), "base64url")
  // The decoder passes over what is no Base64: only what it would write itself was sealed.
  return bytes.length >= nonceBytes + tagBytes && encodeSealed(bytes) === sealed
    ? Result.succeed(bytes)
    : Result.fail("malformed")
}

const openWith = (key: Uint8Array, bytes: Uint8Array): Result.Result<string, "not_authentic"> =>
  Result.try({
    try: () => {
      const plaintext = xchacha20poly1305(key, bytes.subarray(0, nonceBytes)).decrypt(bytes.subarray(nonceBytes))
      // What a text begins with belongs to it, also a mark of its byte order.
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(plaintext)
    },
    catch: () => "not_authentic" as const
  })

/** Derives all uses from a master key of 32 bytes. Throws a `RangeError` for any other length. */
export const fromMasterKey = (masterKey: Uint8Array, randomBytes: RandomBytes): MasterKey => {
  if (masterKey.length !== keyBytes) throw new RangeError(`A master key has ${keyBytes} bytes, not ${masterKey.length}`)
  const root = Uint8Array.from(masterKey)
  // The use is part of the derivation, so that no purpose of one use shares a key with a purpose of another.
  const derive = (use: "derive" | "fingerprint" | "seal", purpose: string) =>
    hkdf(sha256, root, derivationSalt, utf8ToBytes(`${use}/${purpose}`), keyBytes)
  const fingerprinters = keptByPurpose((purpose) => fingerprinter(derive("fingerprint", purpose)))
  const sealKeys = keptByPurpose((purpose) => derive("seal", purpose))
  return {
    deriveKey: (purpose) => derive("derive", purpose),
    fingerprint: (purpose, value) => fingerprinters(purpose)(value),
    seal: (purpose, plaintext) => {
      const nonce = randomBytes(nonceBytes)
      const encrypted = xchacha20poly1305(sealKeys(purpose), nonce).encrypt(utf8ToBytes(plaintext))
      return encodeSealed(concatBytes(nonce, encrypted))
    },
    open: (purpose, sealed) =>
      Result.mapError(
        Result.flatMap(decodeSealed(sealed), (bytes) => openWith(sealKeys(purpose), bytes)),
        (reason) => new UnsealFailed({ purpose, reason })
      )
  }
}

/** What tells one master key from another, and nothing about it: it is kept with the data. */
export const masterKeyCheck = ({ fingerprint }: Pick<MasterKey, "fingerprint">): string =>
  fingerprint("master key check", "bursar")
