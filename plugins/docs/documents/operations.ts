/** What can be done with documents: record a text as a version, read documents and versions. */
import * as Effect from "effect/Effect"
import { Clock, Ids, type CallerShape, type VersionConflict, type Write } from "../../../src/plugin.ts"
import { NotFound } from "../errors.ts"
import { recordText, type NewText, type RecordedText } from "./Document.ts"
import * as repository from "./repository.ts"

type Reader = Pick<CallerShape, "store" | "scope">

/** What was decided about a text, and the writes to put into the caller's commit. */
export interface PreparedVersion extends RecordedText {
  readonly writes: ReadonlyArray<Write<VersionConflict>>
}

/**
 * Prepares a version of a text: of the document with `documentId`, else of the one of its project and kind, else of a
 * new one. The writes belong into one commit with whatever the version is the outcome of.
 */
export const prepareVersion = Effect.fnUntraced(function* (
  caller: Reader,
  text: NewText,
  options: { readonly content: string; readonly documentId?: string; readonly force?: boolean }
) {
  const ids = yield* Ids
  const now = (yield* Clock).now()
  const { projectId } = text
  const found =
    options.documentId !== undefined
      ? yield* repository.documentById(caller.store, caller.scope, options.documentId)
      : projectId === null
        ? undefined
        : yield* repository.documentOf(caller.store, caller.scope, { projectId, docType: text.docType })
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
    ...(options.force === undefined ? {} : { force: options.force })
  })
  const writes: Array<Write<VersionConflict>> = [
    repository.saveDocument(caller.scope, recorded.document, found?.version)
  ]
  if (recorded.version !== undefined) {
    writes.push(repository.insertVersion(caller.scope, recorded.version, options.content))
  }
  return { ...recorded, writes } satisfies PreparedVersion
})

/** A document by its id. Fails with `NotFound`. */
export const retrieve = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const found = yield* repository.documentById(caller.store, caller.scope, id)
  return found?.document ?? (yield* new NotFound({ what: "document" }))
})

/** A version with its text. Fails with `NotFound`. */
export const retrieveVersion = Effect.fnUntraced(function* (caller: Reader, id: string) {
  const version = yield* repository.versionById(caller.store, caller.scope, id)
  const content = yield* repository.contentOf(caller.store, caller.scope, id)
  if (version === undefined || content === undefined) return yield* new NotFound({ what: "version" })
  return { version, content }
})
