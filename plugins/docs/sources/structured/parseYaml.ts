/**
 * YAML within bounds: the text is counted while it is read, and aliases and merges are counted before they are copied, so
 * that nothing costs more than the limits allow. Line and column say where it goes wrong.
 */
import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type Alias,
  type CST,
  type Document,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq
} from "yaml"
import type { Json, JsonObject } from "../../model/Json.ts"
import { limits } from "../limits.ts"
import { refuseSource, type SourceError } from "../SourceError.ts"
import { duplicateKey, positionAt, tooDeep } from "./jsonScan.ts"

type YamlDocument = Document.Parsed<ParsedNode, true>

/** The syntax of a text, as far as it is within the limits. */
function* tokensOf(text: string): Generator<CST.Token, void> {
  const parser = new Parser()
  let words = 0
  for (const word of new Lexer().lex(text)) {
    words += 1
    if (words > limits.yamlWords) {
      throw refuseSource(
        "limit_exceeded",
        `A YAML text may have at most ${limits.yamlWords} words, marks and line breaks. Give it as JSON`,
        positionAt(text, parser.offset)
      )
    }
    yield* parser.next(word)
    // The parser holds one entry per level, one for the document and one for what is being read.
    if (parser.stack.length > limits.depth + 2) throw tooDeep(text, parser.offset)
  }
  yield* parser.end()
}

/** The first document of a text. Errors are kept in it. Several documents are refused. */
const composed = (text: string): YamlDocument | undefined => {
  // Equal keys are found below: the library compares each key with all others.
  const composer = new Composer<ParsedNode, true>({ prettyErrors: false, uniqueKeys: false })
  let first: YamlDocument | undefined
  for (const document of composer.compose(tokensOf(text), true, text.length)) {
    if (first !== undefined) {
      throw refuseSource(
        "parse_failed",
        "The text is not valid YAML: it holds several documents",
        positionAt(text, document.range[0])
      )
    }
    first = document
    const [error] = first.errors
    if (error !== undefined) {
      throw refuseSource("parse_failed", `The text is not valid YAML: ${error.message}`, positionAt(text, error.pos[0]))
    }
  }
  return first
}

/** A value with the number of values that it stands for. */
interface Counted {
  readonly value: Json
  readonly size: number
  readonly depth: number
}

const plain = (value: Json): Counted => ({ value, size: 1, depth: 0 })

/** Turns the nodes of a text into values. An alias shares its value; each of its uses counts. */
class Values {
  readonly #text: string
  readonly #anchors = new Map<string, { readonly made: Counted; uses: number }>()

  constructor(text: string) {
    this.#text = text
  }

  of(node: ParsedNode | null): Counted {
    if (node === null) return plain(null)
    if (isAlias(node)) return this.#shared(node)
    const made = isMap(node) ? this.#map(node) : isSeq(node) ? this.#list(node) : plain(node.value as Json)
    if (made.depth > limits.depth) throw tooDeep(this.#text, node.range[0])
    if (made.size > limits.values) throw this.#tooMany(node)
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, { made, uses: 0 })
    return made
  }

  #shared(node: Alias.Parsed): Counted {
    const found = this.#anchors.get(node.source)
    const name = JSON.stringify(node.source.slice(0, 60))
    if (found === undefined) throw this.#refused(node, `the alias ${name} stands before its anchor is complete`)
    found.uses += 1
    if (found.uses <= limits.aliases) return found.made
    const at = positionAt(this.#text, node.range[0])
    throw refuseSource(
      "limit_exceeded",
      `An anchor may be used at most ${limits.aliases} times: ${name} is used more`,
      at
    )
  }

  #list(node: YAMLSeq.Parsed): Counted {
    let size = 1
    let depth = 0
    const value = node.items.map((item) => {
      const inner = this.of(item as ParsedNode)
      size += inner.size
      depth = Math.max(depth, inner.depth)
      if (size > limits.values) throw this.#tooMany(node)
      return inner.value
    })
    return { value, size, depth: depth + 1 }
  }

  #map(node: YAMLMap.Parsed): Counted {
    const members = new Map<string, Json>()
    const merged = new Map<string, Json>()
    let size = 1
    let depth = 0
    for (const pair of node.items) {
      const key = pair.key as ParsedNode
      const inner = this.of(pair.value as ParsedNode | null)
      size += inner.size
      depth = Math.max(depth, inner.depth)
      if (size > limits.values) throw this.#tooMany(node)
      if (isScalar(key) && key.type === "PLAIN" && key.value === "<<") {
        for (const source of this.#mergedBy(inner.value, key)) {
          for (const [name, value] of Object.entries(source)) if (!merged.has(name)) merged.set(name, value)
        }
        continue
      }
      const name = this.#keyOf(key)
      if (members.has(name)) throw duplicateKey(this.#text, key.range[0], name)
      members.set(name, inner.value)
    }
    for (const [name, value] of merged) if (!members.has(name)) members.set(name, value)
    return { value: Object.fromEntries(members), size, depth: depth + 1 }
  }

  #mergedBy(value: Json, key: ParsedNode): ReadonlyArray<JsonObject> {
    const sources = Array.isArray(value) ? (value as ReadonlyArray<Json>) : [value]
    return sources.map((source) => {
      if (typeof source === "object" && source !== null && !Array.isArray(source)) return source as JsonObject
      throw this.#refused(key, "what << merges must be a mapping")
    })
  }

  #keyOf(key: ParsedNode): string {
    const { value } = this.of(key)
    return value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value)
  }

  #refused(node: ParsedNode, problem: string): SourceError {
    return refuseSource("parse_failed", `The text is not valid YAML: ${problem}`, positionAt(this.#text, node.range[0]))
  }

  #tooMany(node: ParsedNode): SourceError {
    return refuseSource(
      "limit_exceeded",
      `The text has more than ${limits.values} values, each use of an alias counted`,
      positionAt(this.#text, node.range[0])
    )
  }
}

/** Reads a text as YAML. Throws `SourceError`. */
export const parseYaml = (text: string): Json => {
  if (text.length > limits.yamlBytes) {
    throw refuseSource("source_too_large", `A YAML text may have at most ${limits.yamlBytes} bytes. Give it as JSON`)
  }
  return new Values(text).of(composed(text)?.contents ?? null).value
}
