/**
 * A plan is what an operation concluded: the outcome that its caller is given, and what is to be written. Operations make
 * plans; whoever called them has them carried out (`carryOut`), with what only he knows: the answer that is kept under an
 * idempotency key, or the job that is done with it.
 */
import * as Effect from "effect/Effect"
import type { StoreUnavailable } from "../services/Store.ts"
import type { CommitFailure, Unit } from "./commit.ts"

/** The writes besides a unit. */
export type Besides<E = never> = Pick<Unit<E>, "events" | "writes">

/**
 * `A` is the outcome, `E` what the unit may be refused with, `R` what `around` and `next` need. Name all three where a plan is
 * returned: left to inference, `R` becomes `unknown` far away from here.
 */
export interface Plan<A, E = never, R = never> {
  readonly outcome: A
  /** Left out: nothing changes. An answer is kept all the same where there is a key. */
  readonly unit?: Unit<E> | undefined
  /** The unit is kept, and the caller gets this refusal instead of the outcome; so does every repetition under the key. */
  readonly refused?: E | undefined
  /** What the span of the operation says besides what it reads of the outcome: nothing personal. */
  readonly shows?: Readonly<Record<string, string>> | undefined
  /** Stands around the commit of the unit: to take turns, and to add what depends on the turn. */
  readonly around?: <F>(
    commit: (besides: Besides<E>) => Effect.Effect<void, F>
  ) => Effect.Effect<void, F | CommitFailure<E>, R>
  /** Runs in this process once the unit is on disk: to wake somebody, and for nothing that must happen. */
  readonly after?: Effect.Effect<void> | undefined
  /**
   * Goes on after the commit, such as by asking somebody outside. It runs once, whatever it fails with; what it gives is
   * decided anew on conflicts, and its answer replaces the one that was kept. `undefined`: the outcome stands.
   */
  readonly next?: Effect.Effect<Step<A, E, R> | undefined, E | StoreUnavailable, R> | undefined
}

/** The plan of an operation that changes nothing. */
export const noChange = <A>(outcome: A): Plan<A> => ({ outcome })

/**
 * An effect that succeeds once, however often the step in which it stands is made again: for what is asked of somebody outside.
 * Make it outside of the step.
 */
export const once = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  let first: { readonly value: A } | undefined
  return Effect.suspend(() =>
    first === undefined
      ? Effect.map(effect, (value) => {
          first = { value }
          return value
        })
      : Effect.succeed(first.value)
  )
}

/** A decision that is made anew, from its reads on, when its commit found a row changed. */
export type Step<A, E = never, R = never, E2 = E | StoreUnavailable, R2 = R> = Effect.Effect<Plan<A, E, R>, E2, R2>
