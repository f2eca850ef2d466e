/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json, noChange, type CallerShape } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import type { DocsFailure } from "../errors.ts"
import { answer } from "../respond.ts"
import { requestOf } from "./api.ts"
import * as checks from "./operations.ts"

/** Nothing is written but the answer, where there is a key. */
const answered = <A, E extends DocsFailure, R>(operation: (caller: CallerShape) => Effect.Effect<A, E, R>) =>
  answer(
    (caller) => Effect.map(operation(caller), noChange),
    (outcome) => json(200, outcome)
  )

export const checkHandlers = handlersOf(DocsApi, "checks", (handlers) =>
  handlers
    .handle("check", ({ payload }) => answered((caller) => checks.check(caller, requestOf(payload))))
    .handle("fix", ({ payload }) => answered((caller) => checks.fix(caller, requestOf(payload))))
)
