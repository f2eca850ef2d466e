/** A refund as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { CurrencyCode } from "../wire.ts"
import { refundReasons, type Refund } from "./Refund.ts"

/** A reason as it is written. */
export const RefundReasonWord = Schema.Literals(refundReasons).annotate({
  expected: "requested_by_customer, duplicate or fraudulent"
})

/** A refund as it is shown (spec cards §2; `failure` and `livemode` are additions). */
export const RefundBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("refund"),
  amount: Schema.Int,
  currency: CurrencyCode,
  payment_id: Schema.String,
  status: Schema.Literals(["pending", "succeeded", "failed", "canceled"]),
  reason: Schema.NullOr(RefundReasonWord),
  created_at: Schema.String,
  failure: Schema.optionalKey(Schema.Struct({ code: Schema.String, message: Schema.String })),
  livemode: Schema.Boolean
})

/** A refund as it is shown. */
export const encodeRefund = (refund: Refund): typeof RefundBody.Type => ({
  id: refund.id,
  object: "refund",
  amount: refund.amountMinor,
  currency: refund.currency,
  payment_id: refund.paymentId,
  status: refund.status,
  reason: refund.reason,
  created_at: timestamp(refund.createdAt),
  ...(refund.decline === null ? {} : { failure: refund.decline }),
  livemode: refund.livemode
})
