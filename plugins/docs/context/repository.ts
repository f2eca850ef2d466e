/** Context documents as rows. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  integer,
  longText,
  readKeyset,
  readLongText,
  storedAs,
  text,
  versionedTable,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { ContextDocument } from "./ContextDocument.ts"

/** A context document as it was read, with the version that its removal must find. */
export interface StoredContextDocument {
  readonly document: ContextDocument
  readonly content: string
  readonly version: number
}

const form = storedAs<ContextDocument>({
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

const documents = versionedTable(
  "docs_context_documents",
  { id: text, scope: text, created_at: integer, state: text, content: longText(text) },
  ["scope", "created_at", "content"]
)

/** The write of a new one. */
export const insert = (scope: string, document: ContextDocument, content: string): Write =>
  documents.insert({
    id: document.id,
    scope,
    created_at: document.createdAt,
    state: form.write(document),
    content
  })

/** The write that removes one. */
export const remove = ({ document, version }: StoredContextDocument): Write<VersionConflict> =>
  documents.remove(document.id, version)

/** One of a scope, or `undefined`. */
export const byId = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredContextDocument | undefined, StoreUnavailable> =>
  Effect.gen(function* () {
    const [row] = yield* store.read<{ readonly state: string; readonly version: number }>(
      `SELECT state, version FROM docs_context_documents WHERE id = ? AND scope = ?`,
      [id, scope]
    )
    const where = { where: ["id = ?", "scope = ?"], params: [id, scope] }
    const content = yield* readLongText(store, { table: "docs_context_documents", column: "content", ...where })
    return row === undefined || content === undefined
      ? undefined
      : { document: form.read(row.state), content, version: Number(row.version) }
  })

/** Those of a scope, newest first. */
export const list = (
  store: RegionStore,
  scope: string,
  after: Cursor.CursorPosition | undefined,
  rows: number
): Effect.Effect<ReadonlyArray<ContextDocument & { readonly sequence: number }>, StoreUnavailable> =>
  Effect.map(
    readKeyset<{ readonly state: string; readonly sequence: number; readonly created_at: number }>(
      store,
      { table: "docs_context_documents", columns: ["state"], where: [["scope = ?", scope]] },
      after,
      rows
    ),
    (found) => found.map((row) => ({ ...form.read(row.state), sequence: Number(row.sequence) }))
  )
