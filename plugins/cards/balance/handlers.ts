/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { respond } from "../respond.ts"
import { encodeBalance, encodeEntry } from "./api.ts"
import * as operations from "./operations.ts"

export const balanceHandlers = handlersOf(CardsApi, "balance", (handlers) =>
  handlers.handleAll({
    retrieve: () =>
      respond((caller) =>
        Effect.map(operations.retrieve(caller), (balance) =>
          json(200, encodeBalance({ ...balance, livemode: caller.principal.mode === "live" }))
        )
      ),
    listEntries: ({ query }) =>
      respond((caller) =>
        showList(query, (page) => operations.listEntries(caller, { source: query.source }, page), encodeEntry)
      )
  })
)
