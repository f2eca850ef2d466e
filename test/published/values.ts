/** Values from JSON Schemas as documents publish them: those that fit, and what to put in their places so that they do not. */
import * as fc from "fast-check"

type Json = any

/** Texts longer than this are not made on the way to a limit (our choice): they cost time and find nothing more. */
const longestText = 2_000

const day = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString())

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: day.map((text) => text.slice(0, 10)),
  "date-time": day,
  uri: fc.webUrl({ validSchemes: ["https"] }),
  binary: fc.string()
}

/** A node with what it refers to; its own words change nothing. */
export const resolved = (document: Json, node: Json): Json => {
  if (node?.$ref === undefined) return node
  const parts = (node.$ref as string).slice(2).split("/")
  return resolved(
    document,
    parts.reduce((at, part) => at[part.replaceAll("~1", "/").replaceAll("~0", "~")], document)
  )
}

/** The name of a field or parameter that no document has. */
export const unknownName = "zzz_unknown"

/** Makes arbitraries of the schemas of a document. `known` gives a text that means something to the engine, if there is one. */
export const makeValues = (document: Json, known: (seed: number) => string | undefined) => {
  const textOf = (schema: Json): fc.Arbitrary<Json> => {
    const { format, maxLength = longestText, minLength = 0, pattern } = schema
    const fits = (text: string) => {
      const { length } = Array.from(text)
      return (
        length >= minLength && length <= maxLength && (pattern === undefined || new RegExp(pattern, "u").test(text))
      )
    }
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u")).filter(fits)
    if (format in formats) return formats[format]!.filter(fits)
    const most = Math.min(maxLength, Math.max(40, minLength))
    return fc.oneof(
      { weight: 4, arbitrary: fc.string({ minLength, maxLength: most }) },
      { weight: 1, arbitrary: fc.string({ minLength, maxLength: most, unit: "grapheme" }).filter(fits) },
      {
        weight: 3,
        arbitrary: fc.nat().map((seed) => {
          const text = known(seed)
          return text !== undefined && fits(text) ? text : "x".repeat(Math.max(minLength, 1))
        })
      },
      { weight: 1, arbitrary: fc.constant("x".repeat(Math.min(maxLength, longestText))) }
    )
  }

  const objectOf = (schema: Json, depth: number): fc.Arbitrary<Json> => {
    const { additionalProperties, properties = {}, propertyNames, required = [] } = schema
    const fields: Record<string, fc.Arbitrary<Json>> = {}
    for (const [name, property] of Object.entries(properties)) fields[name] = valueOf(property, depth + 1)
    // What is deep inside is left out where it may be: a recursive schema has to end.
    const fixed = fc.record(fields, { requiredKeys: required, noNullPrototype: true })
    const shallow = depth > 6 ? fixed.map((value) => pick(value, required)) : fixed
    if (additionalProperties === false) return shallow
    if (Object.keys(properties).length > 0) {
      return fc.tuple(shallow, fc.boolean()).map(([value, more]) => (more ? { ...value, [unknownName]: 1 } : value))
    }
    return fc.dictionary(
      fc.string({ minLength: 1, maxLength: Math.min(propertyNames?.maxLength ?? 20, 20) }),
      valueOf(typeof additionalProperties === "object" ? additionalProperties : { type: "string" }, depth + 1),
      { minKeys: schema.minProperties ?? 0, maxKeys: Math.min(schema.maxProperties ?? 3, 3), noNullPrototype: true }
    )
  }

  const listOf = ({ items, maxItems = 3, minItems = 0 }: Json, depth: number): fc.Arbitrary<Json> =>
    fc.array(valueOf(items, depth + 1), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) })

  const valueOf = (node: Json, depth = 0): fc.Arbitrary<Json> => {
    const schema = resolved(document, node)
    if ("const" in schema) return fc.constant(schema.const)
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    // Which fields an object has together is no value: what does not fit is sorted out.
    if (choices !== undefined && schema.properties === undefined)
      return fc.oneof(...choices.map((choice: Json) => valueOf(choice, depth)))
    if (schema.allOf !== undefined) {
      return valueOf(
        Object.assign({}, schema, ...schema.allOf.map((one: Json) => resolved(document, one)), { allOf: undefined }),
        depth
      )
    }
    switch (schema.type) {
      case "string":
        return textOf(schema)
      case "integer":
        return fc.integer({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9 })
      case "number":
        return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
      case "boolean":
        return fc.boolean()
      case "null":
        return fc.constant(null)
      case "array":
        return listOf(schema, depth)
      case "object":
        return objectOf(schema, depth)
      default:
        return fc.jsonValue({ maxDepth: 1 })
    }
  }
  return valueOf
}

const pick = (value: Json, names: ReadonlyArray<string>): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))

/** Values that do not fit a schema, most of them. */
export type Misfits = (schema: Json) => ReadonlyArray<Json>

/** What is just beyond the limits of a place. */
export const beyondLimits: Misfits = ({ maxItems, maxLength, maximum, minimum }) => [
  ...(maximum === undefined ? [] : [maximum + 1]),
  ...(minimum === undefined ? [] : [minimum - 1]),
  ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
  ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => "x")])
]

/** That, and what stands in the wrong place somewhere. */
export const misfits: Misfits = (schema) => [null, true, 7.5, 1e300, "", "¿no\u0007?", [], {}, ...beyondLimits(schema)]

/** The value with each of its places spoiled in turn; some of them may still fit. */
export const spoiled = (document: Json, node: Json, value: Json, misfitsOf: Misfits): ReadonlyArray<Json> => {
  const schema = resolved(document, node)
  const all: Array<Json> = [...misfitsOf(schema)]
  if (schema.type === "array" && schema.items !== undefined) {
    const [first, ...rest]: ReadonlyArray<Json> = Array.isArray(value) ? value : []
    for (const item of spoiled(document, schema.items, first, misfitsOf)) all.push([item, ...rest])
  } else if (typeof value === "object" && value !== null && schema.type === "object") {
    all.push({ ...value, [unknownName]: 1 })
    for (const name of schema.required ?? []) all.push(without(value, name))
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      // What was left out is spoiled as well.
      for (const one of spoiled(document, property, value[name], misfitsOf)) all.push({ ...value, [name]: one })
    }
    if (typeof schema.additionalProperties === "object") {
      for (const one of spoiled(document, schema.additionalProperties, "x", misfitsOf)) all.push({ ...value, x: one })
    }
  }
  return all
}

/** Lists without a limit are made so long: longer than those of services that have one and do not say so, most of them. */
const longList = 600

/** The value with each of its lists in turn as long as it may be; `itemOf` makes a value of a schema. */
export const lengthened = (
  document: Json,
  node: Json,
  value: Json,
  itemOf: (schema: Json) => Json
): ReadonlyArray<Json> => {
  const schema = resolved(document, node)
  const choices: ReadonlyArray<Json> = schema.anyOf ?? schema.oneOf ?? []
  const ofChoices = choices.flatMap((choice) => lengthened(document, choice, value, itemOf))
  if (schema.type === "array") {
    const item = itemOf(schema.items)
    return [...ofChoices, Array.from({ length: Math.min(schema.maxItems ?? longList, longList) }, () => item)]
  }
  if (schema.type !== "object") return ofChoices
  const own = typeof value === "object" && value !== null ? value : itemOf(schema)
  return Object.entries(schema.properties ?? {}).reduce<ReadonlyArray<Json>>(
    (all, [name, property]) => [
      ...all,
      ...lengthened(document, property, own[name], itemOf).map((list) => ({ ...own, [name]: list }))
    ],
    ofChoices
  )
}

const without = (value: Json, name: string): Json => {
  const { [name]: _, ...rest } = value
  return rest
}
