/** Transfers that wait for approval, for operators: who has approved, and who is still needed. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../../src/domain.ts"
import { call, documentPanel, isIn } from "../../../src/plugin.ts"
import { adminIn, type PanelNeeds } from "../panelParts.ts"
import type { Payment } from "../payments/Payment.ts"
import { transferParts } from "../payments/panel.ts"
import { approve, reject } from "./operations.ts"
import { approvedOf } from "./shown.ts"

const { amount, status, to, ...others } = transferParts.columns

/** Transfers that wait for a person, who is not the client that made them. */
export const approvalsPanel = (mode: Mode) => {
  const decided = (verdict: "approve" | "reject", title: string, confirm: string) => ({
    id: verdict,
    title,
    confirm,
    tone: verdict === "approve" ? ("good" as const) : ("bad" as const),
    applies: isIn("pending_approval")
  })
  return documentPanel<Payment, PanelNeeds>({
    ...transferParts,
    columns: {
      to,
      amount,
      status,
      approved: ["Approved by", "text", ({ approval }) => (approval === null ? null : approvedOf(approval))],
      ...others
    },
    id: "approvals",
    title: "Approvals",
    noun: ["transfer to approve", "transfers to approve"],
    empty: "A transfer waits here when an approval rule asks for people to approve it.",
    icon: "stamp",
    where: "status = 'pending_approval'",
    waits: {},
    principalOf: adminIn(mode),
    actions: [
      {
        ...decided(
          "approve",
          "Approve",
          "The transfer goes on when as many different people as its rule wants have approved it."
        ),
        run: (caller, { id }, _, { reason }) =>
          Effect.map(
            call(caller, "bank.approvals.approve", { id, note: reason }, (asking) => approve(asking, id, reason)),
            ({ approval, status }) => ({
              message:
                status === "pending_approval" && approval !== null
                  ? `Approved by ${approvedOf(approval)}: somebody else has to approve it too`
                  : "The transfer was approved",
              id
            })
          )
      },
      {
        ...decided("reject", "Reject", "The transfer ends; no money moves."),
        run: (caller, { id }, _, { reason }) =>
          Effect.as(
            call(caller, "bank.approvals.reject", { id, note: reason }, (asking) => reject(asking, id, reason)),
            { message: "The transfer was rejected", id }
          )
      }
    ]
  })
}
