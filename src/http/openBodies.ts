/** Completes the schemas of request bodies in a document: whether unknown fields are ignored, and how large integers may be. */
import type { JsonObject } from "./Publication.ts"

const componentPrefix = "#/components/schemas/"

/** What a schema consists of, down to the components that it names: each object once. */
const partsOf = (schema: unknown, schemas: JsonObject, into = new Set<JsonObject>()): ReadonlySet<JsonObject> => {
  if (typeof schema !== "object" || schema === null) return into
  const part = schema as JsonObject
  if (into.has(part)) return into
  into.add(part)
  for (const inner of Object.values(part)) partsOf(inner, schemas, into)
  const { $ref } = part
  if (typeof $ref === "string") partsOf(schemas[$ref.slice(componentPrefix.length)], schemas, into)
  return into
}

/** Opens the bodies in `open`. A schema that one of them shares with a body in `closed` cannot be both, and is a defect. */
export const openBodies = (
  { closed, open }: { readonly closed: ReadonlyArray<unknown>; readonly open: ReadonlyArray<unknown> },
  schemas: JsonObject
): void => {
  const strict = new Set<JsonObject>()
  for (const body of closed) partsOf(body, schemas, strict)
  for (const part of partsOf(open, schemas)) {
    if (part.additionalProperties !== false) continue
    if (strict.has(part)) {
      const name = Object.keys(schemas).find((key) => schemas[key] === part)
      throw new Error(
        `${name ?? "A schema"} is part of bodies that ignore unknown fields and of bodies that refuse them`
      )
    }
    delete part.additionalProperties
  }
}

/** Gives every integer of the bodies the limits within which readers of JSON hold integers exactly, where it has no nearer ones. */
export const boundIntegers = (bodies: ReadonlyArray<unknown>, schemas: JsonObject): void => {
  for (const part of partsOf(bodies, schemas)) {
    if (part.type !== "integer" || part.enum !== undefined) continue
    if (part.exclusiveMinimum === undefined) part.minimum ??= Number.MIN_SAFE_INTEGER
    if (part.exclusiveMaximum === undefined) part.maximum ??= Number.MAX_SAFE_INTEGER
  }
}
