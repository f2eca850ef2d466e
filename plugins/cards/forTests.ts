/** Answers a test: a live key is refused before anything is looked at (decisions B13). */
import * as Effect from "effect/Effect"
import type { Answer, CallerShape, Step, Unanswerable } from "../../src/plugin.ts"
import type { CardsFailure } from "./errors.ts"
import { answer, read } from "./respond.ts"
import { LiveKeyNotAllowed } from "./test-helpers/TestFailure.ts"

/** Fails with `LiveKeyNotAllowed` for a caller with a live key. */
export const sandboxOnly = ({ principal }: CallerShape): Effect.Effect<void, LiveKeyNotAllowed> =>
  principal.mode === "live" ? Effect.fail(new LiveKeyNotAllowed()) : Effect.void

/** `answer` for a test helper. */
export const forTests = <A, E, R, E2, R2>(
  operation: (caller: CallerShape) => Step<A, E, R, E2, R2>,
  show: (outcome: A, caller: CallerShape) => Answer
) => answer((caller) => Effect.andThen(sandboxOnly(caller), operation(caller)), show)

/** `read` for a test helper. */
export const readForTests = <A, E extends CardsFailure | Unanswerable, R>(
  operation: (caller: CallerShape) => Effect.Effect<A, E, R>,
  show: (found: A, caller: CallerShape) => Answer
) => read((caller) => Effect.andThen(sandboxOnly(caller), operation(caller)), show)
