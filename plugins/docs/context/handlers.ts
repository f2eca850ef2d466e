/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer, noContent, respond } from "../respond.ts"
import { listAnswer, pageOf } from "../wire.ts"
import { encodeContext } from "./api.ts"
import type { ContextDocument } from "./ContextDocument.ts"
import * as context from "./operations.ts"

const created = (document: ContextDocument) => json(201, encodeContext({ document }))

/** The handlers of this slice. */
export const contextHandlers = handlersOf(DocsApi, "contextDocuments", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => context.create(caller, payload), created),
    list: ({ query }) =>
      respond((caller) =>
        Effect.map(context.list(caller, pageOf(query)), (page) =>
          json(
            200,
            listAnswer(page, (document) => encodeContext({ document }))
          )
        )
      ),
    retrieve: ({ params }) =>
      respond((caller) =>
        Effect.map(context.retrieve(caller, params.id), ({ content, document }) =>
          json(200, encodeContext({ document, content }))
        )
      ),
    remove: ({ params }) => answer((caller) => context.remove(caller, params.id), noContent)
  })
)
