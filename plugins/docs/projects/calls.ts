/** Projects and their sources in process: the same as over HTTP. Times are epoch milliseconds. */
import * as Effect from "effect/Effect"
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { newSourceOf, type CreateProjectBody, type NewSourceBody, type UpdateProjectBody } from "./api.ts"
import * as operations from "./operations.ts"

const { change, read } = callsOf(DocsApi, "projects")
const reading = read("retrieve")
const creating = change("create")
const updating = change("update")
const removing = change("remove")
const adding = change("addSource")
const removingSource = change("removeSource")

/** Makes a project. Fails with `DocsRefused` for an address, branch or path that could not be used. */
export const create = (caller: CallerShape, command: typeof CreateProjectBody.Encoded) =>
  creating(caller, { command }, operations.create)

/** A page of projects, newest first. Fails with `InvalidCursor`. */
export const list = (caller: CallerShape, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => operations.list(asking, of)))

/** A project by its id. Fails with `NotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieve(asking, id))

/** Changes a project: what is left out stays, `null` clears. Fails with `NotFound`, or as `create`. */
export const update = (caller: CallerShape, id: string, command: typeof UpdateProjectBody.Encoded) =>
  updating(caller, { id, command }, (asking, changed) => operations.update(asking, { id, change: changed }))

/** Deletes a project and its sources; gives it as it was. Its documents stay. Fails with `NotFound`. */
export const remove = (caller: CallerShape, id: string) =>
  removing(caller, { id }, (asking) => operations.remove(asking, id))

/** Adds a source, of `content` or of `url`; a content is read at once. Fails with `NotFound`, or `DocsRefused` where it cannot be read. */
export const addSource = (caller: CallerShape, projectId: string, command: typeof NewSourceBody.Encoded) =>
  adding(caller, { id: projectId, command }, (asking, body) =>
    Effect.flatMap(newSourceOf(body), (source) => operations.addSource(asking, { projectId, source }))
  )

/** A page of a project's sources, newest first. Fails with `NotFound` or `InvalidCursor`. */
export const listSources = (caller: CallerShape, projectId: string, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => operations.listSources(asking, projectId, of)))

/** A source by its id, without its content. Fails with `NotFound`. */
export const retrieveSource = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieveSource(asking, id))

/** Deletes a source; gives it as it was. Fails with `NotFound`. */
export const removeSource = (caller: CallerShape, id: string) =>
  removingSource(caller, { id }, (asking) => operations.removeSource(asking, id))
