/** What errors say of an object that cannot be found, and of test values that are none. */
import { row, type ErrorRow } from "./error-catalogue.ts"

/** Where an object is looked for, to complete a sentence. */
export const inThisRegion = "in the data region of this request (SVC-Data-Region)"

/** There is no such object, as far as this caller can see. */
export const missing = (what: string): ErrorRow<unknown> =>
  row("resource_missing", () => ({ message: `There is no such ${what} ${inThisRegion}` }))

/** Where test values of a kind are listed: the end of a message about one that is none. */
export const listedFor = (what: string): string => `The API reference lists ${what} under The sandbox`
