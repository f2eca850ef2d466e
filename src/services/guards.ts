/**
 * Guards for what other people's code gives and answers. They are plain functions: a schema would do, but every program that imports the
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
    Array.isArray(value) && value.every((item) => guard(item))

/** An object with at least these fields. */
export const isRecord =
  <A>(fields: { readonly [Name in keyof A]-?: Guard<A[Name]> }): Guard<A> =>
  (value): value is A =>
    typeof value === "object" &&
    value !== null &&
    Object.entries<Guard<unknown>>(fields).every(([name, guard]) =>
      guard((value as Readonly<Record<string, unknown>>)[name])
    )

/**
 * For hosts in JavaScript, whom no compiler tells: throws a `TypeError` where what they give is no object, or has a name that is not
 * known. That name is misspelled, and the default would stand in place of what was meant.
 */
export const checkNames = <A extends object>(
  [owner, what]: readonly [owner: string, what: "option" | "connection" | "field"],
  given: A | undefined,
  known: Readonly<Record<keyof A, unknown>>
): void => {
  if (given === undefined) return
  if (!isRecord({})(given)) throw new TypeError(`${owner}: give ${what}s as an object, not ${String(given)}`)
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  throw new TypeError(`${owner} has no ${what} ${unknown}: it has ${Object.keys(known).join(", ")}`)
}

/** For the same: throws a `RangeError` for a mode that is none. Left out, it would be neither, and open what each of them keeps shut. */
export const checkMode = (service: string, mode: unknown): void => {
  if (mode === "sandbox" || mode === "production") return
  throw new RangeError(`${service}: mode must be "sandbox" or "production", not ${JSON.stringify(mode)}`)
}
