/** Content hashes of texts, in hex. */
import * as Effect from "effect/Effect"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { utf8InTurns } from "../../src/plugin.ts"

/** SHA-256 of long bytes, in lower-case hex: by the platform, beside this thread. */
export const digestOf = (bytes: Uint8Array<ArrayBuffer>): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", bytes)),
    (digest) => bytesToHex(new Uint8Array(digest))
  )

/** SHA-256 of a long text's UTF-8 bytes, in lower-case hex: encoded in turns, and digested beside this thread. */
export const longSha256Of = (text: string): Effect.Effect<string> => Effect.flatMap(utf8InTurns(text), digestOf)

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export const sha256Of = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
