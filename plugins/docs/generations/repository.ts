/** Generations as rows: columns for what lists are narrowed by, the rest as one JSON document. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  integer,
  orNull,
  readKeyset,
  type KeysetQuery,
  storedAs,
  text,
  versionedTable,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { Generation, GenerationStatus } from "./Generation.ts"

/** A generation as it was read, with the version that an update must find. */
export interface StoredGeneration {
  readonly generation: Generation
  readonly version: number
}

/** How generations are stored. */
export const storedGeneration = storedAs<Generation>({
  table: "docs_generations",
  form: {
    id: "text",
    createdAt: "number",
    status: "text",
    projectId: "text or null",
    docType: "text",
    settings: "object",
    sourceIds: "list",
    run: "number",
    cancelRequested: "boolean",
    startedAt: "number or null",
    finishedAt: "number or null",
    sections: "object",
    documentId: "text or null",
    versionId: "text or null",
    report: "object or null",
    error: "object or null"
  }
})

const table = versionedTable(
  "docs_generations",
  { id: text, scope: text, project_id: orNull(text), status: text, doc_type: text, created_at: integer, state: text },
  ["scope", "project_id", "doc_type", "created_at"]
)

const rowOf = (scope: string, generation: Generation) => ({
  id: generation.id,
  scope,
  project_id: generation.projectId,
  status: generation.status,
  doc_type: generation.docType,
  created_at: generation.createdAt,
  state: storedGeneration.write(generation)
})

/** The write of a generation: new, or changed since `version`. */
export const save = (scope: string, generation: Generation, version: number | undefined): Write<VersionConflict> =>
  version === undefined ? table.insert(rowOf(scope, generation)) : table.update(rowOf(scope, generation), version)

/** A generation of a scope, or `undefined`. */
export const byId = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredGeneration | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly state: string; readonly version: number }>(
      `SELECT state, version FROM docs_generations WHERE id = ? AND scope = ?`,
      [id, scope]
    ),
    ([row]) =>
      row === undefined ? undefined : { generation: storedGeneration.read(row.state), version: Number(row.version) }
  )

/** What a list may be narrowed by. */
export interface GenerationFilter {
  readonly projectId?: string | undefined
  readonly status?: GenerationStatus | undefined
  readonly docType?: string | undefined
}

/** An entry with its place in the list. */
export type PlacedGeneration = Generation & { readonly sequence: number }

/** Generations of a scope, newest first, from a position on. */
export const list = (
  store: RegionStore,
  of: { readonly scope: string; readonly filter: GenerationFilter },
  after: Cursor.CursorPosition | undefined,
  rows: number
): Effect.Effect<ReadonlyArray<PlacedGeneration>, StoreUnavailable> => {
  const where: KeysetQuery["where"] = [
    ["scope = ?", of.scope],
    ["project_id = ?", of.filter.projectId],
    ["status = ?", of.filter.status],
    ["doc_type = ?", of.filter.docType]
  ]
  const query = { table: "docs_generations", columns: ["state"], where }
  return Effect.map(
    readKeyset<{ readonly state: string; readonly sequence: number; readonly created_at: number }>(
      store,
      query,
      after,
      rows
    ),
    (found) => found.map((row) => ({ ...storedGeneration.read(row.state), sequence: Number(row.sequence) }))
  )
}
