/** One named schema: what it is, its properties, an example. */
import type { NamedSchema } from "../../model/Schema.ts"
import { fenced } from "../markdown/inline.ts"
import { prose } from "../markdown/prose.ts"
import { blocks } from "../markdown/table.ts"
import type { Reference } from "./Reference.ts"
import { shownExample } from "./exampleText.ts"
import { descriptionOf } from "./schemaText.ts"
import { choiceTable, propertyTable, schemaLine } from "./schemaRows.ts"

/** The examples of a schema that are lists or objects. */
const examplesOf = ({ name, schema }: NamedSchema, reference: Reference): ReadonlyArray<string> =>
  (schema.examples ?? [])
    .filter((value) => typeof value === "object")
    .map((value) => JSON.stringify(shownExample(value, schema, reference), null, 2))
    .filter((text) => reference.hasRoom(text, `schema ${name}`))
    .map((text) => `Example:\n\n${fenced(text, "json")}`)

/** All of a named schema below its heading. */
export const schemaBody = (named: NamedSchema, reference: Reference): string => {
  const { schema } = named
  return blocks(
    schema.title === undefined || schema.title === named.name ? "" : `**${prose(schema.title).replaceAll("**", "")}**`,
    prose(descriptionOf(schema)),
    schemaLine(schema, reference),
    choiceTable(schema, reference),
    propertyTable(schema, reference),
    ...examplesOf(named, reference)
  )
}
