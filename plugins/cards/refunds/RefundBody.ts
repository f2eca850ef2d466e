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
  code: [Schema.String, (decline) => decline.code, "A code, such as `expired_card`."],
  message: [Schema.String, (decline) => decline.message, "The same for people."]
})

/** A refund as it is shown (spec cards §2; `failure` and `livemode` are additions). */
export const RefundBody = Wire.object<Refund>()("Refund", "Money of a payment that is given back to the cardholder.", {
  id: [Id, (refund) => refund.id, "Begins with `re_`."],
  object: Wire.is("refund", "Always `refund`."),
  amount: [Minor, (refund) => refund.amountMinor, "What is given back, in the smallest currency unit."],
  currency: [CurrencyCode, (refund) => refund.currency, "The currency of the payment."],
  payment_id: [Id, (refund) => refund.paymentId, "The payment that is refunded."],
  status: [
    Schema.Literals(["pending", "succeeded", "failed", "canceled"]),
    (refund) => refund.status,
    "How far the refund has come. A refund of a bank debit, or beyond the balance, is `pending` first."
  ],
  reason: [Schema.NullOr(RefundReasonWord), (refund) => refund.reason, "Why, if you said so."],
  created_at: [SentTime, (refund) => refund.createdAt, "When it was made."],
  failure: [Schema.optionalKey(Failure), (refund) => refund.decline, "Only on a refund that failed."],
  livemode: [Schema.Boolean, (refund) => refund.livemode, "`false` in the sandbox."]
})

/** A refund as it is shown. */
export const encodeRefund = Wire.writer(RefundBody)
