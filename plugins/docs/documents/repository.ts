/** Documents and versions as rows. A version's text is a column of its own, read only where it is asked for. */
import * as Effect from "effect/Effect"
import {
  versionedTable,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import type { Document, DocumentVersion } from "./Document.ts"

/** A document as it was read, with the version that an update must find. */
export interface StoredDocument {
  readonly document: Document
  readonly version: number
}

const documents = versionedTable(
  "docs_documents",
  ["id", "scope", "project_id", "doc_type", "created_at", "state"],
  ["scope", "project_id", "doc_type", "created_at"]
)

const versions = versionedTable(
  "docs_versions",
  ["id", "scope", "document_id", "number", "sha256", "created_at", "state", "content"],
  ["scope", "document_id", "number", "sha256", "created_at", "content"]
)

const documentRow = (scope: string, document: Document) => ({
  id: document.id,
  scope,
  project_id: document.projectId,
  doc_type: document.docType,
  created_at: document.createdAt,
  state: JSON.stringify(document)
})

/** The write of a document: new, or changed since `version`. */
export const saveDocument = (scope: string, document: Document, version: number | undefined): Write<VersionConflict> =>
  version === undefined
    ? documents.insert(documentRow(scope, document))
    : documents.update(documentRow(scope, document), version)

/** The write of a new version with its text. */
export const insertVersion = (scope: string, version: DocumentVersion, content: string): Write =>
  versions.insert({
    id: version.id,
    scope,
    document_id: version.documentId,
    number: version.number,
    sha256: version.sha256,
    created_at: version.createdAt,
    state: JSON.stringify(version),
    content
  })

interface DocumentRow {
  readonly state: string
  readonly version: number
}

const storedDocument = ([row]: ReadonlyArray<DocumentRow>): StoredDocument | undefined =>
  row === undefined ? undefined : { document: JSON.parse(row.state) as Document, version: Number(row.version) }

/** A document of a scope, or `undefined`. */
export const documentById = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredDocument | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<DocumentRow>(`SELECT state, version FROM docs_documents WHERE id = ? AND scope = ?`, [id, scope]),
    storedDocument
  )

/** The document of a project and kind, or `undefined`. */
export const documentOf = (
  store: RegionStore,
  scope: string,
  of: { readonly projectId: string; readonly docType: DocType }
): Effect.Effect<StoredDocument | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<DocumentRow>(
      `SELECT state, version FROM docs_documents WHERE scope = ? AND project_id = ? AND doc_type = ?`,
      [scope, of.projectId, of.docType]
    ),
    storedDocument
  )

/** A version of a scope without its text, or `undefined`. */
export const versionById = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<DocumentVersion | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly state: string }>(`SELECT state FROM docs_versions WHERE id = ? AND scope = ?`, [id, scope]),
    ([row]) => (row === undefined ? undefined : (JSON.parse(row.state) as DocumentVersion))
  )

/** The text of a version, or `undefined`. */
export const contentOf = (
  store: RegionStore,
  scope: string,
  versionId: string
): Effect.Effect<string | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly content: string }>(`SELECT content FROM docs_versions WHERE id = ? AND scope = ?`, [
      versionId,
      scope
    ]),
    ([row]) => row?.content
  )
