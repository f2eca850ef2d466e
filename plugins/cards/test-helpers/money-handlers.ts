/** From requests of the helpers about money to the operations of their slices, for test keys only. */
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import type { Funding } from "../balance/Funding.ts"
import { fund } from "../balance/operations.ts"
import type { Dispute } from "../disputes/Dispute.ts"
import { encodeDispute } from "../disputes/DisputeBody.ts"
import * as disputes from "../disputes/operations.ts"
import { forTests } from "../forTests.ts"
import * as payouts from "../payouts/operations.ts"
import type { Payout } from "../payouts/Payout.ts"
import { encodePayout } from "../payouts/PayoutBody.ts"
import * as refunds from "../refunds/operations.ts"
import type { Refund } from "../refunds/Refund.ts"
import { encodeRefund } from "../refunds/RefundBody.ts"
import { encodeFunding, type PayoutFaultBody } from "./money-api.ts"

const disputeAnswer = (dispute: Dispute) => json(200, encodeDispute(dispute))
const refundAnswer = (refund: Refund) => json(200, encodeRefund(refund))
const payoutAnswer = (payout: Payout) => json(200, encodePayout(payout))

const fundingAnswer = (funding: Funding) => json(200, encodeFunding(funding))

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
