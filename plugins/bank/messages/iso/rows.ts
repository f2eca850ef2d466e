/**
 * A message as a table: a row per element, in the order of the schema, that says where it stands, which field it
 * carries and of which type. One table both writes and reads, so what is written can be read again.
 */
import type { Profile } from "./profiles.ts"
import type { XmlElement } from "../../../../src/plugin.ts"

/** Something in a message that cannot be written or read. */
export interface MessageIssue {
  /** The element below the message, such as `CdtTrfTxInf/Cdtr/Nm`. */
  readonly path: string
  readonly problem: string
  /** Where the element stands in a text that was read; absent for what is missing, and when writing. */
  readonly line?: number
  readonly column?: number
}

/** What an element holds when it is written. */
export interface Content {
  readonly attributes?: Readonly<Record<string, string>>
  readonly children?: ReadonlyArray<XmlElement>
  readonly text?: string
}

/** What types see while they write. Issues are collected, so that a caller sees all of them at once. Its functions need their `this`. */
export interface Writing {
  readonly profile: Profile
  /** What the elements stand in. */
  readonly namespace: string
  readonly issue: (problem: string, path?: string) => void
  readonly within: (path: string) => Writing
}

/** What types see while they read. The profile is known only when the caller named one. Its functions need their `this`. */
export interface Reading {
  readonly profile: Profile | undefined
  readonly version: string
  readonly issue: (element: XmlElement, problem: string, path?: string) => void
  /** Tells of an element that no row knows. */
  readonly unread: (path: string) => void
  readonly within: (path: string) => Reading
}

/** How a value stands in an element. `undefined` means that an issue was told. */
export interface ElementType<A> {
  readonly write: (value: A, writing: Writing) => Content | undefined
  readonly read: (element: XmlElement, reading: Reading) => A | undefined
}

/** When a row counts. Writing looks at the profile and the message; reading takes what it finds. */
export type When<T> = (profile: Profile, message: T) => boolean

/** An element that carries a field. */
export interface FieldRow<T> {
  readonly kind: "field"
  readonly path: ReadonlyArray<string>
  /** The path as a text. */
  readonly at: string
  readonly field: keyof T & string
  readonly required: boolean
  readonly many: boolean
  readonly type: ElementType<unknown>
  readonly when: When<T>
}

/** An element that always says the same, or what the profile or another field makes of it. */
export interface FixedRow<T> {
  readonly kind: "fixed"
  readonly path: ReadonlyArray<string>
  /** Attributes and text as text; `undefined` leaves the element out. */
  readonly value: (profile: Profile, message: T) => string | undefined
  /** The text that a reader insists on, when it does not depend on the profile. */
  readonly always: string | undefined
}

export type Row<T> = FieldRow<T> | FixedRow<T>

/** The rows of one element, in the order of the schema. */
export type Rows<T> = ReadonlyArray<Row<T>>

type RequiredKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T] & string
type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T] & string
type Item<A> = A extends ReadonlyArray<infer I> ? I : never

export interface RowMakers<T> {
  /** An element that every message has. */
  readonly one: <K extends RequiredKeys<T>>(path: string, field: K, type: ElementType<T[K]>, when?: When<T>) => Row<T>
  /** An element that may be absent. */
  readonly optional: <K extends OptionalKeys<T>>(
    path: string,
    field: K,
    type: ElementType<NonNullable<T[K]>>,
    when?: When<T>
  ) => Row<T>
  /** An element that may come several times; the field is an array, absent when there is none. */
  readonly many: <K extends OptionalKeys<T>>(
    path: string,
    field: K,
    type: ElementType<Item<NonNullable<T[K]>>>,
    when?: When<T>
  ) => Row<T>
  /** An element with one text for ever. */
  readonly always: (path: string, value: string) => Row<T>
  /** An element whose text follows from the profile or from other fields; it is written and not read. */
  readonly derived: (path: string, value: (profile: Profile, message: T) => string | undefined) => Row<T>
}

const everywhere = () => true

/** An issue for each field that a network needs and a message lacks, by the paths of their elements. */
export const missingFields = <T>(
  message: T,
  paths: Readonly<Partial<Record<keyof T & string, string>>>
): ReadonlyArray<MessageIssue> =>
  Object.entries(paths).flatMap(([field, path]) =>
    message[field as keyof T] === undefined ? [{ path: String(path), problem: "is missing" }] : []
  )

/** The row makers for a message, `rowsOf<CreditTransfer>()`, which hold its field names and types to its interface. */
export const rowsOf = <T>(): RowMakers<T> => {
  const field = (required: boolean, many: boolean) =>
    ((path: string, name: keyof T & string, type: ElementType<unknown>, when: When<T> = everywhere): Row<T> => ({
      kind: "field",
      path: path.split("/"),
      at: path,
      field: name,
      required,
      many,
      type,
      when
    })) as never
  return {
    one: field(true, false),
    optional: field(false, false),
    many: field(false, true),
    always: (path, value) => ({ kind: "fixed", path: path.split("/"), value: () => value, always: value }),
    derived: (path, value) => ({ kind: "fixed", path: path.split("/"), value, always: undefined })
  }
}
