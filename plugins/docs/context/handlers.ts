/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json, type Answer } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import type { Present, Presented } from "../keep.ts"
import { respond } from "../respond.ts"
import { bodyOf, listAnswer, pageOf } from "../wire.ts"
import { CreateContextBody, encodeContext } from "./api.ts"
import type { ContextDocument } from "./ContextDocument.ts"
import * as context from "./operations.ts"

const readContext = bodyOf(CreateContextBody)

const created: Present<ContextDocument> = (document) => json(201, encodeContext({ document }))

const nothing: Present<unknown> = () => ({ status: 204, body: "" })

const given = <A, E, R>(operation: Effect.Effect<Presented<A>, E, R>): Effect.Effect<Answer, E, R> =>
  Effect.map(operation, ({ answer }) => answer!)

/** The handlers of this slice. */
export const contextHandlers = HttpApiBuilder.group(DocsApi, "contextDocuments", (handlers) =>
  handlers
    .handleRaw("create", ({ request }) =>
      respond((caller) =>
        Effect.flatMap(readContext(request), (payload) => given(context.create(caller, payload, created)))
      )
    )
    .handleAll({
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
