/** Reads JSON and YAML: strictly, within bounds, and with line and column where it goes wrong. */
import { isAlias, LineCounter, parseDocument, visit, type YAMLError } from "yaml"
import type { Json } from "../../model/Json.ts"
import { limits } from "../limits.ts"
import { refuseSource } from "../SourceError.ts"
import { positionAt, scanJson } from "./jsonScan.ts"

/** A text as readers take it: no byte order mark, within the limit. */
export const plainText = (text: string): string => {
  if (text.length > limits.sourceBytes) {
    throw refuseSource("source_too_large", `A source may have at most ${limits.sourceBytes} bytes`)
  }
  return text.startsWith("\uFEFF") ? text.slice(1) : text
}

/** Whether a text is meant to be JSON: by its first character. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text)

/** What V8 says of where JSON goes wrong; without it, it goes wrong at the end. */
const jsonErrorOffset = (message: string, text: string): number => {
  const position = /at position (\d+)/.exec(message)?.[1]
  return position === undefined ? text.length : Number(position)
}

const parseJson = (text: string): Json => {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch (error) {
    const at = positionAt(text, jsonErrorOffset((error as Error).message, text))
    throw refuseSource("parse_failed", "The text is not valid JSON", at)
  }
  const issue = scanJson(text, limits.depth)
  if (issue?.kind === "too_deep") {
    throw refuseSource(
      "limit_exceeded",
      `The text nests deeper than ${limits.depth} levels`,
      positionAt(text, issue.offset)
    )
  }
  if (issue !== undefined) {
    const key = JSON.stringify((issue.key ?? "").slice(0, 60))
    throw refuseSource("parse_failed", `The key ${key} appears twice in one object`, positionAt(text, issue.offset))
  }
  return value
}

const yamlError = (error: YAMLError) => {
  const at = error.linePos?.[0]
  const [reason = "The text is not valid YAML"] = error.message.split(/ at line \d+/)
  return refuseSource(
    "parse_failed",
    `The text is not valid YAML: ${reason}`,
    at === undefined ? {} : { line: at.line, column: at.col }
  )
}

const tooDeep = (text: string, offset: number) =>
  refuseSource("limit_exceeded", `The text nests deeper than ${limits.depth} levels`, positionAt(text, offset))

/** Deeply nested flow collections would exhaust the parser's stack: they are found before it begins. */
const checkFlowDepth = (text: string): void => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5b || code === 0x7b) depth += 1
    else if (code === 0x5d || code === 0x7d) depth = Math.max(0, depth - 1)
    // Prose holds brackets too, but no line of it opens so many.
    else if (code === 0x0a && depth < 8) depth = 0
    if (depth > limits.depth * 4) throw tooDeep(text, at)
  }
}

const depthOf = (value: Json, depth = 0): number => {
  if (typeof value !== "object" || value === null || depth > limits.depth) return depth
  let deepest = depth + 1
  for (const member of Object.values(value)) deepest = Math.max(deepest, depthOf(member, depth + 1))
  return deepest
}

/** Shared values count once per use here, so a bomb must not be walked: aliases are bounded first. */
const parseYaml = (text: string): Json => {
  checkFlowDepth(text)
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: true, stringKeys: false })
    const [error] = document.errors
    if (error !== undefined) throw yamlError(error)
    let aliases = 0
    visit(document, { Alias: (_, node) => void (isAlias(node) && (aliases += 1)) })
    const value = document.toJS({ maxAliasCount: aliases === 0 ? -1 : limits.aliases }) as Json
    if (depthOf(value) > limits.depth) throw tooDeep(text, 0)
    return value
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(text, 0)
    if (error instanceof ReferenceError) {
      throw refuseSource("limit_exceeded", "The aliases of the text multiply into too many values")
    }
    throw error
  }
}

/** Reads a text as JSON or YAML. Throws `SourceError`. */
export const parseStructured = (text: string): Json => (looksLikeJson(text) ? parseJson(text) : parseYaml(text))
