/** Schemas of all dialects into `Schema`. */
import { isObject, jsonIn, listOf, membersOf, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import {
  typeNames,
  type Constraints,
  type Discriminator,
  type ExternalDocs,
  type NamedSchema,
  type Property,
  type Schema,
  type TypeName
} from "../../model/Schema.ts"
import { bareName } from "./checkRules.ts"
import { describedIn } from "./leftOut.ts"
import type { Reading } from "./Reading.ts"
import { escapeToken, refOf, type Placed } from "./Resolver.ts"

type Writable<A> = { -readonly [Name in keyof A]: A[Name] }

const numbers = [
  "minimum",
  "maximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains"
] as const

/** Keywords that are read into fields of their own, or that say nothing to a reader of documentation. */
const understood: ReadonlySet<string> = new Set([
  ...numbers,
  ..."exclusiveMinimum exclusiveMaximum pattern uniqueItems type nullable format title description deprecated".split(
    " "
  ),
  ..."readOnly writeOnly default const enum example examples properties required additionalProperties".split(" "),
  ..."patternProperties propertyNames items prefixItems contains allOf oneOf anyOf not discriminator".split(" "),
  ..."contentMediaType contentEncoding collectionFormat externalDocs xml name in allowEmptyValue".split(" "),
  ..."$ref $defs definitions $id $schema $anchor $dynamicAnchor $comment $vocabulary id".split(" ")
])

/** Names of formats that authors write as types. */
const formatTypes: ReadonlyMap<Json, TypeName> = new Map([
  ...["float", "double", "decimal"].map((name) => [name, "number"] as const),
  ...["int", "int32", "int64", "long"].map((name) => [name, "integer"] as const),
  ["bool", "boolean"],
  ...["date", "date-time", "datetime", "uuid"].map((name) => [name, "string"] as const)
])

const isTypeName = (text: Json): text is TypeName => (typeNames as ReadonlyArray<Json>).includes(text)

/** A link to more to read. */
export const readExternalDocs = (value: Json | undefined): ExternalDocs | undefined => {
  if (!isObject(value) || typeof value["url"] !== "string") return undefined
  const description = textOf(value["description"])
  return { url: value["url"], description }
}

/** Exclusive limits are flags beside the limit in 2.0 and 3.0, and limits themselves in 3.1. */
const readLimit = (schema: JsonObject, side: "Minimum" | "Maximum", into: Writable<Constraints>): void => {
  const inclusive = side === "Minimum" ? "minimum" : "maximum"
  const exclusive = `exclusive${side}` as const
  const given = schema[exclusive]
  if (typeof given === "number") into[exclusive] = given
  if (given === true && into[inclusive] !== undefined) {
    into[exclusive] = into[inclusive]
    delete into[inclusive]
  }
}

const readConstraints = (schema: JsonObject): Constraints | undefined => {
  const found: Writable<Constraints> = {}
  for (const name of numbers) {
    const value = schema[name]
    if (typeof value === "number") found[name] = value
  }
  readLimit(schema, "Minimum", found)
  readLimit(schema, "Maximum", found)
  if (typeof schema["pattern"] === "string") found.pattern = schema["pattern"]
  if (schema["uniqueItems"] === true) found.uniqueItems = true
  return Object.keys(found).length === 0 ? undefined : found
}

/** Whether a schema of a dialect without the type `null` allows it. */
const isNullable = (schema: JsonObject): boolean => schema["nullable"] === true || schema["x-nullable"] === true

const readTypes = (schema: JsonObject, into: Writable<Schema>): void => {
  const given = schema["type"]
  const all = Array.isArray(given) ? listOf(given) : given === undefined ? [] : [given]
  // Without quotes YAML reads the type `null` as nothing; in a schema that says more, the type was forgotten.
  const isNull = Array.isArray(given) || Object.keys(schema).length === 1
  const named = all.map((name) => (name === null && isNull ? "null" : name))
  const types = named.map((name) => formatTypes.get(name) ?? name).filter(isTypeName)
  const [format] = named
  if (named.length === 1 && formatTypes.has(format!) && schema["format"] === undefined) into.format = String(format)
  const others = types.filter((type) => type !== "null")
  if (others.length > 0) into.types = others
  else if (types.length > 0) into.types = types
  if ((others.length > 0 && others.length < types.length) || isNullable(schema)) into.nullable = true
}

const readDiscriminator = (value: Json | undefined, at: string, reading: Reading): Discriminator | undefined => {
  if (typeof value === "string") return { propertyName: value, mapping: [] }
  if (!isObject(value) || typeof value["propertyName"] !== "string") return undefined
  const mapping = membersOf(value["mapping"]).flatMap(([name, target]) =>
    typeof target === "string" ? [{ value: name, schema: mappedName(target, at, reading) }] : []
  )
  return { propertyName: value["propertyName"], mapping }
}

/** A mapping names a schema, or refers to it. */
const mappedName = (target: string, at: string, reading: Reading): string => {
  const pointer = `${reading.componentsPointer}/${escapeToken(target)}`
  if (reading.resolver.at(pointer) !== undefined) return reading.nameOf(pointer)
  const found = reading.resolver.resolve(target, at)
  return found.kind === "found" ? reading.nameOf(found.placed.pointer) : target
}

/** A schema without a title that is only the name of its value once more, in other letters. */
export const untitled = (name: string, schema: Schema): Schema =>
  schema.title !== undefined && bareName(schema.title) === bareName(name) ? { ...schema, title: undefined } : schema

const readProperties = (schema: JsonObject, at: string, reading: Reading, into: Writable<Schema>): void => {
  const required = new Set(listOf(schema["required"]).filter((name) => typeof name === "string"))
  const given = schema["properties"]
  if (isObject(given)) {
    into.properties = Object.entries(given).map(([name, value]): Property => ({
      name,
      // Some authors say it at the property itself.
      required: required.has(name) || (isObject(value) && value["required"] === true),
      schema: untitled(name, readSchema({ value, pointer: `${at}/properties/${escapeToken(name)}` }, reading))
    }))
    for (const name of Object.keys(given)) required.delete(name)
  }
  if (required.size === 0) return
  // Where all properties are told, no other part can have it: the name is a slip.
  const isAlone =
    ![...several, "$ref"].some((part) => schema[part] !== undefined) && !/\/(?:allOf|oneOf|anyOf)\/\d+$/.test(at)
  if (isObject(given) && isAlone && !isObject(schema["additionalProperties"])) {
    const message = `No property is named ${[...required].join(", ")}: what requires it is left out`
    return reading.warn({ code: "unexpected_value", message, location: { pointer: at } })
  }
  // A string has no properties: the list is a mistake for `required` of the field itself, and requires nothing.
  const { types = ["object"] } = into
  if (types.includes("object")) into.alsoRequired = [...required]
  else {
    const message = `A value of type ${types.join(" or ")} has no properties: its list of required ones is left out`
    reading.warn({ code: "unexpected_value", message, location: { pointer: at } })
  }
}

const single = ["items", "contains", "not", "propertyNames"] as const
const several = ["allOf", "oneOf", "anyOf", "prefixItems"] as const

const readParts = (schema: JsonObject, at: string, reading: Reading, into: Writable<Schema>): void => {
  const within = (value: Json, path: string) => readSchema({ value, pointer: `${at}/${path}` }, reading)
  for (const name of single) {
    const value = schema[name]
    if (isObject(value) || typeof value === "boolean") into[name] = within(value, name)
  }
  // A list of item schemas was the tuple of older drafts.
  if (Array.isArray(schema["items"])) {
    into.prefixItems = listOf(schema["items"]).map((item, place) => within(item, `items/${place}`))
  }
  for (const name of several) {
    if (Array.isArray(schema[name])) {
      into[name] = listOf(schema[name]).map((item, place) => within(item, `${name}/${place}`))
    }
  }
  const additional = schema["additionalProperties"]
  if (typeof additional === "boolean") into.additionalProperties = additional
  else if (isObject(additional)) into.additionalProperties = within(additional, "additionalProperties")
  if (isObject(schema["patternProperties"])) {
    into.patternProperties = Object.entries(schema["patternProperties"]).map(([pattern, value]) => ({
      pattern,
      schema: within(value, `patternProperties/${escapeToken(pattern)}`)
    }))
  }
}

/** The types that a schema names, or what its properties or items say of them. */
const typesOf = ({ items, properties }: JsonObject, { types }: Schema): ReadonlyArray<TypeName> =>
  types ?? (properties === undefined ? (items === undefined ? ["string"] : ["array"]) : ["object"])

/** An example as it is meant: what a text says in JSON where no text is allowed, and one item in the place of a list. */
const meant = (example: Json, types: ReadonlyArray<TypeName>): Json => {
  if (types.includes("string") || example === null) return example
  const said = typeof example === "string" ? (jsonIn(example) ?? example) : example
  return types.join() === "array" && !Array.isArray(said) ? [example] : said
}

const texts = ["format", "title", "contentMediaType", "contentEncoding", "collectionFormat"] as const
const flags = ["deprecated", "readOnly", "writeOnly"] as const

/** The examples in a list of texts where a value is one text. */
export const textsIn = (example: Json, types: ReadonlyArray<TypeName> = []): ReadonlyArray<Json> => {
  if (!Array.isArray(example) || types.join() !== "string") return [example]
  return example.length > 0 && example.every((one) => typeof one === "string") ? example : [example]
}

const readWords = (schema: JsonObject, into: Writable<Schema>): void => {
  for (const name of texts) {
    const value = textOf(schema[name])
    if (value !== undefined && value.trim() !== "") into[name] = value
  }
  const description = describedIn(schema)
  if (description.trim() !== "") into.description = description
  for (const name of flags) if (schema[name] === true) into[name] = true
  if (schema["default"] !== undefined) into.default = schema["default"]
  if (schema["const"] !== undefined) into.const = schema["const"]
  if (Array.isArray(schema["enum"])) into.enum = listOf(schema["enum"])
  const known = schema["x-extensible-enum"]
  if (Array.isArray(known)) into.extensibleEnum = listOf(known)
  const examples = [
    ...["example", "x-example"].flatMap((name) => (schema[name] === undefined ? [] : [schema[name]])),
    ...(Array.isArray(schema["examples"]) ? listOf(schema["examples"]) : []),
    ...membersOf(schema["x-examples"]).map(([, value]) => value)
  ]
  if (examples.length > 0)
    into.examples = examples
      .flatMap((value) => textsIn(value, into.types))
      .map((value) => meant(value, typesOf(schema, into)))
  const externalDocs = readExternalDocs(schema["externalDocs"])
  if (externalDocs !== undefined) into.externalDocs = externalDocs
}

const readObject = (schema: JsonObject, at: string, reading: Reading): Schema => {
  const into: Writable<Schema> = {}
  readTypes(schema, into)
  readWords(schema, into)
  const constraints = readConstraints(schema)
  if (constraints !== undefined) into.constraints = constraints
  readProperties(schema, at, reading, into)
  readParts(schema, at, reading, into)
  const discriminator = readDiscriminator(schema["discriminator"], at, reading)
  if (discriminator !== undefined) into.discriminator = discriminator
  const others = Object.entries(schema).filter(([name]) => !understood.has(name) && !name.startsWith("x-"))
  if (others.length > 0) into.others = others.map(([keyword, value]) => ({ keyword, value }))
  // Rules and schemas under further names are compared, and are no text for a reader.
  for (const [keyword, value] of others) {
    if (!isObject(value)) continue
    const message = `The keyword ${keyword} of a schema is left out`
    reading.warn({ code: "unsupported_keyword", message, location: { pointer: at } })
  }
  return into
}

/** What a schema says of its parts: beside a reference it is a part of a whole. */
const structural = ["properties", "alsoRequired", "items", "allOf", "oneOf", "anyOf"] as const

const readReference = (ref: string, { pointer, value }: Placed, reading: Reading): Schema => {
  const found = reading.resolver.resolve(ref, pointer)
  const target: Schema =
    found.kind === "unresolved"
      ? { unresolved: found.ref }
      : (reading.inPlace(found.placed.pointer, () => readSchema(found.placed, reading)) ?? {
          ref: reading.nameOf(found.placed.pointer)
        })
  const given = value as JsonObject
  // Up to 3.0 what stands beside a reference has no meaning; words on the value do no harm and often help.
  if (reading.dialect !== "3.1") {
    const words: Writable<Schema> = {}
    readWords(given, words)
    const { deprecated, description, examples, readOnly, writeOnly } = words
    const said = {
      description,
      deprecated,
      examples,
      readOnly,
      writeOnly,
      nullable: isNullable(given) || undefined
    }
    return { ...target, ...Object.fromEntries(Object.entries(said).filter(([, one]) => one !== undefined)) }
  }
  // From 3.1 on both hold.
  const own = readObject(given, pointer, reading)
  const isPart = structural.some((name) => own[name] !== undefined)
  if (isPart) return { ...own, allOf: [target, ...(own.allOf ?? [])] }
  const constraints = own.constraints && { ...target.constraints, ...own.constraints }
  return { ...target, ...own, ...(constraints && { constraints }) }
}

/** Reads a schema at its place. Anything that is no schema is read as one that says nothing, with a warning. */
export const readSchema = (placed: Placed, reading: Reading): Schema => {
  const { pointer, value } = placed
  reading.count()
  if (typeof value === "boolean") return { boolean: value }
  if (!isObject(value)) {
    reading.warn({ code: "unexpected_value", message: "A schema is not an object", location: { pointer } })
    return {}
  }
  const { content, schema: inner, ...own } = value
  // Bodies, answers, parameters and headers hold their schema; some authors write it so everywhere, or refer to one of these.
  const holder = membersOf(content).find(([, media]) => isObject(media) && isObject(media["schema"]))?.[1]
  const held = isObject(inner) ? inner : holder
  if (isObject(held)) return readSchema({ pointer, value: { ...own, ...held } }, reading)
  const ref = refOf(value) ?? textOf(value["$dynamicRef"])
  return ref === undefined ? readObject(value, pointer, reading) : readReference(ref, placed, reading)
}

/** The components of the document, in the author's order. */
export const readNamedSchemas = (reading: Reading): ReadonlyArray<NamedSchema> => {
  const at = reading.componentsPointer
  const components = reading.resolver.at(at)
  // A list that stands in another file has one member, the reference to it.
  const all = isObject(components) ? Object.entries(components).filter(([name]) => name !== "$ref") : []
  if (isObject(components) && "$ref" in components) {
    const message = "The schemas stand in another document, which is not read"
    reading.warn({ code: "external_ref_not_followed", message, location: { pointer: at } })
  }
  for (const [name] of all) reading.declare(name, `${at}/${escapeToken(name)}`)
  return all.map(([name, value]) => {
    const pointer = `${at}/${escapeToken(name)}`
    return { name, pointer, schema: readSchema({ value, pointer }, reading) }
  })
}

/** Further schemas that references point to; to be called when everything else was read. */
export const readPromotedSchemas = (reading: Reading): ReadonlyArray<NamedSchema> =>
  reading.promoted((pointer) => readSchema({ value: reading.resolver.at(pointer)!, pointer }, reading))

/** Where a schema tells others apart and does not list them, they are those that are built on it: their names are the values. */
export const withCases = (all: ReadonlyArray<NamedSchema>): ReadonlyArray<NamedSchema> => {
  const builtOn = Map.groupBy(
    all.flatMap(({ name, schema }) => (schema.allOf ?? []).map(({ ref }) => ({ name, ref }))),
    ({ ref }) => ref
  )
  return all.map((named) => {
    const { discriminator, oneOf, anyOf } = named.schema
    const cases = builtOn.get(named.name) ?? []
    if (discriminator === undefined || discriminator.mapping.length > 0 || (oneOf ?? anyOf) !== undefined) return named
    const mapping = cases.map(({ name }) => ({ value: name, schema: name }))
    return { ...named, schema: { ...named.schema, discriminator: { ...discriminator, mapping } } }
  })
}
