/** From requests to operations and back. */
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { list, read } from "../respond.ts"
import { BalanceBody, LedgerEntryBody } from "./api.ts"
import * as operations from "./operations.ts"

export const balanceHandlers = handlersOf(CardsApi, "balance", (handlers) =>
  handlers.handleAll({
    retrieve: () =>
      read(operations.retrieve, (balance, { principal }) =>
        json(200, BalanceBody.write({ ...balance, livemode: principal.mode === "live" }))
      ),
    listEntries: ({ query }) =>
      list(
        query,
        (caller, page) => operations.listEntries(caller, { source: query.source }, page),
        LedgerEntryBody.write
      )
  })
)
