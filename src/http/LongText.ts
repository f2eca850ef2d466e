/** Long texts from their bytes and to them, and digests of both, a slice in each turn of the event loop. */
import * as Effect from "effect/Effect"
import * as Sha256 from "../domain/Sha256.ts"
import { InvalidJson } from "./Refusal.ts"
import { details } from "./StrictJson.ts"
import type { LongText } from "../store/longTexts.ts"
import { endOfPiece, joined, sliceLength, untilDone } from "../store/Turns.ts"

/** Characters or bytes up to which a text is worked on at once, which takes less than it costs to take turns. */
export const shortTextLength = 32_768

/** Chunks that are shorter are copied together; the length of what they are copied into. Our choice. */
const [shortChunk, blockLength] = [16_384, 65_536] as const

/**
 * The chunks of a body as they come. A client may send each byte in a chunk of its own, of which each would cost a hundred
 * bytes of memory and a step of its own.
 */
export class Chunks {
  readonly #whole: Array<Uint8Array> = []
  #block = new Uint8Array(0)
  #used = 0
  length = 0

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    this.length += chunk.length
    // Most bodies are one chunk.
    if (chunk.length >= shortChunk || this.length === chunk.length) {
      this.#close()
      this.#whole.push(chunk)
      return
    }
    if (this.#used + chunk.length > this.#block.length) {
      this.#close()
      this.#block = new Uint8Array(blockLength)
    }
    this.#block.set(chunk, this.#used)
    this.#used += chunk.length
  }

  /** The chunks that are there now, in their order. */
  all(): ReadonlyArray<Uint8Array> {
    this.#close()
    return this.#whole
  }

  #close(): void {
    if (this.#used > 0) this.#whole.push(this.#block.subarray(0, this.#used))
    this.#block = new Uint8Array(0)
    this.#used = 0
  }
}

const strict = new TextDecoder("utf-8", { fatal: true })

const notUtf8 = () => new InvalidJson({ detail: details.notUtf8 })

/**
 * The text of bytes, in pieces, each made when it is wanted; where the bytes are not UTF-8, `undefined` and nothing more: with
 * parts of them replaced, two different bodies would read alike.
 */
export function* piecesOfUtf8(bytes: Uint8Array): Generator<string | undefined, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  for (let at = 0; at < bytes.length; at += sliceLength) {
    const until = at + sliceLength
    try {
      yield decoder.decode(bytes.subarray(at, until), { stream: until < bytes.length })
    } catch {
      return yield undefined
    }
  }
}

const decodeInTurns = Effect.fnUntraced(function* (bytes: Uint8Array): Effect.fn.Return<string, InvalidJson> {
  const pieces = piecesOfUtf8(bytes)
  let [text, broken] = ["", false]
  yield* untilDone(() => {
    const { done, value } = pieces.next()
    if (done === true) return false
    broken = value === undefined
    text += value ?? ""
    return !broken
  })
  return broken ? yield* notUtf8() : text
})

/** The text of bytes, whole. Fails with `InvalidJson` where they are not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): Effect.Effect<string, InvalidJson> => {
  try {
    return bytes.length > sliceLength ? decodeInTurns(bytes) : Effect.succeed(strict.decode(bytes))
  } catch {
    return Effect.fail(notUtf8())
  }
}

const utf8 = new TextEncoder()

/** The UTF-8 of a text that may be long. */
export const utf8InTurns = (text: string): Effect.Effect<Uint8Array<ArrayBuffer>> =>
  text.length <= shortTextLength ? Effect.sync(() => utf8.encode(text)) : encodeInTurns(text)

/** The UTF-8 of a text that may be long. */
export const bytesOfLongText = (text: LongText): Effect.Effect<Uint8Array> =>
  typeof text === "string" ? utf8InTurns(text) : Effect.succeed(text)

const encodeInTurns = Effect.fnUntraced(function* (text: string) {
  const parts: Array<Uint8Array> = []
  let [at, length] = [0, 0]
  yield* untilDone(() => {
    const end = endOfPiece(text, at, sliceLength)
    const part = utf8.encode(text.slice(at, end))
    parts.push(part)
    length += part.length
    at = end
    return at < text.length
  })
  return yield* joined(parts, length)
})

/**
 * SHA-256 of bytes that may be many, in lower-case hex. The platform's own is faster, but copies them all in one turn
 * (`bytesDigest`).
 */
export const sha256InTurns = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const digest = Sha256.begin()
  let at = 0
  yield* untilDone(() => {
    digest.add(bytes.subarray(at, at + sliceLength))
    at += sliceLength
    return at < bytes.length
  })
  return digest.hex()
})
