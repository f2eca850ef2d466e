/** Test helpers about payments (decisions B13): what a cardholder or a bank would do. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { PaymentBody } from "../payments/PaymentBody.ts"
import { ErrorBody } from "../wire.ts"

const idempotency_key = Schema.optionalKey(Schema.String.annotate({ expected: "a string" }))

/** Body of: the cardholder authenticates, or does not. */
export const AuthenticatePaymentBody = Schema.Struct({
  result: Schema.Literals(["succeeded", "failed", "canceled"]).annotate({
    expected: "succeeded, failed or canceled"
  }),
  idempotency_key
})

/** What a bank says of a debit that it returns. */
const failureCodes = ["account_closed", "insufficient_funds", "no_account"] as const

/** Body of: a bank debit settles, or fails. */
export const SettlePaymentBody = Schema.Struct({
  outcome: Schema.Literals(["succeeded", "failed"]).annotate({ expected: "succeeded or failed" }),
  failure_code: Schema.optionalKey(
    Schema.Literals(failureCodes).annotate({ expected: `one of ${failureCodes.join(", ")}` })
  ),
  idempotency_key
})

const id = { id: Schema.String }

/** The helpers of this group. */
export const PaymentHelpersApi = HttpApiGroup.make("paymentHelpers").add(
  HttpApiEndpoint.post("authenticate", "/v2/test_helpers/payments/:id/authenticate", {
    params: id,
    payload: AuthenticatePaymentBody,
    success: PaymentBody,
    error: ErrorBody
  }),
  HttpApiEndpoint.post("settle", "/v2/test_helpers/payments/:id/settle", {
    params: id,
    payload: SettlePaymentBody,
    success: PaymentBody,
    error: ErrorBody
  })
)
