/** Publications as rows. */
import * as Effect from "effect/Effect"
import { ownedDocumentTable, storedAs, type RegionStore } from "../../../src/plugin.ts"
import type { Publication } from "./Publication.ts"

const stored = storedAs<Publication>({
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
    error: ["or null", { code: "text", message: "text" }],
    generationId: "text or null",
    path: "text",
    createBranch: "boolean",
    baseBranch: "text or null",
    commit: "text or null"
  }
})

const table = ownedDocumentTable("publication", {
  stored,
  columns: ["document_id", "asked_by"],
  columnsOf: ({ documentId, generationId, isOfGeneration }: Publication) => ({
    document_id: documentId,
    // The generation that publishes by itself what it made.
    asked_by: isOfGeneration === true ? generationId : null
  }),
  fixed: ["document_id", "asked_by"]
})

export const { byId, insert, update } = table

/** The publication that a generation asked for itself, or `undefined`. */
export const ofGeneration = (store: RegionStore, scope: string, generationId: string) =>
  Effect.map(table.where(store, scope, "asked_by = ?", [generationId]), ([found]) => found)
