/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, list, read, shown } from "../respond.ts"
import { evidenceOf } from "./api.ts"
import { DisputeBody } from "./DisputeBody.ts"
import * as disputes from "./operations.ts"

const show = shown(DisputeBody.write)

export const disputeHandlers = handlersOf(CardsApi, "disputes", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => {
      const filter = { status: query.status, paymentId: query.payment_id }
      return list(
        query,
        (caller, page) => disputes.list(caller, filter, page),
        ({ dispute }) => DisputeBody.write(dispute)
      )
    },
    retrieve: ({ params }) => read((caller) => disputes.retrieve(caller, params.id), show),
    respond: ({ params, payload }) => {
      const command = { evidence: evidenceOf(payload), submit: payload.submit ?? false }
      return answer((caller) => disputes.respondWith(caller, params.id, command), show)
    },
    accept: ({ params }) => answer((caller) => disputes.close(caller, params.id, "accept"), show)
  })
)
