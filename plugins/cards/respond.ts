/** Runs an operation for the caller of a request and turns its outcome, good or bad, into a response. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import {
  Caller,
  IdempotencyRaced,
  LeaseLost,
  toResponse,
  UniqueViolation,
  type Answer,
  type CallerShape
} from "../../src/plugin.ts"
import type { ErrorDetail } from "./error-catalogue.ts"
import { errorAnswer, refuse, type CardsFailure } from "./errors.ts"
import { Faults, type FaultKind } from "./faults.ts"

/** Failures that no client can cause: a lost race is run again by the gate, the others are bugs. */
export type Unanswerable = IdempotencyRaced | LeaseLost | UniqueViolation

const isUnanswerable = (failure: CardsFailure | Unanswerable): failure is Unanswerable =>
  failure instanceof IdempotencyRaced || failure instanceof LeaseLost || failure instanceof UniqueViolation

const faultDetails: Readonly<Record<FaultKind, ErrorDetail>> = {
  unavailable: {
    code: "unavailable",
    message: "Nothing was done: a test planned this",
    headers: { "retry-after": "1" }
  },
  internal_error: { code: "internal_error", message: "Nothing was done: a test planned this" },
  lost_answer: {
    code: "unavailable",
    message: "The answer was lost: a test planned this. Send it again with the same idempotency key",
    headers: { "retry-after": "1" }
  }
}

/** The fault that a test planned for this request. Without any plan this costs one look. */
const plannedFault = (context: Context.Context<never>, caller: CallerShape): FaultKind | undefined => {
  const faults = Context.get(context, Faults)
  if (faults.isEmpty()) return undefined
  const { method, url } = Context.getUnsafe(context, HttpServerRequest)
  return faults.take(caller.scope, method, url)
}

/** What a handler runs for its caller. */
export type Operation<E, R> = (caller: CallerShape) => Effect.Effect<Answer, E, R>

/**
 * The response to an operation. Its failures are answered here; its type lets them through, so that the endpoint must
 * name them (`refused`).
 */
export const respond = <E extends CardsFailure | Unanswerable, R>(
  operation: Operation<E, R>
): Effect.Effect<HttpServerResponse, Exclude<E, Unanswerable>, R | Caller> =>
  Effect.contextWith((context: Context.Context<Caller>) => {
    const caller = Context.get(context, Caller)
    const fault = plannedFault(context, caller)
    const planned = fault === undefined ? undefined : errorAnswer(faultDetails[fault], caller.requestId)
    if (planned !== undefined && fault !== "lost_answer") return Effect.succeed(toResponse(planned))
    return Effect.matchEffect(operation(caller), {
      onSuccess: (answer) => Effect.succeed(toResponse(planned ?? answer)),
      onFailure: (failure) =>
        isUnanswerable(failure) ? Effect.die(failure) : Effect.succeed(toResponse(refuse(failure, caller.requestId)))
    })
  })
