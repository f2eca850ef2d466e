/** Approvals on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { operation } from "../operation.ts"
import type { Payment } from "../payments/Payment.ts"
import { PaymentEntryBody, PaymentResultBody } from "../payments/PaymentBody.ts"
import { refused } from "../refused.ts"
import { dataOf, Id, listOf, pageQuery, pathId, SentTime, text } from "../wire.ts"

export const DecideApprovalBody = Wire.body("DecideApproval", "Why it is decided so.", {
  note: [Schema.optionalKey(text(1000)), "The reason, for the record."]
})

type Approval = NonNullable<Payment["approval"]>

const GivenBody = Wire.object<Approval["approvals"][number]>()("GivenApproval", "One person's approval.", {
  by: [Schema.String, "Who approved: a client's id, or `admin`."],
  at: [SentTime, "When."],
  note: [Schema.NullOr(Schema.String), "The reason; `null` where none was given."]
})

const ApprovalState = Wire.object<Approval>()("ApprovalState", "Who has to approve, and who did.", {
  ruleId: [Id, "The approval rule that asks for it."],
  approversNeeded: [Schema.Int, "How many different people must approve."],
  approvals: [Schema.Array(GivenBody), "The approvals so far, the first one first."]
})

const PartyBody = Wire.body("ApprovalParty", "One end of a payment, as an approver sees it.", {
  name: [Schema.String, "The holder of the account."],
  accountNumber: [Schema.String, "The last four characters of the account, after four asterisks."]
})

const ApprovalBody = Schema.Struct({
  ...PaymentResultBody.fields,
  ...Wire.parameters({
    originator: [PartyBody, "Who pays."],
    beneficiary: [PartyBody, "Who gets the money."],
    clientId: [Id, "The client that made it."],
    approval: [Schema.NullOr(ApprovalState), "`null` for a payment that nobody has to approve."]
  })
}).annotate({ identifier: "Approval", description: "A payment as an approver sees it." })

const decision = {
  params: pathId("paymentId", "The payment."),
  payload: DecideApprovalBody,
  success: dataOf(ApprovalBody),
  error: refused("PaymentNotFound", "SelfApprovalForbidden", "StateConflict")
}
const approval = {
  ...decision,
  error: refused("PaymentNotFound", "SanctionedCountry", "SelfApprovalForbidden", "StateConflict")
}

export const ApprovalsApi = HttpApiGroup.make("approvals")
  .add(
    HttpApiEndpoint.get("list", "/v2/approvals", {
      query: {
        ...pageQuery,
        ...Wire.parameters({
          status: [Schema.optionalKey(Schema.Literal("pending")), "Always `pending`; may be left out."]
        })
      },
      success: listOf(ApprovalBody),
      error: refused("InvalidCursor")
    }).annotateMerge(
      operation("List approvals", "Payments that wait for approval, the newest first.", { scope: "approvals:write" })
    ),
    HttpApiEndpoint.post("approve", "/v2/approvals/:paymentId/approve", approval).annotateMerge(
      operation(
        "Approve a payment",
        "The payment goes on once enough people have approved it. Whoever made it cannot approve it, and nobody approves twice.",
        { scope: "approvals:write" }
      )
    ),
    HttpApiEndpoint.post("reject", "/v2/approvals/:paymentId/reject", decision).annotateMerge(
      operation(
        "Reject a payment",
        "The payment ends as `rejected`, whoever approved it before. Whoever made it cannot reject it.",
        { scope: "approvals:write" }
      )
    )
  )
  .annotateMerge(Publication.tag("Approvals", "Payments that people have to approve before they are sent."))

/** A payment as an approver sees it. */
export const encodeApproval = (payment: Payment) => ({
  ...PaymentEntryBody.write(payment),
  clientId: payment.clientId,
  approval: payment.approval === null ? null : ApprovalState.write(payment.approval)
})
