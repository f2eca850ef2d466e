/** The properties of a schema as rows of one table: nested objects by dotted names, so that nothing hides in a cell. */
import type { Schema } from "../../model/Schema.ts"
import { cell, code } from "../markdown/inline.ts"
import { table } from "../markdown/table.ts"
import type { Reference } from "./Reference.ts"
import { describeSchema, typeText } from "./schemaText.ts"

/** A row before it is written. */
interface Row {
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

const header = ["Property", "Type", "Required", "Description"]

/** The table of a schema's properties; empty when it has none of its own. */
export const propertyTable = (schema: Schema, reference: Reference): string => {
  const rows = propertyRows(schema)
  if (rows.length === 0) return ""
  return table(
    header,
    rows.map((row) => [
      cell(code(row.name)),
      cell(typeText(row.schema, reference)),
      row.required ? "yes" : "no",
      describeSchema(row.schema, reference)
    ])
  )
}

/** What a schema is besides its properties, as one line: its type where it is no plain object, and its words. */
export const schemaLine = (schema: Schema, reference: Reference): string => {
  const type = typeText(schema, reference)
  const words = describeSchema({ ...schema, title: "" }, reference, "")
  return [`Type: ${type}.`, words].filter((part) => part !== "").join(" ")
}
