/** Compares versions of a document (decisions docs 4.3). */
import * as Effect from "effect/Effect"
import * as documents from "../documents/operations.ts"
import { DocsRefused, NotFound } from "../errors.ts"
import type { Reader } from "../finding.ts"
import { work } from "../workbench/work.ts"
import type { ApiChange } from "./ApiChange.ts"

/** Which versions: `baseline`, `latest`, or one by its id. */
export interface DiffRequest {
  readonly documentId: string
  readonly from: string
  readonly to: string
}

/** The two texts, and the changes of the API if both versions are of one. */
export interface Comparison {
  readonly from: { readonly id: string; readonly content: Uint8Array }
  readonly to: { readonly id: string; readonly content: Uint8Array }
  readonly api: ReadonlyArray<ApiChange> | undefined
}

/** Compares. Fails with `NotFound`, or `DocsRefused` when there is no baseline. */
export const compare = Effect.fnUntraced(function* (caller: Reader, request: DiffRequest) {
  const document = yield* documents.retrieve(caller, request.documentId)
  const idOf = (named: string) =>
    named === "latest" ? document.latestVersionId : named === "baseline" ? document.baselineVersionId : named
  const side = Effect.fnUntraced(function* (named: string) {
    const id = idOf(named)
    if (id === null) {
      const message = "The document has no baseline. Set one, or name a version"
      return yield* new DocsRefused({ code: "conflict", message })
    }
    const { content, version } = yield* documents.retrieveBytes(caller, id)
    if (version.documentId !== document.id) return yield* new NotFound({ what: "version" })
    return { id, content, model: yield* documents.modelOf(caller, id) }
  })
  const [from, to] = [yield* side(request.from), yield* side(request.to)]
  const models = from.model === undefined || to.model === undefined ? undefined : { from: from.model, to: to.model }
  const api = models && (yield* work({ kind: "compare", ...models }, "compared")).changes
  return { from, to, api, document }
})
