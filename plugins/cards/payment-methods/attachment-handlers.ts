/** From requests to operations and back: payment methods and their customers. */
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { answer, respond } from "../respond.ts"
import type { PaymentMethod } from "./PaymentMethod.ts"
import { encodePaymentMethod } from "./PaymentMethodBody.ts"
import * as attachments from "./attachments.ts"

const shown = (method: PaymentMethod) => json(200, encodePaymentMethod(method))

/** The handlers of attaching, detaching and listing. */
export const paymentMethodAttachmentHandlers = handlersOf(CardsApi, "paymentMethodAttachments", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      respond((caller) =>
        showList(query, (page) => attachments.list(caller, query.customer, page), encodePaymentMethod)
      ),
    attach: ({ params, payload }) =>
      answer((caller) => attachments.attach(caller, { id: params.id, customer: payload.customer }), shown),
    detach: ({ params }) => answer((caller) => attachments.detach(caller, params.id), shown)
  })
)
