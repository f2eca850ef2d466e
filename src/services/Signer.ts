/**
 * The Signer service: everything that needs a key. Hosts replace it to keep keys in an HSM or a key management service;
 * the default derives all of them from one master key.
 */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { Answer, HostCall } from "./ask.ts"
import { makeOutages } from "./Outages.ts"
import { ask, checkFunctions } from "./ask.ts"
import type { RandomBytes, UnsealFailed } from "./signer/MasterKey.ts"
import { fromMasterKey, keyBytes } from "./signer/MasterKey.ts"

export type { HostCall } from "./ask.ts"
export { UnsealFailed } from "./signer/MasterKey.ts"
export type { RandomBytes } from "./signer/MasterKey.ts"

/** The text given as a master key is not 32 bytes in base64. The text itself is never part of the error. */
export class InvalidMasterKey extends Data.TaggedError("InvalidMasterKey")<{
  readonly reason: "not_base64" | "wrong_length"
}> {
  override get message(): string {
    return `The master key must be ${keyBytes} bytes in base64 (${this.reason}); make one: openssl rand -base64 32`
  }
}

/** A host's signer answered something that is no signature, fingerprint or key, or did not answer. A defect. */
export class InvalidSignerAnswer extends Data.TaggedError("InvalidSignerAnswer")<{
  readonly method: "sign" | "fingerprint" | "seal" | "open" | "deriveKey"
  readonly expected: string
  readonly cause?: unknown
}> {
  override get message(): string {
    return `The signer's ${this.method} must give ${this.expected}`
  }
}

/** What the engine asks of a signer. */
export interface SignerShape {
  /**
   * Lower-case hex HMAC-SHA256 of the message (text: its UTF-8), keyed with the whole secret in UTF-8 (spec cards §6,
   * spec bank §5). May wait, for an HSM; a signer that cannot answer is a defect, and counts as an attempt of the delivery.
   */
  readonly sign: (secret: string, message: Uint8Array | string) => Effect.Effect<string>
  /**
   * 64 hex digits that stand for a value and do not reveal it. The same purpose and value always give the same text;
   * one value under two purposes gives two unrelated ones. On the path of every request, so it may not wait.
   */
  readonly fingerprint: (purpose: string, value: string) => string
  /** Encrypts a text for storage. Two calls never give the same answer. */
  readonly seal: (purpose: string, plaintext: string) => string
  /** The text that `seal` was given for the same purpose. */
  readonly open: (purpose: string, sealed: string) => Result.Result<string, UnsealFailed>
  /** A key of 32 bytes for a use inside the process, such as sealing cursors. Always the same for one purpose. */
  readonly deriveKey: (purpose: string) => Uint8Array
}

/** What a host writes: as `SignerShape`, and `sign` may answer with a value, a promise or an effect. */
export interface SignerImplementation extends Omit<SignerShape, "sign"> {
  /** Names the implementation in traces. */
  readonly name: string
  readonly sign: (secret: string, message: Uint8Array | string, hostCall: HostCall) => Answer<string>
}

/** What the default signer is made of. */
export interface MasterKeyOptions {
  /** Exactly 32 bytes. */
  readonly masterKey: Uint8Array
  /** Draws the nonces of `seal`; default: the platform's cryptographic source. */
  readonly randomBytes?: RandomBytes | undefined
}

/** How long a host's `sign` may take, in milliseconds of real time (our choice: a third of the 15 s of a delivery). */
const signTimeoutMs = 5_000

/** An HMAC-SHA256 or a fingerprint as text: 32 bytes in lower-case hex. */
const hexOf32Bytes = /^[0-9a-f]{64}$/

const hexExpected = "64 lower-case hex digits"

/** Bytes of a refill: asking the system for a nonce at a time costs more than the bytes. */
const poolBytes = 4_096

/** The platform's cryptographic source. No byte is given twice. */
const systemRandom = (): RandomBytes => {
  const pool = new Uint8Array(poolBytes)
  let used = poolBytes
  return (length) => {
    if (length > poolBytes) return globalThis.crypto.getRandomValues(new Uint8Array(length))
    if (used + length > poolBytes) {
      globalThis.crypto.getRandomValues(pool)
      used = 0
    }
    used += length
    return pool.slice(used - length, used)
  }
}

const checkedSign =
  (implementation: SignerImplementation, outages = makeOutages()): SignerShape["sign"] =>
  (secret, message) =>
    ask({
      span: "Signer.sign",
      implementation: implementation.name,
      timeoutMs: signTimeoutMs,
      outages,
      call: (hostCall) => implementation.sign(secret, message, hostCall),
      read: (answer) => (typeof answer === "string" && hexOf32Bytes.test(answer) ? answer : undefined)
    }).pipe(
      Effect.catch(({ error, reason }) => {
        const expected = reason === "timeout" ? `an answer within ${signTimeoutMs} ms` : hexExpected
        return Effect.die(new InvalidSignerAnswer({ method: "sign", expected, cause: error }))
      })
    )

/** Everything that needs a key. */
export class Signer extends Context.Service<Signer, SignerShape>()("bursar/Signer") {
  /** A signer over a master key; one that has not 32 bytes is a `RangeError`. */
  static readonly fromMasterKey = (options: MasterKeyOptions): SignerShape => ({
    ...fromMasterKey(options.masterKey, options.randomBytes ?? systemRandom()),
    sign: (secret, message) =>
      Effect.sync(() =>
        bytesToHex(hmac(sha256, utf8ToBytes(secret), typeof message === "string" ? utf8ToBytes(message) : message))
      )
  })

  /**
   * Checks the answers of a host's signer and bounds its `sign`; a wrong answer is the defect `InvalidSignerAnswer`. To
   * replace `sign` alone, spread `Signer.fromMasterKey` into the implementation.
   */
  static readonly make = (implementation: SignerImplementation): SignerShape => {
    checkFunctions("Signer.make", implementation, ["sign", "fingerprint", "seal", "open", "deriveKey"])
    return {
      sign: checkedSign(implementation),
      fingerprint: (purpose, value) => {
        const fingerprint = implementation.fingerprint(purpose, value)
        if (hexOf32Bytes.test(fingerprint)) return fingerprint
        throw new InvalidSignerAnswer({ method: "fingerprint", expected: hexExpected })
      },
      seal: (purpose, plaintext) => {
        const sealed = implementation.seal(purpose, plaintext)
        if (typeof sealed === "string" && sealed !== "" && sealed !== plaintext) return sealed
        throw new InvalidSignerAnswer({ method: "seal", expected: "a text other than the plaintext" })
      },
      open: (purpose, sealed) => {
        const opened = implementation.open(purpose, sealed)
        if (Result.isResult(opened)) return opened
        throw new InvalidSignerAnswer({ method: "open", expected: "a Result" })
      },
      deriveKey: (purpose) => {
        const key = implementation.deriveKey(purpose)
        if (key instanceof Uint8Array && key.length === keyBytes) return key
        throw new InvalidSignerAnswer({ method: "deriveKey", expected: `${keyBytes} bytes` })
      }
    }
  }

  /** The default, over a master key of exactly 32 bytes; another length is a defect. */
  static readonly layer = (options: MasterKeyOptions): Layer.Layer<Signer> =>
    Layer.sync(Signer, () => Signer.fromMasterKey(options))

  /** The default, over a master key as an operator writes it: 32 bytes in base64, white space around it ignored. */
  static readonly layerFromBase64 = (text: string): Layer.Layer<Signer, InvalidMasterKey> =>
    Layer.effect(
      Signer,
      Effect.suspend(() =>
        Result.match(Base64.decode(String(text).trim()), {
          onFailure: () => Effect.fail(new InvalidMasterKey({ reason: "not_base64" })),
          onSuccess: (masterKey) =>
            masterKey.length === keyBytes
              ? Effect.succeed(Signer.fromMasterKey({ masterKey }))
              : Effect.fail(new InvalidMasterKey({ reason: "wrong_length" }))
        })
      )
    )

  /** A random key that is gone with the process: nothing sealed or fingerprinted outlives it. */
  static readonly layerEphemeral: Layer.Layer<Signer> = Layer.sync(Signer, () =>
    Signer.fromMasterKey({ masterKey: systemRandom()(keyBytes) })
  )

  /** A known key and counted nonces, so that a test gets the same bytes each time. It protects nothing. */
  static readonly layerTest: Layer.Layer<Signer> = Layer.sync(Signer, () => {
    let calls = 0
    return Signer.fromMasterKey({
      masterKey: new Uint8Array(keyBytes).fill(0x42),
      randomBytes: (length) => {
        calls += 1
        const bytes = new Uint8Array(length)
        new DataView(bytes.buffer).setUint32(length - 4, calls)
        return bytes
      }
    })
  })
}
