/** Examples of an author's in words, in the cells of a table and below it. */
import type { Example } from "../../model/ApiModel.ts"
import { sameJson, type Json } from "../../model/Json.ts"
import type { Schema } from "../../model/Schema.ts"
import { code, fenced } from "../markdown/inline.ts"
import { cellProse } from "../markdown/prose.ts"
import type { Reference } from "./Reference.ts"

/** A JSON value as a code span. */
export const value = (json: Json): string => code(JSON.stringify(json))

/** Longest list or object that is shown as an example in a cell, and longest of a report, in characters. Our choice. */
const longestValue = 300
const longestNamed = 120

const start = (json: Json): string => JSON.stringify(json).slice(0, longestNamed)

/** An example with what its author says of it. */
const exampleText = ({ description, name, summary, value: json }: Example): string => {
  const said = [summary, description]
    .filter((text) => text !== undefined && text !== name)
    .map((text) => cellProse(text))
  return `${value(json!)}${said.length === 0 ? "" : ` (${said.join(": ")})`}`
}

/** Whether an example says what the schema does not: neither one of its values nor its default. */
const isTelling = (json: Json, { default: usual, enum: values = [] }: Schema): boolean =>
  ![usual, ...values].some((known) => known !== undefined && sameJson(known, json))

/** An example as its schema takes it. One that does not match is the author's all the same, and reported. */
export const shownExample = (given: Json, schema: Schema, reference: Reference): Json => {
  const json = reference.samples.fitting(given, schema)
  if (json === undefined) {
    const message = `The example ${start(given)} does not match its schema; it is shown as it stands`
    reference.warnOnce({ code: "invalid_example", message })
  }
  return json ?? given
}

const isLong = (json: Json): boolean => typeof json === "object" && JSON.stringify(json).length > longestValue

/** Rows of a table without the examples that have no room in it, and these as blocks below it. */
export const withRoom = <Row extends { readonly name: string; readonly schema: Schema }>(
  rows: ReadonlyArray<Row>,
  reference: Reference
) => ({
  rows: rows.map((row): Row =>
    row.schema.examples?.some(isLong) === true
      ? { ...row, schema: { ...row.schema, examples: row.schema.examples.filter((json) => !isLong(json)) } }
      : row
  ),
  below: rows.flatMap(({ name, schema }) =>
    (schema.examples ?? [])
      .filter(isLong)
      .map((json) => JSON.stringify(shownExample(json, schema, reference), null, 2))
      .filter((text) => reference.hasRoom(text, name))
      .map((text) => `Example of ${code(name)}:\n\n${fenced(text, "json")}`)
  )
})

/** The examples of a value as a sentence. */
export const exampleWords = (
  examples: ReadonlyArray<Example>,
  schema: Schema,
  reference: Reference
): ReadonlyArray<string> => {
  const texts = examples.flatMap((example) => {
    if (example.value === undefined) return []
    const json = shownExample(example.value, schema, reference)
    if (!isTelling(json, schema)) return []
    if (!isLong(json)) return [exampleText({ ...example, value: json })]
    const message = `An example of more than ${longestValue} characters is left out of a table: ${start(json)}`
    reference.warnOnce({ code: "truncated", message })
    return []
  })
  const all = [...new Set(texts)]
  return all.length === 0 ? [] : [`${all.length === 1 ? "Example" : "Examples"}: ${all.join(", ")}.`]
}
