/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json, type Answer } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import type { Present, Presented } from "../keep.ts"
import { respond } from "../respond.ts"
import { listAnswer, pageOf } from "../wire.ts"
import { encodeContext } from "./api.ts"
import type { ContextDocument } from "./ContextDocument.ts"
import * as context from "./operations.ts"

const created: Present<ContextDocument> = (document) => json(201, encodeContext({ document }))

const nothing: Present<unknown> = () => ({ status: 204, body: "" })

const given = <A, E, R>(operation: Effect.Effect<Presented<A>, E, R>): Effect.Effect<Answer, E, R> =>
  Effect.map(operation, ({ answer }) => answer!)

/** The handlers of this slice. */
export const contextHandlers = handlersOf(DocsApi, "contextDocuments", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => respond((caller) => given(context.create(caller, payload, created))),
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
    remove: ({ params }) => respond((caller) => given(context.remove(caller, params.id, nothing)))
  })
)
