/** A payment as it is shown, in answers and in events alike. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { CurrencyCode, Id, Minor, SentTime } from "../wire.ts"
import type { Payment, PaymentRisk } from "./Payment.ts"
import type { ScaResult } from "../sca/Sca.ts"
import { statusOf, type PaymentState, type PaymentStatus } from "./PaymentState.ts"

/** Every status a payment is shown with (spec cards §2). */
export const paymentStatuses = [
  "succeeded",
  "pending",
  "failed",
  "canceled",
  "requires_action"
] as const satisfies ReadonlyArray<PaymentStatus>

/** A status as it is written. */
export const PaymentStatusWord = Schema.Literals(paymentStatuses).annotate({
  identifier: "PaymentStatus",
  description:
    "How far the payment has come: `requires_action` (the cardholder must authenticate), `pending` (authorized and not captured, or a bank debit on its way), `succeeded`, `failed`, `canceled`."
})

const Risk = Wire.object<PaymentRisk>()("PaymentRisk", "What the risk model made of the payment.", {
  score: [Schema.Int, "From 0 (harmless) to 100 (fraud)."],
  level: [Schema.Literals(["low", "medium", "high", "critical"]), "The score in words."],
  signals: [Schema.Array(Schema.String), "What the score was made of, such as `velocity_check`."],
  outcome: [
    Schema.Literals(["approved", "review", "blocked"]),
    "What followed: `review` lets the payment go on for somebody to look at it, `blocked` refuses it before the issuer is asked."
  ]
})

const Counters = Wire.object<NonNullable<ScaResult["counters"]>>()(
  "ScaCounters",
  "Low-value payments of the card since its last authentication.",
  {
    exempt_count: [Schema.Int, "How many were exempt."],
    exempt_sum: [Schema.Int, (counters) => counters.exemptSumEurMinor, "Their sum in cents of EUR."]
  }
)

const Sca = Wire.object<ScaResult>()("StrongCustomerAuthentication", "What PSD2 asked of the payment, and why.", {
  decision: [
    Schema.Literals(["out_of_scope", "exempt", "challenge", "attempted"]),
    "Whether the cardholder had to authenticate."
  ],
  exemption: [
    Schema.NullOr(Schema.Literals(["low_value", "transaction_risk_analysis", "trusted_beneficiary"])),
    "The exemption that was used, if any."
  ],
  reason: [
    Schema.Literals([
      "out_of_scope_one_leg",
      "out_of_scope_corporate",
      "out_of_scope_merchant_initiated",
      "exempt_low_value",
      "exempt_transaction_risk",
      "exempt_trusted_beneficiary",
      "required_by_issuer",
      "required_by_rule",
      "required"
    ]),
    "Why it was decided so."
  ],
  counters: [Schema.NullOr(Counters), "`null` where the card is not counted."]
})

/** How the authorization is shown in a state; there is none before the issuer's yes, nor without it. */
const authorizationStates = {
  new: "none",
  requires_action: "none",
  authorizing: "none",
  submitted: "none",
  authorized: "authorized",
  captured: "captured",
  partially_captured: "partially_captured",
  voided: "voided",
  abandoned: "none",
  expired: "expired",
  failed: "none"
} as const satisfies Readonly<Record<PaymentState, string>>

const stateOf = ({ state }: Payment) => authorizationStates[state]

const Authorization = Wire.object<Payment>()("Authorization", "What the issuer holds for the payment.", {
  state: [
    Schema.Literals(["none", "authorized", "captured", "partially_captured", "voided", "expired"]),
    stateOf,
    "`none` before the issuer agreed, or where it never did."
  ],
  amount_authorized: [
    Minor,
    (payment) => (stateOf(payment) === "none" ? 0 : payment.amountMinor),
    "What the issuer agreed to."
  ],
  amount_capturable: [
    Minor,
    (payment) => (stateOf(payment) === "authorized" ? payment.amountMinor : 0),
    "What may still be captured."
  ],
  capture_before: [
    Schema.NullOr(SentTime),
    "When the authorization ends, 7 days after it was given; `null` where there is none to capture."
  ],
  released_amount: [
    Minor,
    (payment) => payment.release?.amountMinor ?? 0,
    "What a partial capture gave back to the cardholder."
  ],
  release_expected_by: [
    Schema.NullOr(SentTime),
    (payment) => payment.release?.expectedBy ?? null,
    "By when the cardholder should see it, 5 to 10 business days after the capture."
  ]
})

const NextAction = Wire.object<{ readonly redirectUrl: string }>()("NextAction", "What must happen next.", {
  type: Wire.is("redirect_to_url", "Send the cardholder's browser to `redirect_url`."),
  redirect_url: [Schema.String, "The page of the authentication."]
})

const Failure = Wire.object<NonNullable<Payment["decline"]>>()("PaymentFailure", "Why the payment failed.", {
  code: [Schema.String, "An error code, such as `card_declined`."],
  message: [Schema.String, "The same for people."],
  source: [Schema.Literals(["issuer", "risk", "processor", "authentication"]), "Who refused."]
})

/** A payment as it is shown (spec cards §2; `authorization`, `failure` and `cancellation_reason` are decisions B1). */
export const PaymentBody = Wire.object<Payment>()("Payment", "A payment, in whatever state it is.", {
  id: [Id, "Begins with `pay_`."],
  object: Wire.is("payment", "Always `payment`."),
  amount: [Minor, (payment) => payment.amountMinor, "The requested amount, in the smallest currency unit."],
  amount_captured: [Minor, (payment) => payment.amountCapturedMinor, "What was taken so far."],
  amount_refunded: [Minor, (payment) => payment.amountRefundedMinor, "What was given back so far."],
  currency: [CurrencyCode, "The currency of all amounts of the payment."],
  status: [PaymentStatusWord, (payment) => statusOf[payment.state], "How far the payment has come."],
  payment_method: [Id, "The card or bank account that pays."],
  customer: [Schema.optionalKey(Id), "Who pays, if a customer was named."],
  description: [Schema.NullOr(Schema.String), "Your own words; card numbers are masked."],
  metadata: [Schema.Record(Schema.String, Schema.String), "Your own keys and values; card numbers are masked."],
  capture_method: [Schema.Literals(["automatic", "manual"]), "`manual`: authorized now, captured by a later request."],
  created_at: [SentTime, "When it was made."],
  livemode: [Schema.Boolean, "`false` in the sandbox."],
  risk: [Risk, "What the risk model made of it."],
  sca: [Schema.NullOr(Sca), "`null` for a payment that risk blocked."],
  next_action: [
    Schema.optionalKey(NextAction),
    ({ authentication, state }) => (statusOf[state] === "requires_action" ? authentication : null),
    "Only while the status is `requires_action`."
  ],
  authorization: [Authorization, (payment) => payment, "What the issuer holds."],
  settles_at: [Schema.optionalKey(SentTime), "When a bank debit should settle; only while it is on its way."],
  cancellation_reason: [
    Schema.optionalKey(Schema.Literals(["requested_by_merchant", "expired"])),
    "Only on a canceled payment."
  ],
  disputed: [
    Schema.optionalKey(Schema.Boolean),
    (payment) => (payment.disputes === undefined ? undefined : true),
    "`true` once the cardholder disputed it."
  ],
  dispute: [Schema.optionalKey(Id), (payment) => payment.disputes?.latest, "The latest dispute."],
  failure: [Schema.optionalKey(Failure), (payment) => payment.decline, "Only on a payment that failed."]
})

/**
 * A payment as the JSON it is shown as. It is kept with the payment, so a release that changes it empties the column
 * `shown` of `cards_payments`.
 */
export const showPayment = (payment: Payment): string => JSON.stringify(PaymentBody.write(payment))
