/** How handlers of a plugin answer: with what an operation read, or with the plan that it made, carried out. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { Clock } from "../services/Clock.ts"
import { isUnavailable, UniqueViolation, type StoreOpenFailed, type StoreUnavailable } from "../services/Store.ts"
import { nameRefusal } from "../services/Watching.ts"
import { carryOut, type Telling } from "../store/carryOut.ts"
import { IdempotencyRaced } from "../store/idempotencyRepository.ts"
import { LeaseLost } from "../store/jobRepository.ts"
import type { Step } from "../store/Plan.ts"
import { json, toResponseInTurns, type Answer } from "./Answer.ts"
import { Caller, recordOf, type CallerShape } from "./Caller.ts"
import type { Page } from "./ListEnvelope.ts"
import { pageOf } from "./Parameters.ts"
import type { Refusal } from "./Refusal.ts"

/** What a query says of a page. */
type Paged = Parameters<typeof pageOf>[0]

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

/**
 * Carries a plan out. A request that lost the race for its key gets the winner's answer. So does one that is refused because an
 * earlier attempt under its key was committed and nobody heard of it.
 */
const attempt = <A, E, R, E2, R2>(
  caller: CallerShape,
  operation: (caller: CallerShape) => Step<A, E, R, E2, R2>,
  telling: Telling<A, E, Answer>,
  races = 0
): Effect.Effect<Answer, unknown, R | R2> =>
  Effect.catch(carryOut(caller.store, operation(caller), telling), (failure) => {
    if (caller.claim === undefined || isUnavailable(failure)) return Effect.fail(failure)
    return Effect.flatMap(caller.claim.winner, (answer): Effect.Effect<Answer, unknown, R | R2> => {
      if (answer !== undefined) return Effect.succeed(answer)
      return failure instanceof IdempotencyRaced && races < maxRaces
        ? attempt(caller, operation, telling, races + 1)
        : Effect.fail(failure)
    })
  })

/** How a plugin responds to what an operation reads. */
type Respond<Known> = <E extends Known, R>(
  operation: (caller: CallerShape) => Effect.Effect<Answer, E, R>
) => Effect.Effect<HttpServerResponse, Exclude<E, Unanswerable>, R | Caller | Clock>

/** Makes the ways in which handlers show what was read. */
const makeReading = <Known>(respond: Respond<Known>) => {
  /** The response to what an operation read, as `show` shows it. */
  const read = <A, E extends Known, R>(
    operation: (caller: CallerShape) => Effect.Effect<A, E, R>,
    show: (found: A, caller: CallerShape) => Answer
  ) => respond((caller) => Effect.map(operation(caller), (found) => show(found, caller)))

  /** How lists are answered: with the page that a query asks for, in an envelope. What else the query says is the filter. */
  const listIn =
    (envelope: (items: ReadonlyArray<unknown>, page: Omit<Page<unknown>, "data">) => unknown) =>
    <Query extends Paged, Item, E extends Known, R>(
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
        ({ data, ...page }) => json(200, envelope(data.map(encode), page))
      )
    }

  return { listIn, read }
}

/** Makes the ways in which handlers of a plugin answer. The types let failures through, so that endpoints must name them. */
export const makeResponding = <F>({ planned, refuse }: RespondingOptions<F>) => {
  type Failures<E> = Exclude<E, Unanswerable>
  type Answered = F | Refusal | StoreUnavailable | StoreOpenFailed

  /** The response to a request of which every failure is answered. `making` is given what a refusal may name. */
  const answered = <E, R>(
    caller: CallerShape,
    making: (request: () => RefusedRequest) => Effect.Effect<Answer, E, R>
  ): Effect.Effect<HttpServerResponse, never, R | Clock> => {
    const made = Effect.contextWith((context: Context.Context<R | Clock>) => {
      const request = (): RefusedRequest => ({
        requestId: caller.requestId,
        now: Context.get(context, Clock as Context.Key<Clock, Clock["Service"]>).now()
      })
      const answer = Effect.catch(making(request), (failure) =>
        refusal(failure, () => refuse(failure as F & E, request()))
      )
      const instead = planned?.(caller, context as Context.Context<never>)
      if (instead === undefined) return answer
      return instead.isLost ? Effect.as(answer, instead.answer) : Effect.succeed(instead.answer)
    })
    return Effect.flatMap(made, toResponseInTurns)
  }

  /** The response to what an operation read. */
  const respond = <E extends Answered | Unanswerable, R>(
    operation: (caller: CallerShape) => Effect.Effect<Answer, E, R>
  ): Effect.Effect<HttpServerResponse, Failures<E>, R | Caller | Clock> =>
    Effect.flatMap(Caller, (caller) => answered(caller, () => operation(caller)))

  /** The response of an operation that makes one of its own, such as a stream. */
  const respondWith = <E extends Answered | Unanswerable, R>(
    operation: (caller: CallerShape) => Effect.Effect<HttpServerResponse, E, R>
  ): Effect.Effect<HttpServerResponse, Failures<E>, R | Caller | Clock> =>
    Effect.flatMap(Caller, (caller) =>
      Effect.catch(operation(caller), (failure) => answered(caller, () => Effect.fail(failure)))
    )

  /** The response to an operation that makes a plan: it is carried out, and `show` says how its outcome is answered. */
  const answer = <A, E, R, E2, R2>(
    operation: (caller: CallerShape) => Step<A, E, R, E2, R2>,
    show: (outcome: A, caller: CallerShape) => Answer
  ): Effect.Effect<HttpServerResponse, Failures<E | E2>, R | R2 | Caller | Clock> =>
    Effect.flatMap(Caller, (caller) =>
      answered(caller, (request) =>
        attempt(caller, operation, {
          tell: (outcome) => show(outcome, caller),
          refuse: (refused) => refuse(refused as E & F, request()),
          record: (told) => recordOf(caller, told)
        })
      )
    )

  return { answer, respond, respondWith, ...makeReading<Answered | Unanswerable>(respond) }
}
