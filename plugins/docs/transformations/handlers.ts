/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { keepAnswer, type Present } from "../keep.ts"
import { respond } from "../respond.ts"
import { requestOf, transformAnswer } from "./api.ts"
import * as transformations from "./operations.ts"

/** Kept under an idempotency key as JSON, however the first answer was wanted: a replay is JSON. */
const kept: Present<transformations.Transformed> = (made) => json(200, made)

/** The handler of this slice. */
export const transformationHandlers = HttpApiBuilder.group(DocsApi, "transformations", (handlers) =>
  handlers.handleAll({
    transform: ({ payload, query, request }) =>
      respond((caller) => {
        const asked = requestOf(payload, query.documentId)
        const made =
          query.apply === "true"
            ? transformations.apply(caller, asked, kept)
            : Effect.flatMap(transformations.transform(caller, asked), (result: transformations.Transformed) =>
                keepAnswer(caller, result, kept)
              )
        return Effect.map(made, ({ outcome }) => transformAnswer(outcome, request.headers["accept"]))
      })
  })
)
