/** Examples that authors put into one: a map of named ones, or a list of texts. */
import { isObject, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import type { NamedExample, TypeName } from "../../model/Schema.ts"

/** What stands for an example under its name: the value itself, or one with words on it. */
const namedOne = (name: string, of: JsonObject): NamedExample =>
  "value" in of && Object.keys(of).every((key) => ["summary", "description", "value"].includes(key))
    ? { name, summary: textOf(of["summary"]), description: textOf(of["description"]), value: of["value"]! }
    : { name, value: of }

/** The examples in a map of named ones: none of its names is a property of the schema, and all names within are. */
export const namedIn = (example: Json | undefined, schema: JsonObject): ReadonlyArray<NamedExample> => {
  const { additionalProperties: isOpen = false, properties } = schema
  if (!isObject(example) || !isObject(properties) || isOpen !== false) return []
  const named = Object.entries(example).flatMap(([name, one]) =>
    isObject(one) && !Object.hasOwn(properties, name) ? [namedOne(name, one)] : []
  )
  const areKnown = ({ value }: NamedExample) =>
    isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((name) => Object.hasOwn(properties, name))
  return named.length === Object.keys(example).length && named.every(areKnown) ? named : []
}

/** The examples in a list of texts where a value is one text. */
export const textsIn = (example: Json, types: ReadonlyArray<TypeName> = []): ReadonlyArray<Json> => {
  if (!Array.isArray(example) || types.join() !== "string") return [example]
  return example.length > 0 && example.every((one) => typeof one === "string") ? example : [example]
}
