/** Context documents as rows, with their texts. */
import * as Effect from "effect/Effect"
import { storedAs, type RegionStore, type StoreUnavailable } from "../../../src/plugin.ts"
import { textTable } from "../textTable.ts"
import type { ContextDocument } from "./ContextDocument.ts"

/** A context document as it was read, with the version that its removal must find. */
export interface StoredContextDocument {
  readonly document: ContextDocument
  readonly content: string
  readonly version: number
}

const stored = storedAs<ContextDocument>({
  table: "docs_context_documents",
  form: {
    id: "text",
    createdAt: "number",
    name: "text",
    kind: "text",
    sha256: "text",
    size: "number",
    format: "text",
    understood: "number"
  }
})

export const contextDocuments = textTable("document", { stored, columns: {}, columnsOf: () => ({}) })

/** One of a scope with its text, or `undefined`. */
export const byId = Effect.fnUntraced(function* (
  store: RegionStore,
  scope: string,
  id: string
): Effect.fn.Return<StoredContextDocument | undefined, StoreUnavailable> {
  const found = yield* contextDocuments.byId(store, scope, id)
  const content = yield* contextDocuments.textOf(store, scope, id)
  return found === undefined || content === undefined ? undefined : { ...found, content }
})
