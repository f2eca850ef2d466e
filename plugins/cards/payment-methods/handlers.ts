/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, respond } from "../respond.ts"
import { commandOf } from "./api.ts"
import { encodePaymentMethod } from "./PaymentMethodBody.ts"
import { retrieve, tokenize } from "./operations.ts"
import type { PaymentMethod } from "./PaymentMethod.ts"

const shown = (method: PaymentMethod) => json(200, encodePaymentMethod(method))

export const paymentMethodHandlers = handlersOf(CardsApi, "paymentMethods", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      answer((caller) => tokenize(caller, { entered: commandOf(payload), customer: payload.customer }), shown),
    retrieve: ({ params }) => respond((caller) => Effect.map(retrieve(caller, params.id), shown))
  })
)
