/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer, list, noContent, read, shown } from "../respond.ts"
import { ContextBody } from "./api.ts"
import * as context from "./operations.ts"

export const contextHandlers = handlersOf(DocsApi, "contextDocuments", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => context.create(caller, payload), shown(ContextBody.write, 201)),
    list: ({ query }) => list(query, context.list, ContextBody.write),
    retrieve: ({ params }) => read((caller) => context.retrieve(caller, params.id), shown(ContextBody.write)),
    remove: ({ params }) => answer((caller) => context.remove(caller, params.id), noContent)
  })
)
