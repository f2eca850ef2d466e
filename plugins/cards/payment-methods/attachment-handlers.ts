/** From requests to operations and back: payment methods and their customers. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { respond } from "../respond.ts"
import { encodePaymentMethod } from "./PaymentMethodBody.ts"
import * as attachments from "./attachments.ts"

const present: attachments.Present = (method) => json(200, encodePaymentMethod(method))

const answerOf = ({ answer, paymentMethod }: attachments.Presented) => answer ?? present(paymentMethod)

/** The handlers of attaching, detaching and listing. */
export const paymentMethodAttachmentHandlers = handlersOf(CardsApi, "paymentMethodAttachments", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      respond((caller) =>
        showList(query, (page) => attachments.list(caller, query.customer, page), encodePaymentMethod)
      ),
    attach: ({ params, payload }) =>
      respond((caller) =>
        Effect.map(attachments.attach(caller, { id: params.id, customer: payload.customer }, present), answerOf)
      ),
    detach: ({ params }) => respond((caller) => Effect.map(attachments.detach(caller, params.id, present), answerOf))
  })
)
