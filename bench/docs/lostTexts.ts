/**
 * What of a source is nowhere in a document or its report: every text of a description, by its sentences, every name of a parameter, property,
 * response, header, schema, scope, variable or webhook, every value of an enumeration or an example. It reads the parsed source, and nothing of
 * the reader or the writer.
 */
import type { Faults } from "./gates.ts"

/** Keywords whose members are named by their authors. */
const naming = new Set(
  "properties headers responses schemas definitions securitySchemes securityDefinitions scopes variables callbacks webhooks mapping paths".split(
    " "
  )
)

/** Keywords whose values say how something is written, not what it is; `$ref` leads to what is said elsewhere. */
const silent = new Set(
  "openapi swagger $schema $id type format in style explode collectionFormat xml operationRef _postman_id id schema event exec raw".split(
    " "
  )
)

const data = new Set(["example", "examples", "default", "enum", "value"])

/** The words of a text: what both sides keep, however it is escaped, broken or linked. */
const wordsOf = (text: string): string =>
  ` ${(
    text
      .replaceAll(/&(?:lt|gt|amp|emsp|nbsp);|<br>/g, " ")
      .replaceAll(/<\/?[a-z][^<>\n]*>/gi, " ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ")} `

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

interface At {
  readonly pointer: string
  readonly keyword: string
  readonly isData: boolean
}

/** Everything that a source says, with where it says it. Components that nothing uses say nothing of the API. */
const sayings = (root: unknown): ReadonlyArray<readonly [pointer: string, text: string]> => {
  const found: Array<readonly [string, string]> = []
  const visit = (value: unknown, { isData, keyword, pointer }: At): void => {
    if (Array.isArray(value))
      return value.forEach((one, at) => visit(one, { isData, keyword, pointer: `${pointer}/${at}` }))
    if (!isObject(value)) {
      if (value === null || value === undefined || typeof value === "boolean") return
      for (const sentence of String(value).split(/\n|(?<=[.!?])\s+/)) found.push([pointer, sentence])
      return
    }
    for (const [name, inner] of Object.entries(value)) {
      if (name === "$ref") continue
      const isNamed = naming.has(keyword) && !isData
      if (!isData && !isNamed && (name.startsWith("x-") || silent.has(name))) continue
      if (isNamed) found.push([`${pointer}/${name}`, name])
      visit(inner, {
        isData: isData || (!isNamed && data.has(name)),
        keyword: isNamed ? "" : name,
        pointer: `${pointer}/${name}`
      })
    }
  }
  if (!isObject(root)) return found
  const { components, examples: _, parameters: __, responses, ...rest } = root
  const { schemas, securitySchemes } = isObject(components) ? components : {}
  visit({ ...rest, schemas, securitySchemes }, { pointer: "", keyword: "", isData: false })
  // Named answers and parameters are shown where they are used: their names are nothing a caller sees.
  for (const part of [
    responses,
    ...(isObject(components) ? [components["responses"], components["parameters"], components["headers"]] : [])
  ])
    for (const one of isObject(part) ? Object.values(part) : [])
      visit(one, { pointer: "/components", keyword: "", isData: false })
  return found
}

/** Q23: what of the source is neither in the document nor in its report. */
export const lostTexts = (root: unknown, markdown: string, report: unknown): Faults => {
  const document = wordsOf(`${markdown}\n${JSON.stringify(report)}`)
  const lost = new Map<string, string>()
  for (const [pointer, text] of sayings(root)) {
    const words = wordsOf(text)
    if (words.trim() !== "" && !document.includes(words) && !lost.has(words)) lost.set(words, pointer)
  }
  return [...lost].map(([words, pointer]) => `${pointer} is lost: ${words.trim().slice(0, 80)}`)
}
