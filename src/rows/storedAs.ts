/**
 * Documents as they are stored: JSON of a known form and version. What was stored by an earlier version is brought up to date
 * when it is read; what cannot be read is a defect, never half an answer.
 */

/** What a field holds, as far as it is looked at: what is inside a list or an object is not. */
type BaseKind<T> = [T] extends [string]
  ? "text"
  : [T] extends [number]
    ? "number"
    : [T] extends [boolean]
      ? "boolean"
      : [T] extends [ReadonlyArray<unknown>]
        ? "list"
        : [T] extends [object]
          ? "object"
          : "any"

type KindOf<T> = null extends T ? `${BaseKind<NonNullable<T>>} or null` : BaseKind<T>

type RequiredKey<A, K extends keyof A = keyof A> = K extends keyof A ? (undefined extends A[K] ? never : K) : never

/**
 * The form of a document: every field that must be there, with what it holds. Of something else than an object, what it is. A
 * field that comes to the document's type has to come here, and that is a new version.
 */
export type FormOf<A> = [A] extends [ReadonlyArray<unknown>]
  ? "list"
  : [A] extends [object]
    ? { readonly [K in RequiredKey<A> & string]: KindOf<A[K]> }
    : BaseKind<A>

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
  readonly form: string | Readonly<Record<string, string>>
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

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  list: Array.isArray,
  object: isFields,
  any: (value) => value !== undefined
}

const orNull = " or null"

const checkOf = (kind: string): ((value: unknown) => boolean) => {
  const base = kinds[kind.endsWith(orNull) ? kind.slice(0, -orNull.length) : kind]!
  return kind.endsWith(orNull) ? (value) => value === null || base(value) : base
}

/** Finds what is wrong with a value: the name of a field, or `""` for the value as a whole. */
const misfitOf = (form: StoredAs<unknown>["form"]): ((value: unknown) => string | undefined) => {
  if (typeof form === "string") {
    const fits = checkOf(form)
    return (value) => (fits(value) ? undefined : "")
  }
  const names = Object.keys(form)
  const checks = names.map((name) => checkOf(form[name]!))
  return (value) => (isFields(value) ? names.find((name, at) => !checks[at]!(value[name])) : "")
}

const idIn = (value: unknown): string | undefined =>
  isFields(value) && typeof value["id"] === "string" ? value["id"] : undefined

const declared = new Map<string, StoredAs<any>>()

/** Every kind of document that was declared so far, for tests that hold them to what was released. */
export const declaredDocuments = (): ReadonlyArray<StoredAs<unknown>> => [...declared.values()]

/** Declares how the documents of a table are stored. Declare each table once. */
export const storedAs = <A>({ form, table, upgrades = [] }: StoredForm<A>): StoredAs<A> => {
  const version = upgrades.length + 1
  const misfit = misfitOf(form)
  const isObject = typeof form !== "string"
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
      wrong === "" ? "it has another form" : `its field ${wrong} is missing or has another form`,
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
    form: form as StoredAs<A>["form"],
    write: (document) => {
      const text = JSON.stringify(document)
      if (version === 1) return text
      if (!isObject) return `{"${versionField}":${version},"${valueField}":${text}}`
      return text === "{}" ? `{"${versionField}":${version}}` : `{"${versionField}":${version},${text.slice(1)}`
    },
    read: (text, id) => accept(parse(text, id), id),
    parse,
    accept
  }
  declared.set(table, stored)
  return stored
}
