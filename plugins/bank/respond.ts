/** Runs an operation for the caller of a request and turns its outcome, good or bad, into a response. */
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import {
  Caller,
  Clock,
  IdempotencyRaced,
  json,
  LeaseLost,
  toResponse,
  UniqueViolation,
  type Answer,
  type CallerShape
} from "../../src/plugin.ts"
import { refuse, type BankFailure } from "./errors.ts"

/** Failures that no client can cause: a lost race is run again by the gate, the others are bugs. */
type Unanswerable = IdempotencyRaced | LeaseLost | UniqueViolation

const isUnanswerable = (failure: BankFailure | Unanswerable): failure is Unanswerable =>
  failure instanceof IdempotencyRaced || failure instanceof LeaseLost || failure instanceof UniqueViolation

/** What a handler runs for its caller. */
export type Operation<E, R> = (caller: CallerShape) => Effect.Effect<Answer, E, R>

/**
 * The response to an operation. Its failures are answered here; its type lets them through, so that the endpoint must
 * name them (`refused`).
 */
export const respond = <E extends BankFailure | Unanswerable, R>(
  operation: Operation<E, R>
): Effect.Effect<HttpServerResponse, Exclude<E, Unanswerable>, R | Caller | Clock> =>
  Effect.gen(function* () {
    const caller = yield* Caller
    const clock = yield* Clock
    return yield* Effect.matchEffect(operation(caller), {
      onSuccess: (answer) => Effect.succeed(toResponse(answer)),
      onFailure: (failure) =>
        isUnanswerable(failure)
          ? Effect.die(failure)
          : Effect.succeed(toResponse(refuse(failure, { requestId: caller.requestId, now: clock.now() })))
    })
  })

/** A success (spec bank §2): the resource inside `data`. */
export const success = (data: unknown, status = 200): Answer => json(status, { data })

/** A success that shows personal data: what is kept of it for replay is sealed. */
export const personal = (data: unknown, status: number): Answer => ({ ...success(data, status), confidential: true })

/** A page of a list (decisions B.1). */
export const page = <Item>(
  found: { readonly data: ReadonlyArray<Item>; readonly hasMore: boolean; readonly nextCursor: string | null },
  encode: (item: Item) => unknown
): Answer =>
  json(200, {
    data: found.data.map(encode),
    pagination: { nextCursor: found.nextCursor, hasMore: found.hasMore }
  })
