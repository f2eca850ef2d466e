/** Transformations of texts in process: the same as over HTTP. Offsets are in UTF-16 units. */
import type { CallerShape } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { TransformBody } from "./api.ts"
import * as operations from "./operations.ts"

const transforming = callsOf(DocsApi, "transformations").change("transform")

/**
 * Transforms a text, or a selection of it; nothing is stored. Fails with `NotFound` for what is named and not there, or `DocsRefused`, as
 * with `material_required` where nothing is known that could be added.
 */
export const transform = (caller: CallerShape, command: typeof TransformBody.Encoded) =>
  transforming(caller, { command }, (asking, body) => operations.transform(asking, body, false))

/** The same, and saves the result as a version of the document that `context.documentId` names, where the text stands. Fails as `transform`. */
export const apply = (caller: CallerShape, command: typeof TransformBody.Encoded) =>
  transforming(caller, { id: "apply", command }, (asking, body) => operations.transform(asking, body, true))
