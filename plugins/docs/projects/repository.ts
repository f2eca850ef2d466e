/** Projects and sources as rows. */
import * as Effect from "effect/Effect"
import {
  given,
  orNull,
  ownedDocumentTable,
  storedAs,
  text,
  type RegionStore,
  type StoredUnder,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { textTable } from "../textTable.ts"
import { repositoryKeyOf, type Project } from "./Project.ts"
import type { Source } from "./Source.ts"

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
    detected: ["or null", { kind: "text", format: "text" }],
    size: "number",
    warnings: ["list of", { code: "text", message: "text" }]
  }
})

export const projects = ownedDocumentTable("project", {
  stored: storedProject,
  columns: ["repository_key"],
  columnsOf: ({ repositoryUrl }: Project) => ({
    repository_key: repositoryUrl === undefined ? null : repositoryKeyOf(repositoryUrl)
  })
})

/** Sources, with their contents. */
export const sources = textTable("source", {
  stored: storedSource,
  columns: { project_id: orNull(text) },
  columnsOf: ({ projectId }: Source) => ({ project_id: projectId })
})

const removeSources = sources.rows.deleting({ scope: given, project_id: given })

/** The writes that remove a project with its sources. Its documents stay. */
export const removeProject = (
  scope: string,
  { project, version }: StoredUnder<"project", Project>
): ReadonlyArray<Write<VersionConflict>> => [
  projects.remove(project, version),
  removeSources({ scope, project_id: project.id })
]

/** The newest project of a repository, by `repositoryKeyOf` its address, or `undefined`. */
export const projectOfRepository = (store: RegionStore, scope: string, repositoryKey: string) => {
  const newest = "repository_key = ? ORDER BY created_at DESC, sequence DESC LIMIT 1"
  return Effect.map(projects.where(store, scope, newest, [repositoryKey]), ([found]) => found)
}
