/**
 * Guards for what other people's code answers. They are plain functions: a schema would do, but every program that imports the
 * engine would load the whole of `effect/Schema` for it.
 */

/** Tells whether a value is one of a kind. */
export type Guard<A> = (value: unknown) => value is A

export const isText: Guard<string> = (value) => typeof value === "string"

export const isNumber: Guard<number> = (value) => typeof value === "number"

export const isInteger: Guard<number> = (value): value is number => Number.isSafeInteger(value)

/** An integer from 0 to 100. */
export const isPercent: Guard<number> = (value): value is number => isInteger(value) && value >= 0 && value <= 100

export const isBoolean: Guard<boolean> = (value) => typeof value === "boolean"

export const isOneOf =
  <const A>(all: ReadonlyArray<A>): Guard<A> =>
  (value): value is A =>
    (all as ReadonlyArray<unknown>).includes(value)

/** What may be left out. */
export const isOptional =
  <A>(guard: Guard<A>): Guard<A | undefined> =>
  (value): value is A | undefined =>
    value === undefined || guard(value)

export const isListOf =
  <A>(guard: Guard<A>): Guard<ReadonlyArray<A>> =>
  (value): value is ReadonlyArray<A> =>
    Array.isArray(value) && Array.from<unknown>(value).every((item) => guard(item))

/** An object with at least these fields. */
export const isRecord =
  <A>(fields: { readonly [Name in keyof A]-?: Guard<A[Name]> }): Guard<A> =>
  (value): value is A =>
    typeof value === "object" &&
    value !== null &&
    Object.entries<Guard<unknown>>(fields).every(([name, guard]) =>
      guard((value as Readonly<Record<string, unknown>>)[name])
    )
