/** Shapes that look different and still take what was taken before (decisions docs 1.5): null in a wrapper, lists of one. */
import type { Schema } from "../model/Schema.ts"

const isNull = ({ nullable, types }: Schema): boolean =>
  nullable !== true && types !== undefined && types.length === 1 && types[0] === "null"

/** What is wrapped in a choice between it and null; `undefined` for every other schema. */
export const wrappedBesideNull = (schema: Schema): Schema | undefined => {
  const parts = schema.oneOf ?? schema.anyOf
  if (parts?.length !== 2 || schema.properties !== undefined || schema.allOf !== undefined) return undefined
  const rest = parts.filter((part) => !isNull(part))
  return rest.length === 1 ? rest[0] : undefined
}

const scalars: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean"])

/** Whether every type is one that is written as plain text. */
export const areScalars = (types: ReadonlyArray<string> | undefined): types is ReadonlyArray<string> =>
  types !== undefined && types.every((type) => scalars.has(type))

/** What limits the values of a schema besides its type. */
const limitsOf = ({ const: only, constraints, enum: values, format }: Schema): string =>
  JSON.stringify([only, constraints, values, format])

/** Whether a list's items take every value that was taken without the list. Text takes whatever is written. */
export const takesAll = (items: Schema, base: Schema, types: ReadonlyArray<string>): boolean => {
  const wide = items.types ?? []
  const takes = types.every(
    (type) => wide.includes("string") || wide.includes(type as never) || (type === "integer" && wide.includes("number"))
  )
  return takes && (limitsOf(items) === limitsOf({}) || limitsOf(items) === limitsOf(base))
}

/** Keywords that say something about a value to people only. */
const annotations: ReadonlySet<string> = new Set([
  "title",
  "description",
  "examples",
  "deprecated",
  "externalDocs",
  "default"
])

/** Whether a schema allows what it would allow without a word. */
export const isAnnotation = (schema: Schema): boolean => Object.keys(schema).every((name) => annotations.has(name))
