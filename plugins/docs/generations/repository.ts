/** Generations as rows: columns for what lists are narrowed by, the rest as one JSON document. */
import { ownedDocumentTable, storedAs, type VersionConflict, type Write } from "../../../src/plugin.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import { storedReport } from "../model/storedReport.ts"
import type { Generation, GenerationStatus } from "./Generation.ts"

export const storedGeneration = storedAs<Generation>({
  table: "docs_generations",
  form: {
    id: "text",
    createdAt: "number",
    status: "text",
    projectId: "text or null",
    docType: "text",
    settings: {},
    sourceIds: ["list of", "text"],
    run: "number",
    cancelRequested: "boolean",
    startedAt: "number or null",
    finishedAt: "number or null",
    sections: { done: "number", total: "number" },
    documentId: "text or null",
    versionId: "text or null",
    report: ["or null", storedReport],
    error: ["or null", { code: "text", message: "text" }],
    publish: [
      "if there",
      {
        target: { repositoryUrl: "text" },
        outcome: [
          "if there",
          {
            error: ["or null", { code: "text", message: "text" }],
            id: "text",
            status: "text",
            changed: "boolean or null",
            branch: "text or null",
            path: "text",
            commit: "text or null"
          }
        ]
      }
    ]
  }
})

export const generations = ownedDocumentTable("generation", {
  stored: storedGeneration,
  columns: ["project_id", "status", "doc_type"],
  columnsOf: ({ docType, projectId, status }: Generation) => ({ project_id: projectId, status, doc_type: docType }),
  fixed: ["project_id", "doc_type"]
})

/** The write of a generation: new, or changed since `version`. */
export const save = (scope: string, generation: Generation, version: number | undefined): Write<VersionConflict> =>
  version === undefined ? generations.insert(scope, generation) : generations.update(scope, generation, version)

/** A generation of a scope, or `undefined`. */
export const { byId } = generations

/** What a list may be narrowed by. */
export interface GenerationFilter {
  readonly projectId?: string | undefined
  readonly status?: GenerationStatus | undefined
  readonly docType?: DocType | undefined
}
