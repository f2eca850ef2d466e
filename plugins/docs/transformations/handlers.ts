/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer } from "../respond.ts"
import { requestOf, transformAnswer } from "./api.ts"
import * as transformations from "./operations.ts"

export const transformationHandlers = handlersOf(DocsApi, "transformations", (handlers) =>
  handlers.handle("transform", ({ payload, query, request }) =>
    answer(
      (caller) => transformations.transform(caller, requestOf(payload, query.documentId), query.apply === "true"),
      (made) => transformAnswer(made, request.headers["accept"])
    )
  )
)
