/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, shown } from "../respond.ts"
import { PaymentResultBody } from "./api.ts"
import { resolveByHand } from "./operations.ts"

export const resolutionHandlers = handlersOf(BankApi, "resolutions", (handlers) =>
  handlers.handleAll({
    resolve: ({ params, payload }) =>
      answer((caller) => resolveByHand(caller, params.paymentId, payload), shown(PaymentResultBody.write))
  })
)
