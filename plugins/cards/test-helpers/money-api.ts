/** Test helpers about money after the payment (decisions B13): what a cardholder, an issuer or a bank would do. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import type { Funding } from "../balance/Funding.ts"
import { DisputeBody, DisputeReasonWord } from "../disputes/DisputeBody.ts"
import { PayoutBody } from "../payouts/PayoutBody.ts"
import { RefundBody } from "../refunds/RefundBody.ts"
import { refused } from "../refused.ts"
import {
  amountFrom,
  CurrencyCode,
  Id,
  IdempotencyKeyField,
  idPath,
  Minor,
  EmptyBody,
  ReferenceId,
  text
} from "../wire.ts"

/** Body of: a cardholder disputes a payment. Without an amount all that is left of it is disputed. */
export const OpenDisputeBody = Wire.body("OpenDispute", "What a cardholder disputes.", {
  payment_id: [ReferenceId, "The payment."],
  reason: [DisputeReasonWord, "Why, as the issuer says."],
  amount: [
    Schema.optionalKey(amountFrom(1)),
    "In the smallest currency unit. Default: all that is left of the payment."
  ],
  idempotency_key: IdempotencyKeyField
})

export const ResolveDisputeBody = Wire.body("ResolveDispute", "What the issuer decides.", {
  outcome: [Schema.Literals(["won", "lost"]).annotate({ expected: "won or lost" }), "For you, or against you."],
  idempotency_key: IdempotencyKeyField
})

/** Body of: the processor says what has become of a refund. */
export const ResolveRefundBody = Wire.body("ResolveRefund", "What became of a refund.", {
  outcome: [
    Schema.Literals(["succeeded", "failed", "canceled"]).annotate({
      expected: "succeeded, failed or canceled"
    }),
    "What the processor says."
  ],
  idempotency_key: IdempotencyKeyField
})

/** Body of: the bank sends a payout back. */
export const PayoutFaultBody = Wire.body("PayoutFault", "Why the bank does not take a payout.", {
  failure_code: [Schema.optionalKey(text(100)), "A word, up to 100 characters. Default: `could_not_process`."],
  failure_message: [Schema.optionalKey(text(500)), "The same for people, up to 500 characters."],
  idempotency_key: IdempotencyKeyField
})

/** Body of: put money into the available balance. */
export const FundBalanceBody = Wire.body("FundBalance", "How much money to make.", {
  currency: [CurrencyCode, "The currency of the amount."],
  amount: [amountFrom(1), "In the smallest currency unit."],
  idempotency_key: IdempotencyKeyField
})

export const FundingBody = Wire.object<Funding>()("Funding", "Test money that came into the balance.", {
  id: [Id, "Begins with `fund_`; the source of its journal."],
  object: Wire.is("funding", "Always `funding`."),
  currency: [CurrencyCode, "The currency of the amount."],
  amount: [Minor, (funding) => funding.amountMinor, "In the smallest currency unit."]
})

const ofPayout = {
  params: idPath("The payout."),
  success: PayoutBody,
  error: refused("LiveKeyNotAllowed", "PayoutNotFound", "PayoutStateRefused")
}

/** The helpers about money. */
export const MoneyHelpersApi = HttpApiGroup.make("moneyHelpers")
  .add(
    HttpApiEndpoint.post("openDispute", "/v2/test_helpers/disputes", {
      payload: OpenDisputeBody,
      success: DisputeBody,
      error: refused("LiveKeyNotAllowed", "ReferenceMissing", "PaymentNotDisputable", "DisputeAmountTooLarge", {
        PaymentStateRefused: ["payment_unexpected_state"]
      })
    }).annotateMerge(
      Publication.words("Dispute a payment", "Does what a cardholder does at the issuer: opens a dispute.")
    ),
    HttpApiEndpoint.post("resolveDispute", "/v2/test_helpers/disputes/:id/resolve", {
      params: idPath("The dispute."),
      payload: ResolveDisputeBody,
      success: DisputeBody,
      error: refused("LiveKeyNotAllowed", "DisputeNotFound", { DisputeRefused: ["dispute_unexpected_state"] })
    }).annotateMerge(Publication.words("Decide a dispute", "Does what the issuer does, whatever the evidence.")),
    HttpApiEndpoint.post("resolveRefund", "/v2/test_helpers/refunds/:id/resolve", {
      params: idPath("The refund."),
      payload: ResolveRefundBody,
      success: RefundBody,
      error: refused("LiveKeyNotAllowed", "RefundNotFound", "RefundStateRefused")
    }).annotateMerge(
      Publication.words(
        "End a refund",
        "Lets a pending refund succeed, fail or be canceled, or one that succeeded fail."
      )
    ),
    HttpApiEndpoint.post("payPayout", "/v2/test_helpers/payouts/:id/pay", {
      ...ofPayout,
      payload: EmptyBody
    }).annotateMerge(Publication.words("Let a payout arrive", "The bank takes a payout that is on its way.")),
    HttpApiEndpoint.post("failPayout", "/v2/test_helpers/payouts/:id/fail", {
      ...ofPayout,
      payload: PayoutFaultBody
    }).annotateMerge(
      Publication.words("Let a payout fail", "The bank refuses a payout that is on its way; amount and fee come back.")
    ),
    HttpApiEndpoint.post("returnPayout", "/v2/test_helpers/payouts/:id/return", {
      ...ofPayout,
      payload: PayoutFaultBody
    }).annotateMerge(
      Publication.words("Send a payout back", "The bank returns a payout that it had taken; amount and fee come back.")
    ),
    HttpApiEndpoint.post("fundBalance", "/v2/test_helpers/balance/fund", {
      payload: FundBalanceBody,
      success: FundingBody,
      error: refused("LiveKeyNotAllowed")
    }).annotateMerge(Publication.words("Fund the balance", "Puts test money into the available balance."))
  )
  .annotateMerge(
    Publication.tag("Test helpers: money", "Disputes, refunds, payouts and the balance. Test keys of a sandbox only.")
  )
