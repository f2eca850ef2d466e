/** A schema in words: its type with links to named schemas, and its limits as short sentences. */
import type { Header } from "../../model/ApiModel.ts"
import { isObject, type Json } from "../../model/Json.ts"
import type { Constraints, Schema } from "../../model/Schema.ts"
import { cell, code, link, plain } from "../markdown/inline.ts"
import { cellOpening, cellProse } from "../markdown/prose.ts"
import { exampleWords, value } from "./exampleText.ts"
import { choiceName, requiredBeside, wholeOf } from "./propertyRows.ts"
import type { Reference } from "./Reference.ts"

/** A named schema as a link to its section. */
export const schemaLink = (name: string, reference: Reference): string => {
  const anchor = reference.schemaAnchors.get(name)
  return anchor === undefined ? code(name) : `[${code(name)}](#${anchor})`
}

const unresolvedText = (ref: string): string =>
  /^https?:/i.test(ref) ? link(`external schema ${code(ref)}`, ref) : `unresolved schema ${code(ref)}`

/** A scalar's name with its format. */
const scalar = (type: string, { contentMediaType, format }: Schema): string => {
  const detail = format ?? contentMediaType
  return detail === undefined ? type : `${type} (${detail})`
}

const joined = (parts: ReadonlyArray<string>, word: string): string => [...new Set(parts)].join(` ${word} `)

/** OpenAPI 3.0 has no type `null`: a choice that says nothing but that it may be null stands for it. */
const isNull = (schema: Schema): boolean =>
  schema.types?.join() === "null" ||
  (schema.nullable === true && Object.values(schema).every((said) => said === undefined || said === true))

/** The type of one of several choices; fields of it are told apart by its name. */
const choiceText = (option: Schema, at: number, isOnly: boolean, reference: Reference): string => {
  if (isNull(option)) return "null"
  const isNamed = !isOnly && option.properties !== undefined
  return `${typeText(option, reference)}${isNamed ? ` (${plain(choiceName(option, at))})` : ""}`
}

const composed = (schema: Schema, reference: Reference): string | undefined => {
  const options = schema.oneOf ?? schema.anyOf
  if (options !== undefined) {
    return joined(
      options.map((option, at) => choiceText(option, at, options.length === 1, reference)),
      "or"
    )
  }
  if (schema.allOf === undefined) return undefined
  // Parts without a name only limit or describe, or have rows of their own.
  const named = schema.allOf.filter((part) => part.ref !== undefined || part.unresolved !== undefined)
  if (named.length === 0) {
    const texts = schema.allOf.map((part) => typeText(part, reference))
    return texts.find((text) => text !== "any") ?? texts[0]
  }
  return joined(
    named.map((part) => typeText(part, reference)),
    "and"
  )
}

const listText = (schema: Schema, reference: Reference): string => {
  if (schema.prefixItems !== undefined) {
    return `array of ${schema.prefixItems.map((item) => typeText(item, reference)).join(", ")}`
  }
  if (schema.items !== undefined) return `array of ${typeText(schema.items, reference)}`
  const text = composed(schema, reference)
  return text === undefined ? "array" : `array (${text})`
}

/** What the members of a schema are that have no names of their own, where that is said. */
const unnamedOf = ({ additionalProperties: members }: Schema): Schema | undefined =>
  members === true ? {} : members === false ? undefined : members

const objectText = (schema: Schema, reference: Reference): string => {
  const members = schema.properties === undefined ? unnamedOf(schema) : undefined
  return members === undefined ? "object" : `map of string to ${typeText(members, reference)}`
}

const ownText = (schema: Schema, reference: Reference): string => {
  const types = schema.types ?? []
  if (types.length > 0) {
    return joined(
      types.map((type) => {
        if (type === "array") return listText(schema, reference)
        if (type !== "object") return scalar(type, schema)
        const text = composed(schema, reference)
        // Choices that only say what is required, or limit, have the type of the whole.
        return text === undefined || text === "any" ? objectText(schema, reference) : text
      }),
      "or"
    )
  }
  const text = composed(schema, reference)
  if (text !== undefined) return text
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return objectText(schema, reference)
  if (schema.items !== undefined || schema.prefixItems !== undefined) return listText(schema, reference)
  const [first] = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  if (first !== undefined && first !== null) return typeof first === "object" ? "object" : typeof first
  return schema.format === undefined ? "any" : scalar("string", schema)
}

/** The type of a schema in words. */
export const typeText = (schema: Schema, reference: Reference): string => {
  if (schema.boolean !== undefined) return schema.boolean ? "any" : "nothing"
  if (schema.unresolved !== undefined) return unresolvedText(schema.unresolved)
  const text = schema.ref === undefined ? ownText(schema, reference) : schemaLink(schema.ref, reference)
  return schema.nullable === true && !/(?:^| or )null$/.test(text) ? `${text} or null` : text
}

/** Limit → words. */
const limitWords: { readonly [Name in keyof Constraints]-?: (limit: string) => string } = {
  minimum: (limit) => `Minimum: ${limit}.`,
  maximum: (limit) => `Maximum: ${limit}.`,
  exclusiveMinimum: (limit) => `Greater than ${limit}.`,
  exclusiveMaximum: (limit) => `Less than ${limit}.`,
  multipleOf: (limit) => `Multiple of ${limit}.`,
  minLength: (limit) => `Minimum length: ${limit}.`,
  maxLength: (limit) => `Maximum length: ${limit}.`,
  pattern: (limit) => `Pattern: ${limit}.`,
  minItems: (limit) => `Minimum items: ${limit}.`,
  maxItems: (limit) => `Maximum items: ${limit}.`,
  uniqueItems: () => "Items are unique.",
  minProperties: (limit) => `Minimum properties: ${limit}.`,
  maxProperties: (limit) => `Maximum properties: ${limit}.`,
  minContains: (limit) => `At least ${limit} matching items.`,
  maxContains: (limit) => `At most ${limit} matching items.`
}

/** The limits of a value, as sentences. */
export const limitsOf = (schema: Pick<Schema, "constraints">): ReadonlyArray<string> =>
  Object.entries(schema.constraints ?? {}).map(([name, limit]) =>
    limitWords[name as keyof Constraints](typeof limit === "string" ? code(limit) : code(String(limit)))
  )

/** A last line that is an item of a list or code: what follows begins a line of its own. */
const ownLine = /^<br>(?:- |\d+\. |&emsp;|`[^`]*`$)/

/** Sentences of a cell one after the other. The last one stays as it is: it may be a value. */
export const sentences = (...parts: ReadonlyArray<string>): string =>
  parts
    .filter((part) => part !== "")
    .reduce((text, part) => {
      if (text === "") return part
      if (ownLine.test(text.slice(text.lastIndexOf("<br>")))) return `${text}<br>${part}`
      return `${text}${/[.!?:;,]["'*_)]*$/.test(text) ? "" : "."} ${part}`
    }, "")

/** The words for the items of a list and the members of a map: they have no row of their own in the table. */
const innerWords = (schema: Schema, reference: Reference): ReadonlyArray<string> =>
  (
    [
      ["Items", schema.items],
      ["Values", schema.properties === undefined ? unnamedOf(schema) : undefined],
      ...(schema.prefixItems ?? []).map((inner, at) => [`Item ${at + 1}`, inner] as const)
    ] as const
  ).flatMap(([title, inner]) => {
    if (inner === undefined) return []
    // What stands at a place may have no name but a title. Of a named schema only the words beside the reference are told.
    const said = descriptionOf(inner) ?? (title.startsWith("Item ") ? inner.title : undefined)
    const known = inner.ref === undefined ? undefined : reference.schemas.get(inner.ref)?.schema.description
    const words = [
      isSame(said, descriptionOf(schema) ?? schema.title) || isSame(said, known) ? "" : cellProse(said),
      ...(inner.ref === undefined ? (inner.properties === undefined ? wordsOf : furtherWords)(inner, reference) : [])
    ].filter((word) => word !== "")
    return words.map((word) => (/^(?:Items|Values)\b/.test(word) ? word : `${title}: ${word}`))
  })

/** A schema whose examples stand in blocks of their own, without them. */
export const withoutBlocks = (schema: Schema): Schema => ({
  ...schema,
  examples: schema.examples?.filter((json) => typeof json !== "object")
})

/** How several values are sent. */
export const listFormat = (format: string): string => {
  if (format === "multi") return "Repeat it for several values."
  return format === "csv" ? "Commas separate several values." : `List format: ${code(format)}.`
}

const flagWords = (schema: Schema): ReadonlyArray<string> => [
  ...(schema.deprecated === true ? ["**Deprecated.**"] : []),
  ...(schema.readOnly === true ? ["Read-only."] : []),
  ...(schema.writeOnly === true ? ["Write-only."] : [])
]

const discriminatorWords = (schema: Schema, reference: Reference): ReadonlyArray<string> => {
  const { discriminator } = schema
  if (discriminator === undefined) return []
  const cases = discriminator.mapping.map(
    (mapping) =>
      `${code(mapping.value)} means ${reference.schemas.has(mapping.schema) ? schemaLink(mapping.schema, reference) : code(mapping.schema)}`
  )
  return [`Told apart by ${code(discriminator.propertyName)}${cases.length === 0 ? "" : `: ${cases.join(", ")}`}.`]
}

/** A choice and its own description, each without line feeds. */
export interface Choice {
  readonly choice: string
  readonly meaning: string
}

/** The choices of a value that have something to say: their values, else their type, with their description and limits. */
export const choicesOf = (schema: Schema, reference: Reference): ReadonlyArray<Choice> => {
  const options = schema.oneOf ?? schema.anyOf ?? []
  return options.flatMap((option, at) => {
    const { const: only, enum: values = only === undefined ? undefined : [only], title, ...rest } = option
    const said = rest.description ?? (values === undefined ? "" : (title ?? ""))
    // Fields have rows of their own.
    const meaning = option.properties === undefined ? describeSchema(rest, reference, said) : cellProse(said)
    if (values === undefined && meaning === "") return []
    // A choice that only limits has the type of the whole.
    const text = choiceText(option, at, options.length === 1, reference)
    const type = text === "any" ? typeText({ items: schema.items, types: schema.types }, reference) : text
    const isNamed = title !== undefined && option.ref === undefined && option.properties === undefined
    const choice = values?.map(value).join(", ") ?? (isNamed ? `${type} (${plain(title)})` : type)
    return [{ choice: cell(choice), meaning }]
  })
}

const typesOf = ({ allOf = [], properties, types }: Schema): Schema["types"] =>
  types ?? (properties === undefined ? allOf.map(typesOf).find((one) => one !== undefined) : ["object"])

/** A schema and the parts of it that offer choices of their own, each with the type of the whole. */
export const offeringChoices = (schema: Schema): ReadonlyArray<Schema> => [
  schema,
  ...(schema.allOf ?? [])
    .filter(({ ref }) => ref === undefined)
    .flatMap((part) => offeringChoices({ ...part, types: part.types ?? typesOf(schema) }))
]

/** What stands before the choices of a value. Authors write `anyOf` of types, too, that cannot be together; what is required can. */
export const choicesLead = ({ anyOf = [], oneOf }: Schema): string => {
  const options = oneOf ?? anyOf
  if (options.every((option) => (option.enum ?? option.const) !== undefined || isNull(option))) return "Allowed values:"
  if (oneOf !== undefined) return "One of:"
  const isRequiring = ({ alsoRequired, properties }: Schema) => alsoRequired !== undefined && properties === undefined
  return options.every(isRequiring) ? "One or more of:" : "Choices:"
}

/** The choices of a value for a cell, each on a line of its own where one has a meaning. `inner` begins what is no choice. */
const choiceLines = (schema: Schema, reference: Reference, inner = ""): string => {
  const choices = choicesOf(schema, reference)
  if (choices.length === 0) return ""
  const [first, ...others] = (schema.oneOf ?? schema.anyOf ?? []).filter((option) => !isNull(option))
  // Beside null there is no choice.
  if (others.length === 0 && first?.enum === undefined && first?.const === undefined)
    return `${inner}${choices[0]!.meaning}`
  if (choices.every(({ meaning }) => meaning === ""))
    return `${choicesLead(schema)} ${choices.map(({ choice }) => choice).join(", ")}.`
  const [{ choice: only, meaning: said }] = choices as [Choice]
  if (choices.length === 1) return `${/^[a-z]/.test(only) ? "The " : ""}${only}: ${said}`
  const rows = choices.map(({ choice, meaning }) => `- ${choice}${meaning === "" ? "" : `: ${meaning}`}`)
  return [choicesLead(schema), ...rows].join("<br>")
}

/** All that is said of a value besides its type and description, as sentences. */
export const wordsOf = (schema: Schema, reference: Reference): ReadonlyArray<string> =>
  ownWords(wholeOf(schema), reference)

const ownWords = (schema: Schema, reference: Reference): ReadonlyArray<string> => [
  ...flagWords(schema),
  ...(schema.enum === undefined ? [] : [`Allowed values: ${schema.enum.map(value).join(", ")}.`]),
  ...(schema.extensibleEnum === undefined
    ? []
    : [`Values so far: ${schema.extensibleEnum.map(value).join(", ")}. Others may follow.`]),
  ...(schema.const === undefined ? [] : [`Always ${value(schema.const)}.`]),
  ...(schema.default === undefined ? [] : [`Default: ${value(schema.default)}.`]),
  ...limitsOf(schema),
  ...innerWords(schema, reference),
  ...(schema.collectionFormat === undefined ? [] : [listFormat(schema.collectionFormat)]),
  ...(schema.contentEncoding === undefined ? [] : [`Encoding: ${code(schema.contentEncoding)}.`]),
  ...furtherWords(schema, reference),
  ...(schema.patternProperties ?? []).map(
    ({ pattern, schema: inner }) => `Properties that match ${code(pattern)}: ${briefly(inner, reference)}.`
  ),
  ...alsoRequired(schema),
  ...(schema.propertyNames === undefined
    ? []
    : [`Property names: ${briefly({ types: ["string"], ...schema.propertyNames }, reference)}.`]),
  ...(schema.contains === undefined ? [] : [`Contains: ${briefly(schema.contains, reference)}.`]),
  ...(schema.not === undefined ? [] : [`Not: ${briefly(schema.not, reference)}.`]),
  ...discriminatorWords(schema, reference),
  ...(schema.externalDocs === undefined
    ? []
    : [
        `See ${link(cell(schema.externalDocs.description ?? code(schema.externalDocs.url)), schema.externalDocs.url)}.`
      ]),
  ...(schema.others ?? [])
    .filter((other) => !isClosing(other) && !isObject(other.value))
    .map(({ keyword, value: json }) => `${code(keyword)}: ${value(json)}.`),
  ...exampleWords(
    (schema.examples ?? []).map((json) => ({ value: json })),
    schema,
    reference
  )
]

/** What there may be beside the properties of a schema. */
const furtherWords = (schema: Schema, reference: Reference): ReadonlyArray<string> => {
  if (schema.additionalProperties === false || schema.others?.some(isClosing) === true)
    return ["No further properties."]
  const members = schema.properties === undefined ? undefined : unnamedOf(schema)
  return members === undefined ? [] : [`Further properties: ${briefly(members, reference)}.`]
}

/** The type of a value that has no row of its own, with its description in brackets. */
const briefly = (schema: Schema, reference: Reference): string => {
  const said = schema.ref === undefined ? cellProse(descriptionOf(schema)) : ""
  const own = schema.properties === undefined ? wordsOf(schema, reference) : furtherWords(schema, reference)
  const words = sentences(said, ...own)
  return `${typeText(schema, reference)}${words === "" ? "" : ` (${words.replace(/\.$/, "")})`}`
}

const alsoRequired = (schema: Schema): ReadonlyArray<string> => {
  const names = requiredBeside(schema)
  return names.length === 0 ? [] : [`Also required: ${names.map(code).join(", ")}.`]
}

const isClosing = ({ keyword, value: json }: { readonly keyword: string; readonly value: Json }): boolean =>
  keyword === "unevaluatedProperties" && json === false

/** A description, with those of parts that have no section of their own. */
export const descriptionOf = ({ allOf = [], description }: Schema): string | undefined => {
  const parts = allOf.flatMap((part) => (part.ref === undefined ? (part.description ?? []) : []))
  return bothSaid(...(description === undefined ? [] : [description]), ...parts)
}

/** Several descriptions of one thing as one, each once. */
export const bothSaid = (...all: ReadonlyArray<string | undefined>): string | undefined => {
  const said = all.reduce<ReadonlyArray<string>>(
    (before, text) =>
      text === undefined || before.some((one) => one.includes(text.trim())) ? before : [...before, text],
    []
  )
  return said.length === 0 ? undefined : said.join("\n\n")
}

/** What the description of a named schema begins with: for values of it that have no description of their own. */
const namedBy = (schema: Schema, reference: Reference): string => {
  const name = schema.ref ?? schema.items?.ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]!.ref : undefined)
  const words = name === undefined ? "" : cellOpening(reference.schemas.get(name)?.schema.description)
  return isSame(words, name) ? "" : words
}

/** Whether two texts differ by their marks and their case only. */
export const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && bare(one) === bare(other ?? "")

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

/** A sentence of its own that says what the flag does. */
const saysReadOnly = /(?:^|[.;:] |<br>)\W*read[- ]?only\W*$/i

/** How a sentence begins that says it. */
export const saysDeprecated = /(?:^|[.!?(\n>])\W{0,5}(?:this \w+ (?:is|has been) )?deprecated\b/i

/** Words that say how several values are told apart. */
export const saysCommas = /\bcommas?\b/i

/** A schema without the flags, the separator and the default that its description names. */
export const unsaid = (schema: Schema, said: string): Schema => {
  if (schema.readOnly === true && saysReadOnly.test(said)) return unsaid({ ...schema, readOnly: undefined }, said)
  if (schema.deprecated === true && saysDeprecated.test(said)) return unsaid({ ...schema, deprecated: undefined }, said)
  if (schema.collectionFormat === "csv" && saysCommas.test(said))
    return unsaid({ ...schema, collectionFormat: undefined }, said)
  const { default: usual, ...rest } = schema
  if (usual === undefined || typeof usual === "object") return schema
  const text = String(usual).replaceAll(/[^\w]/g, "\\$&")
  return new RegExp(`\\bdefault[^.;]{0,40}?(?<![\\w.-])${text}(?![\\w-]|\\.\\w)`, "i").test(said) ? rest : schema
}

/** Description and words together, for a cell. */
export const describeSchema = (
  schema: Schema,
  reference: Reference,
  description: string | undefined = descriptionOf(schema)
): string => {
  // A title of one word repeats a name; a longer one beside no description is better than nothing.
  const own = description ?? (schema.title?.includes(" ") === true ? schema.title : undefined)
  const said = own === undefined ? namedBy(schema, reference) : cellProse(own)
  const words = sentences(said, ...ownWords(unsaid(wholeOf(schema), said), reference))
  const members = schema.items ?? (schema.properties === undefined ? unnamedOf(schema) : undefined)
  const inner = schema.items === undefined ? "Values: " : "Items: "
  const choices = [
    ...offeringChoices(schema).map((one) => choiceLines(one, reference)),
    ...(members === undefined ? [] : offeringChoices(members).map((one) => choiceLines(one, reference, inner)))
  ].filter((part) => part !== "")
  const isInLines = choices.some((part) => part.includes("<br>"))
  return cell(isInLines ? [words, ...choices].filter((part) => part !== "").join("<br>") : sentences(words, ...choices))
}

/** The words for a parameter or a header, with those for its schema: the content of one cell. */
export const describeParameter = ({ description, examples, schema }: Header, reference: Reference): string => {
  const { examples: own = [], ...rest } = schema
  const all = [...examples, ...own.map((json) => ({ value: json }))]
  return sentences(
    describeSchema(rest, reference, bothSaid(description, descriptionOf(schema))),
    cell(exampleWords(all, schema, reference).join(" "))
  )
}
