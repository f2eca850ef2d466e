/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { respond } from "../respond.ts"
import { diffAnswer } from "./api.ts"
import { compare } from "./operations.ts"

export const diffHandlers = handlersOf(DocsApi, "diff", (handlers) =>
  handlers.handleAll({
    compare: ({ params, query }) =>
      respond((caller) =>
        Effect.flatMap(
          compare(caller, { documentId: params.id, from: query.from ?? "baseline", to: query.to ?? "latest" }),
          (comparison) =>
            diffAnswer(comparison, { format: query.format ?? "json", docType: comparison.document.docType })
        )
      )
  })
)
