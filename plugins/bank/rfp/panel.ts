/** Requests for payment for operators. */
import * as Effect from "effect/Effect"
import { documentPanel } from "../../../src/plugin.ts"
import { clientOf, isIn, linkTo, samplesOf, statusBy, usd, type PanelNeeds } from "../panelParts.ts"
import * as calls from "./calls.ts"
import { storedRfp } from "./repository.ts"
import { rfpStatuses, type Rfp } from "./Rfp.ts"

const status = statusBy({
  pending: "wait",
  sent: "wait",
  fulfilled: "good",
  declined: "bad",
  expired: "none",
  cancelled: "none"
})

/** Requests for payment. */
export const requestsPanel = documentPanel<Rfp, PanelNeeds>({
  id: "requests",
  title: "Requests for payment",
  group: "Bank",
  icon: "hand-coins",
  idPrefix: "rfp_",
  stored: storedRfp,
  columns: [
    { key: "amount", title: "Amount", kind: "money" },
    { key: "status", title: "Status", kind: "status" },
    { key: "rail", title: "Rail", kind: "code" },
    { key: "payer", title: "Payer", kind: "text" },
    { key: "payee", title: "Payee", kind: "text" },
    { key: "expiresAt", title: "Expires", kind: "time" },
    { key: "at", title: "Created", kind: "time" }
  ],
  filters: [
    { key: "status", title: "Status", of: rfpStatuses },
    { key: "rail", title: "Rail", of: ["rtp", "fednow"] }
  ],
  cells: (rfp) => ({
    amount: usd(rfp.amountCents),
    status: status(rfp.status),
    rail: rfp.rail,
    payer: rfp.payer.name,
    payee: rfp.payee.name,
    expiresAt: rfp.expiresAt,
    at: rfp.createdAt
  }),
  principalOf: clientOf,
  samples: ({ id }) => samplesOf(`/v2/rfp/${id}`, `requestsForPayment.retrieve("${id}")`),
  links: ({ fulfillingPaymentId }) =>
    fulfillingPaymentId === null ? [] : [linkTo("transfers", fulfillingPaymentId, "The transfer that paid it")],
  actions: [
    {
      id: "cancel",
      title: "Cancel",
      confirm: "The payer's bank is told that the request no longer holds.",
      tone: "bad",
      input: [],
      applies: isIn("pending", "sent"),
      run: (caller, { id }) => Effect.as(calls.cancel(caller, id), { message: "The request was cancelled", id })
    }
  ]
})
