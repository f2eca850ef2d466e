/** Whether a value is one that a schema allows: the proof behind every example. Formats are looked at where they are simple. */
import * as Result from "effect/Result"
import { isObject, sameJson, type Json, type JsonObject } from "../../model/Json.ts"
import type { Constraints, Schema, TypeName } from "../../model/Schema.ts"

import { compilePattern, testPattern, type Budget, type PatternProgram } from "../../rules/pattern/PatternProgram.ts"
import { parsePattern } from "../../rules/pattern/PatternSyntax.ts"

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

/** Longest text that a pattern of a source is matched against. */
const maxPatternText = 200

/** Steps of one example, made and proved, and of all examples of a document. Our choice: the largest samples need a tenth. */
const budgets = { one: 100_000, all: 5_000_000 }

/** Steps that a pattern costs per character when it is read. */
const stepsPerPatternCharacter = 20

/** The JSON of a value with sorted keys: the same text for the same value. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_, part: Json) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part
  )

/** Levels after which a value counts as invalid: a schema that only refers to itself has no example. */
const maxDepth = 64

/** Judges values by schemas, within a budget of steps: what is not judged to its end is not claimed to be valid. */
export class Validator {
  readonly #lookup: Lookup
  readonly #patterns = new Map<string, PatternProgram | undefined>()
  readonly #allowed = new WeakMap<ReadonlyArray<Json>, ReadonlySet<string>>()
  readonly #budget: Budget = { left: 0 }
  #left = budgets.all
  /** Whether what cannot be judged counts as allowed, and whether there was any such. */
  #isLenient = false
  #isUnjudged = false
  /** Whether a value of the author's is judged: it does not vouch for itself. */
  #isStrict = false
  /** What values do not hold: in answers what clients send only, in requests what answers hold only. */
  leftOut: "readOnly" | "writeOnly" = "writeOnly"

  constructor(lookup: Lookup) {
    this.#lookup = lookup
  }

  /** Runs with the budget of one example; `undefined` when that is spent. */
  within<A>(run: () => A): A | undefined {
    const granted = Math.min(budgets.one, this.#left)
    this.#budget.left = granted
    const result = run()
    this.#left -= granted - Math.max(0, this.#budget.left)
    return this.#budget.left > 0 ? result : undefined
  }

  /** Whether a schema allows a value as far as it can be judged: a reference or a pattern that is not understood forbids nothing. */
  accepts(value: Json, schema: Schema): boolean {
    this.#isUnjudged = false
    this.#isStrict = true
    const isAllowed = () => this.within(() => this.isValid(value, schema)) === true
    let isAccepted = isAllowed()
    if (!isAccepted && this.#isUnjudged) {
      this.#isLenient = true
      isAccepted = isAllowed()
      this.#isLenient = false
    }
    this.#isStrict = false
    return isAccepted
  }

  /** Whether a value is without a member of a schema, since only the other side sends it. */
  isLeftOut(schema: Schema): boolean {
    const target = schema.ref === undefined ? undefined : this.#lookup(schema.ref)
    return (schema[this.leftOut] ?? target?.[this.leftOut]) === true
  }

  #unjudged(): boolean {
    this.#isUnjudged = true
    return this.#isLenient
  }

  /** Takes steps from the budget; answers whether any are left. */
  spend(steps: number): boolean {
    this.#budget.left -= steps
    return this.#budget.left > 0
  }

  /** Whether a schema allows a value, or its author gives it as an example. A schema that could not be resolved allows none, since nothing is known of it. */
  isValid(value: Json, schema: Schema, depth = 0): boolean {
    return this.#fits(value, schema, depth) || this.#isGiven(value, schema)
  }

  /** Whether a value is an example of the author's, beside what is made. */
  #isGiven(value: Json, schema: Schema): boolean {
    if (this.#isStrict || !this.spend(1)) return false
    const { examples = [], ref } = schema
    if (examples.length > 0 && this.#allows(examples, value)) return true
    const target = ref === undefined ? undefined : this.#lookup(ref)?.examples
    return target !== undefined && this.#allows(target, value)
  }

  #fits(value: Json, schema: Schema, depth: number): boolean {
    if (!this.spend(1) || depth > maxDepth || schema.boolean === false) return false
    if (schema.unresolved !== undefined) return this.#unjudged()
    const valid = (inner: Json, by: Schema) => this.isValid(inner, by, depth + 1)
    if (schema.ref !== undefined) {
      const target = this.#lookup(schema.ref)
      if (target === undefined || !valid(value, target)) return false
    }
    if (value === null && schema.nullable === true) return true
    const { types } = schema
    if (types !== undefined && !types.some((type) => typeTests[type](value))) return false
    if (schema.const !== undefined && !sameJson(value, schema.const)) return false
    if (schema.enum !== undefined && !this.#allows(schema.enum, value)) return false
    const limits = schema.constraints ?? {}
    if (typeof value === "number" && !numberFits(value, limits)) return false
    if (typeof value === "string") {
      if (!this.#textFits(value, limits)) return false
      if (schema.format !== undefined && formats[schema.format]?.(value) === false) return false
    }
    if (Array.isArray(value) && !listFits(value as ReadonlyArray<Json>, schema, valid)) return false
    if (isObject(value) && !this.#objectFits(value, schema, valid)) return false
    if (schema.allOf?.some((part) => !valid(value, part)) === true) return false
    if (schema.anyOf !== undefined && !schema.anyOf.some((part) => valid(value, part))) return false
    const matching = schema.oneOf?.filter((part) => valid(value, part)).length ?? 1
    if (this.#isLenient) return matching > 0
    // What an author shows as one choice is that one, whatever else allows it.
    const isOne = matching === 1 || schema.oneOf?.some((part) => this.#isGiven(value, part)) === true
    return isOne && (schema.not === undefined || !valid(value, schema.not))
  }

  /** The values of an enumeration are read once, however often it is asked. */
  #allows(values: ReadonlyArray<Json>, value: Json): boolean {
    let allowed = this.#allowed.get(values)
    if (allowed === undefined) this.#allowed.set(values, (allowed = new Set(values.map(canonical))))
    return allowed.has(canonical(value))
  }

  #textFits(value: string, { maxLength, minLength, pattern }: Constraints): boolean {
    if (!within([...value].length, minLength, maxLength)) return false
    if (pattern === undefined) return true
    return value.length > maxPatternText ? this.#unjudged() : this.#matches(pattern, value)
  }

  /** Whether a text matches. Patterns are other people's: matching is linear, and one that cannot be so matches nothing. */
  #matches(pattern: string, text: string): boolean {
    if (!this.#patterns.has(pattern)) {
      if (!this.spend(pattern.length * stepsPerPatternCharacter)) return false
      const compiled = Result.flatMap(parsePattern(pattern, "", true), compilePattern)
      this.#patterns.set(pattern, Result.isSuccess(compiled) ? compiled.success : undefined)
    }
    const program = this.#patterns.get(pattern)
    return program === undefined ? this.#unjudged() : testPattern(program, text, this.#budget)
  }

  #objectFits(value: JsonObject, schema: Schema, valid: (value: Json, schema: Schema) => boolean): boolean {
    const { maxProperties, minProperties } = schema.constraints ?? {}
    const names = Object.keys(value)
    const { additionalProperties: additional, alsoRequired = [], properties = [] } = schema
    if (!this.spend(properties.length + alsoRequired.length)) return false
    if (!within(names.length, minProperties, maxProperties)) return false
    const isMissing = (name: string) => !Object.hasOwn(value, name)
    if (properties.some(({ name, required, schema: by }) => required && isMissing(name) && !this.isLeftOut(by)))
      return false
    if (alsoRequired.some(isMissing)) return false
    const known = new Map(properties.map((property) => [property.name, property.schema]))
    return names.every((name) => {
      const by = known.get(name)
      if (by !== undefined) return valid(value[name]!, by)
      const matching = (schema.patternProperties ?? []).filter(({ pattern }) => this.#matches(pattern, name))
      if (matching.length > 0) return matching.every((one) => valid(value[name]!, one.schema))
      if (additional === false) return false
      return typeof additional !== "object" || valid(value[name]!, additional)
    })
  }
}

const listFits = (value: ReadonlyArray<Json>, schema: Schema, valid: (value: Json, schema: Schema) => boolean) => {
  const { maxItems, minItems, uniqueItems } = schema.constraints ?? {}
  if (!within(value.length, minItems, maxItems)) return false
  if (uniqueItems === true && new Set(value.map(canonical)).size < value.length) return false
  const fixed = schema.prefixItems ?? []
  return value.every((item, at) => {
    const by = fixed[at] ?? schema.items
    return by === undefined || valid(item, by)
  })
}
