/** The properties of a schema, those of inline objects within it too, and what a schema narrows of a named one. */
import type { Json } from "../../model/Json.ts"
import type { Schema } from "../../model/Schema.ts"

/** A row before it is written. */
export interface Row {
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
  /** Of several choices, the ones that the property is part of. */
  readonly choices: ReadonlyArray<string>
}

const valuesOf = ({ const: only, enum: some }: Schema): ReadonlyArray<Json> | undefined =>
  some ?? (only === undefined ? undefined : [only])

/** What a choice is called: by its title, by the value that tells it apart, or by its number. */
export const choiceName = ({ properties = [], title }: Schema, at: number): string => {
  if (title !== undefined) return title
  const constant = properties
    .flatMap(({ schema }) => (valuesOf(schema)?.length === 1 ? valuesOf(schema)! : []))
    .find((only) => typeof only === "string")
  return constant === undefined ? `choice ${at + 1}` : String(constant)
}

/** Levels of inline objects. JSON itself is bounded at 64; below this a row says `object`. */
const maxDepth = 40

/** Where further fields of a value are described: in the items of a list, in the members of a map, in those whose names match. */
const inner = ({
  additionalProperties: members,
  items,
  patternProperties = []
}: Schema): ReadonlyArray<{ readonly schema: Schema; readonly suffix: string }> => [
  ...(items === undefined ? [] : [{ schema: items, suffix: "[]" }]),
  ...patternProperties.map(({ pattern, schema }) => ({ schema, suffix: `.{${pattern}}` })),
  ...(typeof members === "object" ? [{ schema: members, suffix: ".*" }] : [])
]

/** Follows a reference to what it names. */
export type Resolve = (schema: Schema) => Schema

interface At {
  readonly path: string
  readonly depth: number
  readonly choices: ReadonlyArray<string>
  /** What the whole requires of its parts. */
  readonly required?: ReadonlySet<string> | undefined
}

const collect = (schema: Schema, at: At, rows: Array<Row>, resolve: Resolve | undefined): void => {
  const { choices, path } = at
  const { alsoRequired: more } = schema
  const required = more === undefined ? at.required : new Set([...(at.required ?? []), ...more])
  const depth = at.depth + 1
  if (schema.ref !== undefined || depth > maxDepth) return
  for (const property of schema.properties ?? []) {
    const name = path === "" ? property.name : `${path}.${property.name}`
    rows.push({ ...property, name, choices, required: property.required || required?.has(property.name) === true })
    collect(property.schema, { path: name, depth, choices: [] }, rows, resolve)
  }
  for (const { schema: nested, suffix } of inner(schema))
    collect(nested, { path: `${path}${suffix}`, depth, choices }, rows, resolve)
  ;(schema.prefixItems ?? []).forEach((item, index) =>
    collect(item, { path: `${path}[${index}]`, depth, choices }, rows, resolve)
  )
  for (const part of schema.allOf ?? []) {
    const whole = part.ref !== undefined && resolve !== undefined ? resolve(part) : part
    collect(whole, { ...at, depth, required }, rows, resolve)
  }
  for (const options of [schema.oneOf, schema.anyOf]) {
    options?.forEach((option, index) =>
      collect(
        option,
        { path, depth, required, choices: options.length === 1 ? choices : [...choices, choiceName(option, index)] },
        rows,
        resolve
      )
    )
  }
}

/** What two schemas of one value say together: of a limit that both have, what the second one says. */
const joined = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  // Null must be a value of both.
  nullable:
    other.types === undefined || one.types === undefined
      ? (one.nullable ?? other.nullable)
      : one.nullable && other.nullable,
  ...(one.items === undefined || other.items === undefined ? {} : { items: joined(one.items, other.items) }),
  ...(one.allOf === undefined || other.allOf === undefined ? {} : { allOf: [...one.allOf, ...other.allOf] })
})

/** A schema with what its parts say of the whole: those without a name have no other place. */
export const wholeOf = (schema: Schema): Schema =>
  (schema.allOf ?? [])
    .filter(({ ref, unresolved }) => ref === undefined && unresolved === undefined)
    .map(wholeOf)
    .reduce((whole, part) => {
      const { const: only, constraints, default: usual, deprecated, enum: values, readOnly, writeOnly } = part
      const said = { const: only, default: usual, deprecated, enum: values, readOnly, writeOnly }
      const own = Object.entries(whole).filter(([, value]) => value !== undefined)
      return { ...said, ...Object.fromEntries(own), constraints: { ...constraints, ...whole.constraints } }
    }, schema)

/** A property that several parts name has one row, where the first one stands. */
const merged = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  [...Map.groupBy(rows, ({ choices, name }) => `${name} ${choices.join(" ")}`).values()].map((same) => ({
    ...same.at(-1)!,
    required: same.some(({ required }) => required),
    schema: same.map(({ schema }) => schema).reduce(joined)
  }))

/** Rows of the properties of a schema; empty when it has none of its own. `resolve` joins those of named schemas that are all of it. */
export const propertyRows = (schema: Schema, path = "", resolve?: Resolve): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  collect(schema, { path, depth: 0, choices: [] }, rows, undefined)
  if (resolve === undefined || rows.length === 0 || schema.allOf === undefined) return rows
  const all: Array<Row> = []
  collect(schema, { path, depth: 0, choices: [] }, all, resolve)
  return merged(all)
}

/** The names that a schema requires and that have no row. */
export const requiredBeside = (schema: Schema): ReadonlyArray<string> => {
  const { allOf = [], alsoRequired = [] } = schema
  const ofParts = allOf.flatMap((part) => (part.ref === undefined ? requiredBeside(part) : []))
  if (alsoRequired.length === 0 && ofParts.length === 0) return []
  const rows = new Set(propertyRows(schema).map(({ name }) => name))
  return [...new Set([...alsoRequired, ...ofParts])].filter((name) => !rows.has(name))
}

/**
 * The rows of a table: those of the schema itself, each with what named schemas beside it say of the same property. The others
 * stand there, and so do those of which no more is said here.
 */
export const ownRows = (schema: Schema, resolve: Resolve): ReadonlyArray<Row> => {
  const own = new Set(propertyRows(schema).map(({ name }) => name))
  const told = new Set(rowsBeside(schema, resolve).map((row) => JSON.stringify(row)))
  return propertyRows(schema, "", resolve).filter((row) => own.has(row.name) && !told.has(JSON.stringify(row)))
}

/** The rows of the named schemas that a schema is built on. */
export const rowsBeside = ({ allOf = [] }: Schema, resolve: Resolve): ReadonlyArray<Row> =>
  allOf.flatMap((part) => (part.ref === undefined ? [] : propertyRows(resolve(part), "", resolve)))

/** Values to which a schema narrows a property of the named one beside it. */
export interface Narrowing {
  readonly name: string
  readonly values: ReadonlyArray<Json>
}

/** Whether a row only leads to others or to values. */
const isBare = ({ schema }: Row): boolean =>
  schema.description === undefined &&
  schema.constraints === undefined &&
  (valuesOf(schema) !== undefined || schema.properties !== undefined || schema.items?.properties !== undefined)

/**
 * What a schema is that says nothing but that properties of named schemas have certain values, such as the codes of an
 * error; `undefined` for one that says more.
 */
export const narrowings = (schema: Schema, resolve: Resolve): ReadonlyArray<Narrowing> | undefined => {
  const named = schema.allOf?.filter(({ ref }) => ref !== undefined) ?? []
  if (named.length === 0 || schema.properties !== undefined) return undefined
  const rows = propertyRows(schema)
  const known = new Set(named.flatMap((part) => propertyRows(resolve(part)).map(({ name }) => name)))
  if (rows.length === 0 || !rows.every((row) => isBare(row) && !row.required)) return undefined
  // Below a property that is itself a named schema nothing is known by its path.
  if (!rows.every(({ name }) => known.has(name.split(/[.[]/)[0]!))) return undefined
  return rows.flatMap((row) => {
    const values = valuesOf(row.schema)
    return values === undefined ? [] : [{ name: row.name, values }]
  })
}
