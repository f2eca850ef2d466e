/** Approvals on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import type { Payment } from "../payments/Payment.ts"
import { encodeEntry, PaymentResultBody } from "../payments/PaymentBody.ts"
import { dataOf, ErrorBody, listOf, pageQuery, RequiredScope, text } from "../wire.ts"

/** Body of a decision. */
export const DecideApprovalBody = Schema.Struct({ note: Schema.optionalKey(text(1000)) })

const ApprovalBody = Schema.Struct({
  ...PaymentResultBody.fields,
  clientId: Schema.String,
  approval: Schema.NullOr(
    Schema.Struct({
      ruleId: Schema.String,
      approversNeeded: Schema.Int,
      approvals: Schema.Array(Schema.Struct({ by: Schema.String, at: Schema.String }))
    })
  )
})

const decision = {
  params: { paymentId: Schema.String },
  payload: DecideApprovalBody,
  success: dataOf(ApprovalBody),
  error: ErrorBody
}

/** The endpoints of this slice. */
export const ApprovalsApi = HttpApiGroup.make("approvals").add(
  HttpApiEndpoint.get("list", "/v2/approvals", {
    query: { ...pageQuery, status: Schema.optionalKey(Schema.Literal("pending")) },
    success: listOf(ApprovalBody),
    error: ErrorBody
  }).annotate(RequiredScope, "approvals:write"),
  HttpApiEndpoint.post("approve", "/v2/approvals/:paymentId/approve", decision).annotate(
    RequiredScope,
    "approvals:write"
  ),
  HttpApiEndpoint.post("reject", "/v2/approvals/:paymentId/reject", decision).annotate(RequiredScope, "approvals:write")
)

/** A payment as an approver sees it. */
export const encodeApproval = (payment: Payment) => ({
  ...encodeEntry(payment),
  clientId: payment.clientId,
  approval:
    payment.approval === null
      ? null
      : {
          ruleId: payment.approval.ruleId,
          approversNeeded: payment.approval.approversNeeded,
          approvals: payment.approval.approvals.map(({ at, by, note }) => ({ by, at: timestamp(at), note }))
        }
})
