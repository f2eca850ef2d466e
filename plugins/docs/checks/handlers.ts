/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json, type CallerShape } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { keepAnswer } from "../keep.ts"
import { respond } from "../respond.ts"
import { bodyOf } from "../wire.ts"
import { CheckBody, requestOf } from "./api.ts"
import * as checks from "./operations.ts"

const readCheck = bodyOf(CheckBody)

const answered = <A>(caller: CallerShape, result: A) =>
  Effect.map(
    keepAnswer(caller, result, (made) => json(200, made)),
    ({ answer }) => answer!
  )

/** The handlers of this slice. */
export const checkHandlers = HttpApiBuilder.group(DocsApi, "checks", (handlers) =>
  handlers
    .handleRaw("check", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const asked = requestOf(yield* readCheck(request))
          return yield* answered(caller, yield* checks.check(caller, asked))
        })
      )
    )
    .handleRaw("fix", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const asked = requestOf(yield* readCheck(request))
          return yield* answered(caller, yield* checks.fix(caller, asked))
        })
      )
    )
)
