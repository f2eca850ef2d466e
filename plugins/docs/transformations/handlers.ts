/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { DocsApi } from "../api.ts"
import { respond } from "../respond.ts"
import { requestOf, transformAnswer } from "./api.ts"
import * as transformations from "./operations.ts"

/** The handler of this slice. */
export const transformationHandlers = HttpApiBuilder.group(DocsApi, "transformations", (handlers) =>
  handlers.handleAll({
    transform: ({ payload, query, request }) =>
      respond((caller) => {
        const asked = requestOf(payload, query.documentId)
        const answer = (made: transformations.Transformed) => transformAnswer(made, request.headers["accept"])
        return query.apply === "true"
          ? Effect.map(transformations.apply(caller, asked, answer), (kept) => kept.answer!)
          : Effect.map(transformations.transform(caller, asked), answer)
      })
  })
)
