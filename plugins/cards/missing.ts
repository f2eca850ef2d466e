/** The row of the error table for an object that cannot be found; the object may exist in another region. */
import { row, type ErrorRow } from "./error-catalogue.ts"

/** Where an object is looked for, to complete a sentence. */
export const inThisRegion = "in the data region of this request (SVC-Data-Region)"

/** There is no such object, as far as this caller can see. */
export const missing = (what: string): ErrorRow<unknown> =>
  row("resource_missing", () => ({ message: `There is no such ${what} ${inThisRegion}` }))
