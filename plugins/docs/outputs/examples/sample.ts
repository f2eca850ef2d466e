/**
 * Example values: what the author gave first, then a value made from the schema. Each is proved against the schema; one that
 * cannot be made is left out rather than shown wrong.
 */
import { isObject, jsonIn, type Json } from "../../model/Json.ts"
import type { Property, Schema, TypeName } from "../../model/Schema.ts"
import { Validator, type Lookup } from "./validate.ts"

/** Examples of common formats: fixed, so that the same input gives the same document. */
const formatSamples: Readonly<Record<string, string>> = {
  date: "2026-01-15",
  "date-time": "2026-01-15T09:30:00Z",
  time: "09:30:00Z",
  email: "name@example.com",
  uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  uri: "https://example.com",
  url: "https://example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  byte: "ZXhhbXBsZQ==",
  binary: "example",
  password: "example"
}

/** Characters of an answer that is shown with all its properties. Our choice: about two screens. */
const longestWhole = 2000

/** Optional properties at the top of a request or a longer answer, and near it where nothing is required. Our choice: enough to see the shape. */
const maxOptional = 8
const maxOptionalBelow = 3

/** Levels that show optional properties: the items of a list in the data of an envelope are the third. Our choice. */
const maxDepthOptional = 3

/** The same where each has a value of the author's. Our choice. */
const maxTold = 12

/** Levels of an example before lists stay empty and optional parts are left out. */
const maxDepth = 6

/** Named schemas within each other, by reference alone too. */
const maxNames = 32

/** Items of an example list. A schema that wants more gets no example. */
const maxItems = 20

const numberSample = (schema: Schema, whole: boolean): number => {
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum, multipleOf } = schema.constraints ?? {}
  const step = multipleOf !== undefined && multipleOf > 0 ? multipleOf : whole ? 1 : 0
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + (step || 0.5))
  const high = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - (step || 0.5))
  let value = 1
  if (low !== undefined && value < low) value = low
  if (high !== undefined && value > high) value = high
  if (step > 0) value = Math.ceil(value / step) * step
  return high !== undefined && value > high && step > 0 ? value - step : value
}

/** Words tried against a pattern. */
const patternWords = "example a A 1 0 abc ABC a1 123 1234567890 example-1 v1 US en / #000000 name@example.com".split(
  " "
)

const textSample = (schema: Schema, fits: (value: Json) => boolean): string => {
  const { maxLength, minLength = 0, pattern } = schema.constraints ?? {}
  if (pattern !== undefined) {
    const found = patternWords.find(fits)
    if (found !== undefined) return found
  }
  const base = formatSamples[schema.format ?? ""] ?? "string"
  const long = base.length < minLength ? base.padEnd(Math.min(minLength, 10_000), "x") : base
  return maxLength === undefined ? long : long.slice(0, maxLength)
}

/** A value as it is meant: what JSON in a text says. */
export const read = (value: Json): Json => (typeof value === "string" ? (jsonIn(value) ?? value) : value)

/** Whether a value shows nothing: an object without members, a list of such. */
const isHollow = (value: Json): boolean =>
  value === null ||
  (Array.isArray(value) ? value.every((item) => isHollow(item)) : isObject(value) && Object.keys(value).length === 0)

/** How authors say that a member stands beside no other. */
const excluding =
  /\b(?:exactly|only|at most) one of\b|\bnot\b[^.]{0,80}\bboth\b|\bmutually exclusive\b|\bconflicts with\b/i

/** Whether words of one of two members say that they do not go together. */
const areApart = (one: Property, other: Property): boolean =>
  [[one, other] as const, [other, one] as const].some(
    ([
      {
        schema: { description = "" }
      },
      { name }
    ]) => excluding.test(description) && description.split(/[^\w-]+/).includes(name)
  )

/** Makes examples for the schemas of one model. */
export class Samples {
  readonly #lookup: Lookup
  readonly #validator: Validator
  readonly #made = new Map<string, Json | undefined>()
  readonly #madeWhole = new Map<string, Json | undefined>()
  readonly #making = new Set<string>()
  /** Whether only values are shown whose author says what they look like, and optional members only where they have such ones. */
  #isTold = false
  /** Whether all properties of an answer are shown. */
  #isWhole = false
  /** Values of the author, and values that only have the right type. */
  #told = 0
  #untold = 0

  constructor(lookup: Lookup) {
    this.#lookup = lookup
    this.#validator = new Validator(lookup)
  }

  /** Whether a value of the author's may be shown. Not, where that takes too many steps to tell. */
  isValid(value: Json, schema: Schema): boolean {
    return this.#validator.accepts(value, schema)
  }

  /**
   * A value of the author's as a schema takes it: what JSON in a text says, digits of a text that are written as a number;
   * `undefined` for one that does not fit. In a body of JSON a text in quotes is one of JSON, too.
   */
  fitting(value: Json, schema: Schema = {}, isBody = false): Json | undefined {
    const read = typeof value === "string" ? jsonIn(value) : String(value)
    const isFirst = typeof read === "object" || (isBody && typeof value === "string" && typeof read === "string")
    const candidates = isFirst ? [read, value] : typeof value === "object" ? [value] : [value, read]
    return candidates.find((one) => one !== undefined && this.isValid(one, schema))
  }

  /** A valid value of an answer, or `undefined` when none could be made: with all its properties, unless that is long. */
  of(schema: Schema): Json | undefined {
    this.#isWhole = true
    const whole = this.#proved(schema)
    this.#isWhole = false
    return whole !== undefined && JSON.stringify(whole).length <= longestWhole ? whole : this.#proved(schema)
  }

  /** A valid value, or `undefined` when none could be made within the budget of steps. */
  #proved(schema: Schema): Json | undefined {
    return this.#validator.within(() => {
      const value = this.#make(schema, 0)
      return value !== undefined && this.#allows(value, schema) ? value : undefined
    })
  }

  /** The same for a request, without what only answers hold. */
  ofRequest(schema: Schema): Json | undefined {
    this.#made.clear()
    this.#validator.leftOut = "readOnly"
    const value = this.#proved(schema)
    this.#validator.leftOut = "writeOnly"
    this.#made.clear()
    return value
  }

  /** A value that is the author's own in every place, also of a request; `undefined` where the author gives no example of what is required. */
  told(schema: Schema, use: "request" | "answer"): Json | undefined {
    this.#isTold = true
    this.#told = 0
    this.#untold = 0
    this.#made.clear()
    const value = use === "request" ? this.ofRequest(schema) : this.#proved(schema)
    this.#made.clear()
    this.#isTold = false
    return this.#told > 0 && this.#untold === 0 ? value : undefined
  }

  #allows(value: Json, schema: Schema): boolean {
    return this.#validator.isValid(value, schema)
  }

  #make(schema: Schema, depth: number): Json | undefined {
    if (!this.#validator.spend(1)) return undefined
    const given = this.#given(schema)
    if (given !== undefined) {
      this.#told += 1
      return given
    }
    if (schema.ref !== undefined) return this.#named(schema.ref, depth)
    if (schema.unresolved !== undefined || schema.boolean === false || depth > maxDepth * 2) return undefined
    if (schema.allOf !== undefined) return this.#all(schema, depth)
    const options = schema.oneOf ?? schema.anyOf
    if (options !== undefined) return this.#firstOf(options, schema, depth)
    return this.#plain(schema, depth)
  }

  /** What the author said a value looks like: an example, else the only value that is allowed, or the usual one. */
  #given(schema: Schema): Json | undefined {
    const { const: constant, default: usual, enum: values = [], examples = [] } = schema
    const candidates = [
      ...examples,
      constant,
      // What is usual, or one of several, shows nobody how something is used.
      ...(this.#isTold ? [] : [usual]),
      ...(this.#isTold && values.length > 1 ? [] : values)
    ].filter((value, at) => value !== undefined && (value !== null || at <= examples.length))
    return candidates.find((value) => this.#allows(value!, schema))
  }

  /** One of the schemas that a value of a schema is told apart as; `undefined` where it is made as a part of one. */
  #case({ discriminator }: Schema, depth: number): Json | undefined {
    const { mapping = [], propertyName = "" } = discriminator ?? {}
    if (mapping.length === 0 || mapping.some(({ schema }) => this.#making.has(schema))) return undefined
    for (const { schema: name, value } of mapping) {
      const made = this.#named(name, depth + 1)
      if (isObject(made)) return { ...made, [propertyName]: value }
    }
    return undefined
  }

  #named(name: string, depth: number): Json | undefined {
    const made = this.#isWhole ? this.#madeWhole : this.#made
    if (depth === 0 && made.has(name)) return made.get(name)
    const target = this.#lookup(name)
    if (target === undefined || this.#making.has(name) || this.#making.size >= maxNames) return undefined
    const told = this.#given(target) === undefined ? this.#case(target, depth) : undefined
    if (told !== undefined) return told
    this.#making.add(name)
    const value = this.#make(target, depth)
    this.#making.delete(name)
    if (depth === 0) made.set(name, value)
    return value
  }

  #all(schema: Schema, depth: number): Json | undefined {
    const { allOf: parts = [], ...own } = schema
    const all = [...parts, own]
    const values = all.map((part) => this.#make(part, depth))
    // A part that only describes makes an object of nothing: it is none where another part is a text, a number or a list.
    const isPlain = values.some((value) => value !== undefined && !isObject(value))
    if (values.some((value) => isObject(value) && !(isPlain && isHollow(value)))) {
      const merged = new Map<string, Json>()
      values.forEach((value, at) => {
        const { anyOf = [], oneOf = [] } = all[at]!
        const required = [all[at]!, ...anyOf, ...oneOf].flatMap(({ alsoRequired: names = [] }) => names)
        for (const [name, member] of isObject(value) ? Object.entries(value) : [])
          // A part that only requires a member says nothing of its value.
          if (!merged.has(name) || !required.includes(name)) merged.set(name, member)
      })
      return Object.fromEntries(merged)
    }
    return values.find((value) => value !== undefined && this.#allows(value, schema))
  }

  #firstOf(options: ReadonlyArray<Schema>, schema: Schema, depth: number): Json | undefined {
    const { anyOf: _, oneOf: __, properties, ...own } = schema
    const requiredByOne = options.flatMap(({ alsoRequired = [] }) => alsoRequired)
    for (const option of options) {
      const { alsoRequired = [] } = option
      // What this option requires is there, what only another one does is not.
      const members = properties
        ?.filter(({ name, required }) => required || alsoRequired.includes(name) || !requiredByOne.includes(name))
        .map((one) => (alsoRequired.includes(one.name) ? { ...one, required: true } : one))
      const base = members === undefined ? undefined : this.#plain({ ...own, properties: members }, depth)
      const value = this.#make(option, depth)
      if (value === undefined) continue
      const told = isObject(base) ? Object.keys(base).filter((name) => alsoRequired.includes(name)) : []
      const others = isObject(value) ? Object.entries(value).filter(([name]) => !told.includes(name)) : []
      const merged = isObject(base) && isObject(value) ? { ...base, ...Object.fromEntries(others) } : value
      if (this.#allows(merged, schema)) return merged
    }
    return schema.nullable === true ? null : undefined
  }

  #plain(schema: Schema, depth: number): Json | undefined {
    const [type] = schema.types ?? this.#guess(schema)
    if (type !== "object" && type !== "array") this.#untold += 1
    switch (type) {
      case "string":
      case "file":
        return textSample(schema, (value) => this.#allows(value, schema))
      case "integer":
        return numberSample(schema, true)
      case "number":
        return numberSample(schema, false)
      case "boolean":
        return true
      case "null":
        return null
      case "array":
        return this.#list(schema, depth)
      default:
        return this.#object(schema, depth)
    }
  }

  #guess(schema: Schema): ReadonlyArray<TypeName> {
    if (schema.items !== undefined || schema.prefixItems !== undefined) return ["array"]
    if (schema.constraints?.pattern !== undefined || schema.format !== undefined) return ["string"]
    return ["object"]
  }

  #list(schema: Schema, depth: number): Json | undefined {
    const { minItems = 0 } = schema.constraints ?? {}
    const fixed = (schema.prefixItems ?? []).map((item) => this.#make(item, depth + 1))
    if (fixed.some((item) => item === undefined)) return minItems === 0 ? [] : undefined
    const wanted = Math.max(minItems, depth < maxDepth ? 1 : 0)
    const list = [...(fixed as ReadonlyArray<Json>)]
    const item = schema.items === undefined ? undefined : this.#make(schema.items, depth + 1)
    if (item !== undefined)
      list.push(...Array.from({ length: Math.max(0, Math.min(wanted, maxItems) - list.length) }, () => item))
    return list.length >= minItems ? list : undefined
  }

  /** How many optional properties an object shows. */
  #mostOptional(properties: ReadonlyArray<Property>, depth: number): number {
    if (this.#isTold) return maxTold
    if (depth > maxDepthOptional) return 0
    if (this.#isWhole) return Infinity
    if (depth === 0) return maxOptional
    return properties.some(({ required }) => required) ? 0 : maxOptionalBelow
  }

  #object(schema: Schema, depth: number): Json | undefined {
    const value = new Map<string, Json>()
    if (!this.#validator.spend(schema.properties?.length ?? 0)) return undefined
    const { properties = [] } = schema
    const most = this.#mostOptional(properties, depth)
    let optional = 0
    for (const property of properties) {
      const { name, required, schema: inner } = property
      if (this.#validator.isLeftOut(inner)) continue
      if (!required && optional >= most) continue
      if (this.#isTold && !required && inner.deprecated === true) continue
      if (!required && properties.some((other) => value.has(other.name) && areApart(property, other))) continue
      const before = [this.#told, this.#untold] as const
      const member = this.#make(inner, depth + 1)
      if (this.#isTold && !required && (this.#told === before[0] || this.#untold > before[1])) {
        ;[this.#told, this.#untold] = before
        continue
      }
      if (member === undefined || (!required && (isHollow(member) || !this.#allows(member, inner)))) continue
      if (!required) optional += 1
      value.set(name, member)
    }
    if (!this.#validator.spend(schema.alsoRequired?.length ?? 0)) return undefined
    this.#untold += schema.alsoRequired?.length ?? 0
    for (const name of schema.alsoRequired ?? []) value.set(name, "string")
    const { additionalProperties: additional, discriminator } = schema
    const own = discriminator?.mapping.find(({ schema: name }) => this.#making.has(name))
    if (own !== undefined) value.set(discriminator!.propertyName, own.value)
    if (!this.#isTold && value.size === 0 && typeof additional === "object" && depth < maxDepth) {
      const member = this.#make(additional, depth + 1)
      const name = schema.propertyNames === undefined ? "key" : this.#make(schema.propertyNames, depth + 1)
      if (member !== undefined && !isHollow(member) && typeof name === "string") value.set(name, member)
    }
    return Object.fromEntries(value)
  }
}
