/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json, noChange } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { forTests } from "../forTests.ts"
import { showList } from "../lists.ts"
import { answer, respond } from "../respond.ts"
import type { Alert } from "./Alert.ts"
import { encodeAlert, encodeAudit, encodeRebuilt } from "./AlertBody.ts"
import * as aml from "./operations.ts"

const shown = (alert: Alert) => json(200, encodeAlert(alert))

export const amlHandlers = handlersOf(CardsApi, "aml", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      respond((caller) => {
        const filter = { status: query.status, sarRequired: query.sar_required, customer: query.customer_id }
        return showList(
          query,
          (page) => aml.list(caller, filter, page),
          ({ alert }) => encodeAlert(alert)
        )
      }),
    retrieve: ({ params }) => respond((caller) => Effect.map(aml.retrieve(caller, params.id), shown)),
    change: ({ params, payload }) =>
      answer((caller) => aml.change(caller, params.id, { status: payload.status, note: payload.note }), shown),
    history: ({ params, query }) =>
      respond((caller) =>
        showList(
          query,
          (page) => aml.history(caller, params.id, page),
          ({ entry }) => encodeAudit(entry)
        )
      ),
    // In live mode a host calls `aml.rebuild`.
    rebuild: () =>
      forTests(
        (caller) => Effect.map(aml.rebuild(caller), noChange),
        (rebuilt) => json(200, encodeRebuilt(rebuilt))
      )
  })
)
