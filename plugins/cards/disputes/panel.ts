/** Disputes for operators: how long there is to answer, the evidence, and what the issuer decided. */
import * as Effect from "effect/Effect"
import { documentPanel, statusBy, textIn, type CoreServices, type PanelRow } from "../../../src/plugin.ts"
import { linkTo, ownerOf, samplesOf } from "../panelParts.ts"
import * as calls from "./calls.ts"
import type { Dispute } from "./Dispute.ts"
import { DisputeBody } from "./DisputeBody.ts"
import { evidenceFields } from "./Evidence.ts"
import { storedDispute } from "./repository.ts"

const status = statusBy({ needs_response: "wait", under_review: "held", won: "good", lost: "bad" })

const evidenceTitles: Readonly<Record<(typeof evidenceFields)[number], string>> = {
  customerCommunication: "What was written with the customer",
  receipt: "The receipt",
  shippingDocumentation: "Proof of shipping",
  serviceDocumentation: "Proof of service",
  refundPolicy: "The refund policy"
}

const awaitsResponse = ({ status: cell }: PanelRow) =>
  typeof cell === "object" && cell !== null && "value" in cell && cell.value === "needs_response"

const isOpen = ({ status: cell }: PanelRow) =>
  typeof cell === "object" && cell !== null && "value" in cell && /^(?:needs_response|under_review)$/.test(cell.value)

export const disputesPanel = documentPanel<Dispute, CoreServices>({
  id: "disputes",
  title: "Disputes",
  noun: ["dispute", "disputes"],
  empty:
    "A dispute stands here when a cardholder objects to a payment. To try one, pay with the test card pm_card_createDispute.",
  group: "Cards",
  icon: "scale",
  idPrefix: "dsp_",
  stored: storedDispute,
  columns: {
    amount: ["Amount", "money", (dispute) => ({ amountMinor: dispute.amountMinor, currency: dispute.currency })],
    status: ["Status", "status", (dispute) => status(dispute.status)],
    reason: ["Reason", "code", (dispute) => dispute.reason],
    payment: ["Payment", "id", (dispute) => dispute.paymentId],
    respondBy: ["Answer by", "time", (dispute) => dispute.respondBy],
    at: ["Opened", "time", (dispute) => dispute.createdAt]
  },
  filters: [
    { key: "status", title: "Status", of: ["needs_response", "under_review", "won", "lost"] },
    { key: "payment", title: "Payment" }
  ],
  waits: { status: "needs_response" },
  json: DisputeBody.write,
  principalOf: ownerOf,
  samples: ({ id }) => samplesOf(`/v2/disputes/${id}`, `disputes.retrieve("${id}")`),
  links: ({ paymentId }) => [linkTo("payments", paymentId, "The payment")],
  sections: ({ document: { evidence } }) =>
    Effect.succeed([
      {
        title: "Evidence",
        fields: evidenceFields.map((key) => ({
          label: evidenceTitles[key],
          kind: "text" as const,
          value: evidence[key] ?? null
        }))
      }
    ]),
  actions: [
    {
      id: "respond",
      title: "Send evidence",
      confirm: "The evidence is kept as a draft, or submitted to the issuer: after that it cannot be changed.",
      tone: "good",
      input: [
        ...evidenceFields.map((key) => ({ key, title: evidenceTitles[key], kind: "note" as const, required: false })),
        { key: "submit", title: "Submit it now", kind: "switch", required: false }
      ],
      applies: awaitsResponse,
      run: (caller, { id }, input) => {
        const given = evidenceFields.flatMap((key) => {
          const text = textIn(input, key)
          return text === undefined ? [] : [[key, text] as const]
        })
        const submit = input["submit"] === true
        const message = submit ? "The evidence was submitted" : "The evidence was kept as a draft"
        const evidence = Object.fromEntries(given)
        return Effect.as(calls.respondWith(caller, id, { evidence, submit }), { message, id })
      }
    },
    {
      id: "accept",
      title: "Accept",
      confirm: "The dispute is lost and the money goes back to the cardholder.",
      tone: "bad",
      applies: awaitsResponse,
      run: (caller, { id }) => Effect.as(calls.close(caller, id, "accept"), { message: "The dispute was accepted", id })
    },
    {
      id: "decide",
      title: "Record the decision",
      confirm: "The issuer decided the dispute.",
      input: [{ key: "decision", title: "Decision", kind: "choice", of: ["win", "lose"], required: true }],
      applies: isOpen,
      run: (caller, { id }, input) => {
        const closed = calls.close(caller, id, textIn(input, "decision") as "win" | "lose")
        return Effect.as(closed, { message: "The decision was recorded", id })
      }
    }
  ]
})
