/** Documents and their versions in process: the same as over HTTP. Texts are Markdown. */
import * as Effect from "effect/Effect"
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import * as operations from "./operations.ts"
import type { DocumentFilter } from "./repository.ts"

const { change, read } = callsOf(DocsApi, "documents")
const reading = read("retrieve")
const removing = change("remove")
const saving = change("save", { isRaw: true })
const keeping = change("snapshot")
const basing = change("setBaseline")

/** What an editor saves. */
export interface SaveDocument {
  readonly content: string
  /** The id of the version that was edited, which must still be the latest one; `*`: whichever is. */
  readonly ifMatch: string
}

/** A page of documents, newest first, without their texts. Fails with `InvalidCursor`. */
export const list = (caller: CallerShape, filter: DocumentFilter = {}, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => operations.list(asking, filter, of)), filter)

/** A document with the text of its latest version. Fails with `NotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) =>
    Effect.flatMap(operations.retrieve(asking, id), (document) =>
      Effect.map(operations.retrieveVersion(asking, document.latestVersionId), ({ content }) => ({
        ...document,
        content
      }))
    )
  )

/** Deletes a document with its versions; gives it as it was. Fails with `NotFound`. */
export const remove = (caller: CallerShape, id: string) =>
  removing(caller, { id }, (asking) => operations.remove(asking, id))

/**
 * Saves a text by a person: a new version, unless it is that of the latest one. Fails with `NotFound`, or `DocsRefused`
 * (`precondition_failed`) where another version is the latest one.
 */
export const save = (caller: CallerShape, id: string, command: SaveDocument) =>
  saving(caller, { id, command }, (asking) =>
    operations.save(asking, {
      documentId: id,
      content: command.content,
      ifMatch: command.ifMatch === "*" ? "*" : [command.ifMatch]
    })
  )

/** A page of a document's versions, newest first, without their texts. Fails with `NotFound` or `InvalidCursor`. */
export const listVersions = (caller: CallerShape, id: string, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => operations.listVersions(asking, id, of)))

/** Keeps the latest text as a version with a name. Fails with `NotFound`. */
export const snapshot = (caller: CallerShape, id: string, command: { readonly name: string }) =>
  keeping(caller, { id, command }, (asking, { name }) => operations.snapshot(asking, { documentId: id, name }))

/** Makes a version the one that diffs compare with. Fails with `NotFound`. */
export const setBaseline = (caller: CallerShape, id: string, command: { readonly versionId: string }) =>
  basing(caller, { id, command }, (asking, { versionId }) =>
    operations.setBaseline(asking, { documentId: id, versionId })
  )

/** A version with its text. Fails with `NotFound`. */
export const retrieveVersion = (caller: CallerShape, id: string) =>
  reading(caller, (asking) =>
    Effect.map(operations.retrieveVersion(asking, id), ({ content, version }) => ({ ...version, content }))
  )

/** A version as an HTML page that is safe to show. Fails with `NotFound`, or `DocsRefused` where that takes too long. */
export const renderVersion = (caller: CallerShape, id: string) =>
  reading(caller, (asking) =>
    Effect.flatMap(operations.retrieveBytes(asking, id), ({ content, version }) =>
      operations.preview(version.title, content)
    )
  )
