/** From requests of the helpers about money to the operations of their slices, for test keys only. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { fund } from "../balance/operations.ts"
import { DisputeBody } from "../disputes/DisputeBody.ts"
import * as disputes from "../disputes/operations.ts"
import { forTests } from "../forTests.ts"
import { shown } from "../respond.ts"
import * as payouts from "../payouts/operations.ts"
import { PayoutBody } from "../payouts/PayoutBody.ts"
import * as refunds from "../refunds/operations.ts"
import { RefundBody } from "../refunds/RefundBody.ts"
import { FundingBody, type PayoutFaultBody } from "./money-api.ts"

const disputeAnswer = shown(DisputeBody.write)
const refundAnswer = shown(RefundBody.write)
const payoutAnswer = shown(PayoutBody.write)

const fundingAnswer = shown(FundingBody.write)

/** What a bank says that gives no other reason. */
const faultOf = (body: typeof PayoutFaultBody.Type) => ({
  code: body.failure_code ?? "could_not_process",
  message: body.failure_message ?? "The bank could not process the payout"
})

const reported = (id: string, what: payouts.BankReport) =>
  forTests((caller) => payouts.report(caller, id, what), payoutAnswer)

/** The handlers of the helpers about money. */
export const moneyHelperHandlers = handlersOf(CardsApi, "moneyHelpers", (handlers) =>
  handlers.handleAll({
    openDispute: ({ payload }) => {
      const { amount, payment_id, reason } = payload
      return forTests(
        (caller) => disputes.open(caller, { paymentId: payment_id, reason, amountMinor: amount }),
        disputeAnswer
      )
    },
    resolveDispute: ({ params, payload }) =>
      forTests(
        (caller) => disputes.close(caller, params.id, payload.outcome === "won" ? "win" : "lose"),
        disputeAnswer
      ),
    resolveRefund: ({ params, payload }) =>
      forTests((caller) => refunds.resolve(caller, params.id, payload.outcome), refundAnswer),
    payPayout: ({ params }) => reported(params.id, { outcome: "paid" }),
    failPayout: ({ params, payload }) => reported(params.id, { outcome: "failed", fault: faultOf(payload) }),
    returnPayout: ({ params, payload }) => reported(params.id, { outcome: "returned", fault: faultOf(payload) }),
    fundBalance: ({ payload }) =>
      forTests((caller) => fund(caller, { amountMinor: payload.amount, currency: payload.currency }), fundingAnswer)
  })
)
