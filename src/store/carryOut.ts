/** Carries plans out: commits what they hold, decides anew on conflicts, goes on after a first commit. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { VersionConflict, type RegionStore } from "../services/Store.ts"
import { describe, kindsOf } from "../services/Watching.ts"
import { commitKept, type CommitFailure } from "./commit.ts"
import { amend, IdempotencyRaced, keep, type IdempotencyRecord } from "./idempotencyRepository.ts"
import type { ClaimedJob } from "./jobRepository.ts"
import type { Besides, Plan, Step } from "./Plan.ts"

/** Makes of an outcome what its caller gets (`B`), and what is kept of it. */
export interface Telling<A, E, B> {
  readonly tell: (outcome: A) => B
  readonly refuse: (refused: E) => B
  /** The outcome that is stored under the caller's idempotency key; `undefined` without a key. */
  readonly record: (told: B) => IdempotencyRecord | undefined
}

type Failure<E> = CommitFailure<E> | IdempotencyRaced

/** What a plan came to. */
interface Done<A, E, R, B> {
  readonly plan: Plan<A, E, R>
  readonly told: B
  readonly record: IdempotencyRecord | undefined
}

/** How a commit is made. */
interface Making {
  readonly store: RegionStore
  readonly completes?: ClaimedJob | undefined
  /** What this request has kept by an earlier commit. */
  readonly kept?: IdempotencyRecord | undefined
}

/**
 * Times a plan is made again (our choice). Of several that change one row at the same time one goes through each time, so ten
 * of them all do; a row that is contended longer is answered with the conflict.
 */
const maxRestarts = 10

/** A loop of its own, because a schedule would be made for every request and hardly ever used. */
const retryOnConflict = <A, E, R>(attempt: Effect.Effect<A, E, R>, restarts = maxRestarts): Effect.Effect<A, E, R> =>
  Effect.catch(attempt, (error) =>
    error instanceof VersionConflict && restarts > 0 ? retryOnConflict(attempt, restarts - 1) : Effect.fail(error)
  )

/** Keeps an answer alone. */
const keepRecord = ({ kept, store }: Making, record: IdempotencyRecord) => {
  if (kept?.body === record.body && kept.status === record.status) return Effect.void
  return store.write([kept === undefined ? keep(record, record.claimedAt ?? 0) : amend(record)])
}

/** Writes what a plan holds. */
const write = <A, E, R>(
  making: Making,
  plan: Plan<A, E, R>,
  record: IdempotencyRecord | undefined
): Effect.Effect<void, Failure<E>, R> => {
  const { after } = plan
  const written = writeUnit(making, plan, record)
  return after === undefined ? written : Effect.tap(written, after)
}

const writeUnit = <A, E, R>(
  making: Making,
  { around, unit }: Plan<A, E, R>,
  record: IdempotencyRecord | undefined
): Effect.Effect<void, Failure<E>, R> => {
  if (unit === undefined) return record === undefined ? Effect.void : keepRecord(making, record)
  const added = { record, amends: making.kept !== undefined, completes: making.completes }
  return around === undefined
    ? commitKept(making.store, { ...unit, ...added })
    : around(({ events = [], writes }: Besides<E>) =>
        commitKept(making.store, {
          ...unit,
          ...added,
          writes: [...unit.writes, ...writes],
          events: [...(unit.events ?? []), ...events]
        })
      )
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined)

const isEntity = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string"

/** What the span of an operation says about its outcome: the entity's id, state and amount, and nothing personal. */
const attributesOf = ({
  outcome,
  refused,
  shows
}: Plan<unknown, unknown, unknown>): Readonly<Record<string, unknown>> => {
  const refusal = refused === undefined ? {} : { "bursar.refused": kindsOf(refused) }
  const held = typeof outcome === "object" && outcome !== null ? Object.values(outcome) : []
  const entity = [outcome, ...held].find(isEntity)
  if (entity === undefined) return refusal
  return {
    ...refusal,
    "bursar.id": entity["id"],
    "bursar.status": textOf(entity["status"]) ?? textOf(entity["state"]),
    "bursar.amount_minor": numberOf(entity["amountMinor"]) ?? numberOf(entity["amountCents"]),
    "bursar.currency": textOf(entity["currency"]),
    ...shows
  }
}

const make = <A, E, R, E2, R2, B>(
  step: Step<A, E, R, E2, R2>,
  telling: Telling<A, E, B>,
  making: Making
): Effect.Effect<Done<A, E, R, B>, E2 | Failure<E>, R | R2> =>
  retryOnConflict(
    Effect.flatMap(step, (plan) =>
      Effect.withFiber((fiber) => {
        describe(fiber, () => attributesOf(plan))
        const told = plan.refused === undefined ? telling.tell(plan.outcome) : telling.refuse(plan.refused)
        const record = telling.record(told)
        return Effect.as(write(making, plan, record), { plan, told, record })
      })
    )
  )

/** What follows a first commit. Whatever was asked outside must not be asked anew, so a conflict in the end changes nothing. */
const goOn = <A, E, R, B>(
  done: Done<A, E, R, B>,
  telling: Telling<A, E, B>,
  making: Making
): Effect.Effect<B, Failure<E>, R> => {
  const { next } = done.plan
  if (next === undefined) return Effect.succeed(done.told)
  return Effect.catch(
    Effect.flatMap(next, (step) =>
      step === undefined
        ? Effect.succeed(done.told)
        : Effect.flatMap(make(step, telling, { ...making, kept: done.record }), (then) => goOn(then, telling, making))
    ),
    (failure) => (failure instanceof VersionConflict ? Effect.succeed(done.told) : Effect.fail(failure))
  )
}

/**
 * Makes a plan and carries it out. Fails as the operation does, as the plan's unit is refused, and as `commit` does; then
 * nothing was kept by the step that failed.
 */
export const carryOut = <A, E, R, E2, R2, B>(
  store: RegionStore,
  step: Step<A, E, R, E2, R2>,
  telling: Telling<A, E, B>
): Effect.Effect<B, E2 | Failure<E>, R | R2> =>
  Effect.flatMap(make(step, telling, { store }), (done) =>
    done.plan.next === undefined ? Effect.succeed(done.told) : goOn(done, telling, { store })
  )

/** Where nothing is kept under a key there is no race for one. */
const withoutRace = <A, E, R>(effect: Effect.Effect<A, E | IdempotencyRaced, R>) =>
  Effect.catch(effect, (failure) =>
    failure instanceof IdempotencyRaced ? Effect.die(failure) : Effect.fail(failure as Exclude<E, IdempotencyRaced>)
  )

/** Carries out the plan of somebody who has no key: gives its outcome, or fails with its refusal. */
export const carryOutUnkeyed = <A, E, R, E2, R2>(
  store: RegionStore,
  step: Step<A, E, R, E2, R2>
): Effect.Effect<A, E2 | CommitFailure<E>, R | R2> =>
  withoutRace(
    Effect.flatMap(
      carryOut<A, E, R, E2, R2, Result.Result<A, E>>(store, step, {
        tell: Result.succeed,
        refuse: Result.fail,
        record: () => undefined
      }),
      Effect.fromResult
    )
  )

const toldOfJobs: Telling<any, any, undefined> = {
  tell: () => undefined,
  refuse: () => undefined,
  record: () => undefined
}

/**
 * Carries out the plan of a job, which is done if and only if the plan's unit is kept. A plan without a unit leaves the
 * job to the worker. Jobs do not go on after their commit: `next` belongs to callers who wait.
 */
export const carryOutJob = <A, E, R, E2, R2>(
  store: RegionStore,
  step: Step<A, E, R, E2, R2>,
  job: ClaimedJob
): Effect.Effect<"committed" | "done", E2 | CommitFailure<E>, R | R2> =>
  withoutRace(
    Effect.map(make(step, toldOfJobs as Telling<A, E, undefined>, { store, completes: job }), ({ plan }) =>
      plan.unit === undefined ? "done" : "committed"
    )
  )
