/**
 * Keywords that come and go as a whole, and what that means to clients (decisions docs 1.5): a request breaks where more is
 * asked, a response where less is promised.
 */
import { isObject, listOf, sameJson, type Json } from "../model/Json.ts"
import type { Schema } from "../model/Schema.ts"
import type { Rule } from "./Place.ts"
import { saidBy } from "./parts.ts"
import { isAnnotation } from "./widening.ts"

/** A keyword that the model keeps as it stands. */
const otherOf = ({ others = [] }: Schema, name: string): Json | undefined =>
  others.find(({ keyword }) => keyword === name)?.value

/** Word in ids, and what a schema says of it. */
const presence: ReadonlyArray<readonly [word: string, said: (schema: Schema) => Json | Schema | undefined]> = [
  ["additional-properties-limit", ({ additionalProperties: more }) => (more === false ? true : undefined)],
  // Only whether there is such a schema. What it says is compared like any other schema.
  [
    "additional-properties-schema",
    ({ additionalProperties: more }) => (isObject(more) && !isAnnotation(more as Schema) ? true : undefined)
  ],
  ["contains", ({ contains }) => contains],
  ["property-names", ({ propertyNames }) => propertyNames],
  // What is forbidden by properties is compared by these.
  ["not", ({ not }) => (not?.properties === undefined ? not : true)],
  ["if", (schema) => otherOf(schema, "if")],
  ["then", (schema) => otherOf(schema, "then")],
  ["else", (schema) => otherOf(schema, "else")],
  ["content-schema", (schema) => otherOf(schema, "contentSchema")],
  ["unevaluated-items", (schema) => otherOf(schema, "unevaluatedItems")],
  ["unevaluated-properties", (schema) => otherOf(schema, "unevaluatedProperties")]
]

const comparePresence: Rule = ({ base, head }, tell) => {
  for (const [word, said] of presence) {
    const [from, to] = [said(base), said(head)] as ReadonlyArray<Schema | undefined>
    if (from === undefined && to !== undefined) tell(`${word}-added`, `${word} was added`)
    else if (from !== undefined && to === undefined) tell(`${word}-removed`, `${word} was removed`)
    else if (from !== undefined && to !== undefined && saidBy(from) !== saidBy(to))
      tell(`${word}-changed`, `${word} changed`, "WARN")
  }
}

const entriesOf = (value: Json | undefined): ReadonlyMap<string, Json> =>
  new Map(isObject(value) ? Object.entries(value) : [])

/** Keywords that hold a rule per name. */
const maps: ReadonlyArray<readonly [word: string, entries: (schema: Schema) => ReadonlyMap<string, Json | undefined>]> =
  [
    [
      "pattern-property",
      ({ patternProperties = [] }) => new Map(patternProperties.map(({ pattern }) => [pattern, undefined]))
    ],
    ["dependent-schema", (schema) => entriesOf(otherOf(schema, "dependentSchemas"))],
    ["dependent-required", (schema) => entriesOf(otherOf(schema, "dependentRequired"))]
  ]

const compareMaps: Rule = ({ base, head }, tell) => {
  for (const [word, entries] of maps) {
    const [from, to] = [entries(base), entries(head)]
    for (const [name, value] of to) {
      const known = from.get(name)
      if (!from.has(name)) tell(`${word}-added`, `${name}: ${word} was added`)
      else if (known !== undefined && !sameJson(known, value!)) tell(`${word}-changed`, `${name}: ${word} changed`)
    }
    for (const name of from.keys()) {
      if (!to.has(name)) tell(`${word}-removed`, `${name}: ${word} was removed`)
    }
  }
}

/** Places of a list that have a schema of their own: more of them let clients send more kinds of values. */
const comparePrefixItems: Rule = ({ base, head }, tell) => {
  const [from, to] = [base.prefixItems?.length ?? 0, head.prefixItems?.length ?? 0]
  if (to > from) tell("prefix-items-added", `${to - from} places of the list were added`)
  if (to < from) tell("prefix-items-removed", `${from - to} places of the list were removed`)
}

const compareContent: Rule = ({ base, head }, tell) => {
  const say = (word: string, from: string | undefined, to: string | undefined) => {
    if (from !== to) tell(`${word}-changed`, `${word} changed from ${from ?? "nothing"} to ${to ?? "nothing"}`)
  }
  say("content-media-type", base.contentMediaType, head.contentMediaType)
  say("content-encoding", base.contentEncoding, head.contentEncoding)
}

const compareConst: Rule = ({ base, head }, tell) => {
  const [from, to] = [base.const, head.const]
  if (from === undefined && to !== undefined) tell("const-added", "one value is allowed only")
  else if (from !== undefined && to === undefined) tell("const-removed", "any value is allowed")
  else if (from !== undefined && to !== undefined && !sameJson(from, to))
    tell("const-changed", "another value is allowed")
}

const compareUnique: Rule = ({ base, head }, tell) => {
  const [from, to] = [base.constraints?.uniqueItems === true, head.constraints?.uniqueItems === true]
  if (to && !from) tell("unique-items-set", "items must be unique now")
  if (from && !to) tell("unique-items-unset", "items may repeat now")
}

const multipleWord = (from: number, to: number, side: string): string => {
  if (side === "request" && from % to === 0) return "generalized"
  return side === "response" && to % from === 0 ? "specialized" : "changed"
}

const compareMultiples: Rule = ({ base, head, place }, tell) => {
  const [from, to] = [base.constraints?.multipleOf, head.constraints?.multipleOf]
  if (from === to) return
  const message = `multipleOf changed from ${from ?? "nothing"} to ${to ?? "nothing"}`
  if (from === undefined) return tell("multiple-of-set", message)
  if (to === undefined) return tell("multiple-of-unset", message)
  tell(`multiple-of-${multipleWord(from, to, place.side)}`, message)
}

/** Values that an extensible list names: the extension `x-extensible-enum`. */
const compareExtensible: Rule = ({ base, head, place }, tell) => {
  if (place.side === "response" || base.extensibleEnum === undefined || head.extensibleEnum === undefined) return
  const values = listOf(head.extensibleEnum)
  for (const value of base.extensibleEnum) {
    if (values.some((one) => sameJson(one, value))) continue
    tell("x-extensible-enum-value-removed", `the value ${JSON.stringify(value)} was removed`)
  }
}

export const structureRules: ReadonlyArray<Rule> = [
  comparePresence,
  compareMaps,
  comparePrefixItems,
  compareContent,
  compareConst,
  compareUnique,
  compareMultiples,
  compareExtensible
]
