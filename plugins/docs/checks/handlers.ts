/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json, type CallerShape } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { keepAnswer } from "../keep.ts"
import { respond } from "../respond.ts"
import { requestOf } from "./api.ts"
import * as checks from "./operations.ts"

const answered = <A>(caller: CallerShape, result: A) =>
  Effect.map(
    keepAnswer(caller, result, (made) => json(200, made)),
    ({ answer }) => answer!
  )

/** The handlers of this slice. */
export const checkHandlers = handlersOf(DocsApi, "checks", (handlers) =>
  handlers
    .handle("check", ({ payload }) =>
      respond((caller) =>
        Effect.flatMap(checks.check(caller, requestOf(payload)), (checked) => answered(caller, checked))
      )
    )
    .handle("fix", ({ payload }) =>
      respond((caller) => Effect.flatMap(checks.fix(caller, requestOf(payload)), (fixed) => answered(caller, fixed)))
    )
)
