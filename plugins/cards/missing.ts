/** What errors say of an object that cannot be found, and of test values that are none. */
import { row, type ErrorRow } from "./error-catalogue.ts"

/** Where an object is looked for, to complete a sentence. */
export const inThisRegion = "on this account in the data region of this request (SVC-Data-Region)"

/** Where test values of a kind are listed: the end of a message about one that is none. */
export const listedFor = (what: string): string => `The API reference lists ${what} under The sandbox`

/** The lists of what exists in a sandbox from the start. */
export const ready = {
  paymentMethods: listedFor("the payment methods for test keys"),
  bankAccounts: listedFor("the verified bank accounts for test keys")
} as const

/** There is no such object, as far as this caller can see. `listed` says where those are listed that are always there. */
export const missing = (what: string, listed?: string): ErrorRow<unknown> =>
  row("resource_missing", () => ({ message: sentences(`There is no such ${what} ${inThisRegion}`, listed) }))

/** What is wrong, and where the right values are listed, if they are. */
export const sentences = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined).join(". ")
