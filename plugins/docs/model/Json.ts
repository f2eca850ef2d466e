/** JSON values as sources hold them. */
import { readOrNone } from "./decoded.ts"

/** Any JSON value. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

/** A JSON object. Integer-like keys come first, as in every JavaScript engine; the others in the author's order. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** Whether a value is an object and not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The text, or `undefined` for anything else. */
export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** The list, or an empty one for anything else. */
export const listOf = (value: unknown): ReadonlyArray<Json> => (Array.isArray(value) ? (value as Array<Json>) : [])

/** The members of an object whose keys are no extension (`x-…`), in order; none for anything else. */
export const membersOf = (value: unknown): ReadonlyArray<readonly [string, Json]> =>
  isObject(value) ? Object.entries(value).filter(([name]) => !name.startsWith("x-")) : []

/** What a text says that is JSON. */
export const jsonIn = (text: string): Json | undefined => readOrNone<Json>(() => JSON.parse(text))

/** Whether two values are the same JSON, whatever the order of keys. */
export const sameJson = (one: Json, other: Json): boolean => {
  if (one === other) return true
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => sameJson(item, other[at]!))
  }
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameJson(one[name]!, other[name]!))
  )
}
