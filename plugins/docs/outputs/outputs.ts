/** The kinds of document that can be made: one row each. */
import type { DocType } from "../model/GeneratedDocument.ts"
import { adminGuide } from "./admin-guide/adminGuide.ts"
import { apiReference } from "./api-reference/apiReference.ts"
import type { Output } from "./Output.ts"
import { readme } from "./readme/readme.ts"
import { releaseNotes } from "./release-notes/releaseNotes.ts"
import { userGuide } from "./user-guide/userGuide.ts"

/** Kind → output. */
export const outputs: { readonly [Type in DocType]?: Output } = {
  "api-reference": apiReference,
  readme,
  "user-guide": userGuide,
  "admin-guide": adminGuide,
  "release-notes": releaseNotes
}
