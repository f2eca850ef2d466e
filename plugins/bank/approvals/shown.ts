/** Who has approved a transfer, and who is still needed, in words for operators. */
import type { PanelItemField } from "../../../src/plugin.ts"
import { adminAccount } from "../administration/Actor.ts"
import type { PaymentApproval, PaymentStatus } from "../payments/Payment.ts"

const nameOf = (by: string): string => (by === adminAccount ? "the holder of the admin token" : by)

/** How many people have approved, of how many. */
export const approvedOf = ({ approvals, approversNeeded }: PaymentApproval): string =>
  `${approvals.length} of ${approversNeeded}`

/** The approvals one by one, and what is missing. */
export const approvalFields = (approval: PaymentApproval, status: PaymentStatus): ReadonlyArray<PanelItemField> => {
  const missing = Math.max(0, approval.approversNeeded - approval.approvals.length)
  return [
    { label: "Rule", kind: "text", value: approval.ruleId },
    { label: "Approved by", kind: "text", value: `${approvedOf(approval)} people` },
    ...approval.approvals.flatMap(({ at, by, note }): ReadonlyArray<PanelItemField> => [
      { label: nameOf(by), kind: "time", value: at },
      ...(note === null ? [] : [{ label: "Note", kind: "text" as const, value: note }])
    ]),
    ...(status !== "pending_approval" || missing === 0
      ? []
      : [
          {
            label: "Still needed",
            kind: "text" as const,
            value: `${missing} more: an administrator with a token of their own, or a client with approvals:write that did not make it`
          }
        ])
  ]
}
