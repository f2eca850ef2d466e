/** Test helpers about money after the payment (decisions B13): what a cardholder, an issuer or a bank would do. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { DisputeBody, DisputeReasonWord } from "../disputes/DisputeBody.ts"
import { PayoutBody } from "../payouts/PayoutBody.ts"
import { RefundBody } from "../refunds/RefundBody.ts"
import { amountFrom, CurrencyCode, ErrorBody, ReferenceId, text } from "../wire.ts"

const idempotency_key = Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))

/** Body of: a cardholder disputes a payment. Without an amount all that is left of it is disputed. */
export const OpenDisputeBody = Schema.Struct({
  payment_id: ReferenceId,
  reason: DisputeReasonWord,
  amount: Schema.optionalKey(amountFrom(1)),
  idempotency_key
})

/** Body of: the issuer decides a dispute. */
export const ResolveDisputeBody = Schema.Struct({
  outcome: Schema.Literals(["won", "lost"]).annotate({ expected: "won or lost" }),
  idempotency_key
})

/** Body of: the processor says what has become of a refund. */
export const ResolveRefundBody = Schema.Struct({
  outcome: Schema.Literals(["succeeded", "failed", "canceled"]).annotate({
    expected: "succeeded, failed or canceled"
  }),
  idempotency_key
})

/** Body of: the bank sends a payout back. */
export const PayoutFaultBody = Schema.Struct({
  failure_code: Schema.optionalKey(text(100)),
  failure_message: Schema.optionalKey(text(500)),
  idempotency_key
})

/** Body of: put money into the available balance. */
export const FundBalanceBody = Schema.Struct({ currency: CurrencyCode, amount: amountFrom(1), idempotency_key })

/** Money out of nowhere, as it is shown. */
export const FundingBody = Schema.Struct({
  id: Schema.String,
  object: Schema.Literal("funding"),
  currency: CurrencyCode,
  amount: Schema.Int
})

const id = { id: Schema.String }

const faulting = { params: id, payload: PayoutFaultBody, success: PayoutBody, error: ErrorBody }

/** The helpers about money. */
export const MoneyHelpersApi = HttpApiGroup.make("moneyHelpers").add(
  HttpApiEndpoint.post("openDispute", "/v2/test_helpers/disputes", {
    payload: OpenDisputeBody,
    success: DisputeBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("resolveDispute", "/v2/test_helpers/disputes/:id/resolve", {
    params: id,
    payload: ResolveDisputeBody,
    success: DisputeBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("resolveRefund", "/v2/test_helpers/refunds/:id/resolve", {
    params: id,
    payload: ResolveRefundBody,
    success: RefundBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("payPayout", "/v2/test_helpers/payouts/:id/pay", {
    params: id,
    payload: Schema.Struct({ idempotency_key }),
    success: PayoutBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("failPayout", "/v2/test_helpers/payouts/:id/fail", faulting),
  HttpApiEndpoint.post("returnPayout", "/v2/test_helpers/payouts/:id/return", faulting),
  HttpApiEndpoint.post("fundBalance", "/v2/test_helpers/balance/fund", {
    payload: FundBalanceBody,
    success: FundingBody,
    error: ErrorBody
  })
)
