/**
 * Keywords that come and go as a whole, and what that means to clients (decisions docs 1.5): a request breaks where more is
 * asked, a response where less is promised.
 */
import { isObject, listOf, sameJson, type Json } from "../model/Json.ts"
import type { Schema } from "../model/Schema.ts"
import type { ChangeLevel } from "./ApiChange.ts"
import type { Compared, Rule, Say } from "./Place.ts"

type Levels = readonly [request: ChangeLevel | undefined, response: ChangeLevel | undefined]

const levelOf = (levels: Levels, { place }: Compared): ChangeLevel | undefined =>
  levels[place.side === "request" ? 0 : 1]

const narrower: Levels = ["ERR", "INFO"]
const wider: Levels = ["INFO", "ERR"]

/** A keyword that the model keeps as it stands. */
const otherOf = ({ others = [] }: Schema, name: string): Json | undefined =>
  others.find(({ keyword }) => keyword === name)?.value

/** Keyword → word in ids, and whether a schema has it. */
const presence: ReadonlyArray<readonly [word: string, has: (schema: Schema) => boolean]> = [
  ["contains", ({ contains }) => contains !== undefined],
  ["property-names", ({ propertyNames }) => propertyNames !== undefined],
  ["if", (schema) => otherOf(schema, "if") !== undefined],
  ["then", (schema) => otherOf(schema, "then") !== undefined],
  ["else", (schema) => otherOf(schema, "else") !== undefined],
  ["content-schema", (schema) => otherOf(schema, "contentSchema") !== undefined],
  ["unevaluated-items", (schema) => otherOf(schema, "unevaluatedItems") !== undefined],
  ["unevaluated-properties", (schema) => otherOf(schema, "unevaluatedProperties") !== undefined]
]

const comparePresence: Rule = (compared, tell) => {
  for (const [word, has] of presence) {
    const [from, to] = [has(compared.base), has(compared.head)]
    if (!from && to) tell(`${word}-added`, levelOf(narrower, compared), `${word} was added`)
    if (from && !to) tell(`${word}-removed`, levelOf(wider, compared), `${word} was removed`)
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

const compareMaps: Rule = (compared, tell) => {
  for (const [word, entries] of maps) {
    const [from, to] = [entries(compared.base), entries(compared.head)]
    for (const [name, value] of to) {
      const known = from.get(name)
      if (!from.has(name)) tell(`${word}-added`, levelOf(narrower, compared), `${name}: ${word} was added`)
      else if (word === "dependent-required" && !sameJson(known!, value!)) {
        tell(`${word}-changed`, "ERR", `${name}: ${word} changed`)
      }
    }
    for (const name of from.keys()) {
      if (!to.has(name)) tell(`${word}-removed`, levelOf(wider, compared), `${name}: ${word} was removed`)
    }
  }
}

/** Places of a list that have a schema of their own: more of them let clients send more kinds of values. */
const comparePrefixItems: Rule = (compared, tell) => {
  const [from, to] = [compared.base.prefixItems?.length ?? 0, compared.head.prefixItems?.length ?? 0]
  if (to > from) tell("prefix-items-added", levelOf(wider, compared), `${to - from} places of the list were added`)
  if (to < from)
    tell("prefix-items-removed", levelOf(["ERR", "INFO"], compared), `${from - to} places of the list were removed`)
}

const compareContent: Rule = ({ base, head }, tell) => {
  const say = (word: string, from: string | undefined, to: string | undefined) => {
    if (from !== to) tell(`${word}-changed`, "ERR", `${word} changed from ${from ?? "nothing"} to ${to ?? "nothing"}`)
  }
  say("content-media-type", base.contentMediaType, head.contentMediaType)
  say("content-encoding", base.contentEncoding, head.contentEncoding)
}

const compareConst: Rule = (compared, tell) => {
  const [from, to] = [compared.base.const, compared.head.const]
  if (from === undefined && to !== undefined)
    tell("const-added", levelOf(narrower, compared), "one value is allowed only")
  else if (from !== undefined && to === undefined)
    tell("const-removed", levelOf(wider, compared), "any value is allowed")
  else if (from !== undefined && to !== undefined && !sameJson(from, to))
    tell("const-changed", "ERR", "another value is allowed")
}

const compareUnique: Rule = (compared, tell) => {
  const [from, to] = [compared.base.constraints?.uniqueItems === true, compared.head.constraints?.uniqueItems === true]
  if (to && !from) tell("unique-items-set", levelOf(["ERR", undefined], compared), "items must be unique now")
  if (from && !to) tell("unique-items-unset", levelOf(wider, compared), "items may repeat now")
}

const multipleWord = (from: number, to: number, side: string): string => {
  if (side === "request" && from % to === 0) return "generalized"
  return side === "response" && to % from === 0 ? "specialized" : "changed"
}

const compareMultiples: Rule = (compared, tell) => {
  const [from, to] = [compared.base.constraints?.multipleOf, compared.head.constraints?.multipleOf]
  if (from === to) return
  const message = `multipleOf changed from ${from ?? "nothing"} to ${to ?? "nothing"}`
  if (from === undefined) return tell("multiple-of-set", levelOf(narrower, compared), message)
  if (to === undefined) return tell("multiple-of-unset", levelOf(wider, compared), message)
  const word = multipleWord(from, to, compared.place.side)
  tell(`multiple-of-${word}`, word === "changed" ? "ERR" : "INFO", message)
}

/** Values that an extensible list names: the extension `x-extensible-enum`. */
const compareExtensible: Rule = ({ base, head, place }, tell) => {
  if (place.side === "response" || base.extensibleEnum === undefined || head.extensibleEnum === undefined) return
  const values = listOf(head.extensibleEnum)
  for (const value of base.extensibleEnum) {
    if (values.some((one) => sameJson(one, value))) continue
    tell("x-extensible-enum-value-removed", "ERR", `the value ${JSON.stringify(value)} was removed`)
  }
}

export const structureRules: ReadonlyArray<(compared: Compared, tell: Say) => void> = [
  comparePresence,
  compareMaps,
  comparePrefixItems,
  compareContent,
  compareConst,
  compareUnique,
  compareMultiples,
  compareExtensible
]
