/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answerList, pageOf } from "../lists.ts"
import { respond } from "../respond.ts"
import { encodeAlert, encodeAudit } from "./AlertBody.ts"
import * as aml from "./operations.ts"

const present: aml.Present = (alert) => json(200, encodeAlert(alert))

/** The handlers of this slice. */
export const amlHandlers = HttpApiBuilder.group(CardsApi, "aml", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const filter = { status: query.status, sarRequired: query.sar_required, customer: query.customer_id }
          const page = yield* aml.list(caller, filter, yield* pageOf(query))
          return answerList(query, page, ({ alert }) => encodeAlert(alert))
        })
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(aml.retrieve(caller, params.id), present)),
    change: ({ params, payload }) =>
      respond((caller) =>
        Effect.map(
          aml.change(caller, params.id, { status: payload.status, note: payload.note, present }),
          ({ alert, answer }) => answer ?? present(alert)
        )
      ),
    history: ({ params, query }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const page = yield* aml.history(caller, params.id, yield* pageOf(query))
          return answerList(query, page, ({ entry }) => encodeAudit(entry))
        })
      ),
    rebuild: () =>
      respond((caller) => aml.rebuildNow(caller, (rebuilt) => json(200, { object: "aml_rebuild", ...rebuilt })))
  })
)
