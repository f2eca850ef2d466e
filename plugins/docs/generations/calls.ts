/** Generations in process: the same as over HTTP. Their events while they run are a stream of the HTTP API. */
import * as Effect from "effect/Effect"
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { commandOf, type CreateGenerationBody } from "./api.ts"
import * as operations from "./operations.ts"
import type { GenerationFilter } from "./repository.ts"

const { change, read } = callsOf(DocsApi, "generations")
const reading = read("retrieve")
const creating = change("create")
const canceling = change("cancel")

/**
 * Starts a generation, which is queued when this answers. Fails with `NotFound` for a project or source, or `DocsRefused` where a source
 * cannot be read or cannot become such a document.
 */
export const create = (caller: CallerShape, command: typeof CreateGenerationBody.Encoded) =>
  creating(caller, { command }, (asking, body) =>
    Effect.flatMap(commandOf(body), (started) => operations.create(asking, started))
  )

/** A page of generations, newest first. Fails with `InvalidCursor`. */
export const list = (caller: CallerShape, filter: GenerationFilter = {}, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => operations.list(asking, filter, of)), filter)

/** A generation as it is now. Fails with `NotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieve(asking, id))

/** Stops a generation, within a second where it runs. Fails with `NotFound`, or `DocsRefused` for one that has ended. */
export const cancel = (caller: CallerShape, id: string) =>
  canceling(caller, { id }, (asking) => operations.cancel(asking, id))

/** How a document came about. Fails with `NotFound`, or `DocsRefused` while there is none. */
export const retrieveReport = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.report(asking, id))
