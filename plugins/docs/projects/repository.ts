/** Projects and sources as rows. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  given,
  integer,
  longText,
  orNull,
  ownedDocumentTable,
  readKeyset,
  readLongBytes,
  type LongText,
  storedAs,
  text,
  versionedTable,
  type RegionStore,
  type StoredUnder,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { repositoryKeyOf, type Project } from "./Project.ts"
import type { Source } from "./Source.ts"

/** A project as it was read, with the version that an update must find. */
export type StoredProject = StoredUnder<"project", Project>

/** A source as it was read. */
export interface StoredSource {
  readonly source: Source
  readonly version: number
}

/** How projects are stored. */
export const storedProject = storedAs<Project>({
  table: "docs_projects",
  form: { id: "text", createdAt: "number", name: "text", updatedAt: "number" }
})

const storedSource = storedAs<Source>({
  table: "docs_sources",
  form: {
    id: "text",
    createdAt: "number",
    name: "text",
    kind: "text",
    sha256: "text or null",
    branch: "text or null",
    projectId: "text or null",
    url: "text or null",
    detected: "object or null",
    size: "number",
    warnings: "list"
  }
})

const projects = ownedDocumentTable("project", {
  stored: storedProject,
  columns: ["repository_key"],
  columnsOf: ({ repositoryUrl }: Project) => ({
    repository_key: repositoryUrl === undefined ? null : repositoryKeyOf(repositoryUrl)
  })
})

const sources = versionedTable(
  "docs_sources",
  {
    id: text,
    scope: text,
    project_id: orNull(text),
    created_at: integer,
    state: text,
    content: longText(orNull(text))
  },
  ["scope", "project_id", "created_at", "content"]
)

/** The write of a project: new, or changed since `version`. */
export const saveProject = (scope: string, project: Project, version: number | undefined): Write<VersionConflict> =>
  version === undefined ? projects.insert(scope, project) : projects.update(scope, project, version)

const removeSources = sources.table.deleting({ scope: given, project_id: given })

/** The writes that remove a project with its sources. Its documents stay. */
export const removeProject = (
  scope: string,
  { project, version }: StoredProject
): ReadonlyArray<Write<VersionConflict>> => [
  projects.remove(project, version),
  removeSources({ scope, project_id: project.id })
]

interface StateRow {
  readonly state: string
  readonly version: number
}

/** A project of a scope, or `undefined`. */
export const projectById = projects.byId

/** The newest project of a repository, by `repositoryKeyOf` its address, or `undefined`. */
export const projectOfRepository = (
  store: RegionStore,
  scope: string,
  repositoryKey: string
): Effect.Effect<StoredProject | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(
      `SELECT state, version FROM docs_projects WHERE scope = ? AND repository_key = ?
       ORDER BY created_at DESC, sequence DESC LIMIT 1`,
      [scope, repositoryKey]
    ),
    ([row]) =>
      row === undefined ? undefined : { project: storedProject.read(row.state), version: Number(row.version) }
  )

interface ListedRow {
  readonly state: string
  readonly sequence: number
}

/** An entry with its place in the list. */
export type Placed<A> = A & { readonly sequence: number }

const placed = (rows: ReadonlyArray<ListedRow>): ReadonlyArray<Placed<Source>> =>
  rows.map((row) => ({ ...storedSource.read(row.state), sequence: Number(row.sequence) }))

/** Projects of a scope, newest first. */
export const listProjects = (
  store: RegionStore,
  scope: string,
  after: Cursor.CursorPosition | undefined,
  rows: number
): Effect.Effect<ReadonlyArray<Placed<Project>>, StoreUnavailable> =>
  Effect.map(projects.list(store, { scope, after, rows }), (found) =>
    found.map(({ project, sequence }) => ({ ...project, sequence }))
  )

/** The write of a new source with its content. */
export const insertSource = (scope: string, source: Source, content: LongText | null): Write =>
  sources.insert({
    id: source.id,
    scope,
    project_id: source.projectId,
    created_at: source.createdAt,
    state: storedSource.write(source),
    content
  })

/** The write that removes a source. */
export const removeSource = ({ source, version }: StoredSource): Write<VersionConflict> =>
  sources.remove(source.id, version)

/** A source of a scope, or `undefined`. */
export const sourceById = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredSource | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(`SELECT state, version FROM docs_sources WHERE id = ? AND scope = ?`, [id, scope]),
    ([row]) =>
      row === undefined ? undefined : { source: storedSource.read(row.state, id), version: Number(row.version) }
  )

/** The UTF-8 of a source's content; `undefined` when it has none. */
export const contentOf = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<Uint8Array | undefined, StoreUnavailable> =>
  readLongBytes(store, {
    table: "docs_sources",
    column: "content",
    where: ["id = ?", "scope = ?"],
    params: [id, scope]
  })

/** Sources of a project, newest first. */
export const listSources = (
  store: RegionStore,
  of: { readonly scope: string; readonly projectId: string },
  after: Cursor.CursorPosition | undefined,
  rows: number
): Effect.Effect<ReadonlyArray<Placed<Source>>, StoreUnavailable> =>
  Effect.map(
    readKeyset<ListedRow & { readonly created_at: number }>(
      store,
      {
        table: "docs_sources",
        columns: ["state"],
        where: [
          ["scope = ?", of.scope],
          ["project_id = ?", of.projectId]
        ]
      },
      after,
      rows
    ),
    placed
  )
