/** How handlers of this plugin answer. */
import * as Effect from "effect/Effect"
import { json, makeResponding, type Answer } from "../../src/plugin.ts"
import { ClientNotFound } from "./clients/Client.ts"
import { refuse, type BankFailure } from "./errors.ts"

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

/** A page of a list (decisions B.1). */
export const page = <Item>(
  found: { readonly data: ReadonlyArray<Item>; readonly hasMore: boolean; readonly nextCursor: string | null },
  encode: (item: Item) => unknown
): Answer =>
  json(200, {
    data: found.data.map(encode),
    pagination: { nextCursor: found.nextCursor, hasMore: found.hasMore }
  })
