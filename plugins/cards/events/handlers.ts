/** From requests to operations and back. Bodies are shown as they were frozen. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { list, read } from "../respond.ts"
import { filterOf } from "./api.ts"
import * as events from "./operations.ts"

const shown = ({ body }: { readonly body: string }): unknown => JSON.parse(body)

export const eventHandlers = handlersOf(CardsApi, "events", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => list(query, (caller, page) => events.list(caller, filterOf(query), page), shown),
    retrieve: ({ params }) =>
      read(
        (caller) => events.retrieve(caller, params.id),
        ({ body }) => ({ status: 200, body })
      )
  })
)
