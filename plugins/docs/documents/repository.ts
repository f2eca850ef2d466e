/** Documents and versions as rows. A version's text is a column of its own, read only where it is asked for. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  given,
  integer,
  key,
  longText,
  ownedDocumentTable,
  readKeyset,
  readLongBytes,
  readLongText,
  type LongText,
  storedAs,
  table,
  text,
  versionedTable,
  type RegionStore,
  type StoredUnder,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import type { Document, DocumentVersion } from "./Document.ts"

/** A document as it was read, with the version that an update must find. */
export type StoredDocument = StoredUnder<"document", Document>

/** How documents are stored. */
export const storedDocument = storedAs<Document>({
  table: "docs_documents",
  form: {
    id: "text",
    createdAt: "number",
    updatedAt: "number",
    projectId: "text or null",
    docType: "text",
    title: "text",
    latestVersionId: "text",
    latestNumber: "number",
    baselineVersionId: "text or null"
  }
})

const storedVersion = storedAs<DocumentVersion>({
  table: "docs_versions",
  form: {
    number: "number",
    id: "text",
    createdAt: "number",
    name: "text or null",
    sha256: "text",
    sections: "list",
    documentId: "text",
    report: "object or null",
    title: "text",
    author: "text",
    generationId: "text or null"
  }
})

const documents = ownedDocumentTable("document", {
  stored: storedDocument,
  columns: ["project_id", "doc_type"],
  columnsOf: (document: Document) => ({ project_id: document.projectId, doc_type: document.docType }),
  fixed: ["project_id", "doc_type"]
})

const versions = versionedTable(
  "docs_versions",
  {
    id: text,
    scope: text,
    document_id: text,
    number: integer,
    sha256: text,
    created_at: integer,
    state: text,
    content: longText(text)
  },
  ["scope", "document_id", "number", "sha256", "created_at", "content"]
)

/** The write of a document: new, or changed since `version`. */
export const saveDocument = (scope: string, document: Document, version: number | undefined): Write<VersionConflict> =>
  version === undefined ? documents.insert(scope, document) : documents.update(scope, document, version)

/** The write of a new version with its text. */
export const insertVersion = (scope: string, version: DocumentVersion, content: LongText): Write =>
  versions.insert({
    id: version.id,
    scope,
    document_id: version.documentId,
    number: version.number,
    sha256: version.sha256,
    created_at: version.createdAt,
    state: storedVersion.write(version),
    content
  })

/** A document of a scope, or `undefined`. */
export const documentById = documents.byId

/** The document of a project and kind, or `undefined`. */
export const documentOf = (
  store: RegionStore,
  scope: string,
  of: { readonly projectId: string; readonly docType: DocType }
): Effect.Effect<StoredDocument | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly state: string; readonly version: number }>(
      `SELECT state, version FROM docs_documents WHERE scope = ? AND project_id = ? AND doc_type = ?`,
      [scope, of.projectId, of.docType]
    ),
    ([row]) =>
      row === undefined ? undefined : { document: storedDocument.read(row.state), version: Number(row.version) }
  )

/** A version of a scope without its text, or `undefined`. */
export const versionById = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<DocumentVersion | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly state: string }>(`SELECT state FROM docs_versions WHERE id = ? AND scope = ?`, [id, scope]),
    ([row]) => (row === undefined ? undefined : storedVersion.read(row.state, id))
  )

const contentColumn = (scope: string, versionId: string) => ({
  table: "docs_versions",
  column: "content",
  where: ["id = ?", "scope = ?"],
  params: [versionId, scope]
})

/** The text of a version, or `undefined`. */
export const contentOf = (
  store: RegionStore,
  scope: string,
  versionId: string
): Effect.Effect<string | undefined, StoreUnavailable> => readLongText(store, contentColumn(scope, versionId))

/** The UTF-8 of that text, or `undefined`. */
export const bytesOf = (
  store: RegionStore,
  scope: string,
  versionId: string
): Effect.Effect<Uint8Array | undefined, StoreUnavailable> => readLongBytes(store, contentColumn(scope, versionId))

/** What a list may be narrowed by. */
export interface DocumentFilter {
  readonly projectId?: string | undefined
  readonly docType?: DocType | undefined
}

interface PlacedRow {
  readonly state: string
  readonly sequence: number
  readonly created_at: number
}

const placed = (rows: ReadonlyArray<PlacedRow>): ReadonlyArray<DocumentVersion & { readonly sequence: number }> =>
  rows.map((row) => ({ ...storedVersion.read(row.state), sequence: Number(row.sequence) }))

/** Documents of a scope, newest first, from a position on. */
export const listDocuments = (
  store: RegionStore,
  { filter, scope }: { readonly scope: string; readonly filter: DocumentFilter },
  after: Cursor.CursorPosition | undefined,
  rows: number
): Effect.Effect<ReadonlyArray<Document & { readonly sequence: number }>, StoreUnavailable> =>
  Effect.map(
    documents.list(store, {
      scope,
      after,
      rows,
      narrowing: { project_id: filter.projectId, doc_type: filter.docType }
    }),
    (found) => found.map(({ document, sequence }) => ({ ...document, sequence }))
  )

/** Versions of a document without their texts, newest first, from a position on. */
export const listVersions = (
  store: RegionStore,
  of: { readonly scope: string; readonly documentId: string },
  after: Cursor.CursorPosition | undefined,
  rows: number
): Effect.Effect<ReadonlyArray<DocumentVersion & { readonly sequence: number }>, StoreUnavailable> =>
  Effect.map(
    readKeyset<PlacedRow>(
      store,
      {
        table: "docs_versions",
        columns: ["state"],
        where: [
          ["document_id = ?", of.documentId],
          ["scope = ?", of.scope]
        ]
      },
      after,
      rows
    ),
    placed
  )

const models = table("docs_version_models", {
  version_id: key(text),
  scope: text,
  document_id: text,
  model: longText(text)
})

const ofDocument = { document_id: given, scope: given } as const
const removeModels = models.deleting(ofDocument)
const removeVersions = versions.table.deleting(ofDocument)

/** The writes that remove a document with its versions. */
export const removeDocument = (
  scope: string,
  { document, version }: StoredDocument
): ReadonlyArray<Write<VersionConflict>> => [
  documents.remove(document, version),
  removeModels({ document_id: document.id, scope }),
  removeVersions({ document_id: document.id, scope })
]

/** The write of the API models, as JSON, that a version was made of. */
export const insertModel = (scope: string, version: DocumentVersion, model: string): Write =>
  models.insert({ version_id: version.id, scope, document_id: version.documentId, model })

/** The API models of a version, or `undefined`. */
export const modelOf = (
  store: RegionStore,
  scope: string,
  versionId: string
): Effect.Effect<string | undefined, StoreUnavailable> =>
  readLongText(store, {
    table: "docs_version_models",
    column: "model",
    keyColumn: "version_id",
    where: ["version_id = ?", "scope = ?"],
    params: [versionId, scope]
  })
