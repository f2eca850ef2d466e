/** The values that requests take and send: fields with those within them, in their author's words, with their choices, limits and rules. */
import type { Json } from "../../model/Json.ts"
import type { Schema } from "../../model/Schema.ts"
import { ended } from "../../writer/rules/sentences.ts"
import { limitsOf } from "../api-reference/schemaText.ts"
import type { Reference } from "../api-reference/Reference.ts"
import { code, link, plain } from "../markdown/inline.ts"
import { prose } from "../markdown/prose.ts"
import { same } from "./failures.ts"

/** A value that a request takes: a parameter, or a field of its body. */
export interface Input {
  readonly name: string
  readonly place: string
  readonly required: boolean
  readonly description: string | undefined
  readonly schema: Schema
  /** What it needs where it is sent. */
  readonly needs?: string
  /** Whether it stands within another value. */
  readonly isInner?: boolean
  /** What its author shows of it. */
  readonly example?: Json | undefined
  /** Its type, where nothing shows it. */
  readonly type?: string
}

/** How the fields of a body are read. */
export interface Walk {
  readonly reference: Reference
  /** Whether the API sends them. */
  readonly isSent: boolean
  /** How many levels of fields are told with their words; what is needed within a value always is. */
  readonly depth: number
}

const mostLevels = 5

/** Levels of values that are needed within others: deeper than bodies are. It ends schemas that need themselves. */
const mostNeeded = 8

export const listed = (all: ReadonlyArray<string>): string => all.map(code).join(", ")

export const withDeprecation = (isDeprecated: boolean | undefined, words: string | undefined): string | undefined =>
  isDeprecated === true && !/\bdeprecated\b/i.test(words ?? "") ? `Deprecated. ${words ?? ""}` : words

/** A map has members as a list has items, and they are told alike. */
const withMembers = (schema: Schema): Schema => {
  const { additionalProperties: members, items, properties } = schema
  const isMap = items === undefined && properties === undefined && typeof members === "object"
  return isMap ? { ...schema, items: members } : schema
}

/** What leads from the name of a list or a map to what stands in it. */
export const suffixOf = ({ additionalProperties: members }: Schema): string =>
  typeof members === "object" ? ".*" : "[]"

/** A schema with what the schemas that it is joined from say of the value. */
export const joined = (schema: Schema, reference: Reference, level = 0): Schema => {
  const found = withMembers(reference.resolved(schema))
  const parts = level > mostLevels ? [] : (found.allOf ?? []).map((one) => joined(one, reference, level + 1))
  if (parts.length === 0) return found
  const all = [found, ...parts]
  const first = <Name extends keyof Schema>(name: Name): Schema[Name] =>
    all.find((one) => one[name] !== undefined)?.[name]
  return {
    ...found,
    description: first("description"),
    deprecated: first("deprecated"),
    readOnly: first("readOnly"),
    writeOnly: first("writeOnly"),
    default: first("default"),
    enum: first("enum"),
    constraints: first("constraints"),
    items: first("items")
  }
}

/** The names that a choice asks for, those too of which it says no more. */
export const neededIn = (schema: Schema, walk: Walk, level = 0): ReadonlyArray<string> => {
  const { allOf = [], alsoRequired = [], properties = [] } = walk.reference.resolved(schema)
  const parts = level > mostLevels ? [] : [...allOf, ...(schema.allOf ?? [])]
  const own = properties.filter(({ required, schema: of }) => {
    const { readOnly, writeOnly } = joined(of, walk.reference)
    return required && (walk.isSent ? writeOnly : (of.readOnly ?? readOnly)) !== true
  })
  const names = own.map(({ name }) => name)
  return [...new Set([...parts.flatMap((one) => neededIn(one, walk, level + 1)), ...names, ...alsoRequired])]
}

/** Which fields of an object exclude each other. */
export const rulesOf = (schema: Schema, walk: Walk): string => {
  const { anyOf, not = {}, oneOf } = walk.reference.resolved(schema)
  const forms = (oneOf ?? anyOf ?? []).map((form) => listed(neededIn(form, walk)))
  const excluded = walk.reference.resolved(not).alsoRequired ?? []
  return [
    forms.length < 2 || forms.includes("") ? "" : `It needs one of these: ${forms.join("; or ")}.`,
    excluded.length < 2 ? "" : `It may not have all of these: ${listed(excluded)}.`
  ]
    .filter((text) => text !== "")
    .join(" ")
}

/** A field with those within it: those that it needs, and others as deep as is wanted. */
const withInner = (field: Input, walk: Walk, level: number): ReadonlyArray<Input> => {
  const { items } = field.schema
  const of = items ?? field.schema
  const only = level < walk.depth ? undefined : new Set(neededIn(of, walk))
  const inner = level < mostNeeded ? fieldsOf(of, walk, level + 1, only) : []
  const needed = field.required ? [] : inner.filter(({ required }) => required)
  const head = items === undefined ? field.name : field.name + suffixOf(field.schema)
  const needs = [
    needed.length === 0
      ? ""
      : `${items === undefined ? "It" : "Each"} needs ${listed(needed.map(({ name }) => name))}.`,
    rulesOf(of, walk)
  ]
  return [
    { ...field, needs: needs.filter((text) => text !== "").join(" ") },
    ...inner
      .filter((one) => (field.required && one.required) || ((level < walk.depth || one.required) && isTold(one)))
      .map((one) => ({
        ...one,
        name: `${head}.${one.name}`,
        required: field.required && one.required,
        isInner: true
      }))
  ]
}

/** The words on a value, and on its items: those of a schema with a name say what such a thing is anywhere. */
const wordsOn = (of: Schema, to: Schema, items: Schema | undefined): string | undefined => {
  const own = of.description ?? to.description
  const each = to.items?.ref === undefined ? items?.description : to.items.description
  const said = same(own ?? "").split(" ")
  const isSaid = (words: string) =>
    same(words)
      .split(" ")
      .every((word) => said.some((one) => one.startsWith(word)))
  if (own === undefined) return each ?? items?.description
  return each === undefined || isSaid(each) ? own : `${own}\n\n${each}`
}

/** The fields of an object, or only some of them, those of what it is joined from with them. */
export const fieldsOf = (schema: Schema, walk: Walk, level = 0, only?: ReadonlySet<string>): ReadonlyArray<Input> => {
  const { isSent, reference } = walk
  const found = reference.resolved(schema)
  const parts =
    level > mostLevels
      ? []
      : [...(found.allOf ?? []), ...(schema.allOf ?? []).filter((one) => !found.allOf?.includes(one))]
  const own = (found.properties ?? [])
    .filter(({ name }) => only?.has(name) ?? true)
    .map(({ name, required, schema: of }) => {
      const to = joined(of, reference)
      const items = to.items === undefined ? undefined : joined(to.items, reference)
      return {
        name,
        place: "body",
        required: required || (found.alsoRequired?.includes(name) ?? false),
        description: withDeprecation(of.deprecated ?? to.deprecated, wordsOn(of, to, items)),
        schema: { ...to, items, readOnly: of.readOnly ?? to.readOnly, default: of.default ?? to.default }
      }
    })
    .filter((one) => (isSent ? one.schema.writeOnly : one.schema.readOnly) !== true)
  const all = [
    ...parts.flatMap((one) => fieldsOf(one, walk, level + 1, only)),
    ...own.flatMap((one) => withInner(one, walk, level))
  ]
  const needed = new Set([
    ...(found.alsoRequired ?? []),
    ...all.filter(({ required }) => required).map(({ name }) => name)
  ])
  return [...new Map(all.map((one) => [one.name, { ...one, required: needed.has(one.name) }])).values()]
}

/** Most choices that are told. Our choice. */
const mostValues = 60

/** Whether a description only repeats the name, or has no words. */
const isEmpty = ({ description = "", name }: Input): boolean =>
  ["", same(name).replaceAll(" ", "")].includes(same(description).replaceAll(" ", ""))

/** The description of a value, with what its author leads to. */
export const wordsOfInput = (input: Input): string => {
  const { externalDocs: docs } = input.schema
  const words = isEmpty(input) ? "" : prose(input.description)
  if (docs === undefined) return words
  const label = docs.description === undefined ? code(docs.url) : plain(docs.description)
  return `${words}${/\bsee$/i.test(words) ? "" : " See"} ${link(label, docs.url)}`.trim()
}

export const valueOf = (value: Json): string => code(typeof value === "string" ? value : JSON.stringify(value))

/** Which values it may have, which it has if it is not sent, and what it needs within, unless its words say so. */
export const factsOf = ({ description = "", needs = "", schema }: Input): string => {
  const { constraints = {}, default: usual, enum: own, items } = schema
  const values = own ?? items?.enum ?? []
  const isSaid = values.every((value) => description.includes(String(value)))
  const isUsualSaid = /\bdefault/i.test(description) && description.includes(String(usual))
  const { pattern: _, ...limits } = constraints
  const choices =
    values.length > mostValues
      ? `One of ${values.length} values, which stand in the API description.`
      : values.length === 1
        ? `Its only value is ${valueOf(values[0]!)}.`
        : `${own === undefined ? "Each is one" : "One"} of ${values.map(valueOf).join(", ")}.`
  return [
    values.length === 0 || isSaid ? "" : choices,
    usual === undefined || usual === "" || typeof usual === "object" || isUsualSaid
      ? ""
      : `Default: ${valueOf(usual)}.`,
    ...limitsOf({ constraints: limits }),
    needs
  ]
    .filter((text) => text !== "")
    .join(" ")
}

/** Whether more than the name of a value is said. */
export const isTold = (one: Input): boolean =>
  !isEmpty(one) || one.schema.externalDocs !== undefined || factsOf(one) !== ""

/** The description of a value with its choices, limits and example. */
export const told = (input: Input): string => {
  const { description = "", example, schema, type } = input
  const isSaid = example === undefined || description.includes(String(example)) || example === schema.default
  const words = wordsOfInput(input)
  const more = [
    type === undefined || description.toLowerCase().includes(type) ? "" : `Type: ${code(type)}.`,
    factsOf(input),
    isSaid || schema.enum?.length === 1 ? "" : `For example: ${valueOf(example)}.`
  ]
    .filter((text) => text !== "")
    .join(" ")
  if (words === "" || more === "") return words + more
  return /[|\n]/.test(words) ? `${words}\n\n${more}` : `${ended(words)} ${more}`
}
