/** From what was typed to what an action takes, and what is wrong with it. */
import type { Field, MoneyValue } from "../api/wire.ts"
import { minorDigits } from "../parts/format.ts"
import { chosenIn, type Typed } from "./Fields.tsx"

/** The currency of the amounts of a form: that of its own field, else that of the row. */
export const currencyOf = (typed: Typed, of: MoneyValue | undefined): string | undefined => {
  const given = typed["currency"]?.trim()
  if (given === undefined) return of?.currency
  return /^[a-z]{3}$/i.test(given) ? given : undefined
}

/** Minor units of a typed amount; `undefined` when it is none. */
export const minorOf = (typed: string, currency: string): number | undefined => {
  const digits = minorDigits(currency)
  const found = /^\s*(\d+)(?:[.,](\d+))?\s*$/.exec(typed.replaceAll(/[\s_'’]/g, ""))
  if (found === null || (found[2] ?? "").length > digits) return undefined
  const minor = Number(`${found[1]}${(found[2] ?? "").padEnd(digits, "0")}`)
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** The field of every action for the audit. */
export const reasonKey = "reason for the audit"

/** Asks everybody who changes something why. */
export const reasonField: Field = {
  key: reasonKey,
  title: "Why you do it",
  kind: "note",
  required: true,
  hint: "It stands in the audit with your session, in at least three letters."
}

/** What is sent, or what is wrong. */
export type Checked = { readonly value: unknown } | { readonly problem: string } | undefined

const checkedJson = (typed: string): Checked => {
  try {
    return { value: JSON.parse(typed) as unknown }
  } catch {
    return { problem: "This is not JSON yet: look for a missing quote, comma or bracket." }
  }
}

export const checked = (field: Field, typed: Typed, of: MoneyValue | undefined): Checked => {
  const text = typed[field.key] ?? ""
  if (field.kind === "switch") return { value: text === "true" }
  if (text.trim() === "") return field.required ? { problem: "This is needed." } : undefined
  if (field.key === reasonKey && text.trim().length < 3) return { problem: "Say it in at least three letters." }
  if (field.kind === "choices") return { value: chosenIn(text) }
  if (field.kind === "json") return checkedJson(text)
  if (field.kind === "number") {
    const value = Number(text)
    return Number.isFinite(value) ? { value } : { problem: "This is not a number." }
  }
  if (field.kind === "money") {
    const currency = currencyOf(typed, of) ?? "usd"
    const value = minorOf(text, currency)
    return value === undefined
      ? {
          problem: `An amount in ${currency.toUpperCase()}, such as ${minorDigits(currency) === 0 ? "1200" : "12.00"}.`
        }
      : { value }
  }
  return { value: text.trim() }
}

/** What stands in the form at first. */
export const firstTyped = (fields: ReadonlyArray<Field>): Typed =>
  Object.fromEntries(
    fields.map(({ key, kind, required, of, value }) => [
      key,
      value ?? (required && kind !== "file" ? (of?.[0] ?? "") : "")
    ])
  )
