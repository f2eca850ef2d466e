/** How handlers of this plugin answer. */
import * as Effect from "effect/Effect"
import { json, makeResponding, type Answer } from "../../src/plugin.ts"
import { ClientNotFound } from "./clients/Client.ts"
import { refuse, type BankFailure } from "./errors.ts"

const { listIn, ...responding } = makeResponding<BankFailure>({ refuse })

/** `read` and show what an operation reads, `respond` otherwise, `answer` with the plan that it makes. */
export const { answer, read, respond } = responding

/** What the client that calls asks for. It is there: clients are never removed, and only in process can a caller be anybody. */
export const ofCaller = <A, E, R>(operation: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, ClientNotFound>, R> =>
  Effect.catch(operation, (failure) =>
    failure instanceof ClientNotFound ? Effect.die(failure) : Effect.fail(failure as Exclude<E, ClientNotFound>)
  )

/** A success (spec bank §2): the resource inside `data`. */
export const success = (data: unknown, status = 200): Answer => json(status, { data })

/** A success that shows personal data: what is kept of it for replay is sealed. */
export const personal = (data: unknown, status: number): Answer => ({ ...success(data, status), confidential: true })

/** The answer to what was removed. */
export const removed = (): Answer => ({ status: 204, body: "" })

/** Shows a resource as a success: `shown(encodeHold)`. */
export const shown =
  <A>(encode: (resource: A) => unknown, status?: number) =>
  (resource: A): Answer =>
    success(encode(resource), status)

/** As `shown`, where it shows personal data. */
export const shownSealed =
  <A>(encode: (resource: A) => unknown, status = 200) =>
  (resource: A): Answer =>
    personal(encode(resource), status)

/** Responds with a page of a list (decisions B.1). */
export const list = listIn((data, { hasMore, nextCursor }) => ({ data, pagination: { nextCursor, hasMore } }))
