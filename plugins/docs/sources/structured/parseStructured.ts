/** Reads JSON and YAML: strictly, within bounds, and with line and column where it goes wrong. */
import type { Json } from "../../model/Json.ts"
import { limits } from "../limits.ts"
import { refuseSource } from "../SourceError.ts"
import { positionAt, scanJson } from "./jsonScan.ts"
import { parseYaml } from "./parseYaml.ts"

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
  scanJson(text)
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    const at = positionAt(text, jsonErrorOffset((error as Error).message, text))
    throw refuseSource("parse_failed", "The text is not valid JSON", at)
  }
}

/** Reads a text as JSON or YAML. Throws `SourceError`. */
export const parseStructured = (text: string): Json => (looksLikeJson(text) ? parseJson(text) : parseYaml(text))
