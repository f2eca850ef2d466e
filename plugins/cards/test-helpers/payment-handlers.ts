/** From requests of the helpers about payments to the operations of payments, for test keys only. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import type { SettlementAnswer } from "../acquirer/answers.ts"
import { CardsApi } from "../api.ts"
import * as payments from "../payments/operations.ts"
import { encodePayment } from "../payments/PaymentBody.ts"
import { settleNow } from "../payments/waiting.ts"
import { forTests } from "./forTests.ts"
import type { SettlePaymentBody } from "./payment-api.ts"

/** A helper answers with the payment, also when it just failed: that is what was asked for. */
const present: payments.Present = (_, paymentJson) => ({ status: 200, body: paymentJson })

const answerOf = ({ answer, payment }: payments.Presented) => answer ?? json(200, encodePayment(payment))

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
      forTests((caller) => Effect.map(payments.authenticate(caller, params.id, payload.result, present), answerOf)),
    settle: ({ params, payload }) =>
      forTests((caller) => Effect.map(settleNow(caller, params.id, settlementOf(payload), present), answerOf))
  })
)
