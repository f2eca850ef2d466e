/** Test helpers about payments (decisions B13): what a cardholder or a bank would do. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import type { SettlementAnswer } from "../acquirer/answers.ts"
import { PaymentBody } from "../payments/PaymentBody.ts"
import { refused } from "../refused.ts"
import { IdempotencyKeyField, idPath } from "../wire.ts"

/** Body of: the cardholder authenticates, or does not. */
export const AuthenticatePaymentBody = Wire.body("AuthenticatePayment", "What the cardholder does.", {
  result: [
    Schema.Literals(["succeeded", "failed", "canceled"]).annotate({
      expected: "succeeded, failed or canceled"
    }),
    "Whether the cardholder authenticates, fails to, or gives up."
  ],
  idempotency_key: IdempotencyKeyField
})

/** What a bank says about a debit that it returns. */
const failureCodes = ["account_closed", "insufficient_funds", "no_account"] as const

export const SettlePaymentBody = Wire.body("SettlePayment", "What the bank says about a debit.", {
  outcome: [
    Schema.Literals(["succeeded", "failed"]).annotate({ expected: "succeeded or failed" }),
    "Whether the money comes."
  ],
  failure_code: [
    Schema.optionalKey(Schema.Literals(failureCodes).annotate({ expected: `one of ${failureCodes.join(", ")}` })),
    "Why not. Default: `insufficient_funds`."
  ],
  idempotency_key: IdempotencyKeyField
})

/** What the bank says then. */
export const settlementOf = (body: typeof SettlePaymentBody.Type): SettlementAnswer =>
  body.outcome === "succeeded"
    ? { outcome: "settled" }
    : {
        outcome: "declined",
        code: body.failure_code ?? "insufficient_funds",
        message: "The bank returned the debit"
      }

const id = idPath("The payment.")

export const PaymentHelpersApi = HttpApiGroup.make("paymentHelpers")
  .add(
    HttpApiEndpoint.post("authenticate", "/v2/test_helpers/payments/:id/authenticate", {
      params: id,
      payload: AuthenticatePaymentBody,
      success: PaymentBody,
      error: refused("LiveKeyNotAllowed", "PaymentNotFound", { PaymentStateRefused: ["payment_unexpected_state"] })
    }).annotateMerge(
      Publication.words(
        "Authenticate a cardholder",
        "Does what the cardholder does on the 3D Secure page of a payment that requires action. Confirm the payment afterwards: then it goes on."
      )
    ),
    HttpApiEndpoint.post("settle", "/v2/test_helpers/payments/:id/settle", {
      params: id,
      payload: SettlePaymentBody,
      success: PaymentBody,
      error: refused("LiveKeyNotAllowed", "PaymentNotFound", { PaymentStateRefused: ["payment_unexpected_state"] })
    }).annotateMerge(Publication.words("Settle a bank debit", "Lets a pending bank debit succeed or fail at once."))
  )
  .annotateMerge(
    Publication.tag("Test helpers: payments", "What a cardholder or a bank does. Test keys of a sandbox only.")
  )
