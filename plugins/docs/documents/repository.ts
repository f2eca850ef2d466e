/** Documents and versions as rows. A version's text is a column of its own, read only where it is asked for. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import {
  given,
  integer,
  key,
  longText,
  ownedDocumentTable,
  readLongText,
  storedAs,
  table,
  text,
  type RegionStore,
  type StoredUnder,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import { storedReport } from "../model/storedReport.ts"
import { textTable } from "../textTable.ts"
import type { Document, DocumentVersion } from "./Document.ts"

/** A document as it was read, with the version that an update must find. */
export type StoredDocument = StoredUnder<"document", Document>

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
    sections: [
      "list of",
      { length: "number", sha256: "text", writer: "text", id: "text", title: "text", level: "number" }
    ],
    documentId: "text",
    report: ["or null", storedReport],
    title: "text",
    author: "text",
    generationId: "text or null"
  }
})

export const documents = ownedDocumentTable("document", {
  stored: storedDocument,
  columns: ["project_id", "doc_type"],
  columnsOf: (document: Document) => ({ project_id: document.projectId, doc_type: document.docType }),
  fixed: ["project_id", "doc_type"]
})

/** Versions, with their texts. What is read has the version of its row as `version`. */
export const versions = textTable("documentVersion", {
  stored: storedVersion,
  columns: { document_id: text, number: integer, sha256: text },
  columnsOf: ({ documentId, number, sha256 }: DocumentVersion) => ({ document_id: documentId, number, sha256 })
})

/** The write of a document: new, or changed since `version`. */
export const saveDocument = (scope: string, document: Document, version: number | undefined): Write<VersionConflict> =>
  version === undefined ? documents.insert(scope, document) : documents.update(scope, document, version)

/** The document of a project and kind, or `undefined`. */
export const documentOf = (
  store: RegionStore,
  scope: string,
  of: { readonly projectId: string; readonly docType: DocType }
) =>
  Effect.map(
    documents.where(store, scope, "project_id = ? AND doc_type = ?", [of.projectId, of.docType]),
    ([found]) => found
  )

/** A version of a scope without its text, or `undefined`. */
export const versionById = (store: RegionStore, scope: string, id: string) =>
  Effect.map(versions.byId(store, scope, id), (found) => found?.documentVersion)

/** Those of some content hashes that versions of a scope have. */
export const hashesOfVersions = (store: RegionStore, scope: string, hashes: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(Arr.chunksOf(hashes, 100), (some) =>
      store.read<{ readonly sha256: string }>(
        `SELECT sha256 FROM docs_versions WHERE scope = ? AND sha256 IN (${some.map(() => "?").join(", ")})`,
        [scope, ...some]
      )
    ),
    (found) => new Set(found.flat().map(({ sha256 }) => sha256))
  )

/** What a list may be narrowed by. */
export interface DocumentFilter {
  readonly projectId?: string | undefined
  readonly docType?: DocType | undefined
}

const models = table("docs_version_models", {
  version_id: key(text),
  scope: text,
  document_id: text,
  model: longText(text)
})

const ofDocument = { document_id: given, scope: given } as const
const removeModels = models.deleting(ofDocument)
const removeVersions = versions.rows.deleting(ofDocument)

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
