/** From requests of the helpers about payments to the operations of payments, for test keys only. */
import { handlersOf, type Answer } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { forTests } from "../forTests.ts"
import * as payments from "../payments/operations.ts"
import { settleNow } from "../payments/acquirer.ts"
import { settlementOf } from "./payment-api.ts"

/** A helper answers with the payment, also when it just failed: that is what was requested. */
const shown = ({ paymentJson }: payments.ShownPayment): Answer => ({ status: 200, body: paymentJson })

/** The handlers of the helpers about payments. */
export const paymentHelperHandlers = handlersOf(CardsApi, "paymentHelpers", (handlers) =>
  handlers.handleAll({
    authenticate: ({ params, payload }) =>
      forTests((caller) => payments.authenticate(caller, params.id, payload.result), shown),
    settle: ({ params, payload }) => forTests((caller) => settleNow(caller, params.id, settlementOf(payload)), shown)
  })
)
