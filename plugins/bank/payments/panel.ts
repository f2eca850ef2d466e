/** Transfers over all rails for operators, those that wait for approval, and those that lie in suspense. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../../src/domain.ts"
import {
  call,
  documentPanel,
  type DocumentAction,
  type DocumentPanelOptions,
  type PanelItem
} from "../../../src/plugin.ts"
import * as approvals from "../approvals/operations.ts"
import { sendAction } from "./sendPanel.ts"
import { transferTricks } from "../simulator/panel.ts"
import { adminIn, clientOf, isIn, linkTo, samplesOf, statusBy, textIn, usd, type PanelNeeds } from "../panelParts.ts"
import * as calls from "./calls.ts"
import { resolveByHand } from "./network.ts"
import { paymentStatuses, type Payment } from "./Payment.ts"
import { encodePayment } from "./PaymentBody.ts"
import { storedPayment } from "./stored.ts"

const status = statusBy({
  held: "held",
  pending_approval: "wait",
  queued: "wait",
  submitted: "wait",
  settled: "good",
  returned: "bad",
  failed: "bad",
  rejected: "bad",
  cancelled: "none"
})

const sectionsOf = ({ approval, failure, hold, rejection, returned, suspense }: Payment): PanelItem["sections"] => {
  const said = (title: string, ...fields: PanelItem["sections"][number]["fields"]) => [{ title, fields }]
  const text = (label: string, value: string | null) => ({ label, kind: "text" as const, value })
  return [
    ...(hold === null ? [] : said("Held", text("Why", hold.reason), text("Field that matched", hold.matchedField))),
    ...(approval === null
      ? []
      : said("Approval", text("Rule", approval.ruleId), text("Needs", `${approval.approversNeeded}`))),
    ...(failure === null ? [] : said("Failed", text("Code", failure.code), text("Why", failure.message))),
    ...(rejection === null ? [] : said("Rejected", text("By", rejection.by), text("Why", rejection.reason))),
    ...(returned === null ? [] : said("Returned", text("Code", returned.code), text("Why", returned.reason))),
    ...(suspense === undefined
      ? []
      : said("In suspense", { label: "Amount", kind: "money", value: usd(suspense.amountCents) }))
  ]
}

const common = {
  group: "Bank",
  stored: storedPayment,
  columns: {
    amount: [
      "Amount",
      "money",
      (payment) => ({ amountMinor: payment.amountCents, currency: payment.wire?.currency.toLowerCase() ?? "usd" })
    ],
    status: ["Status", "status", (payment) => status(payment.status)],
    rail: ["Rail", "code", (payment) => payment.rail],
    to: ["To", "text", (payment) => payment.beneficiary.name],
    from: ["From", "text", (payment) => payment.originator.name],
    direction: ["Direction", "code", (payment) => payment.direction],
    reference: ["Reference", "text", (payment) => payment.referenceId],
    suspense: [
      "In suspense",
      "money",
      (payment) => (payment.suspense === undefined ? null : usd(payment.suspense.amountCents))
    ],
    at: ["Created", "time", (payment) => payment.createdAt]
  },
  json: encodePayment,
  samples: ({ id }) => samplesOf(`/v2/payments/${id}`, `payments.retrieve("${id}")`),
  sections: ({ document }) => Effect.succeed(sectionsOf(document)),
  links: ({ hold, rfpId }) => [
    ...(hold === null ? [] : [linkTo("queue", hold.holdId, "The hold")]),
    ...(rfpId === null ? [] : [linkTo("requests", rfpId, "The request for payment")])
  ]
} satisfies Partial<DocumentPanelOptions<Payment, PanelNeeds>>

/** Ends a transfer by hand. The administrator does it, after asking the network. */
const resolving = (mode: Mode): DocumentAction<Payment, PanelNeeds> => ({
  id: "resolve",
  title: "Resolve",
  confirm:
    "You asked the network in person. The transfer ends as it said, or what lies in suspense is cleared; the books follow.",
  input: [{ key: "outcome", title: "The money", kind: "choice", of: ["settled", "failed"], required: true }],
  applies: (row) => isIn("submitted")(row) || row["suspense"] !== null,
  principalOf: adminIn(mode),
  run: (caller, { id }, input, { reason }) => {
    const found = { outcome: textIn(input, "outcome") as "settled" | "failed", note: reason }
    const resolved = call(caller, "bank.resolutions.resolve", { id, ...found }, (asking) =>
      resolveByHand(asking, id, found)
    )
    return Effect.as(resolved, { message: `The transfer is ${found.outcome}`, id })
  }
})

export const transfersPanel = (mode: Mode) =>
  documentPanel<Payment, PanelNeeds>({
    ...common,
    id: "transfers",
    title: "Transfers",
    icon: "arrow-left-right",
    idPrefix: "pmt_",
    filters: [
      { key: "status", title: "Status", of: paymentStatuses },
      { key: "reference", title: "Reference", by: { column: "reference_id" } },
      { key: "least", title: "At least", by: { least: "amount" } },
      { key: "most", title: "At most", by: { most: "amount" } }
    ],
    principalOf: clientOf,
    actions: [
      {
        id: "cancel",
        title: "Cancel",
        confirm: "The transfer is taken back before it is sent.",
        tone: "bad",
        input: [],
        applies: isIn("held", "pending_approval", "queued"),
        run: (caller, { id }) => Effect.as(calls.cancel(caller, id), { message: "The transfer was cancelled", id })
      },
      resolving(mode),
      ...(mode === "test" ? transferTricks : [])
    ],
    mode,
    accountActions: [sendAction(mode)]
  })

/** Transfers that wait for a person, who is not the client that made them. */
export const approvalsPanel = (mode: Mode) => {
  const decided = (verdict: "approve" | "reject", title: string, confirm: string) => ({
    id: verdict,
    title,
    confirm,
    tone: verdict === "approve" ? ("good" as const) : ("bad" as const),
    input: [],
    applies: isIn("pending_approval")
  })
  return documentPanel<Payment, PanelNeeds>({
    ...common,
    id: "approvals",
    title: "Approvals",
    icon: "stamp",
    where: "status = 'pending_approval'",
    waits: {},
    principalOf: adminIn(mode),
    actions: [
      {
        ...decided(
          "approve",
          "Approve",
          "The transfer goes on, once as many people as its rule asks for have approved."
        ),
        run: (caller, { id }, _, { reason }) =>
          Effect.as(
            call(caller, "bank.approvals.approve", { id, note: reason }, (asking) =>
              approvals.approve(asking, id, reason)
            ),
            { message: "The transfer was approved", id }
          )
      },
      {
        ...decided("reject", "Reject", "The transfer ends; no money moves."),
        run: (caller, { id }, _, { reason }) =>
          Effect.as(
            call(caller, "bank.approvals.reject", { id, note: reason }, (asking) =>
              approvals.reject(asking, id, reason)
            ),
            { message: "The transfer was rejected", id }
          )
      }
    ]
  })
}

/** Transfers that the network has not answered yet, or never will. */
export const suspensePanel = (mode: Mode) =>
  documentPanel<Payment, PanelNeeds>({
    ...common,
    id: "suspense",
    title: "Without an answer",
    icon: "circle-question-mark",
    where: "status = 'submitted'",
    principalOf: adminIn(mode),
    actions: [resolving(mode)]
  })
