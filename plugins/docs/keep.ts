/** The one way in which operations of this plugin write: rows, jobs and the answer kept for replay, in one commit. */
import * as Effect from "effect/Effect"
import type { CancelledJob, DecidedJob } from "../../src/domain.ts"
import {
  Clock,
  commit,
  Ids,
  recordOf,
  type Answer,
  type CallerShape,
  type ClaimedJob,
  type CommitFailure,
  type Write
} from "../../src/plugin.ts"
import { docsPlugin } from "./declaration.ts"

/** Whom a unit of work is done for: a request with its claim, or a job with the scope of what it works on. */
export type Keeper = Pick<CallerShape, "store" | "scope"> &
  Partial<Pick<CallerShape, "claim" | "requestId" | "principal">>

/** What is written together. */
export interface Unit<A, E> {
  readonly outcome: A
  readonly writes?: ReadonlyArray<Write<E>>
  readonly jobs?: ReadonlyArray<DecidedJob>
  readonly cancelledJobs?: ReadonlyArray<CancelledJob>
  readonly completes?: ClaimedJob
}

/** Builds the answer that is kept for replay; in-process callers have none. */
export type Present<A> = (outcome: A) => Answer

/** What was done, with the answer to give. */
export interface Presented<A> {
  readonly outcome: A
  readonly answer: Answer | undefined
}

const isRequest = (keeper: Keeper): keeper is CallerShape => keeper.requestId !== undefined

/** Writes a unit. Fails as `commit` does. */
export const keep = Effect.fnUntraced(function* <A, E = never>(
  keeper: Keeper,
  unit: Unit<A, E>,
  present?: Present<A>
): Effect.fn.Return<Presented<A>, CommitFailure<E>, Clock | Ids> {
  const clock = yield* Clock
  const ids = yield* Ids
  const answer = present?.(unit.outcome)
  yield* commit<E>(keeper.store, {
    plugin: docsPlugin,
    scope: keeper.scope,
    now: clock.now(),
    nextId: ids.next,
    writes: unit.writes ?? [],
    jobs: unit.jobs ?? [],
    cancelledJobs: unit.cancelledJobs ?? [],
    record: isRequest(keeper) ? recordOf(keeper, answer) : undefined,
    completes: unit.completes
  })
  return { outcome: unit.outcome, answer }
})

/** Keeps the answer to a request that changes nothing: only where the client sent an idempotency key is there anything to write. */
export const keepAnswer = <A>(caller: CallerShape, outcome: A, present: Present<A>) =>
  caller.claim === undefined
    ? Effect.succeed<Presented<A>>({ outcome, answer: present(outcome) })
    : keep(caller, { outcome }, present)
