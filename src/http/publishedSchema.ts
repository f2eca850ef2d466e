/** Makes the JSON Schemas of a generated document as people write them. */
import { publishedAs, type JsonObject } from "./Publication.ts"

/** What JSON Schema generators write of an integer that has no bounds of its own. In answers it says nothing; bodies get it back. */
const noBound = 9_007_199_254_740_991

const annotationKeys = new Set(["description", "title", "default", "examples", "format", "readOnly"])

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const onlyAnnotates = (value: unknown): value is JsonObject =>
  isObject(value) && Object.keys(value).every((key) => annotationKeys.has(key))

/** `allOf: [X, { description }]` is `X` with a description: in OpenAPI 3.1 a `$ref` has siblings. */
const folded = (schema: JsonObject): JsonObject => {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const [first] = allOf
  // A lone part that says nothing else than the whole is no part.
  if (
    allOf.length === 1 &&
    isObject(first) &&
    Object.keys(first).every((key) => !(key in rest) || rest[key] === first[key])
  ) {
    return { ...rest, ...first }
  }
  const words = allOf.filter(onlyAnnotates)
  const kept = allOf.filter((part) => !onlyAnnotates(part))
  if (words.length === 0) return schema
  const inner = kept.length > 1 ? { allOf: kept } : (kept[0] as JsonObject | undefined)
  return Object.assign({}, inner, rest, ...words) as JsonObject
}

/** A choice of one is no choice. */
const unwrapped = (schema: JsonObject): JsonObject => {
  const { anyOf, ...rest } = schema
  return Array.isArray(anyOf) && anyOf.length === 1 && isObject(anyOf[0]) ? { ...anyOf[0], ...rest } : schema
}

/** A number that can only be whole is an integer. */
const asInteger = (schema: JsonObject): JsonObject => {
  const { multipleOf, ...rest } = schema
  if (schema.type !== "number") return schema
  if (multipleOf === 1) return { ...rest, type: "integer" }
  return Array.isArray(schema.enum) && schema.enum.every(Number.isInteger) ? { ...schema, type: "integer" } : schema
}

const withoutEmptyBounds = (schema: JsonObject): JsonObject => {
  if (schema.type !== "integer") return schema
  const { maximum, minimum, ...rest } = schema
  return {
    ...rest,
    ...(minimum === undefined || minimum === -noBound ? {} : { minimum }),
    ...(maximum === undefined || maximum === noBound ? {} : { maximum })
  }
}

/** A schema that says in an annotation how it is published is published so; its words stay. */
const replaced = (schema: JsonObject): JsonObject => {
  const { [publishedAs]: instead, description } = schema
  return isObject(instead) ? { ...instead, ...(description === undefined ? {} : { description }) } : schema
}

/** A list of anything says so. */
const withItems = (schema: JsonObject): JsonObject =>
  schema.type === "array" && schema.items === undefined && schema.prefixItems === undefined
    ? { ...schema, items: {} }
    : schema

/** The document with every schema in it tidied. */
export const tidied = (value: JsonObject): JsonObject => {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit)
    if (!isObject(node)) return node
    const inner: JsonObject = {}
    for (const [key, member] of Object.entries(node)) inner[key] = visit(member)
    return withoutEmptyBounds(asInteger(withItems(replaced(unwrapped(folded(inner))))))
  }
  return visit(value) as JsonObject
}
