/** Whether a value is one that a schema allows: the proof behind every example. Formats are looked at where they are simple. */
import { isObject, sameJson, type Json, type JsonObject } from "../../model/Json.ts"
import type { Constraints, Schema, TypeName } from "../../model/Schema.ts"

/** Finds a named schema. */
export type Lookup = (name: string) => Schema | undefined

const typeTests: Readonly<Record<TypeName, (value: Json) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => typeof value === "number" && Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  array: Array.isArray,
  null: (value) => value === null,
  file: (value) => typeof value === "string"
}

const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Formats with one meaning everywhere. Others say something to people only. */
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => date.test(text),
  "date-time": (text) =>
    /^\d{4}-\d\d-\d\d[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$/.test(text),
  time: (text) => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$/.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:[^\s]*$/i.test(text),
  ipv4: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text),
  ipv6: (text) => text.includes(":") && /^[0-9a-f:.]+$/i.test(text)
}

/** A pattern as a test; `undefined` for one that JavaScript does not take. */
const patterns = new Map<string, RegExp | undefined>()

const patternOf = (pattern: string): RegExp | undefined => {
  if (!patterns.has(pattern)) {
    let compiled: RegExp | undefined
    for (const flags of ["u", ""]) {
      try {
        compiled ??= new RegExp(pattern, flags)
      } catch {
        continue
      }
    }
    patterns.set(pattern, compiled)
  }
  return patterns.get(pattern)
}

/** Longest text that a pattern of a source is run on: patterns are other people's and may be slow. */
const maxPatternText = 200

const within = (value: number, low: number | undefined, high: number | undefined): boolean =>
  (low === undefined || value >= low) && (high === undefined || value <= high)

const numberFits = (value: number, limits: Constraints): boolean => {
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum, multipleOf } = limits
  if (!within(value, minimum, maximum)) return false
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false
  if (multipleOf === undefined || multipleOf <= 0) return true
  const quotient = value / multipleOf
  return Math.abs(quotient - Math.round(quotient)) < 1e-9
}

const textFits = (value: string, limits: Constraints): boolean => {
  const { maxLength, minLength, pattern } = limits
  if (!within([...value].length, minLength, maxLength)) return false
  if (pattern === undefined) return true
  const test = patternOf(pattern)
  // What cannot be tested is not claimed to be valid.
  return test !== undefined && value.length <= maxPatternText && test.test(value)
}

const listFits = (value: ReadonlyArray<Json>, schema: Schema, valid: (value: Json, schema: Schema) => boolean) => {
  const { maxItems, minItems, uniqueItems } = schema.constraints ?? {}
  if (!within(value.length, minItems, maxItems)) return false
  if (uniqueItems === true && value.some((item, at) => value.slice(0, at).some((other) => sameJson(item, other)))) {
    return false
  }
  const fixed = schema.prefixItems ?? []
  return value.every((item, at) => {
    const by = fixed[at] ?? schema.items
    return by === undefined || valid(item, by)
  })
}

const objectFits = (value: JsonObject, schema: Schema, valid: (value: Json, schema: Schema) => boolean): boolean => {
  const { maxProperties, minProperties } = schema.constraints ?? {}
  const names = Object.keys(value)
  if (!within(names.length, minProperties, maxProperties)) return false
  const properties = schema.properties ?? []
  if (properties.some(({ name, required }) => required && !Object.hasOwn(value, name))) return false
  if ((schema.alsoRequired ?? []).some((name) => !Object.hasOwn(value, name))) return false
  const known = new Map(properties.map((property) => [property.name, property.schema]))
  const { additionalProperties: additional } = schema
  return names.every((name) => {
    const by = known.get(name)
    if (by !== undefined) return valid(value[name]!, by)
    const matching = (schema.patternProperties ?? []).filter(({ pattern }) => patternOf(pattern)?.test(name) === true)
    if (matching.length > 0) return matching.every((one) => valid(value[name]!, one.schema))
    if (additional === false) return false
    return typeof additional !== "object" || valid(value[name]!, additional)
  })
}

/** Levels after which a value counts as invalid: a schema that only refers to itself has no example. */
const maxDepth = 64

/** Whether a schema allows a value. A schema that could not be resolved allows none, since nothing is known of it. */
export const isValid = (value: Json, schema: Schema, lookup: Lookup, depth = 0): boolean => {
  if (depth > maxDepth || schema.unresolved !== undefined || schema.boolean === false) return false
  const valid = (inner: Json, by: Schema) => isValid(inner, by, lookup, depth + 1)
  if (schema.ref !== undefined) {
    const target = lookup(schema.ref)
    if (target === undefined || !valid(value, target)) return false
  }
  if (value === null && schema.nullable === true) return true
  const { types } = schema
  if (types !== undefined && !types.some((type) => typeTests[type](value))) return false
  if (schema.const !== undefined && !sameJson(value, schema.const)) return false
  if (schema.enum !== undefined && !schema.enum.some((allowed) => sameJson(allowed, value))) return false
  const limits = schema.constraints ?? {}
  if (typeof value === "number" && !numberFits(value, limits)) return false
  if (typeof value === "string") {
    if (!textFits(value, limits)) return false
    if (schema.format !== undefined && formats[schema.format]?.(value) === false) return false
  }
  if (Array.isArray(value) && !listFits(value as ReadonlyArray<Json>, schema, valid)) return false
  if (isObject(value) && !objectFits(value, schema, valid)) return false
  if (schema.allOf?.some((part) => !valid(value, part)) === true) return false
  if (schema.anyOf !== undefined && !schema.anyOf.some((part) => valid(value, part))) return false
  if (schema.oneOf !== undefined && schema.oneOf.filter((part) => valid(value, part)).length !== 1) return false
  return schema.not === undefined || !valid(value, schema.not)
}
