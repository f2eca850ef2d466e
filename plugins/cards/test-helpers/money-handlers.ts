/** From requests of the helpers about money to the operations of their slices, for test keys only. */
import * as Effect from "effect/Effect"
import { handlersOf, json, type Answer } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import type { Funding } from "../balance/Funding.ts"
import { fund } from "../balance/operations.ts"
import { encodeDispute } from "../disputes/DisputeBody.ts"
import * as disputes from "../disputes/operations.ts"
import * as payouts from "../payouts/operations.ts"
import { encodePayout } from "../payouts/PayoutBody.ts"
import * as refunds from "../refunds/operations.ts"
import type { Refund } from "../refunds/Refund.ts"
import { encodeRefund } from "../refunds/RefundBody.ts"
import { forTests, readForTests } from "./forTests.ts"
import { encodeFunding, type PayoutFaultBody } from "./money-api.ts"

const disputeAnswer: disputes.Present = (dispute) => json(200, encodeDispute(dispute))
const refundAnswer = (refund: Refund) => json(200, encodeRefund(refund))
const payoutAnswer: payouts.Present = (payout) => json(200, encodePayout(payout))

const fundingAnswer = (funding: Funding): Answer => json(200, encodeFunding(funding))

/** What a bank says that gives no other reason. */
const faultOf = (body: typeof PayoutFaultBody.Type) => ({
  code: body.failure_code ?? "could_not_process",
  message: body.failure_message ?? "The bank could not process the payout"
})

const reported = (id: string, what: payouts.BankReport) =>
  readForTests((caller) =>
    Effect.map(payouts.report(caller, id, what, payoutAnswer), ({ answer, payout }) => answer ?? payoutAnswer(payout))
  )

/** The handlers of the helpers about money. */
export const moneyHelperHandlers = handlersOf(CardsApi, "moneyHelpers", (handlers) =>
  handlers.handleAll({
    openDispute: ({ payload }) =>
      readForTests((caller) =>
        Effect.map(
          disputes.open(
            caller,
            { paymentId: payload.payment_id, reason: payload.reason, amountMinor: payload.amount },
            { present: disputeAnswer }
          ),
          ({ answer, dispute }) => answer ?? disputeAnswer(dispute)
        )
      ),
    resolveDispute: ({ params, payload }) =>
      readForTests((caller) =>
        Effect.map(
          disputes.close(caller, params.id, {
            trigger: payload.outcome === "won" ? "win" : "lose",
            present: disputeAnswer
          }),
          ({ answer, dispute }) => answer ?? disputeAnswer(dispute)
        )
      ),
    resolveRefund: ({ params, payload }) =>
      forTests((caller) => refunds.resolve(caller, params.id, payload.outcome), refundAnswer),
    payPayout: ({ params }) => reported(params.id, { outcome: "paid" }),
    failPayout: ({ params, payload }) => reported(params.id, { outcome: "failed", fault: faultOf(payload) }),
    returnPayout: ({ params, payload }) => reported(params.id, { outcome: "returned", fault: faultOf(payload) }),
    fundBalance: ({ payload }) =>
      readForTests((caller) =>
        Effect.map(
          fund(caller, { amountMinor: payload.amount, currency: payload.currency }, fundingAnswer),
          ({ answer, funding }) => answer ?? fundingAnswer(funding)
        )
      )
  })
)
