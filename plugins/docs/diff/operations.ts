/** Compares versions of a document (decisions docs 4.3). */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { CallerShape } from "../../../src/plugin.ts"
import * as documents from "../documents/operations.ts"
import { DocsRefused, NotFound } from "../errors.ts"
import { Workbench } from "../workbench/Workbench.ts"
import type { ApiChange } from "./ApiChange.ts"

type Reader = Pick<CallerShape, "store" | "scope">

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

const compareOnWorkbench = Effect.fnUntraced(function* (from: string, to: string) {
  const workbench = yield* Workbench
  const events = yield* Stream.runCollect(workbench.run({ kind: "compare", from, to }))
  for (const event of events) if (event.type === "compared") return event.changes
  return undefined
})

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
  const known = from.model !== undefined && to.model !== undefined
  const api = known ? yield* compareOnWorkbench(from.model!, to.model!) : undefined
  return { from, to, api, document }
})
