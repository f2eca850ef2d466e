/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, read, shown } from "../respond.ts"
import { commandOf } from "./api.ts"
import { PaymentMethodBody } from "./PaymentMethodBody.ts"
import { retrieve, tokenize } from "./operations.ts"

const show = shown(PaymentMethodBody.write)

export const paymentMethodHandlers = handlersOf(CardsApi, "paymentMethods", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      answer((caller) => tokenize(caller, { entered: commandOf(payload), customer: payload.customer }), show),
    retrieve: ({ params }) => read((caller) => retrieve(caller, params.id), show)
  })
)
