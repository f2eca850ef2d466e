/** How handlers of this plugin answer. */
import * as Effect from "effect/Effect"
import { json, makeResponding, type Answer, type CallerShape, type Page } from "../../src/plugin.ts"
import { ClientNotFound } from "./clients/Client.ts"
import { refuse, type BankFailure } from "./errors.ts"
import { pageOf } from "./wire.ts"

/** `respond` to what an operation reads, `answer` with the plan that it makes. */
export const { answer, respond } = makeResponding<BankFailure>({ refuse })

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

/** Responds with what an operation reads, as `show` shows it. */
export const read = <A, E extends BankFailure, R>(
  operation: (caller: CallerShape) => Effect.Effect<A, E, R>,
  show: (found: A) => Answer
) => respond((caller) => Effect.map(operation(caller), show))

type Paged = Parameters<typeof pageOf>[0]

/** Responds with the page of a list that a query asks for (decisions B.1); what else it says is the filter. */
export const list = <Query extends Paged, Item, E extends BankFailure, R>(
  query: Query,
  operation: (
    caller: CallerShape,
    page: ReturnType<typeof pageOf>,
    filter: Omit<Query, keyof Paged>
  ) => Effect.Effect<Page<Item>, E, R>,
  encode: (item: Item) => unknown
) => {
  const { cursor: _cursor, limit: _limit, ...filter } = query
  return read(
    (caller) => operation(caller, pageOf(query), filter),
    ({ data, hasMore, nextCursor }) => json(200, { data: data.map(encode), pagination: { nextCursor, hasMore } })
  )
}
