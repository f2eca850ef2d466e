/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { answer, respond } from "../respond.ts"
import { evidenceOf } from "./api.ts"
import type { Dispute } from "./Dispute.ts"
import { encodeDispute } from "./DisputeBody.ts"
import * as disputes from "./operations.ts"

const shown = (dispute: Dispute) => json(200, encodeDispute(dispute))

export const disputeHandlers = handlersOf(CardsApi, "disputes", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      respond((caller) => {
        const filter = { status: query.status, paymentId: query.payment_id }
        return showList(
          query,
          (page) => disputes.list(caller, filter, page),
          ({ dispute }) => encodeDispute(dispute)
        )
      }),
    retrieve: ({ params }) => respond((caller) => Effect.map(disputes.retrieve(caller, params.id), shown)),
    respond: ({ params, payload }) => {
      const command = { evidence: evidenceOf(payload), submit: payload.submit ?? false }
      return answer((caller) => disputes.respondWith(caller, params.id, command), shown)
    },
    accept: ({ params }) => answer((caller) => disputes.close(caller, params.id, "accept"), shown)
  })
)
