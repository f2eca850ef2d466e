/** Publications as rows. */
import * as Effect from "effect/Effect"
import {
  integer,
  orNull,
  storedAs,
  text,
  versionedTable,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { Publication } from "./Publication.ts"

/** A publication as it was read, with the version that an update must find. */
export interface StoredPublication {
  readonly publication: Publication
  readonly version: number
}

const form = storedAs<Publication>({
  table: "docs_publications",
  form: {
    id: "text",
    createdAt: "number",
    status: "text",
    changed: "boolean or null",
    message: "text",
    repositoryUrl: "text",
    branch: "text or null",
    docType: "text",
    finishedAt: "number or null",
    documentId: "text",
    versionId: "text",
    error: "object or null",
    generationId: "text or null",
    path: "text",
    createBranch: "boolean",
    baseBranch: "text or null",
    commit: "text or null"
  }
})

const table = versionedTable(
  "docs_publications",
  { id: text, scope: text, document_id: text, asked_by: orNull(text), created_at: integer, state: text },
  ["scope", "document_id", "asked_by", "created_at"]
)

const rowOf = (scope: string, publication: Publication, askedBy: string | null) => ({
  id: publication.id,
  scope,
  document_id: publication.documentId,
  asked_by: askedBy,
  created_at: publication.createdAt,
  state: form.write(publication)
})

/** The write of a new publication; `askedBy` is the generation that it belongs to, if it does. */
export const insert = (scope: string, publication: Publication, askedBy: string | null): Write =>
  table.insert(rowOf(scope, publication, askedBy))

/** The write of a publication that changed since `version`. */
export const update = (scope: string, publication: Publication, version: number): Write<VersionConflict> =>
  table.update(rowOf(scope, publication, null), version)

interface StateRow {
  readonly state: string
  readonly version: number
}

const stored = ([row]: ReadonlyArray<StateRow>): StoredPublication | undefined =>
  row === undefined ? undefined : { publication: form.read(row.state), version: Number(row.version) }

/** A publication of a scope, or `undefined`. */
export const byId = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredPublication | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(`SELECT state, version FROM docs_publications WHERE id = ? AND scope = ?`, [id, scope]),
    stored
  )

/** The publication that a generation asked for itself, or `undefined`. */
export const ofGeneration = (
  store: RegionStore,
  scope: string,
  generationId: string
): Effect.Effect<StoredPublication | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(`SELECT state, version FROM docs_publications WHERE asked_by = ? AND scope = ?`, [
      generationId,
      scope
    ]),
    stored
  )
