/** Transfers over all rails for operators, those that wait for approval, and those that lie in suspense. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../../src/domain.ts"
import {
  call,
  documentPanel,
  isIn,
  statusBy,
  textIn,
  type DocumentAction,
  type DocumentPanelOptions,
  type PanelItem
} from "../../../src/plugin.ts"
import { approvalFields } from "../approvals/shown.ts"
import { sendAction } from "./sendPanel.ts"
import { takeBackActions } from "./takeBackPanel.ts"
import { adminIn, clientOf, linkTo, samplesOf, type PanelNeeds } from "../panelParts.ts"
import { railIds, type RailId } from "../rails/rail-ids.ts"
import * as calls from "./calls.ts"
import { resolveByHand } from "./network.ts"
import { currencyOf, isInSuspense, paymentStatuses, type Payment } from "./Payment.ts"
import { PaymentBody } from "./PaymentBody.ts"
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

const moneyOf = (of: Pick<Payment, "wire">, amountMinor: number) => ({ amountMinor, currency: currencyOf(of) })

/** What lies in suspense, below zero where it came in. What was cleared is no case any more. */
const moneyInSuspense = ({ suspense, wire }: Pick<Payment, "suspense" | "wire">) => {
  if (suspense === undefined || !isInSuspense({ suspense })) return null
  const [foreign] = suspense.foreign ?? []
  return suspense.amountCents !== 0 || foreign === undefined
    ? moneyOf({ wire }, suspense.amountCents)
    : { amountMinor: -foreign.amountCents, currency: foreign.currency }
}

const sectionsOf = ({
  approval,
  failure,
  hold,
  rejection,
  returned,
  status: stands,
  suspense,
  wire
}: Payment): PanelItem["sections"] => {
  const said = (title: string, ...fields: PanelItem["sections"][number]["fields"]) => [{ title, fields }]
  const text = (label: string, value: string | null) => ({ label, kind: "text" as const, value })
  return [
    ...(hold === null ? [] : said("Held", text("Why", hold.reason), text("Field that matched", hold.matchedField))),
    ...(approval === null ? [] : said("Approval", ...approvalFields(approval, stands))),
    ...(failure === null ? [] : said("Failed", text("Code", failure.code), text("Why", failure.message))),
    ...(rejection === null ? [] : said("Rejected", text("By", rejection.by), text("Why", rejection.reason))),
    ...(returned === null ? [] : said("Returned", text("Code", returned.code), text("Why", returned.reason))),
    ...(suspense === undefined
      ? []
      : said("In suspense", {
          label: "Amount",
          kind: "money",
          value: moneyInSuspense({ suspense, wire }) ?? moneyOf({ wire }, 0)
        }))
  ]
}

/** Where payments of each rail are read, and the client's methods for them. */
const placeOf: Readonly<Record<RailId, readonly [path: string, resource: string]>> = {
  rtp: ["instant", "payments"],
  fednow: ["instant", "payments"],
  ach: ["ach", "ach"],
  fedwire: ["wire", "wires"],
  swift: ["wire", "wires"]
}

/** How transfers are shown, whatever they wait for. */
export const transferParts = {
  group: "Bank",
  stored: storedPayment,
  columns: {
    amount: ["Amount", "money", (payment) => moneyOf(payment, payment.amountCents)],
    status: ["Status", "status", (payment) => status(payment.status)],
    rail: ["Rail", "code", (payment) => payment.rail],
    to: ["To", "text", (payment) => payment.beneficiary.name],
    from: ["From", "text", (payment) => payment.originator.name],
    direction: ["Direction", "code", (payment) => payment.direction],
    reference: ["Reference", "text", (payment) => payment.referenceId],
    suspense: ["In suspense", "money", moneyInSuspense],
    at: ["Created", "time", (payment) => payment.createdAt]
  },
  json: PaymentBody.write,
  samples: ({ id, rail }) => {
    const [path, resource] = placeOf[rail]
    return samplesOf(`/v2/payments/${path}/${id}`, `${resource}.retrieve("${id}")`)
  },
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
  applies: (row) => isIn("queued", "submitted")(row) || row["suspense"] !== null,
  principalOf: adminIn(mode),
  run: (caller, { id }, input, { reason }) => {
    const found = { outcome: textIn(input, "outcome") as "settled" | "failed", note: reason }
    const resolved = call(caller, "bank.resolutions.resolve", { id, ...found }, (asking) =>
      resolveByHand(asking, id, found)
    )
    return Effect.as(resolved, { message: `The transfer is ${found.outcome}`, id })
  }
})

export const transfersPanel = (mode: Mode, tricks: ReadonlyArray<DocumentAction<Payment, PanelNeeds>>) =>
  documentPanel<Payment, PanelNeeds>({
    ...transferParts,
    id: "transfers",
    title: "Transfers",
    noun: ["transfer", "transfers"],
    empty: "Transfers over every rail stand here: RTP, FedNow, ACH, Fedwire and SWIFT. Begin with “Send a transfer”.",
    icon: "arrow-left-right",
    idPrefix: "pmt_",
    filters: [
      { key: "status", title: "Status", of: paymentStatuses },
      { key: "rail", title: "Rail", of: railIds },
      { key: "reference", title: "Reference", by: { column: "reference_id" } },
      { key: "least", title: "At least", kind: "money", by: { least: "amount" } },
      { key: "most", title: "At most", kind: "money", by: { most: "amount" } }
    ],
    principalOf: clientOf,
    actions: [
      {
        id: "cancel",
        title: "Cancel",
        confirm: "The transfer is taken back before it is sent.",
        tone: "bad",
        applies: isIn("held", "pending_approval", "queued"),
        run: (caller, { id }) => Effect.as(calls.cancel(caller, id), { message: "The transfer was cancelled", id })
      },
      ...takeBackActions,
      resolving(mode),
      ...tricks
    ],
    mode,
    accountActions: [sendAction(mode)]
  })

const { amount, rail, status: stands, suspense, to, ...others } = transferParts.columns

/** Transfers that the network has not answered yet, or never will, and those whose money lies in suspense. */
export const suspensePanel = (mode: Mode) =>
  documentPanel<Payment, PanelNeeds>({
    ...transferParts,
    columns: { to, amount, status: stands, suspense, rail, ...others },
    id: "suspense",
    title: "Unresolved transfers",
    noun: ["unresolved transfer", "unresolved transfers"],
    empty:
      "A transfer stands here until the network has answered, and while its money lies in suspense because the network contradicted itself. “Resolve” ends it by hand.",
    icon: "circle-question-mark",
    where: "(status = 'submitted' OR suspense IS NOT NULL)",
    principalOf: adminIn(mode),
    actions: [resolving(mode)]
  })
