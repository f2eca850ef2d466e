/** How handlers of a plugin answer: with what an operation read, or with the plan that it made, carried out. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { Clock } from "../services/Clock.ts"
import { UniqueViolation, type StoreOpenFailed, type StoreUnavailable } from "../services/Store.ts"
import { nameRefusal } from "../services/Watching.ts"
import { carryOut } from "../store/carryOut.ts"
import { IdempotencyRaced } from "../store/idempotencyRepository.ts"
import { LeaseLost } from "../store/jobRepository.ts"
import type { Step } from "../store/Plan.ts"
import { toResponseInTurns, type Answer } from "./Answer.ts"
import { Caller, recordOf, type CallerShape } from "./Caller.ts"
import type { Refusal } from "./Refusal.ts"

/** Failures that no client can cause: bugs. */
export type Unanswerable = LeaseLost | UniqueViolation

/** Whether a failure is one of those, or a race that was lost as often as it was run. */
export const isUnanswerable = (failure: unknown): failure is Unanswerable | IdempotencyRaced =>
  failure instanceof IdempotencyRaced || failure instanceof LeaseLost || failure instanceof UniqueViolation

/** What a failure is answered with, named on the span. */
const refusal = (failure: unknown, refuse: () => Answer): Effect.Effect<Answer> =>
  isUnanswerable(failure) ? Effect.die(failure) : Effect.map(nameRefusal(failure), refuse)

/** What a refusal may name. */
export interface RefusedRequest {
  readonly requestId: string
  /** Engine time, epoch milliseconds. */
  readonly now: number
}

/** How a plugin answers. */
export interface RespondingOptions<F> {
  /** The answer to a failure, in the plugin's envelope. */
  readonly refuse: (failure: F | Refusal | StoreUnavailable | StoreOpenFailed, request: RefusedRequest) => Answer
  /** The answer that a test planned for this request, if any. */
  readonly planned?: (caller: CallerShape, context: Context.Context<never>) => PlannedAnswer | undefined
}

/** An answer in the place of the request's own. */
export interface PlannedAnswer {
  readonly answer: Answer
  /** Whether the request has its effect all the same. */
  readonly isLost: boolean
}

/** Times a request is answered anew because another process won the race for its key and kept nothing. */
const maxRaces = 3

/** Makes the ways in which handlers of a plugin answer. The types let failures through, so that endpoints must name them. */
export const makeResponding = <F>({ planned, refuse }: RespondingOptions<F>) => {
  type Failures<E> = Exclude<E, Unanswerable>
  type Answered = F | Refusal | StoreUnavailable | StoreOpenFailed

  /** Answers every failure of an effect, which is given what a refusal may name. */
  const answered = <E, R>(
    caller: CallerShape,
    effect: (request: () => RefusedRequest) => Effect.Effect<Answer, E, R>
  ) =>
    Effect.contextWith((context: Context.Context<R | Clock>) => {
      const request = (): RefusedRequest => ({
        requestId: caller.requestId,
        now: Context.get(context, Clock as Context.Key<Clock, Clock["Service"]>).now()
      })
      const answer = Effect.catch(effect(request), (failure) =>
        refusal(failure, () => refuse(failure as F & E, request()))
      )
      const instead = planned?.(caller, context as Context.Context<never>)
      if (instead === undefined) return answer
      return instead.isLost ? Effect.as(answer, instead.answer) : Effect.succeed(instead.answer)
    })

  /** The response to what an operation read. */
  const respond = <E extends Answered | Unanswerable, R>(
    operation: (caller: CallerShape) => Effect.Effect<Answer, E, R>
  ): Effect.Effect<HttpServerResponse, Failures<E>, R | Caller | Clock> =>
    Effect.flatMap(Caller, (caller) =>
      Effect.flatMap(
        answered(caller, () => operation(caller)),
        toResponseInTurns
      )
    )

  /** The response of an operation that makes one of its own, such as a stream. */
  const respondWith = <E extends Answered | Unanswerable, R>(
    operation: (caller: CallerShape) => Effect.Effect<HttpServerResponse, E, R>
  ): Effect.Effect<HttpServerResponse, Failures<E>, R | Caller | Clock> =>
    Effect.flatMap(Caller, (caller) =>
      Effect.matchEffect(operation(caller), {
        onSuccess: Effect.succeed,
        onFailure: (failure) =>
          Effect.flatMap(
            answered(caller, () => Effect.fail(failure)),
            toResponseInTurns
          )
      })
    )

  const attempt = <A, E, R, E2, R2>(
    caller: CallerShape,
    operation: (caller: CallerShape) => Step<A, E, R, E2, R2>,
    show: (outcome: A, caller: CallerShape) => Answer,
    request: () => RefusedRequest,
    races = 0
  ): Effect.Effect<Answer, unknown, R | R2> =>
    Effect.catch(
      carryOut(caller.store, operation(caller), {
        tell: (outcome) => show(outcome, caller),
        refuse: (refused) => refuse(refused as E & F, request()),
        record: (answer) => recordOf(caller, answer)
      }),
      (failure) => {
        if (!(failure instanceof IdempotencyRaced) || caller.claim === undefined || races === maxRaces)
          return Effect.fail(failure)
        return Effect.flatMap(caller.claim.winner, (answer): Effect.Effect<Answer, unknown, R | R2> =>
          answer === undefined ? attempt(caller, operation, show, request, races + 1) : Effect.succeed(answer)
        )
      }
    )

  /** The response to an operation that makes a plan: it is carried out, and `show` says how its outcome is answered. */
  const answer = <A, E, R, E2, R2>(
    operation: (caller: CallerShape) => Step<A, E, R, E2, R2>,
    show: (outcome: A, caller: CallerShape) => Answer
  ): Effect.Effect<HttpServerResponse, Failures<E | E2>, R | R2 | Caller | Clock> =>
    Effect.flatMap(Caller, (caller) =>
      Effect.flatMap(
        answered(caller, (request) => attempt(caller, operation, show, request)),
        toResponseInTurns
      )
    )

  return { answer, respond, respondWith }
}
