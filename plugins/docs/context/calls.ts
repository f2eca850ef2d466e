/** Style guides, glossaries and references in process: the same as over HTTP. */
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { NewContextDocument } from "./ContextDocument.ts"
import * as operations from "./operations.ts"

const { change, read } = callsOf(DocsApi, "contextDocuments")
const reading = read("retrieve")
const creating = change("create")
const removing = change("remove")

/** Keeps a text of up to 1 MiB. Fails with `DocsRefused` for one that is larger, or a glossary without any term. */
export const create = (caller: CallerShape, command: NewContextDocument) =>
  creating(caller, { command }, operations.create)

/** A page of context documents, newest first, without their texts. Fails with `InvalidCursor`. */
export const list = (caller: CallerShape, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => operations.list(asking, of)))

/** A context document with its text. Fails with `NotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieve(asking, id))

/** Deletes one; gives it as it was. Documents made with it stay, generations that name it are refused. Fails with `NotFound`. */
export const remove = (caller: CallerShape, id: string) =>
  removing(caller, { id }, (asking) => operations.remove(asking, id))
