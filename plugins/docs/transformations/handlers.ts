/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { keepAnswer, type Present } from "../keep.ts"
import { respond } from "../respond.ts"
import { requestOf, transformAnswer } from "./api.ts"
import * as transformations from "./operations.ts"

/** Kept under an idempotency key as JSON, however the first answer was wanted: a replay is JSON. */
const kept: Present<transformations.Transformed> = (made) => json(200, made)

/** The handler of this slice. */
export const transformationHandlers = handlersOf(DocsApi, "transformations", (handlers) =>
  handlers.handle("transform", ({ payload, query, request }) =>
    respond((caller) =>
      Effect.gen(function* () {
        const asked = requestOf(payload, query.documentId)
        const { outcome } =
          query.apply === "true"
            ? yield* transformations.apply(caller, asked, kept)
            : yield* keepAnswer(caller, yield* transformations.transform(caller, asked), kept)
        return transformAnswer(outcome, request.headers["accept"])
      })
    )
  )
)
