/** The properties of a schema as rows of one table: nested objects by dotted names, so that nothing hides in a cell. */
import type { Schema } from "../../model/Schema.ts"
import { cell, code, plain } from "../markdown/inline.ts"
import { blocks, filledTable, table } from "../markdown/table.ts"
import { ownRows, rowsBeside, type Row } from "./propertyRows.ts"
import type { Reference } from "./Reference.ts"
import { withRoom } from "./exampleText.ts"
import {
  choicesLead,
  choicesOf,
  describeSchema,
  offeringChoices,
  schemaLink,
  typeText,
  unsaid,
  withoutBlocks
} from "./schemaText.ts"

const header = ["Property", "Type", "Required", "Description"]

/** Of a property that is not in every choice: where it is. */
export const onlyIn = ({ choices }: Row): ReadonlyArray<string> =>
  choices.length === 0 ? [] : [`Only in ${cell(choices.map(plain).join(", "))}.`]

/** A property that several choices have alike has one row; where all have it, there is nothing to tell apart. */
const shared = (rows: ReadonlyArray<Row>, { anyOf = [], oneOf = anyOf }: Schema): ReadonlyArray<Row> => {
  if (rows.every(({ choices }) => choices.length === 0)) return rows
  const same = Map.groupBy(rows, ({ name, required, schema }) => JSON.stringify([name, required, schema]))
  return [...same.values()].map((all) => ({
    ...all[0]!,
    choices: all.length === oneOf.length ? [] : [...new Set(all.flatMap(({ choices }) => choices))]
  }))
}

/** The table of a schema's properties; empty when it has none of its own. */
export const propertyTable = (schema: Schema, reference: Reference): string => {
  const resolve = (part: Schema) => reference.resolved(part)
  const own = ownRows(schema, resolve)
  const { below, rows } = withRoom(shared(own, schema), reference)
  if (rows.length === 0) return ""
  const others = (schema.allOf ?? []).flatMap(({ ref }) => (ref === undefined ? [] : [schemaLink(ref, reference)]))
  const known = new Set(rowsBeside(schema, resolve).map(({ name }) => name))
  const more = own.some(({ name }) => known.has(name)) ? " these, which replace those of the same name" : ""
  const lead = others.length === 0 ? "" : `Besides the properties of ${others.join(" and ")} it has${more}:`
  return blocks(
    lead,
    filledTable(
      header,
      rows.map((row) => [
        cell(code(row.name)),
        cell(typeText(row.schema, reference)),
        reference.requiredText(row.required),
        [...onlyIn(row), describeSchema(row.schema, reference)].join(" ").trim()
      ])
    ),
    ...below
  )
}

/** A schema without the choices that `choiceTable` tells. */
const withoutChoices = (schema: Schema): Schema => {
  const { anyOf: _, oneOf: __, allOf: parts, ...own } = schema
  if (parts === undefined) return own
  return { ...own, allOf: parts.map((part) => (part.ref === undefined ? withoutChoices(part) : part)) }
}

/** What a schema is besides its properties, as one line: its type where it is no plain object, and its words. */
export const schemaLine = (schema: Schema, reference: Reference): string => {
  const type = typeText(schema, reference)
  const own = withoutChoices(schema)
  const words = describeSchema(withoutBlocks({ ...unsaid(own, schema.description ?? ""), title: "" }), reference, "")
  return [`Type: ${type}.`, words].filter((part) => part !== "").join(" ")
}

/** The choices of a schema with their values and meanings; empty when they say nothing beyond their types. */
export const choiceTable = (schema: Schema, reference: Reference): string =>
  offeringChoices(schema)
    .map((one) => choicesTable(one, reference))
    .filter((text) => text !== "")
    .join("\n\n")

const choicesTable = (schema: Schema, reference: Reference): string => {
  const choices = choicesOf(schema, reference)
  const [first, ...others] = choices
  if (first === undefined) return ""
  if (others.length === 0) return [first.choice, first.meaning].filter((part) => part !== "").join(": ")
  const rows = choices.map(({ choice, meaning }) => [choice, meaning])
  const lead = choicesLead(schema)
  return `${lead}\n\n${table([lead === "Allowed values:" ? "Value" : "Choice", "Description"], rows)}`
}
