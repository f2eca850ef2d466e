/** The properties of a schema, those of inline objects within it too, and what a schema narrows of a named one. */
import type { Json } from "../../model/Json.ts"
import type { Schema } from "../../model/Schema.ts"
import type { Reference } from "./Reference.ts"

/** A row before it is written. */
export interface Row {
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

/** Levels of inline objects. JSON itself is bounded at 64; below this a row says `object`. */
const maxDepth = 40

/** Where the fields of a value are described: in the value itself, in the items of a list, in the members of a map. */
const inner = (schema: Schema): { readonly schema: Schema; readonly suffix: string } | undefined => {
  if (schema.ref !== undefined) return undefined
  if (schema.items !== undefined) return { schema: schema.items, suffix: "[]" }
  const { additionalProperties: additional } = schema
  if (schema.properties === undefined && typeof additional === "object") return { schema: additional, suffix: ".*" }
  return undefined
}

const collect = (schema: Schema, path: string, depth: number, rows: Array<Row>): void => {
  if (schema.ref !== undefined || depth > maxDepth) return
  for (const property of schema.properties ?? []) {
    const name = path === "" ? property.name : `${path}.${property.name}`
    rows.push({ name, required: property.required, schema: property.schema })
    collect(property.schema, name, depth + 1, rows)
  }
  const nested = inner(schema)
  if (nested !== undefined) collect(nested.schema, `${path}${nested.suffix}`, depth + 1, rows)
  ;(schema.prefixItems ?? []).forEach((item, at) => collect(item, `${path}[${at}]`, depth + 1, rows))
  for (const part of schema.allOf ?? []) collect(part, path, depth + 1, rows)
  for (const options of [schema.oneOf, schema.anyOf]) {
    options?.forEach((option, at) =>
      collect(option, options.length === 1 ? path : `${path}(${at + 1})`, depth + 1, rows)
    )
  }
}

/** Rows of the properties of a schema; empty when it has none of its own. */
export const propertyRows = (schema: Schema, path = ""): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  collect(schema, path, 0, rows)
  return rows
}

/** Values to which a schema narrows a property of the named one beside it. */
export interface Narrowing {
  readonly name: string
  readonly values: ReadonlyArray<Json>
}

const valuesOf = ({ const: only, enum: some }: Schema): ReadonlyArray<Json> | undefined =>
  some ?? (only === undefined ? undefined : [only])

/** Whether a row only leads to others or to values. */
const isBare = ({ schema }: Row): boolean =>
  schema.description === undefined &&
  schema.constraints === undefined &&
  (valuesOf(schema) !== undefined || schema.properties !== undefined || schema.items?.properties !== undefined)

/**
 * What a schema is that says nothing but that properties of named schemas have certain values, such as the codes of an
 * error; `undefined` for one that says more.
 */
export const narrowings = (schema: Schema, reference: Reference): ReadonlyArray<Narrowing> | undefined => {
  const named = schema.allOf?.filter(({ ref }) => ref !== undefined) ?? []
  if (named.length === 0 || schema.properties !== undefined) return undefined
  const rows = propertyRows(schema)
  const known = new Set(named.flatMap((part) => propertyRows(reference.resolved(part)).map(({ name }) => name)))
  if (rows.length === 0 || !rows.every((row) => isBare(row) && !row.required)) return undefined
  // Below a property that is itself a named schema nothing is known by its path.
  if (!rows.every(({ name }) => known.has(name.split(/[.[]/)[0]!))) return undefined
  return rows.flatMap((row) => {
    const values = valuesOf(row.schema)
    return values === undefined ? [] : [{ name: row.name, values }]
  })
}
