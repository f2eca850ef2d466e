/** Publications in process: the same as over HTTP. */
import type { CallerShape } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { publishOf, type PublishBody } from "./api.ts"
import * as operations from "./operations.ts"

const { change, read } = callsOf(DocsApi, "publications")
const reading = read("retrieve")
const publishing = change("publish")

/**
 * Publishes a document as one commit; it is pending when this answers. The token is held in memory and never stored. Fails with
 * `NotFound` or `DocsRefused`.
 */
export const publish = (caller: CallerShape, documentId: string, command: typeof PublishBody.Encoded) =>
  publishing(caller, { id: documentId, command }, (asking, body) =>
    operations.create(asking, { documentId, ...publishOf(body) })
  )

/** A publication as it is now. Fails with `NotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieve(asking, id))
