/** Content hashes of texts, in hex. */
import * as Effect from "effect/Effect"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { sha256InTurns, utf8InTurns } from "../../src/plugin.ts"

/** SHA-256 of a long text's UTF-8 bytes, in lower-case hex, in turns. */
export const longSha256Of = (text: string): Effect.Effect<string> => Effect.flatMap(utf8InTurns(text), sha256InTurns)

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export const sha256Of = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
