/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { respondLoosely } from "../respond.ts"
import { encodeAlert, encodeAudit } from "./AlertBody.ts"
import * as aml from "./operations.ts"

const present: aml.Present = (alert) => json(200, encodeAlert(alert))

/** The handlers of this slice. */
export const amlHandlers = HttpApiBuilder.group(CardsApi, "aml", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      respondLoosely((caller) => {
        const filter = { status: query.status, sarRequired: query.sar_required, customer: query.customer_id }
        return showList(
          query,
          (page) => aml.list(caller, filter, page),
          ({ alert }) => encodeAlert(alert)
        )
      }),
    retrieve: ({ params }) => respondLoosely((caller) => Effect.map(aml.retrieve(caller, params.id), present)),
    change: ({ params, payload }) =>
      respondLoosely((caller) =>
        Effect.map(
          aml.change(caller, params.id, { status: payload.status, note: payload.note, present }),
          ({ alert, answer }) => answer ?? present(alert)
        )
      ),
    history: ({ params, query }) =>
      respondLoosely((caller) =>
        showList(
          query,
          (page) => aml.history(caller, params.id, page),
          ({ entry }) => encodeAudit(entry)
        )
      ),
    rebuild: () =>
      respondLoosely((caller) => aml.rebuildNow(caller, (rebuilt) => json(200, { object: "aml_rebuild", ...rebuilt })))
  })
)
