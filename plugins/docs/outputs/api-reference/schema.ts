/** One named schema: what it is, its properties, an example. */
import type { NamedSchema } from "../../model/Schema.ts"
import { fenced, prose } from "../markdown/prose.ts"
import { blocks } from "../markdown/table.ts"
import type { Reference } from "./Reference.ts"
import { choiceTable, propertyTable, schemaLine } from "./schemaRows.ts"

/** Longest example of a schema in characters. Our choice: operations show whole bodies. */
const maxExample = 4_000

/** An example of a schema that is no part of any operation's example would be shown twice: only small ones are. */
const exampleOf = ({ schema }: NamedSchema, reference: Reference): string => {
  const given = schema.examples?.find((value) => reference.samples.isValid(value, schema))
  if (given === undefined) return ""
  const text = JSON.stringify(given, null, 2)
  return text.length > maxExample ? "" : `Example:\n\n${fenced(text, "json")}`
}

/** All of a named schema below its heading. */
export const schemaBody = (named: NamedSchema, reference: Reference): string => {
  const { schema } = named
  return blocks(
    schema.title === undefined || schema.title === named.name ? "" : `**${prose(schema.title).replaceAll("**", "")}**`,
    prose(schema.description),
    schemaLine(schema, reference),
    choiceTable(schema, reference),
    propertyTable(schema, reference),
    exampleOf(named, reference)
  )
}
