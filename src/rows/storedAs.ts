/**
 * Documents as they are stored: JSON of a known form and version. What was stored by an earlier version is brought up to date
 * when it is read; what cannot be read is a defect, never half an answer.
 */

type Scalar = "text" | "number" | "boolean" | "any"

type ScalarOf<T> = [T] extends [string]
  ? "text"
  : [T] extends [number]
    ? "number"
    : [T] extends [boolean]
      ? "boolean"
      : "any"

type RequiredKey<A, K extends keyof A = keyof A> = K extends keyof A
  ? unknown extends A[K]
    ? object extends Pick<A, K>
      ? never
      : K
    : undefined extends A[K]
      ? never
      : K
  : never

/** Whether nothing in a form is a field that must be there. */
type IsHollow<F> = F extends string
  ? true
  : F extends readonly [string, infer G]
    ? IsHollow<G>
    : keyof F extends never
      ? true
      : false

/** Fields that need not be there, with something inside that must be, where they are. */
type LooseKey<A, K extends keyof A = keyof A> = K extends keyof A
  ? undefined extends A[K]
    ? IsHollow<FormOf<Exclude<A[K], undefined>>> extends true
      ? never
      : K
    : never
  : never

type FieldsForm<A> = { readonly [K in RequiredKey<A> & string]: FormOf<A[K]> } & {
  readonly [K in LooseKey<A> & string]: readonly ["if there", FormOf<Exclude<A[K], undefined>>]
}

type EachForm<A> = A extends A ? FieldsForm<A> : never

/** Never, where a type is one alone. */
type Alternatives<A, B = A> = A extends B
  ? [B] extends [A]
    ? never
    : readonly ["one of", ReadonlyArray<EachForm<B>>]
  : never

type FilledForm<A> = [A] extends [ReadonlyArray<infer E>]
  ? readonly ["list of", FormOf<E>]
  : [A] extends [object]
    ? string extends keyof A
      ? readonly ["map of", FormOf<A[keyof A]>]
      : FieldsForm<A> | Alternatives<A>
    : ScalarOf<A>

/**
 * The form of a document: every field that must be there, with what it holds, down to the last one. A union has the forms of its
 * members, or the fields that all of them have. What comes to a document's type has to come here, and that is a new version.
 */
export type FormOf<A> = unknown extends A
  ? "any"
  : null extends A
    ? FilledForm<NonNullable<A>> extends infer F extends Scalar
      ? `${F} or null`
      : readonly ["or null", FilledForm<NonNullable<A>>]
    : FilledForm<A>

/** A form of some document. */
export type Form =
  | string
  | readonly ["list of" | "map of" | "or null" | "if there", Form]
  | readonly ["one of", ReadonlyArray<Form>]
  | { readonly [field: string]: Form }

/** A stored document cannot be read. It names no value of the document. */
export class StoredUnreadable extends Error {
  override readonly name = "StoredUnreadable"
  readonly table: string
  readonly id: string | undefined
  /** The version that the document has; `undefined` where it does not say. */
  readonly version: number | undefined

  constructor(of: { table: string; id: string | undefined; version: number | undefined; why: string }) {
    super(`${of.table} ${of.id ?? "(no id)"}, stored at version ${of.version ?? "(none)"}: ${of.why}`)
    this.table = of.table
    this.id = of.id
    this.version = of.version
  }
}

/** Makes a document of one version one of the next. Pure. */
export type Upgrade = (document: any) => unknown

/** How documents of a table are stored. */
export interface StoredAs<A> {
  readonly table: string
  /** 1, and one more for each upgrade. */
  readonly version: number
  readonly form: Form
  /** The text of a document. */
  readonly write: (document: A) => string
  /** The document of a text. Throws `StoredUnreadable`; give the row's id where it is known. */
  readonly read: (text: string, id?: string) => A
  /** Parses a text, or a part of one. Throws `StoredUnreadable`. */
  readonly parse: (text: string, id?: string) => unknown
  /** The document of what was parsed. Throws `StoredUnreadable`. */
  readonly accept: (parsed: unknown, id?: string) => A
}

/** How documents are stored. */
export interface StoredForm<A> {
  readonly table: string
  readonly form: FormOf<A>
  /** From version 1 to 2, from 2 to 3 … What was stored without a version is of version 1. */
  readonly upgrades?: ReadonlyArray<Upgrade>
}

/** Where a document says its version. One of version 1 does not. */
const versionField = "$v"

/** What something else than an object stands under from version 2 on. */
const valueField = "$value"

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  any: (value) => value !== undefined
}

const orNull = " or null"

/** Finds the field of a value that is wrong: its names from outside to inside, none for the value as a whole. */
type Misfit = (value: unknown) => ReadonlyArray<string> | undefined

const whole: ReadonlyArray<string> = []

const scalarMisfit = (kind: string): Misfit => {
  const fits = scalars[kind.endsWith(orNull) ? kind.slice(0, -orNull.length) : kind]!
  return kind.endsWith(orNull)
    ? (value) => (value === null || fits(value) ? undefined : whole)
    : (value) => (fits(value) ? undefined : whole)
}

const fieldsMisfit = (form: { readonly [field: string]: Form }): Misfit => {
  const names = Object.keys(form)
  const misfits = names.map((name) => misfitOf(form[name]!))
  return (value) => {
    if (!isFields(value)) return whole
    for (let at = 0; at < names.length; at++) {
      const wrong = misfits[at]!(value[names[at]!])
      if (wrong !== undefined) return [names[at]!, ...wrong]
    }
    return undefined
  }
}

/** What is wrong with the first value that does not fit. Its place in a list or its name in a map is not told: it may be private. */
const firstMisfit = (values: ReadonlyArray<unknown>, misfit: Misfit): ReadonlyArray<string> | undefined => {
  for (const value of values) {
    const wrong = misfit(value)
    if (wrong !== undefined) return ["*", ...wrong]
  }
  return undefined
}

const isPart = (form: Form): form is Extract<Form, ReadonlyArray<unknown>> => Array.isArray(form)

const misfitOf = (form: Form): Misfit => {
  if (typeof form === "string") return scalarMisfit(form)
  if (!isPart(form)) return fieldsMisfit(form)
  if (form[0] === "one of") {
    const misfits = form[1].map(misfitOf)
    return (value) => (misfits.some((misfit) => misfit(value) === undefined) ? undefined : whole)
  }
  const [how, inner] = form
  const misfit = misfitOf(inner)
  switch (how) {
    case "or null":
      return (value) => (value === null ? undefined : misfit(value))
    case "if there":
      return (value) => (value === undefined ? undefined : misfit(value))
    case "list of":
      return (value) => (Array.isArray(value) ? firstMisfit(value, misfit) : whole)
    case "map of":
      return (value) => (isFields(value) ? firstMisfit(Object.values(value), misfit) : whole)
  }
}

const idIn = (value: unknown): string | undefined =>
  isFields(value) && typeof value["id"] === "string" ? value["id"] : undefined

const declared = new Map<string, StoredAs<any>>()

/** Every kind of document that was declared so far, for tests that hold them to what was released. */
export const declaredDocuments = (): ReadonlyArray<StoredAs<unknown>> => [...declared.values()]

/** Declares how the documents of a table are stored. Declare each table once. */
export const storedAs = <A>({ form, table, upgrades = [] }: StoredForm<A>): StoredAs<A> => {
  const version = upgrades.length + 1
  const misfit = misfitOf(form as Form)
  const unreadable = (why: string, id: string | undefined, found?: number) =>
    new StoredUnreadable({ table, id, version: found, why })

  /** A document of an earlier version, brought up to date. */
  const upgraded = (stored: unknown, from: number, id: string | undefined): unknown => {
    if (from > version) throw unreadable(`this program knows version ${version}`, id, from)
    let document = stored
    for (let step = from; step < version; step++) {
      try {
        document = upgrades[step - 1]!(document)
      } catch {
        // The error may quote the document.
        throw unreadable(`it cannot be brought to version ${step + 1}`, id, step)
      }
    }
    return document
  }

  const accept = (parsed: unknown, row?: string): A => {
    let document = parsed
    let from = 1
    if (isFields(parsed) && versionField in parsed) {
      const { [versionField]: said, ...rest } = parsed
      if (!Number.isInteger(said)) throw unreadable("its version is no number", row ?? idIn(parsed))
      from = said as number
      document = valueField in rest ? rest[valueField] : rest
    }
    if (from !== version) document = upgraded(document, from, row ?? idIn(parsed))
    const wrong = misfit(document)
    if (wrong === undefined) return document as A
    throw unreadable(
      wrong === whole ? "it has another form" : `its field ${wrong.join(".")} is missing or has another form`,
      row ?? idIn(parsed),
      from
    )
  }

  const parse = (text: string, id?: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      // The error may quote the text.
      throw unreadable("it is no JSON", id)
    }
  }

  const stored: StoredAs<A> = {
    table,
    version,
    form: form as Form,
    write: (document) => {
      const text = JSON.stringify(document)
      if (version === 1) return text
      if (!text.startsWith("{")) return `{"${versionField}":${version},"${valueField}":${text}}`
      return text === "{}" ? `{"${versionField}":${version}}` : `{"${versionField}":${version},${text.slice(1)}`
    },
    read: (text, id) => accept(parse(text, id), id),
    parse,
    accept
  }
  declared.set(table, stored)
  return stored
}
