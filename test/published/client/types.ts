/** Schemas of a published document as TypeScript: one line for each property, with its words. */

/** JSON of a document. */
export type Json = any

const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** Words as a comment on one line. */
export const comment = (...words: ReadonlyArray<string | undefined>): string => {
  const text = words
    .filter((part) => part !== undefined && part !== "")
    .join(" ")
    .replace(/\s+/g, " ")
    .replaceAll("*/", "*\\/")
  return text === "" ? "" : `/** ${text} */`
}

const union = (types: ReadonlyArray<string>): string => Array.from(new Set(types)).join(" | ")

const named = (ref: string): string => ref.split("/").at(-1) ?? ""

/** Whether properties that may be missing may be `undefined`, too: in what callers write. */
export interface Writing {
  readonly isSent: boolean
}

/** The properties of an object, each on a line. */
export const membersOf = (schema: Json, writing: Writing): ReadonlyArray<string> =>
  Object.entries<Json>(schema.properties ?? {}).map(([name, property]) => {
    const required = (schema.required ?? []).includes(name)
    const type = typeOf(property, writing) + (required || !writing.isSent ? "" : " | undefined")
    return `${comment(property.description)} ${propertyName(name)}${required ? "" : "?"}: ${type}`.trim()
  })

const objectType = (schema: Json, writing: Writing): string => {
  const members = membersOf(schema, writing)
  const rest = schema.additionalProperties
  if (members.length > 0) return `{ ${members.join("; ")} }`
  return `Readonly<Record<string, ${typeof rest === "object" ? typeOf(rest, writing) : "unknown"}>>`
}

/** What a list of all countries is called, wherever it stands. */
export const countryCode = "CountryCode"

const isCountries = (values: ReadonlyArray<unknown>): boolean => values.length > 100 && values.includes("AD")

const literals = (values: ReadonlyArray<unknown>): string => union(values.map((value) => JSON.stringify(value)))

/** The type of a schema. */
export const typeOf = (schema: Json, writing: Writing): string => {
  if (schema.$ref !== undefined) return named(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return isCountries(schema.enum) ? countryCode : literals(schema.enum)
  const choices: ReadonlyArray<Json> | undefined = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return union(choices.map((choice) => typeOf(choice, writing)))
  if (schema.allOf !== undefined) {
    return schema.allOf.map((part: Json) => `(${typeOf(part, writing)})`).join(" & ")
  }
  switch (schema.type) {
    case "array":
      return `ReadonlyArray<${typeOf(schema.items ?? {}, writing)}>`
    case "object":
      return objectType(schema, writing)
    case "integer":
    case "number":
      return "number"
    case "string":
    case "boolean":
    case "null":
      return schema.type
    case undefined:
      return "unknown"
    default:
      throw new Error(`No type for ${JSON.stringify(schema)}`)
  }
}

/** A named schema as a declaration that is exported. */
export const declarationOf = (name: string, schema: Json, writing: Writing): string => {
  const words = comment(schema.description)
  return schema.type === "object" && schema.properties !== undefined
    ? `${words}\nexport interface ${name} {\n${membersOf(schema, writing)
        .map((line) => `  ${line}`)
        .join("\n")}\n}`
    : `${words}\nexport type ${name} = ${name === countryCode ? literals(schema.enum) : typeOf(schema, writing)}`
}

/** The list of all countries, where the document gives it no name. */
export const countriesOf = (document: Json): Json => {
  const lists: Array<Json> = []
  JSON.stringify(document.components.schemas, (_, value: Json) => {
    if (Array.isArray(value?.enum) && isCountries(value.enum)) lists.push(value)
    return value
  })
  const [first] = lists
  if (first === undefined || document.components.schemas[countryCode] !== undefined) return {}
  return { [countryCode]: { type: "string", enum: first.enum, description: "A country, two letters of ISO 3166." } }
}

/** The names that a schema leads to, itself included. */
export const reachedFrom = (
  document: Json,
  schema: Json,
  seen: Set<string> = new Set<string>()
): ReadonlySet<string> => {
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string" && value.includes("/schemas/") && !seen.has(named(value))) {
      seen.add(named(value))
      reachedFrom(document, document.components.schemas[named(value)], seen)
    }
    return value
  })
  return seen
}
