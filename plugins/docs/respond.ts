/** Runs an operation for the caller of a request and turns its outcome, good or bad, into a response. */
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import {
  Caller,
  IdempotencyRaced,
  LeaseLost,
  toResponse,
  toResponseInTurns,
  UniqueViolation,
  type Answer,
  type CallerShape
} from "../../src/plugin.ts"
import { refuse, type DocsFailure } from "./errors.ts"

/** Failures that no client can cause: a lost race is run again by the gate, the others are bugs. */
export type Unanswerable = IdempotencyRaced | LeaseLost | UniqueViolation

const isUnanswerable = (failure: DocsFailure | Unanswerable): failure is Unanswerable =>
  failure instanceof IdempotencyRaced || failure instanceof LeaseLost || failure instanceof UniqueViolation

/**
 * The response to an operation that may answer with a response of its own, such as a stream. Its failures are answered
 * here; its type lets them through, so that the endpoint must name them (`refused`).
 */
export const respondWith = <E extends DocsFailure | Unanswerable, R>(
  operation: (caller: CallerShape) => Effect.Effect<HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse, Exclude<E, Unanswerable>, R | Caller> =>
  Effect.flatMap(Caller, (caller) =>
    Effect.catch(operation(caller), (failure: DocsFailure | Unanswerable) =>
      isUnanswerable(failure) ? Effect.die(failure) : Effect.succeed(toResponse(refuse(failure, caller.requestId)))
    )
  )

/** The response to an operation; its type as that of `respondWith`. */
export const respond = <E extends DocsFailure | Unanswerable, R>(
  operation: (caller: CallerShape) => Effect.Effect<Answer, E, R>
): Effect.Effect<HttpServerResponse, Exclude<E, Unanswerable>, R | Caller> =>
  respondWith((caller) => Effect.flatMap(operation(caller), toResponseInTurns))
