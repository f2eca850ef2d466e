/** A refund as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { CurrencyCode, Id, Minor, SentTime } from "../wire.ts"
import { refundReasons, type Refund } from "./Refund.ts"

/** A reason as it is written. */
export const RefundReasonWord = Schema.Literals(refundReasons).annotate({
  identifier: "RefundReason",
  expected: "requested_by_customer, duplicate or fraudulent",
  description: "Why money is given back."
})

const Failure = Wire.object<NonNullable<Refund["decline"]>>()("RefundFailure", "Why the refund failed.", {
  code: [Schema.String, "A code, such as `expired_card`."],
  message: [Schema.String, "The same for people."]
})

/** A refund as it is shown (spec cards §2; `failure` and `livemode` are additions). */
export const RefundBody = Wire.object<Refund>()("Refund", "Money of a payment that is given back to the cardholder.", {
  id: [Id, "Begins with `ref_`."],
  object: Wire.is("refund", "Always `refund`."),
  amount: [Minor, (refund) => refund.amountMinor, "What is given back, in the smallest currency unit."],
  currency: [CurrencyCode, "The currency of the payment."],
  payment_id: [Id, "The payment that is refunded."],
  status: [
    Schema.Literals(["pending", "succeeded", "failed", "canceled"]),
    "How far the refund has come. One that an acquirer outside carries out is `pending` first. One that succeeded can still fail, when the card's bank sends it back."
  ],
  reason: [Schema.NullOr(RefundReasonWord), "Why, if you said so."],
  created_at: [SentTime, "When it was made."],
  failure: [Schema.optionalKey(Failure), (refund) => refund.decline, "Only on a refund that failed."],
  livemode: [Schema.Boolean, "`false` in the sandbox."]
})
