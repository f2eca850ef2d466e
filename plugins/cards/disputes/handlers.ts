/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { respond } from "../respond.ts"
import { evidenceOf } from "./api.ts"
import { encodeDispute } from "./DisputeBody.ts"
import * as disputes from "./operations.ts"

const present: disputes.Present = (dispute) => json(200, encodeDispute(dispute))

const answerOf = ({ answer, dispute }: disputes.Presented) => answer ?? present(dispute)

/** The handlers of this slice. */
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
    retrieve: ({ params }) => respond((caller) => Effect.map(disputes.retrieve(caller, params.id), present)),
    respond: ({ params, payload }) =>
      respond((caller) =>
        Effect.map(
          disputes.respondWith(caller, params.id, {
            evidence: evidenceOf(payload),
            submit: payload.submit ?? false,
            present
          }),
          answerOf
        )
      ),
    accept: ({ params }) =>
      respond((caller) => Effect.map(disputes.close(caller, params.id, { trigger: "accept", present }), answerOf))
  })
)
