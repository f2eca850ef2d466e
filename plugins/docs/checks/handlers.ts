/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json, type CallerShape } from "../../../src/plugin.ts"
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
export const checkHandlers = HttpApiBuilder.group(DocsApi, "checks", (handlers) =>
  handlers.handleAll({
    check: ({ payload }) =>
      respond((caller) =>
        Effect.flatMap(checks.check(caller, requestOf(payload)), (result) => answered(caller, result))
      ),
    fix: ({ payload }) =>
      respond((caller) => Effect.flatMap(checks.fix(caller, requestOf(payload)), (result) => answered(caller, result)))
  })
)
