/** The kinds of document that can be made: one row each. */
import type { DocType } from "../model/GeneratedDocument.ts"
import { apiReference } from "./api-reference/apiReference.ts"
import type { Output } from "./Output.ts"
import { releaseNotes } from "./release-notes/releaseNotes.ts"

/** Kind → output. */
export const outputs: { readonly [Type in DocType]?: Output } = {
  "api-reference": apiReference,
  "release-notes": releaseNotes
}
