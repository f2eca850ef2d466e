/** From requests to operations and back: payment methods and their customers. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, list, shown } from "../respond.ts"
import { PaymentMethodBody } from "./PaymentMethodBody.ts"
import * as attachments from "./attachments.ts"

const show = shown(PaymentMethodBody.write)

/** The handlers of attaching, detaching and listing. */
export const paymentMethodAttachmentHandlers = handlersOf(CardsApi, "paymentMethodAttachments", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      list(query, (caller, page) => attachments.list(caller, query.customer, page), PaymentMethodBody.write),
    attach: ({ params, payload }) =>
      answer((caller) => attachments.attach(caller, { id: params.id, customer: payload.customer }), show),
    detach: ({ params }) => answer((caller) => attachments.detach(caller, params.id), show)
  })
)
