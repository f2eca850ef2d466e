/** What can be done with context documents, and how a generation gets those that it is written by. */
import * as Effect from "effect/Effect"
import { Clock, Ids, type CallerShape } from "../../../src/plugin.ts"
import { DocsRefused, invalid } from "../errors.ts"
import { orNotFound, pageOfTable, type PageOf, type Reader } from "../finding.ts"
import { planned } from "../keep.ts"
import { longSha256Of } from "../sha256.ts"
import type { ContextInput } from "./ContextInput.ts"
import {
  formatOf,
  maxContextBytes,
  maxContextDocuments,
  type ContextDocument,
  type NewContextDocument
} from "./ContextDocument.ts"
import * as repository from "./repository.ts"
import { countUnderstood } from "./understand.ts"

/** Keeps a context document. Fails with `DocsRefused` for one that is too large, or a glossary without any term. */
export const create = Effect.fnUntraced(function* (caller: CallerShape, given: NewContextDocument) {
  const { content, kind, name } = given
  const size = new TextEncoder().encode(content).byteLength
  if (size > maxContextBytes) {
    const message = `A context document may have at most ${maxContextBytes} bytes`
    return yield* new DocsRefused({ code: "payload_too_large", message })
  }
  const { format, ...input } = given
  const understood = yield* countUnderstood(format === undefined ? input : { ...input, format })
  if (kind === "glossary" && understood === 0) {
    const message = "The glossary holds no term: give a table, a definition list, lines of Term: definition, or CSV"
    return yield* new DocsRefused({ code: "parse_failed", message, details: [{ path: "content", message }] })
  }
  const document: ContextDocument = {
    id: (yield* Ids).next("ctx"),
    kind,
    name,
    format: given.format ?? formatOf(content),
    size,
    sha256: yield* longSha256Of(content),
    understood,
    createdAt: (yield* Clock).now()
  }
  const writes = [repository.contextDocuments.insertWith(caller.scope, document, content)]
  return yield* planned(caller, { outcome: document, writes })
})

const find = (reader: Reader, id: string) =>
  orNotFound("context document", repository.byId(reader.store, reader.scope, id))

/** One by its id, with its content. Fails with `NotFound`. */
export const retrieve = (reader: Reader, id: string) =>
  Effect.map(find(reader, id), ({ content, document }) => ({ ...document, content }))

/** A page of them, newest first. Fails with `InvalidCursor`. */
export const list = (caller: Reader, page: PageOf) =>
  pageOfTable(caller, "document", { table: repository.contextDocuments, endpoint: "docs.context" }, page)

/** Removes one. Documents that were made with it stay; new generations that name it themselves are refused. Fails with `NotFound`. */
export const remove = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const { document, version } = yield* find(caller, id)
  const writes = [repository.contextDocuments.remove(document, version)]
  return yield* planned(caller, { outcome: document, writes })
})

/** Checks how many there are. Fails with `DocsRefused`, naming the field. */
export const checkContextCount = (ids: ReadonlyArray<string>, path: string) =>
  ids.length > maxContextDocuments
    ? invalid(path, `${path} may name at most ${maxContextDocuments} context documents`)
    : Effect.void

/** Checks that ids name context documents. Fails with `DocsRefused`, naming the field. */
export const checkContext = Effect.fnUntraced(function* (
  reader: Reader,
  ids: ReadonlyArray<string>,
  path = "contextDocumentIds"
) {
  yield* checkContextCount(ids, path)
  for (const id of ids) {
    const found = yield* repository.byId(reader.store, reader.scope, id)
    if (found === undefined) return yield* invalid(path, `${path} names ${id}, which is no context document`)
  }
})

/** The texts of glossaries. Fails with `NotFound`, and `DocsRefused` for a context document of another kind. */
export const glossariesOf = Effect.fnUntraced(function* (reader: Reader, ids: ReadonlyArray<string>, path: string) {
  for (const id of ids) {
    const { document } = yield* find(reader, id)
    if (document.kind !== "glossary") return yield* invalid(path, `${path} names ${id}, which is no glossary`)
  }
  return yield* contextOf(reader, ids)
})

/** The texts of context documents, in their order; those that were removed meanwhile are left out. */
export const contextOf = Effect.fnUntraced(function* (reader: Reader, ids: ReadonlyArray<string>) {
  const inputs: Array<ContextInput> = []
  for (const id of ids) {
    const found = yield* repository.byId(reader.store, reader.scope, id)
    if (found === undefined) continue
    const { format, kind, name } = found.document
    inputs.push({ kind, name, content: found.content, format })
  }
  return inputs
})
