/** What can be done with documents: record a text as a version, read documents and versions. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  sha256InTurns,
  type CallerShape,
  type LongText,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { DocsRefused, NotFound } from "../errors.ts"
import { orNotFound, pageOfTable, type PageOf, type Reader } from "../finding.ts"
import { planned } from "../keep.ts"
import { recordText, type NewText, type RecordedText } from "./Document.ts"
import * as repository from "./repository.ts"
import { readSavedText } from "./savedText.ts"
import { textOf } from "../workbench/onTexts.ts"

/** What was decided about a text, and the writes to put into the caller's commit. */
export interface PreparedVersion extends RecordedText {
  readonly writes: ReadonlyArray<Write<VersionConflict>>
}

/** A document as it is now, with the version of its row; `undefined`: nothing with this id belongs to the caller. */
export const findDocument = (caller: Reader, id: string) => repository.documents.byId(caller.store, caller.scope, id)

/**
 * Prepares a version of a text: of `document`, else of the one of its project and kind, else of a new one. The writes belong
 * into one commit with whatever the version is the outcome of. They fail with `VersionConflict` where the document has
 * changed since it was read: whoever decided by its latest version reads it first, and gives it here.
 */
export const prepareVersion = Effect.fnUntraced(function* (
  caller: Reader,
  text: NewText,
  options: {
    readonly content: LongText
    readonly document?: repository.StoredDocument | undefined
    readonly force?: boolean | undefined
    /** The API models that it was made of, as JSON: what versions are compared by. */
    readonly model?: string | undefined
  }
) {
  const ids = yield* Ids
  const now = (yield* Clock).now()
  const { projectId } = text
  const found =
    options.document ??
    (projectId === null
      ? undefined
      : yield* repository.documentOf(caller.store, caller.scope, { projectId, docType: text.docType }))
  const latest =
    found === undefined
      ? undefined
      : yield* repository.versionById(caller.store, caller.scope, found.document.latestVersionId)
  const recorded = recordText(text, {
    now,
    document: found?.document,
    latest,
    documentId: ids.next("doc"),
    versionId: ids.next("ver"),
    force: options.force
  })
  const writes: Array<Write<VersionConflict>> = [
    repository.saveDocument(caller.scope, recorded.document, found?.version)
  ]
  if (recorded.version !== undefined) {
    writes.push(repository.versions.insertWith(caller.scope, recorded.version, options.content))
    if (options.model !== undefined) {
      writes.push(repository.insertModel(caller.scope, recorded.version, options.model))
    }
  }
  return { ...recorded, writes } satisfies PreparedVersion
})

/** A document by its id, with the version of its row. Fails with `NotFound`. */
export const stored = (caller: Reader, id: string) => orNotFound("document", findDocument(caller, id))

/** A document by its id. Fails with `NotFound`. */
export const retrieve = (caller: Reader, id: string) => Effect.map(stored(caller, id), ({ document }) => document)

/** A version without its text, or `undefined`. */
export const findVersion = (caller: Reader, id: string) => repository.versionById(caller.store, caller.scope, id)

/** A version without its text. Fails with `NotFound`. */
export const requireVersion = (caller: Reader, id: string) => orNotFound("version", findVersion(caller, id))

/** A version with its text. Fails with `NotFound`. */
export const retrieveVersion = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const version = yield* requireVersion(caller, id)
  const content = yield* orNotFound("version", repository.versions.textOf(caller.store, caller.scope, id))
  return { version, content }
})

/** A version with the UTF-8 of its text. Fails with `NotFound`. */
export const retrieveBytes = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const version = yield* requireVersion(caller, id)
  const content = yield* orNotFound("version", repository.versions.bytesOf(caller.store, caller.scope, id))
  return { version, content }
})

/** A page of documents, newest first. Fails with `InvalidCursor`. */
export const list = (caller: Reader, { docType, projectId }: repository.DocumentFilter, page: PageOf) => {
  const narrowing = { project_id: projectId, doc_type: docType }
  return pageOfTable(caller, "document", { table: repository.documents, endpoint: "docs.documents", narrowing }, page)
}

/** A page of a document's versions, newest first. Fails with `NotFound` or `InvalidCursor`. */
export const listVersions = Effect.fnUntraced(function* (caller: Reader, documentId: string, page: PageOf) {
  yield* retrieve(caller, documentId)
  const of = { table: repository.versions, endpoint: "docs.versions", narrowing: { document_id: documentId } }
  return yield* pageOfTable(caller, "documentVersion", of, page)
})

/** What an editor saves. */
export interface SaveContent {
  readonly documentId: string
  readonly content: LongText
  /** Versions that the editor knows; the latest must be one of them. */
  readonly ifMatch: ReadonlyArray<string> | "*" | undefined
}

/**
 * Saves a text by a person: a new version, unless it is the latest one's text. Fails with `NotFound`, or `DocsRefused`
 * (`precondition_failed`) when the editor did not see the latest version.
 */
export const save = Effect.fnUntraced(function* (caller: CallerShape, command: SaveContent) {
  const found = yield* stored(caller, command.documentId)
  const { document } = found
  const { ifMatch } = command
  if (ifMatch === undefined || (ifMatch !== "*" && !ifMatch.includes(document.latestVersionId))) {
    const message =
      ifMatch === undefined
        ? "Send If-Match with the ETag of the version that was edited"
        : "The document has a newer version than the one that was edited. Read it and save again"
    return yield* new DocsRefused({ code: "precondition_failed", message })
  }
  const { content, title = document.title } = yield* readSavedText(command.content)
  const text = {
    docType: document.docType,
    projectId: document.projectId,
    title,
    sha256: yield* sha256InTurns(content),
    sections: [],
    report: null,
    author: "user",
    generationId: null
  } as const
  const { versionId, version, writes } = yield* prepareVersion(caller, text, { content, document: found })
  const saved = version ?? (yield* requireVersion(caller, versionId))
  return yield* planned(caller, { outcome: saved, writes })
})

/** Keeps the latest text under a name. Fails with `NotFound`. */
export const snapshot = Effect.fnUntraced(function* (
  caller: CallerShape,
  command: { readonly documentId: string; readonly name: string }
) {
  const found = yield* stored(caller, command.documentId)
  const { document } = found
  const { content, version } = yield* retrieveBytes(caller, document.latestVersionId)
  const { docType, projectId } = document
  const { author, generationId, report, sections, sha256, title } = version
  const text = { docType, projectId, title, sha256, sections, report, author, generationId, name: command.name }
  const model = yield* repository.modelOf(caller.store, caller.scope, version.id)
  const prepared = yield* prepareVersion(caller, text, {
    content,
    document: found,
    force: true,
    model
  })
  return yield* planned(caller, { outcome: prepared.version!, writes: prepared.writes })
})

/** Makes a version the one that diffs compare with. Fails with `NotFound`. */
export const setBaseline = Effect.fnUntraced(function* (
  caller: CallerShape,
  command: { readonly documentId: string; readonly versionId: string }
) {
  const found = yield* stored(caller, command.documentId)
  const version = yield* repository.versionById(caller.store, caller.scope, command.versionId)
  if (version?.documentId !== command.documentId) return yield* new NotFound({ what: "version" })
  const changed = { ...found.document, baselineVersionId: version.id, updatedAt: (yield* Clock).now() }
  const writes = [repository.saveDocument(caller.scope, changed, found.version)]
  return yield* planned(caller, { outcome: changed, writes })
})

/** Removes a document with its versions. Fails with `NotFound`. */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const found = yield* stored(caller, id)
  const writes = repository.removeDocument(caller.scope, found)
  return yield* planned(caller, { outcome: found.document, writes })
})

/** The API models that a version was made of, as JSON, or `undefined`. */
export const modelOf = (reader: Reader, versionId: string) => repository.modelOf(reader.store, reader.scope, versionId)

/** A text as a page that is safe to show. Fails with `DocsRefused` where that takes too long. */
export const preview = (title: string, markdown: Uint8Array) => textOf({ kind: "preview", title, markdown })
