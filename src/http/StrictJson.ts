/**
 * JSON bodies, read strictly: money must not depend on which of two equal keys a parser keeps, or on whether `1e3` is
 * an integer. What `JSON.parse` lets through and a careful reader would not is refused or marked here.
 */
import * as Result from "effect/Result"
import { InvalidJson } from "./Refusal.ts"

/** A body that was read. */
export interface StrictJson {
  /** What `text` says. */
  readonly value: unknown
  /**
   * The text to decode. Numbers written with a point or exponent although they are whole (`100.0`, `1e3`) stand in it
   * in lists of lists, which no schema wants: one for integers refuses them, and so does one for texts.
   */
  readonly text: string
}

/** Levels of nesting a body may have. No request of any plugin needs more than 8. */
export const maxDepth = 32

/**
 * Values that a body may hold: members of objects and items of lists, at all levels (our choice). No request needs as
 * many, but for the few endpoints that annotate more. All work that follows on parsing is bounded by it.
 */
export const defaultMostValues = 10_000

/** Members that one object may have, where a body may hold more values than that (our choice). */
export const mostMembers = 10_000

/** Characters that a key may have (our choice): what it takes to look one up grows with them. */
export const mostKeyCharacters = 1_000

/** Characters that a number may be written with (our choice). 64-bit numbers need 25. */
export const mostDigits = 1_000

export const quote = 0x22
export const backslash = 0x5c

const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at
  }
}

/** Whether a character may stand in a number. */
export const isNumberPart = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65

/** Why a body is refused, in words. */
export const details = {
  notUtf8: "it is not UTF-8",
  unreadable: "it cannot be parsed",
  notAnObject: "it is not an object",
  brokenText: "a text holds half of a surrogate pair",
  tooDeep: `it nests deeper than ${maxDepth} levels`,
  tooManyMembers: `an object in it holds more than ${mostMembers} keys`,
  longKey: `a key in it has more than ${mostKeyCharacters} characters`,
  longNumber: `a number in it has more than ${mostDigits} characters`,
  tooManyValues: (most: number) => `it holds more than ${most} values`,
  repeatedKey: (key: string) => `the key ${JSON.stringify(key.slice(0, 40))} appears twice`,
  unusableKey: (key: string) => `the key ${JSON.stringify(key)} is a single control character or quote`
} as const

const fail = (detail: string) => Result.fail(new InvalidJson({ detail }))

/**
 * How a key is to be spelled for V8, which may read one of a single escaped character as another key (nodejs/node#63785):
 * as it is, anew, or not at all.
 */
export const spellingOf = (key: string, raw: string): "as it is" | "anew" | "unusable" => {
  if (key.length !== 1 || raw === key || key === "\\") return "as it is"
  return key >= " " && key !== '"' ? "anew" : "unusable"
}

/** Whether a number is whole and yet written with a point or an exponent. */
export const isDisguised = (literal: string): boolean => /[.eE]/.test(literal) && Number.isInteger(Number(literal))

/** What stands for such a number in the text to decode. */
export const refusable = (literal: string): string => `[["${literal}"]]`

/** Walks over text that is known to be valid JSON, and answers the text to decode. */
const inspect = (text: string, mostValues: number): Result.Result<string, InvalidJson> => {
  const keys: Array<Set<string> | undefined> = []
  let keyExpected = false
  let rewritten = ""
  let copied = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfString(text, at)
        const raw = text.slice(at + 1, end)
        const content = raw.includes("\\") ? (JSON.parse(text.slice(at, end + 1)) as string) : raw
        if (!content.isWellFormed()) return fail(details.brokenText)
        if (keyExpected) {
          if (content.length > mostKeyCharacters) return fail(details.longKey)
          const seen = keys[keys.length - 1]!
          if (seen.has(content)) return fail(details.repeatedKey(content))
          seen.add(content)
          keyExpected = false
          if (content === raw) {
            at = end
            break
          }
          const spelling = spellingOf(content, raw)
          if (spelling === "unusable") return fail(details.unusableKey(content))
          if (spelling === "anew") {
            rewritten += `${text.slice(copied, at)}"${content}"`
            copied = end + 1
          }
        }
        at = end
        break
      }
      case 0x7b: // {
      case 0x5b: // [
        keyExpected = text.charCodeAt(at) === 0x7b
        keys.push(keyExpected ? new Set() : undefined)
        if (keys.length > maxDepth) return fail(details.tooDeep)
        if (++values > mostValues) return fail(details.tooManyValues(mostValues))
        break
      case 0x7d: // }
      case 0x5d: // ]
        keys.pop()
        keyExpected = false
        break
      case 0x2c: // ,
        keyExpected = keys[keys.length - 1] !== undefined
        if (++values > mostValues) return fail(details.tooManyValues(mostValues))
        break
      default: {
        const code = text.charCodeAt(at)
        if (code !== 0x2d && (code < 0x30 || code > 0x39)) break
        let end = at
        while (end < text.length && isNumberPart(text.charCodeAt(end))) end++
        if (end - at > mostDigits) return fail(details.longNumber)
        const literal = text.slice(at, end)
        if (isDisguised(literal)) {
          rewritten += `${text.slice(copied, at)}${refusable(literal)}`
          copied = end
        }
        at = end - 1
      }
    }
  }
  return Result.succeed(copied === 0 ? text : rewritten + text.slice(copied))
}

/** Whether a value is the object that a body must be. */
export const isBody = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Reads a short body at once; the event loop waits for it, so longer ones are read by `LongJson`. An empty one stands for
 * an empty object.
 */
export const parse = (text: string, mostValues = defaultMostValues): Result.Result<StrictJson, InvalidJson> => {
  if (text.trim() === "") return Result.succeed({ value: {}, text: "{}" })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fail(details.unreadable)
  }
  const inspected = inspect(text, mostValues)
  if (Result.isFailure(inspected)) return Result.fail(inspected.failure)
  if (inspected.success !== text) value = JSON.parse(inspected.success)
  return isBody(value) ? Result.succeed({ value, text: inspected.success }) : fail(details.notAnObject)
}
