/**
 * JSON bodies, read strictly: money must not depend on which of two equal keys a parser keeps, or on whether `1e3` is
 * an integer. What `JSON.parse` lets through and a careful reader would not is refused or marked here.
 */
import * as Result from "effect/Result"
import { InvalidJson } from "./Refusal.ts"

/** A body that was read. */
export interface StrictJson {
  readonly value: unknown
  /**
   * The text to decode. Numbers written with a point or exponent although they are whole (`100.0`, `1e3`) stand in it
   * as strings, so that a schema that wants an integer refuses them like any other non-integer.
   */
  readonly text: string
}

/** Levels of nesting a body may have. No request of any plugin needs more than 8. */
export const maxDepth = 32

const quote = 0x22
const backslash = 0x5c

const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at
  }
}

const isNumberPart = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65

const fail = (detail: string) => Result.fail(new InvalidJson({ detail }))

/** What was found out about a text: how to decode it, and whether a key in it is spelled anew there. */
interface Inspected {
  readonly text: string
  readonly respelled: boolean
}

/** Characters that can stand in a text as they are. */
const isPlain = (character: string): boolean => character >= " " && character !== '"' && character !== "\\"

/** Walks over text that is known to be valid JSON. */
const inspect = (text: string): Result.Result<Inspected, InvalidJson> => {
  let respelled = false
  const keys: Array<Set<string> | undefined> = []
  let keyExpected = false
  let rewritten = ""
  let copied = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfString(text, at)
        const raw = text.slice(at + 1, end)
        const content = raw.includes("\\") ? (JSON.parse(text.slice(at, end + 1)) as string) : raw
        if (!content.isWellFormed()) return fail("a text holds half of a surrogate pair")
        if (keyExpected) {
          const seen = keys[keys.length - 1]!
          if (seen.has(content)) return fail(`the key ${JSON.stringify(content.slice(0, 40))} appears twice`)
          seen.add(content)
          keyExpected = false
          // A key of one escaped character may be read as another key by V8 (nodejs/node#63785).
          if (content.length === 1 && raw !== content && content !== "\\") {
            if (!isPlain(content))
              return fail(`the key ${JSON.stringify(content)} is a single control character or quote`)
            rewritten += `${text.slice(copied, at)}"${content}"`
            copied = end + 1
            respelled = true
          }
        }
        at = end
        break
      }
      case 0x7b: // {
        keys.push(new Set())
        if (keys.length > maxDepth) return fail(`it nests deeper than ${maxDepth} levels`)
        keyExpected = true
        break
      case 0x5b: // [
        keys.push(undefined)
        if (keys.length > maxDepth) return fail(`it nests deeper than ${maxDepth} levels`)
        keyExpected = false
        break
      case 0x7d: // }
      case 0x5d: // ]
        keys.pop()
        keyExpected = false
        break
      case 0x2c: // ,
        keyExpected = keys[keys.length - 1] !== undefined
        break
      default: {
        const code = text.charCodeAt(at)
        if (code !== 0x2d && (code < 0x30 || code > 0x39)) break
        let end = at
        while (end < text.length && isNumberPart(text.charCodeAt(end))) end++
        const literal = text.slice(at, end)
        if (/[.eE]/.test(literal) && Number.isInteger(Number(literal))) {
          rewritten += `${text.slice(copied, at)}"${literal}"`
          copied = end
        }
        at = end - 1
      }
    }
  }
  return Result.succeed({ text: copied === 0 ? text : rewritten + text.slice(copied), respelled })
}

/** Reads a body. An empty one stands for an empty object. */
export const parse = (text: string): Result.Result<StrictJson, InvalidJson> => {
  if (text.trim() === "") return Result.succeed({ value: {}, text: "{}" })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fail("it cannot be parsed")
  }
  const inspected = inspect(text)
  if (Result.isFailure(inspected)) return Result.fail(inspected.failure)
  if (inspected.success.respelled) value = JSON.parse(inspected.success.text)
  if (typeof value !== "object" || value === null || Array.isArray(value)) return fail("it is not an object")
  return Result.succeed({ value, text: inspected.success.text })
}

const byName = (a: string, b: string): number => (a < b ? -1 : 1)

/** The same text for the same content, however it was ordered and spaced. `without` leaves out a top-level key. */
export const canonical = (value: unknown, without?: string): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(",")}]`
  let members = ""
  for (const name of Object.keys(value).sort(byName)) {
    if (name === without) continue
    if (members !== "") members += ","
    members += `${JSON.stringify(name)}:${canonical((value as Readonly<Record<string, unknown>>)[name])}`
  }
  return `{${members}}`
}
