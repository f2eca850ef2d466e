/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, noChange } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { forTests } from "../forTests.ts"
import { answer, list, read, shown } from "../respond.ts"
import { AlertBody, AuditBody, RebuildBody } from "./AlertBody.ts"
import * as aml from "./operations.ts"

const show = shown(AlertBody.write)

export const amlHandlers = handlersOf(CardsApi, "aml", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => {
      const filter = { status: query.status, sarRequired: query.sar_required, customer: query.customer_id }
      return list(
        query,
        (caller, page) => aml.list(caller, filter, page),
        ({ alert }) => AlertBody.write(alert)
      )
    },
    retrieve: ({ params }) => read((caller) => aml.retrieve(caller, params.id), show),
    change: ({ params, payload }) =>
      answer((caller) => aml.change(caller, params.id, { status: payload.status, note: payload.note }), show),
    history: ({ params, query }) =>
      list(
        query,
        (caller, page) => aml.history(caller, params.id, page),
        ({ entry }) => AuditBody.write(entry)
      ),
    // In live mode a host calls `aml.rebuild`.
    rebuild: () => forTests((caller) => Effect.map(aml.rebuild(caller), noChange), shown(RebuildBody.write))
  })
)
