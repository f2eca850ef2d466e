/**
 * What `JSON.parse` does not look for: equal keys in one object, how deep it nests and how many values it holds. It walks over
 * the text before that is parsed, finding strings and brackets only; what is no JSON is left to the parser to tell.
 */
import { readOrNone } from "../../model/decoded.ts"
import { limits } from "../limits.ts"
import { refuseSource, type SourceError } from "../SourceError.ts"

const quote = 0x22
const backslash = 0x5c

/** Line and column of an offset, both from 1. */
export const positionAt = (text: string, offset: number): { readonly line: number; readonly column: number } => {
  let line = 1
  let start = 0
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}

export const tooDeep = (text: string, offset: number): SourceError =>
  refuseSource("limit_exceeded", `The text nests deeper than ${limits.depth} levels`, positionAt(text, offset))

/** Refuses a text in which an object has two equal keys. */
export const duplicateKey = (text: string, offset: number, key: string): SourceError => {
  const shown = JSON.stringify(key.slice(0, 60))
  return refuseSource("parse_failed", `The key ${shown} appears twice in one object`, positionAt(text, offset))
}

/** The closing quote: the first one before which there is an even number of backslashes. -1 where there is none. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return -1
}

/** The key between two quotes; `undefined` for one that is no JSON. */
const keyBetween = (text: string, start: number, end: number): string | undefined => {
  const raw = text.slice(start + 1, end)
  return raw.includes("\\") ? readOrNone(() => JSON.parse(text.slice(start, end + 1)) as string) : raw
}

/** Refuses a text that breaks a limit or repeats a key; throws `SourceError`. */
export const scanJson = (text: string): void => {
  const keys: Array<Set<string> | undefined> = []
  let keyExpected = false
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfString(text, at)
        if (end === -1) return
        const key = keyExpected ? keyBetween(text, at, end) : undefined
        if (key !== undefined) {
          const seen = keys[keys.length - 1]!
          if (seen.has(key)) throw duplicateKey(text, at, key)
          seen.add(key)
          keyExpected = false
        }
        at = end
        break
      }
      case 0x7b: // {
      case 0x5b: // [
        keyExpected = text.charCodeAt(at) === 0x7b
        keys.push(keyExpected ? new Set() : undefined)
        values += 1
        if (keys.length > limits.depth) throw tooDeep(text, at)
        break
      case 0x7d: // }
      case 0x5d: // ]
        keys.pop()
        keyExpected = false
        break
      case 0x2c: // ,
        keyExpected = keys[keys.length - 1] !== undefined
        values += 1
        break
      default:
    }
    if (values > limits.values) {
      throw refuseSource("limit_exceeded", `The text has more than ${limits.values} values`, positionAt(text, at))
    }
  }
}
