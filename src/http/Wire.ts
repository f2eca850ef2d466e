/**
 * A wire object, defined once: each field is a row of its schema, where its value comes from, and what it means. The
 * schema that results is the published component, the client's type and the check of tests; the rows are the encoder.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** What a refusal asks for where another value was sent; the description says what the object is. */
const expected = "an object"

const rowsAnnotation = "bursar/wire/rows"
const showAnnotation = "bursar/wire/show"

/** What a schema is shown from, where that is not the wire's own form. Exists in types only. */
declare const shownFrom: unique symbol

/** A schema whose wire form is made from an `In`. */
export interface ShownFrom<In> {
  readonly [shownFrom]: (value: In) => void
}

/** What a field of this schema is shown from: the domain's value, or the wire's own where there is no other. */
export type Source<S> =
  S extends ShownFrom<infer In>
    ? In
    : S extends Schema.optionalKey<infer T>
      ? Source<T> | null | undefined
      : S extends Schema.NullOr<infer T>
        ? Source<T> | null
        : S extends Schema.$Array<infer T>
          ? ReadonlyArray<Source<T>>
          : S extends { readonly Encoded: infer E }
            ? E
            : never

/** A field: its schema, where its value comes from, and what it means. Without the second it is the value's own field of that name. */
export type Row<D> =
  | readonly [schema: Schema.Top, from: (value: D) => unknown, words: string]
  | readonly [schema: Schema.Top, words: string]

type Rows<D> = Readonly<Record<string, Row<D>>>

/** The rows without a function for which the value has no field of their name, or one that does not fit the schema. */
type Unfit<D, R extends Rows<never>> = {
  [K in keyof R]: R[K] extends readonly [infer S, string]
    ? InCamelCase<K> extends keyof D
      ? D[InCamelCase<K>] extends Source<S>
        ? never
        : K
      : K
    : never
}[keyof R] &
  string

type FieldsOf<R extends Rows<never>> = { readonly [K in keyof R]: R[K][0] }

/** The schema of a wire object. */
export type WireObject<D, Fields extends Schema.Struct.Fields> = Schema.Struct<Fields> &
  ShownFrom<D> & {
    /** From the domain's value to what `JSON.stringify` writes. A field that is left out is there with the value `undefined`. */
    readonly write: (value: D) => Schema.Struct.Encoded<Fields>
  }

type Show = (value: unknown) => unknown

type Annotated = Schema.Schema<unknown> & Schema.Top

/** A field with its words, on its written side as well: that is the one that is published. */
const withWords = (schema: Schema.Top, description: string): Schema.Top => {
  const read = (schema as Annotated).annotateKey({ description }) as Annotated
  return read.ast.encoding === undefined
    ? read
    : Schema.flip((Schema.flip(read) as unknown as Annotated).annotateKey({ description }))
}

/**
 * Defines the wire form of a `D`. `name` is the name of the published component. A value of `null` or `undefined` leaves
 * an optional field out; where the field may be `null`, only `undefined` does. A row without a function shows the field of
 * the same name, written in `camelCase`.
 *
 * ```ts
 * const RefundBody = Wire.object<Refund>()("Refund", "Money given back.", {
 *   id: [Id, "Begins with `re_`."],
 *   amount: [Minor, (refund) => refund.amountMinor, "What is given back."]
 * })
 * ```
 */
export const object =
  <D>() =>
  <const R extends Rows<D>>(
    name: [Unfit<D, R>] extends [never] ? string : `${Unfit<D, R>} needs a function`,
    description: string,
    rows: R & { readonly [K in keyof R]: readonly [R[K][0], ((value: D) => Source<R[K][0]>) | string, string?] }
  ): WireObject<D, FieldsOf<R>> => {
    const fields: Record<string, Schema.Top> = {}
    for (const [key, row] of Object.entries<Row<D>>(rows)) fields[key] = withWords(row[0], row.at(-1) as string)
    const schema = Schema.Struct(fields).annotate({
      identifier: name,
      description,
      expected,
      [rowsAnnotation]: rows
    }) as unknown as WireObject<D, FieldsOf<R>>
    return Object.assign(schema, { write: writer(schema) })
  }

/** A field that always has the same value, such as `object`. */
export const is = <const L extends string | boolean | number>(value: L, words: string) =>
  [Schema.Literal(value), () => value, words] as const

/** A scalar whose wire form is made from another value, such as a time from epoch milliseconds. */
export const shown =
  <In>() =>
  <S extends Schema.Top>(schema: S, show: (value: In) => S["Encoded"]): S & ShownFrom<In> =>
    (schema as Schema.Schema<unknown> & Schema.Top).annotate({ [showAnnotation]: show }) as unknown as S & ShownFrom<In>

const annotation = (ast: SchemaAST.AST, key: string): unknown => {
  const all = SchemaAST.resolve(ast) as Readonly<Record<string, unknown>> | undefined
  return all?.[key]
}

const writers = new WeakMap<object, Show>()

/** How a value of this schema is shown; `undefined`: as it is. */
const showOf = (ast: SchemaAST.AST): Show | undefined => {
  const own = annotation(ast, showAnnotation)
  if (own !== undefined) return own as Show
  const rows = annotation(ast, rowsAnnotation)
  if (rows !== undefined) return writerOf(ast, rows as Rows<unknown>)
  if (ast._tag === "Arrays" && ast.elements.length === 0 && ast.rest.length === 1) {
    const item = showOf(ast.rest[0]!)
    return item && ((list) => (list as ReadonlyArray<unknown>).map(item))
  }
  if (ast._tag === "Union") {
    const parts = ast.types.filter((type) => type._tag !== "Null")
    const shows = parts.length === 1 ? showOf(parts[0]!) : undefined
    return shows && ((value) => (value === null ? null : shows(value)))
  }
  return undefined
}

interface Field {
  readonly name: string
  /** Where the value comes from: a function, or the field of this name. */
  readonly from: Show | string
  readonly show: Show | undefined
  readonly isOptional: boolean
  /** Optional, and `null` is shown. */
  readonly isNullable: boolean
}

const takesNull = (ast: SchemaAST.AST): boolean =>
  ast._tag === "Null" || (ast._tag === "Union" && ast.types.some(({ _tag }) => _tag === "Null"))

const fromOf = (name: string, row: Row<unknown>): Show | string => (row.length === 2 ? inCamelCase(name) : row[1])

const fieldsOf = (ast: SchemaAST.AST, rows: Rows<unknown>): ReadonlyArray<Field> =>
  (ast as SchemaAST.Objects).propertySignatures.map(({ name, type }) => ({
    name: String(name),
    from: fromOf(String(name), rows[String(name)]!),
    show: showOf(type),
    isOptional: SchemaAST.isOptional(type),
    isNullable: takesNull(type)
  }))

/** Shows an object field by field; what is left out is not there. */
const showing =
  (fields: ReadonlyArray<Field>): Show =>
  (value) => {
    const shown: Record<string, unknown> = {}
    for (const { from, isNullable, isOptional, name, show } of fields) {
      const found = typeof from === "string" ? (value as Record<string, unknown>)[from] : from(value)
      if (isOptional && (found === undefined || (found === null && !isNullable))) continue
      shown[name] = show === undefined ? found : show(found)
    }
    return shown
  }

const writerOf = (ast: SchemaAST.AST, rows: Rows<unknown>): Show => {
  const known = writers.get(rows)
  if (known !== undefined) return known
  const writer = showing(fieldsOf(ast, rows))
  writers.set(rows, writer)
  return writer
}

/**
 * The encoder of a wire object: from the domain's value to what `JSON.stringify` writes. Made at its first use.
 */
export const writer = <D, F extends Schema.Struct.Fields>(
  schema: WireObject<D, F>
): ((value: D) => Schema.Struct.Encoded<F>) => {
  let made: Show | undefined
  return (value) => (made ??= showOf(schema.ast)!)(value) as Schema.Struct.Encoded<F>
}

/** Fields of a body that is received, each with its words; `name` is the name of the published component. */
export const body = <const R extends Readonly<Record<string, readonly [Schema.Top, string]>>>(
  name: string,
  description: string,
  rows: R
): Schema.Struct<{ readonly [K in keyof R]: R[K][0] }> => {
  const fields: Record<string, Schema.Top> = {}
  for (const [key, [schema, words]] of Object.entries(rows)) fields[key] = withWords(schema, words)
  return Schema.Struct(fields).annotate({ identifier: name, description, expected }) as unknown as Schema.Struct<{
    readonly [K in keyof R]: R[K][0]
  }>
}

/** Query or path parameters, each with its words. */
export const parameters = <const R extends Readonly<Record<string, readonly [Schema.Top, string]>>>(
  rows: R
): { readonly [K in keyof R]: R[K][0] } => {
  const fields: Record<string, Schema.Top> = {}
  for (const [key, [schema, words]] of Object.entries(rows)) fields[key] = withWords(schema, words)
  return fields as { readonly [K in keyof R]: R[K][0] }
}

/** `snake_case` as `camelCase`, in types. */
type InCamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<InCamelCase<Tail>>}`
  : Name & string

/** A body with its fields in `camelCase`; what is inside of them stays. */
export type Renamed<Body> = { readonly [Name in keyof Body as InCamelCase<Name>]: Body[Name] }

const camelNames = new Map<string, string>()

/** `snake_case` as `camelCase`. */
export const inCamelCase = (name: string): string => {
  const known = camelNames.get(name)
  if (known !== undefined) return known
  const made = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  camelNames.set(name, made)
  return made
}

/**
 * The fields of a body that was read by its schema, in `camelCase` as the code names them. What was left out stays left
 * out; what is inside of a field stays as it is.
 */
export const renamed = <Body extends object>(body: Body): Renamed<Body> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [inCamelCase(name), value])) as Renamed<Body>
