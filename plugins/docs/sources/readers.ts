/** Finds out what a source is and reads it: one row per kind. */
import { isObject, type JsonObject } from "../model/Json.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import type { ReadSource, SourceKind } from "../model/SourceModel.ts"
import type { GivenSource, SourceInput } from "../workbench/Task.ts"
import { looksLikeChangelog, looksLikeCommits } from "./changes/detect.ts"
import { readChangelog } from "./changes/readChangelog.ts"
import { readCommits } from "./changes/readCommits.ts"
import { dialectOf, readOpenApi } from "./openapi/readOpenApi.ts"
import { isCollection, readCollection } from "./postman/readCollection.ts"
import { readProse } from "./prose/readProse.ts"
import { readRepository } from "./repository/readRepository.ts"
import { refuseSource } from "./SourceError.ts"
import { looksLikeJson, parseStructured, plainText } from "./structured/parseStructured.ts"

const objectIn = (text: string, what: string): JsonObject => {
  const value = parseStructured(text)
  if (!isObject(value)) throw refuseSource("parse_failed", `${what} is an object at its top`, { line: 1, column: 1 })
  return value
}

/** Kind → reader. */
const readers: { readonly [Kind in Exclude<SourceKind, "repository">]: (text: string, name: string) => ReadSource } = {
  openapi: (text) => readOpenApi(objectIn(text, "An OpenAPI description")),
  postman: (text) => readCollection(objectIn(text, "A request collection")),
  text: readProse,
  changelog: (text) => readChangelog(text),
  commits: readCommits
}

/** A YAML text that says at the start of a line what it is. */
const yamlHead = /^(?:["']?(?:openapi|swagger)["']?)\s*:/m

/** Whether a text is a description in YAML. Tools that sort keys write its version at the end. */
const isYamlDescription = (text: string): boolean =>
  yamlHead.test(
    /^(?:[^\S\n]*(?:#.*)?\n|---\n)*["']?[A-Za-z][\w-]*["']?:(?:\s|$)/.test(text) ? text : text.slice(0, 20_000)
  )

/** What begins descriptions that are not read, and no text for people. */
const otherHead = /^(?:[^\S\n]*(?:#(?!%).*|---)?\n)*(?:["']?(asyncapi|arazzo|overlay)["']?:\s|#%(RAML)\b|<\?(xml)\s)/i

/** Reads a text whose kind nobody named. */
const detect = (text: string, name: string): ReadSource => {
  if (looksLikeJson(text) && text.trimStart().startsWith("{")) {
    const root = objectIn(text, "A description")
    if (isCollection(root)) return readCollection(root)
    if (dialectOf(root) !== undefined) return readOpenApi(root)
    throw refuseSource("parse_failed", "This JSON is neither an OpenAPI description nor a request collection")
  }
  if (isYamlDescription(text)) return readers.openapi(text, name)
  const other = otherHead.exec(text)?.slice(1).join("")
  if (other !== undefined) {
    const message = `This text is ${other}, which is not read: give an OpenAPI description or a request collection`
    throw refuseSource("parse_failed", message)
  }
  if (looksLikeCommits(text)) return readCommits(text, name)
  if (looksLikeChangelog(text)) return readChangelog(text)
  return readProse(text, name)
}

// What a text begins with belongs to it, also a mark of its byte order.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true })

export const readable = (source: GivenSource): SourceInput => {
  const { content } = source
  return { ...source, content: typeof content === "string" ? content : utf8.decode(content) }
}

/**
 * Reads a source. For a repository, the kind of document says what of it matters. Throws `SourceError` when it cannot be
 * read.
 */
export const readSource = (given: GivenSource, docType?: DocType): ReadSource => {
  const source = readable(given)
  if (source.snapshot !== undefined) return readRepository(source.snapshot, docType)
  const text = plainText(source.content)
  const { kind } = source
  if (kind === undefined) return detect(text, source.name)
  if (kind === "repository") throw refuseSource("parse_failed", "A repository is given by its address")
  return readers[kind](text, source.name)
}
