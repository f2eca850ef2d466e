/**
 * Compares two schemas as clients meet them: references are followed by what they lead to, never by name, annotations do
 * not count, and a pair that is being compared further up is not compared again.
 */
import type { ApiModel } from "../model/ApiModel.ts"
import { sameJson, type Json } from "../model/Json.ts"
import type { Schema } from "../model/Schema.ts"
import type { ApiChange, ChangeLevel } from "./ApiChange.ts"
import { boundLevel, bounds, keywordLevels, type BoundChange, type KeywordChange, type Subject } from "./schemaRules.ts"

/** Where two schemas are compared. */
export interface Place {
  readonly subject: Subject
  readonly side: "request" | "response"
  readonly operation: string
  /** What the location begins with. */
  readonly at: string
  /** Names of properties from the outside in. */
  readonly path: ReadonlyArray<string>
}

/** Takes what is found. */
export type Tell = (change: Omit<ApiChange, "operation" | "direction" | "location">, place: Place) => void

/** The schemas of both sides, by name. */
export interface Both {
  readonly base: ReadonlyMap<string, Schema>
  readonly head: ReadonlyMap<string, Schema>
}

/** The schemas of a model by name. */
export const schemasOf = ({ schemas }: ApiModel): ReadonlyMap<string, Schema> =>
  new Map(schemas.map(({ name, schema }) => [name, schema]))

/** References that lead to references, before it is given up: the reader has the same limit. */
const maxChain = 50

const resolve = (schema: Schema, named: ReadonlyMap<string, Schema>): Schema => {
  let found = schema
  for (let step = 0; found.ref !== undefined && step < maxChain; step++) {
    const target = named.get(found.ref)
    if (target === undefined) return found
    const { ref: _, ...beside } = found
    found = { ...target, ...beside }
  }
  return found
}

interface Compared {
  readonly base: Schema
  readonly head: Schema
  readonly place: Place
}

type Rule = (
  compared: Compared,
  tell: (change: string, level: ChangeLevel | undefined, message: string) => void
) => void

const shown = (value: unknown): string => JSON.stringify(value) ?? "nothing"

const compareBounds: Rule = ({ base, head, place }, tell) => {
  for (const [keyword, word, bound] of bounds) {
    const [from, to] = [base.constraints?.[keyword], head.constraints?.[keyword]]
    if (from === to) continue
    const change: BoundChange =
      from === undefined ? "set" : to === undefined ? "unset" : Number(to) > Number(from) ? "increased" : "decreased"
    tell(
      `${word}-${change}`,
      boundLevel(place.side, bound, change),
      `${keyword} changed from ${shown(from)} to ${shown(to)}`
    )
  }
}

const typesOf = ({ types, unresolved }: Schema): ReadonlyArray<string> | undefined =>
  unresolved !== undefined || types === undefined || types.length === 0
    ? undefined
    : types.filter((type) => type !== "null")

const covers = (wide: ReadonlyArray<string> | undefined, narrow: ReadonlyArray<string> | undefined): boolean =>
  wide === undefined ||
  (narrow?.every((type) => wide.includes(type) || (type === "integer" && wide.includes("number"))) ?? false)

const told = (place: Place, change: KeywordChange): ChangeLevel | undefined =>
  keywordLevels[change][place.side === "request" ? 0 : 1]

const compareTypes: Rule = ({ base, head, place }, tell) => {
  const [from, to] = [typesOf(base), typesOf(head)]
  const sameTypes = covers(from, to) && covers(to, from)
  if (sameTypes && base.format === head.format) return
  const wider = covers(to, from) && (head.format === undefined || head.format === base.format)
  const narrower = covers(from, to) && (base.format === undefined || head.format === base.format)
  const what = `the type changed from ${shown([from, base.format])} to ${shown([to, head.format])}`
  if (place.side === "response" && narrower) return tell("type-specialized", "INFO", what)
  const change = place.side === "request" && wider ? "type-generalized" : "type-changed"
  tell(change, told(place, change), what)
}

const isNullable = ({ nullable, types }: Schema): boolean => nullable === true || types?.includes("null") === true

const compareNull: Rule = ({ base, head, place }, tell) => {
  if (isNullable(base) === isNullable(head)) return
  const change = isNullable(head) ? "became-nullable" : "became-not-nullable"
  tell(change, told(place, change), isNullable(head) ? "null is allowed now" : "null is no longer allowed")
}

const has = (list: ReadonlyArray<Json>, value: Json): boolean => list.some((one) => sameJson(one, value))

const compareEnums: Rule = ({ base, head, place }, tell) => {
  const [from, to] = [base.enum, head.enum]
  if (to === undefined) return
  if (from === undefined) return tell("became-enum", told(place, "became-enum"), "only listed values are allowed now")
  for (const value of from) {
    if (!has(to, value))
      tell("enum-value-removed", told(place, "enum-value-removed"), `the value ${shown(value)} was removed`)
  }
  for (const value of to) {
    if (!has(from, value))
      tell("enum-value-added", told(place, "enum-value-added"), `the value ${shown(value)} was added`)
  }
}

const comparePatterns: Rule = ({ base, head, place }, tell) => {
  const [from, to] = [base.constraints?.pattern, head.constraints?.pattern]
  if (from === to) return
  const change = from === undefined ? "pattern-added" : to === undefined ? "pattern-removed" : "pattern-changed"
  tell(change, told(place, change), `the pattern changed from ${shown(from)} to ${shown(to)}`)
}

/** Defaults of parameters change what a request means; those of properties and bodies are told. */
const compareDefaults: Rule = ({ base, head, place }, tell) => {
  if (place.side === "response") return
  const [from, to] = [base.default, head.default]
  if (from === to || (from !== undefined && to !== undefined && sameJson(from, to))) return
  const change = from === undefined ? "added" : to === undefined ? "removed" : "changed"
  const level = place.subject === "request-parameter" ? "ERR" : "INFO"
  tell(`default-value-${change}`, level, `the default changed from ${shown(from)} to ${shown(to)}`)
}

const compareDiscriminators: Rule = ({ base, head, place }, tell) => {
  const [from, to] = [base.discriminator?.propertyName, head.discriminator?.propertyName]
  if (from === to) return
  const change =
    from === undefined
      ? "discriminator-added"
      : to === undefined
        ? "discriminator-removed"
        : "discriminator-property-name-changed"
  tell(change, told(place, change), `the discriminator changed from ${shown(from)} to ${shown(to)}`)
}

const rules = [
  compareTypes,
  compareNull,
  compareBounds,
  compareEnums,
  comparePatterns,
  compareDefaults,
  compareDiscriminators
]

/** What a part of allOf, anyOf and oneOf is told by: its name, else what it says. */
const identityOf = (schema: Schema): string => {
  if (schema.ref !== undefined) return `ref ${schema.ref}`
  const { description: _, examples: __, title: ___, ...rest } = schema
  return JSON.stringify(rest)
}

const combinators = [
  ["allOf", "all-of"],
  ["anyOf", "any-of"],
  ["oneOf", "one-of"]
] as const

/** Compares two schemas and what lies below them. */
export const compareSchemas = (both: Both, tell: Tell) => {
  const inFlight = new Set<string>()

  const combine = ({ base, head, place }: Compared): void => {
    for (const [keyword, word] of combinators) {
      const from = new Map((base[keyword] ?? []).map((part) => [identityOf(part), part]))
      const to = new Map((head[keyword] ?? []).map((part) => [identityOf(part), part]))
      const say = (change: "added" | "removed") =>
        tellOf(place)(`${word}-${change}`, told(place, `${word}-${change}`), `a part of ${keyword} was ${change}`)
      for (const name of to.keys()) if (!from.has(name)) say("added")
      for (const [name, part] of from) {
        const now = to.get(name)
        if (now === undefined) say("removed")
        else compare(part, now, place)
      }
    }
  }

  const tellOf = (place: Place) => (change: string, level: ChangeLevel | undefined, message: string) => {
    if (level !== undefined)
      tell(
        { id: `${place.subject}-${change}`, level, message: `${place.at} ${place.path.join("/")}: ${message}` },
        place
      )
  }

  const properties = ({ base, head, place }: Compared): void => {
    const request = place.side === "request"
    const from = new Map((base.properties ?? []).map((property) => [property.name, property]))
    const to = new Map((head.properties ?? []).map((property) => [property.name, property]))
    for (const { name, required, schema } of to.values()) {
      const inner = { ...place, path: [...place.path, name] }
      const known = from.get(name)
      const resolved = resolve(schema, both.head)
      const say = (id: string, level: ChangeLevel, what: string) =>
        tell({ id, level, message: `${inner.path.join("/")} ${what}` }, inner)
      if (known === undefined) {
        if (!request)
          say(
            `response-${required ? "required" : "optional"}-${resolved.writeOnly === true ? "write-only-" : ""}property-added`,
            "INFO",
            "was added"
          )
        else if (!required || resolved.readOnly === true) say("new-optional-request-property", "INFO", "was added")
        else
          say(
            `new-required-request-property${resolved.default === undefined ? "" : "-with-default"}`,
            "ERR",
            "was added and is required"
          )
        continue
      }
      if (known.required !== required) {
        const withDefault = request && required && resolved.default !== undefined ? "-with-default" : ""
        const level =
          request === required && !(request && resolved.readOnly === true) && !(!request && resolved.writeOnly === true)
            ? "ERR"
            : "INFO"
        const words = `${request ? "request" : "response"}-${!request && resolved.writeOnly === true ? "write-only-" : ""}property`
        say(
          `${words}-became-${required ? "required" : "optional"}${withDefault}`,
          level,
          `became ${required ? "required" : "optional"}`
        )
      }
      const readOnly = request && resolved.readOnly === true
      const subject = request ? (readOnly ? "request-read-only-property" : "request-property") : "response-property"
      compare(known.schema, schema, { ...inner, subject })
    }
    for (const { name, required, schema } of from.values()) {
      if (to.has(name)) continue
      const writeOnly = resolve(schema, both.base).writeOnly === true
      const id = request
        ? "request-property-removed"
        : `response-${required ? "required" : "optional"}-${writeOnly ? "write-only-" : ""}property-removed`
      const level = request ? "WARN" : writeOnly ? "INFO" : required ? "ERR" : "WARN"
      const inner = { ...place, path: [...place.path, name] }
      tell({ id, level, message: `${inner.path.join("/")} was removed` }, inner)
    }
  }

  const compare = (from: Schema, to: Schema, place: Place): void => {
    const guard =
      from.ref === undefined && to.ref === undefined ? undefined : `${identityOf(from)} ${identityOf(to)} ${place.side}`
    if (guard !== undefined && inFlight.has(guard)) return
    if (guard !== undefined) inFlight.add(guard)
    const compared = { base: resolve(from, both.base), head: resolve(to, both.head), place }
    for (const rule of rules) {
      rule(compared, (change, level, message) => {
        // Of a read-only property nothing is asked in a request.
        const softened = place.subject === "request-read-only-property" && level === "ERR" ? "INFO" : level
        tellOf(place)(change, softened, message)
      })
    }
    combine(compared)
    properties(compared)
    const { base, head } = compared
    const subject =
      place.side === "request"
        ? place.subject === "request-parameter"
          ? place.subject
          : "request-property"
        : "response-property"
    if (base.items !== undefined && head.items !== undefined) {
      compare(base.items, head.items, { ...place, subject, path: [...place.path, "items"] })
    }
    if (typeof base.additionalProperties === "object" && typeof head.additionalProperties === "object") {
      compare(base.additionalProperties, head.additionalProperties, { ...place, subject, path: [...place.path, "*"] })
    }
    if (guard !== undefined) inFlight.delete(guard)
  }
  return compare
}
