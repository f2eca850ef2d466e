/** What operators see of the service: projects, documents and the drafts that are being written. */
import * as Effect from "effect/Effect"
import {
  call,
  documentPanel,
  type CoreServices,
  type PanelRow,
  type PluginPanels,
  type Tone
} from "../../src/plugin.ts"
import type { Document } from "./documents/Document.ts"
import { storedDocument } from "./documents/repository.ts"
import { remove as removeDocument } from "./documents/operations.ts"
import { principalOf } from "./face.ts"
import type { Generation } from "./generations/Generation.ts"
import { cancel } from "./generations/operations.ts"
import { storedGeneration } from "./generations/repository.ts"
import type { DocsSettings } from "./settings.ts"
import type { RepoTokens } from "./git/RepoTokens.ts"
import type { LiveDrafts } from "./workbench/LiveDrafts.ts"
import type { DocsOptions } from "./options.ts"
import type { Project } from "./projects/Project.ts"
import { create, remove as removeProject } from "./projects/operations.ts"
import { storedProject } from "./projects/repository.ts"

type Needs = CoreServices | DocsSettings | LiveDrafts | RepoTokens

const tones: Readonly<Record<string, Tone>> = {
  queued: "wait",
  running: "wait",
  succeeded: "good",
  completed: "good",
  failed: "bad",
  canceled: "none",
  cancelled: "none"
}

const link = (panel: string, id: string | null, text: string) =>
  id === null ? [] : [{ text, href: `/docs.${panel}/${id}` }]

const isRunning = ({ status }: PanelRow) => tones[(status as { readonly value: string }).value] === "wait"

const ownerIn = (options: DocsOptions) => (_: string, actor: string) =>
  Effect.succeed(principalOf(options, actor, "api"))

const projects = (options: DocsOptions) =>
  documentPanel<Project, Needs>({
    id: "projects",
    title: "Projects",
    noun: ["project", "projects"],
    empty:
      "A project keeps sources together, such as an OpenAPI file and a changelog, and the documents that are written of them.",
    group: "Docs",
    icon: "folder",
    idPrefix: "prj_",
    stored: storedProject,
    columns: {
      name: ["Name", "text", ({ name }) => name],
      updatedAt: ["Changed", "time", ({ updatedAt }) => updatedAt],
      at: ["Made", "time", ({ createdAt }) => createdAt]
    },
    principalOf: ownerIn(options),
    links: ({ id }) => [{ text: "Documents of the project", href: `/docs.documents?project=${id}` }],
    actions: [
      {
        id: "delete",
        title: "Delete",
        confirm: "The project is deleted for good, with its sources.",
        tone: "bad",
        input: [],
        run: (caller, { id }) =>
          Effect.as(
            call(caller, "docs.projects.remove", { id }, (asking) => removeProject(asking, id)),
            { message: "The project was deleted", id }
          )
      }
    ],
    accountActions: [
      {
        id: "create",
        title: "Make a project",
        confirm: "An empty project is made.",
        tone: "good",
        ofNobody: true,
        input: [{ key: "name", title: "Name", kind: "text", required: true }],
        run: (caller, { name }) =>
          Effect.map(
            call(caller, "docs.projects.create", { name }, (asking) => create(asking, { name: String(name) })),
            ({ id }) => ({ message: "The project was made", id })
          )
      }
    ]
  })

const documents = (options: DocsOptions) =>
  documentPanel<Document, Needs>({
    id: "documents",
    title: "Documents",
    noun: ["document", "documents"],
    empty: "Give a source, such as an OpenAPI file, and have a document written of it: begin with “Write a document”.",
    group: "Docs",
    icon: "file-text",
    idPrefix: "doc_",
    stored: storedDocument,
    columns: {
      title: ["Title", "text", ({ title }) => title],
      type: ["Kind", "code", ({ docType }) => docType],
      versions: ["Versions", "number", ({ latestNumber }) => latestNumber],
      project: ["Project", "id", ({ projectId }) => projectId],
      updatedAt: ["Changed", "time", ({ updatedAt }) => updatedAt]
    },
    filters: [
      { key: "project", title: "Project", by: { column: "project_id" } },
      { key: "type", title: "Kind", by: { column: "doc_type" } }
    ],
    principalOf: ownerIn(options),
    links: ({ projectId }) => link("projects", projectId, "The project"),
    actions: [
      {
        id: "delete",
        title: "Delete",
        confirm: "The document is deleted for good, with all its versions.",
        tone: "bad",
        input: [],
        run: (caller, { id }) =>
          Effect.as(
            call(caller, "docs.documents.remove", { id }, (asking) => removeDocument(asking, id)),
            { message: "The document was deleted", id }
          )
      }
    ]
  })

const drafts = (options: DocsOptions) =>
  documentPanel<Generation, Needs>({
    id: "drafts",
    title: "Drafts",
    noun: ["draft", "drafts"],
    empty: "A draft stands here while a document is being written, and afterwards with what became of it.",
    group: "Docs",
    icon: "pen-line",
    idPrefix: "gen_",
    stored: storedGeneration,
    columns: {
      type: ["Kind", "code", ({ docType }) => docType],
      status: ["Status", "status", ({ status }) => ({ value: status, tone: tones[status] ?? "none" })],
      sections: ["Sections", "text", ({ sections }) => `${sections.done} of ${sections.total}`],
      project: ["Project", "id", ({ projectId }) => projectId],
      document: ["Document", "id", ({ documentId }) => documentId],
      at: ["Requested", "time", ({ createdAt }) => createdAt]
    },
    filters: [
      { key: "status", title: "Status" },
      { key: "project", title: "Project", by: { column: "project_id" } }
    ],
    principalOf: ownerIn(options),
    links: ({ documentId, projectId }) => [
      ...link("documents", documentId, "The document"),
      ...link("projects", projectId, "The project")
    ],
    sections: ({ document: { error } }) =>
      Effect.succeed(
        error === null
          ? []
          : [{ title: "Failed", fields: [{ label: error.code, kind: "text" as const, value: error.message }] }]
      ),
    actions: [
      {
        id: "cancel",
        title: "Cancel",
        confirm: "The draft is not written on.",
        tone: "bad",
        input: [],
        applies: isRunning,
        run: (caller, { id }) =>
          Effect.as(
            call(caller, "docs.generations.cancel", { id }, (asking) => cancel(asking, id)),
            { message: "The draft is canceled", id }
          )
      }
    ]
  })

export const docsPanels = (options: DocsOptions): PluginPanels<Needs> => ({
  panels: [projects(options), documents(options), drafts(options)]
})
