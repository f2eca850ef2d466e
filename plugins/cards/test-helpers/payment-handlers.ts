/** From requests of the helpers about payments to the operations of payments, for test keys only. */
import { handlersOf, type Answer } from "../../../src/plugin.ts"
import type { SettlementAnswer } from "../acquirer/answers.ts"
import { CardsApi } from "../api.ts"
import { forTests } from "../forTests.ts"
import * as payments from "../payments/operations.ts"
import { settleNow } from "../payments/acquirer.ts"
import type { SettlePaymentBody } from "./payment-api.ts"

/** A helper answers with the payment, also when it just failed: that is what was requested. */
const shown = ({ paymentJson }: payments.ShownPayment): Answer => ({ status: 200, body: paymentJson })

const settlementOf = (body: typeof SettlePaymentBody.Type): SettlementAnswer =>
  body.outcome === "succeeded"
    ? { outcome: "settled" }
    : {
        outcome: "declined",
        code: body.failure_code ?? "insufficient_funds",
        message: "The bank returned the debit"
      }

/** The handlers of the helpers about payments. */
export const paymentHelperHandlers = handlersOf(CardsApi, "paymentHelpers", (handlers) =>
  handlers.handleAll({
    authenticate: ({ params, payload }) =>
      forTests((caller) => payments.authenticate(caller, params.id, payload.result), shown),
    settle: ({ params, payload }) => forTests((caller) => settleNow(caller, params.id, settlementOf(payload)), shown)
  })
)
