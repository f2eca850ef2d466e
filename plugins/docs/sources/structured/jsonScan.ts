/**
 * What `JSON.parse` does not tell: equal keys in one object, and how deep it nests. Walks over text that is known to be
 * valid JSON, so it only has to find strings and brackets.
 */

/** Something a careful reader refuses, and where: an offset in code units. */
export interface JsonIssue {
  readonly kind: "duplicate_key" | "too_deep"
  readonly offset: number
  readonly key?: string
}

const quote = 0x22
const backslash = 0x5c

/** The closing quote: the first one before which there is an even number of backslashes. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
}

/** The first issue of a text, or `undefined`. */
export const scanJson = (text: string, maxDepth: number): JsonIssue | undefined => {
  const keys: Array<Set<string> | undefined> = []
  let keyExpected = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfString(text, at)
        if (keyExpected) {
          const raw = text.slice(at + 1, end)
          const key = raw.includes("\\") ? (JSON.parse(text.slice(at, end + 1)) as string) : raw
          const seen = keys[keys.length - 1]!
          if (seen.has(key)) return { kind: "duplicate_key", offset: at, key }
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
        if (keys.length > maxDepth) return { kind: "too_deep", offset: at }
        break
      case 0x7d: // }
      case 0x5d: // ]
        keys.pop()
        keyExpected = false
        break
      case 0x2c: // ,
        keyExpected = keys[keys.length - 1] !== undefined
        break
      default:
    }
  }
  return undefined
}

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
