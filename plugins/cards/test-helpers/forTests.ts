/** Answers a test: a live key is refused before anything is looked at. */
import * as Effect from "effect/Effect"
import type { CardsFailure } from "../errors.ts"
import { respond, type Operation, type Unanswerable } from "../respond.ts"
import { sandboxOnly } from "./sandboxOnly.ts"

/** `respond` for a test helper. */
export const forTests = <E extends CardsFailure | Unanswerable, R>(operation: Operation<E, R>) =>
  respond((caller) => Effect.andThen(sandboxOnly(caller), operation(caller)))
