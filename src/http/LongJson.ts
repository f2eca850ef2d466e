/**
 * Reads long JSON bodies a slice at a time, by the rules of `StrictJson`. `JSON.parse` holds the event loop up for as long as
 * it runs, and a thread of its own would only move the wait: what it has read must be made anew on this side, at once. The
 * text comes in pieces, too, each made when it is wanted: to put 20 MB together takes longer than a turn may, and to keep them
 * all makes V8 collect garbage.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { piecesOfUtf8 } from "./LongText.ts"
import { InvalidJson } from "./Refusal.ts"
import {
  backslash,
  defaultMostValues,
  details,
  isBody,
  isDisguised,
  isNumberPart,
  maxDepth,
  mostDigits,
  mostKeyCharacters,
  mostMembers,
  quote,
  refusable,
  spellingOf
} from "./StrictJson.ts"
import type { LongText } from "../store/longTexts.ts"
import { sliceLength, untilDone } from "../store/Turns.ts"

/** What reading a value costs, in characters of a long text. */
const valueCost = 100

/** An object or list whose end was not reached. */
type Frame = { readonly members: Record<string, unknown>; key: string; count: number } | { readonly items: unknown[] }

/** What may come next. `first…`: what follows an opening bracket, where the closing one may come as well. */
type Expected = "value" | "first value" | "key" | "first key" | "colon" | "next" | "nothing"

/** A text that is being read: what it says so far, and whether that ends within a surrogate pair. */
interface Open {
  content: string
  endsInPair: boolean
  /** Whether a character of it was written as an escape. */
  isEscaped: boolean
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const words: ReadonlyArray<readonly [string, unknown]> = [
  ["true", true],
  ["false", false],
  ["null", null]
]

/** How much is done in one step; other values are for tests. */
export interface StepSizes {
  /** Characters and values, a value counting as 100 characters. */
  readonly slice: number
  /** Characters of a text that are made a string at once. */
  readonly piece: number
}

const stepSizes: StepSizes = { slice: sliceLength, piece: 65_536 }

/** The most characters that are looked at to know what comes next: a number, and what ends it. */
const mostAhead = mostDigits + 2

/** One text on its way to a value. */
export class LongJson {
  readonly #pieces: Iterator<string | undefined>
  readonly #mostValues: number
  readonly #sizes: StepSizes
  readonly #frames: Array<Frame> = []
  /** What was not read yet of the pieces that came, behind what was. */
  #text = ""
  /** Whether all pieces came. */
  #isComplete = false
  #at = 0
  #values = 0
  #expected: Expected = "value"
  #open: Open | undefined
  #value: unknown
  #failure: string | undefined
  #work = 0

  /** `undefined` among the pieces stands for bytes that are no text. */
  constructor(pieces: Iterable<string | undefined>, mostValues: number, sizes: StepSizes = stepSizes) {
    this.#pieces = pieces[Symbol.iterator]()
    this.#mostValues = mostValues
    this.#sizes = sizes
  }

  /** All work so far: characters looked at, and values, each counting as 100 characters. */
  get work(): number {
    return this.#work
  }

  /** Reads on; false when there is no more to read. */
  step(): boolean {
    const until = this.#work + this.#sizes.slice
    while (this.#failure === undefined && this.#hasMore() && this.#work < until) {
      const before = this.#at
      if (this.#open === undefined) this.#token()
      else this.#readOn(this.#open)
      this.#work += this.#at - before
    }
    return this.#failure === undefined && this.#hasMore()
  }

  /** Whether there is more to read. If so, as much of it is in `#text` as may have to be looked at together. */
  #hasMore(): boolean {
    while (this.#text.length - this.#at < mostAhead && !this.#isComplete) {
      const { done, value } = this.#pieces.next()
      this.#isComplete = done === true
      if (done === true) break
      if (value === undefined) this.#fail(details.notUtf8)
      this.#text = this.#text.slice(this.#at) + (value ?? "")
      this.#at = 0
    }
    return this.#at < this.#text.length
  }

  /** Whether there was nothing but white space. */
  get isBlank(): boolean {
    return this.#failure === undefined && this.#expected === "value" && this.#frames.length === 0 && !this.#open
  }

  /** The value, once it was read. */
  get outcome(): Result.Result<unknown, InvalidJson> {
    const whole = this.#expected === "nothing" && this.#open === undefined
    const detail = this.#failure ?? (whole ? undefined : details.unreadable)
    return detail === undefined ? Result.succeed(this.#value) : Result.fail(new InvalidJson({ detail }))
  }

  #fail(detail: string): void {
    this.#failure ??= detail
  }

  /** One bracket, comma, colon, number, word or space, or the beginning of a text. */
  #token(): void {
    const code = this.#text.charCodeAt(this.#at)
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) this.#at += 1
    else if (code === 0x7d || code === 0x5d) this.#close(code === 0x5d)
    else if (this.#expected === "colon" || this.#expected === "next") this.#separator(code)
    else if (this.#expected === "nothing") this.#fail(details.unreadable)
    else if (code === quote) this.#begin()
    else if (this.#isKey) this.#fail(details.unreadable)
    else if (code === 0x7b || code === 0x5b) this.#opening(code === 0x5b)
    else this.#scalar()
  }

  #count(): void {
    this.#values += 1
    this.#work += valueCost
    if (this.#values > this.#mostValues) this.#fail(details.tooManyValues(this.#mostValues))
  }

  #opening(isList: boolean): void {
    this.#at += 1
    this.#frames.push(isList ? { items: [] } : { members: {}, key: "", count: 0 })
    this.#expected = isList ? "first value" : "first key"
    if (this.#frames.length > maxDepth) this.#fail(details.tooDeep)
    this.#count()
  }

  #close(isList: boolean): void {
    const frame = this.#frames.at(-1)
    const fits = frame !== undefined && "items" in frame === isList
    const mayEnd = this.#expected === "next" || this.#expected === (isList ? "first value" : "first key")
    if (!fits || !mayEnd) return this.#fail(details.unreadable)
    this.#at += 1
    this.#frames.pop()
    this.#put("items" in frame ? frame.items : frame.members)
  }

  #separator(code: number): void {
    const wanted = this.#expected === "colon" ? 0x3a : 0x2c
    if (code !== wanted) return this.#fail(details.unreadable)
    this.#at += 1
    if (this.#expected === "next") this.#count()
    this.#expected = this.#expected === "colon" || "items" in this.#frames.at(-1)! ? "value" : "key"
  }

  /** A value has its end: it goes where it belongs. */
  #put(value: unknown): void {
    const frame = this.#frames.at(-1)
    this.#expected = frame === undefined ? "nothing" : "next"
    if (frame === undefined) this.#value = value
    else if ("items" in frame) frame.items.push(value)
    else if (frame.key !== "__proto__") frame.members[frame.key] = value
    else {
      const own = { value, configurable: true, enumerable: true, writable: true }
      Object.defineProperty(frame.members, frame.key, own)
    }
  }

  #scalar(): void {
    const text = this.#text
    const word = words.find(([spelled]) => text.startsWith(spelled, this.#at))
    if (word !== undefined) {
      this.#at += word[0].length
      return this.#put(word[1])
    }
    const start = this.#at
    let end = start
    while (end - start <= mostDigits && isNumberPart(text.charCodeAt(end))) end += 1
    if (end - start > mostDigits) return this.#fail(details.longNumber)
    number.lastIndex = start
    if (end === start || !number.test(text) || number.lastIndex !== end) return this.#fail(details.unreadable)
    const literal = text.slice(start, end)
    this.#at = end
    this.#put(isDisguised(literal) ? JSON.parse(refusable(literal)) : Number(literal))
  }

  get #isKey(): boolean {
    return this.#expected === "key" || this.#expected === "first key"
  }

  #begin(): void {
    this.#at += 1
    this.#open = { content: "", endsInPair: false, isEscaped: false }
  }

  /** Reads a text on, to its end or as far as one piece goes. */
  #readOn(open: Open): void {
    const text = this.#text
    const end = Math.min(text.length, this.#at + this.#sizes.piece)
    let [at, isEnd] = [this.#at, false]
    while (at < end && !isEnd) {
      const code = text.charCodeAt(at)
      // What an escape consists of is not divided: the piece would be no JSON.
      const length = code !== backslash ? 1 : text.charCodeAt(at + 1) === 0x75 ? 6 : 2
      if (at + length > text.length && !this.#isComplete) break
      open.isEscaped ||= length > 1
      isEnd = code === quote
      if (!isEnd) at += length
    }
    const piece = this.#pieceOf(text.slice(this.#at, at))
    if (piece === undefined) return this.#fail(details.unreadable)
    this.#add(open, piece)
    if (this.#isKey && open.content.length > mostKeyCharacters) return this.#fail(details.longKey)
    this.#at = Math.min(at, text.length)
    if (isEnd) this.#end(open)
  }

  /** The characters that a piece of JSON text stands for. A copy: a slice would keep the whole body in memory. */
  #pieceOf(raw: string): string | undefined {
    try {
      return JSON.parse(`"${raw}"`) as string
    } catch {
      return undefined
    }
  }

  /** Adds to a text. Its pieces are looked at one by one: to look at what they make together would put them together. */
  #add(open: Open, piece: string): void {
    if (piece === "") return
    const begun = open.endsInPair ? `\ud800${piece}` : piece
    open.endsInPair = (piece.charCodeAt(piece.length - 1) & 0xfc00) === 0xd800
    if (!(open.endsInPair ? begun.slice(0, -1) : begun).isWellFormed()) this.#fail(details.brokenText)
    open.content = open.content === "" ? piece : open.content + piece
  }

  #end({ content, endsInPair, isEscaped }: Open): void {
    this.#at += 1
    this.#open = undefined
    if (endsInPair) return this.#fail(details.brokenText)
    const frame = this.#frames.at(-1)
    if (!this.#isKey) return this.#put(content)
    if (frame === undefined || "items" in frame) return this.#fail(details.unreadable)
    if (Object.hasOwn(frame.members, content)) return this.#fail(details.repeatedKey(content))
    frame.count += 1
    if (frame.count > mostMembers) return this.#fail(details.tooManyMembers)
    frame.key = content
    this.#expected = "colon"
    if (spellingOf(content, isEscaped ? "" : content) === "unusable") this.#fail(details.unusableKey(content))
  }
}

const readAll = Effect.fnUntraced(function* (text: LongText, mostValues: number) {
  const reader = new LongJson(typeof text === "string" ? [text] : piecesOfUtf8(text), mostValues)
  yield* untilDone(() => reader.step())
  return reader
})

/** Reads a long body in turns; a blank one stands for an empty object. Fails with `InvalidJson`. */
export const parseInTurns = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  mostValues = defaultMostValues
): Effect.fn.Return<unknown, InvalidJson> {
  const reader = yield* readAll(bytes, mostValues)
  if (reader.isBlank) return {}
  const value = yield* Effect.fromResult(reader.outcome)
  return isBody(value) ? value : yield* new InvalidJson({ detail: details.notAnObject })
})

/**
 * The value of a JSON text of at most `mostValues` values that came in a body, read by the rules for bodies without holding the
 * event loop up, but that it may be any value. Fails with `InvalidJson`.
 */
export const jsonInTurns = (text: LongText, mostValues: number): Effect.Effect<unknown, InvalidJson> =>
  Effect.flatMap(readAll(text, mostValues), ({ outcome }) => Effect.fromResult(outcome))
