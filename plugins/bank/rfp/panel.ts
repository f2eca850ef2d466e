/** Requests for payment for operators. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../../src/domain.ts"
import { documentPanel, isIn, statusBy, textIn, type AccountAction, type DocumentAction } from "../../../src/plugin.ts"
import { clientOf, linkTo, partyFields, partyIn, samplesOf, testParties, usd, type PanelNeeds } from "../panelParts.ts"
import type { InstantRail } from "../rails/rail-ids.ts"
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

const askAction = (mode: Mode): AccountAction<PanelNeeds> => ({
  id: "create",
  title: "Ask for a payment",
  confirm: "Another bank shows its customer your request to pay.",
  tone: "good",
  once: true,
  input: [
    { key: "amount", title: "Amount", kind: "money", required: true },
    { key: "rail", title: "Rail", kind: "choice", of: ["rtp", "fednow"], required: true },
    ...partyFields("payee", "Who gets it", mode === "test" ? testParties.payer : undefined),
    ...partyFields("payer", "Who is asked", mode === "test" ? testParties.payee : undefined),
    { key: "description", title: "What it is for", kind: "text", required: false }
  ],
  run: (caller, input) => {
    const description = textIn(input, "description")
    const created = calls.create(caller, {
      rail: textIn(input, "rail") as InstantRail,
      amountCents: input["amount"] as number,
      payee: partyIn(input, "payee"),
      payer: partyIn(input, "payer"),
      ...(description === undefined ? {} : { description })
    })
    return Effect.map(created, ({ id }) => ({ message: "The request is on its way", id }))
  }
})

/** Requests for payment. `tricks`: what a payer may be made to do. */
export const requestsPanel = (mode: Mode, tricks: ReadonlyArray<DocumentAction<Rfp, PanelNeeds>>) =>
  documentPanel<Rfp, PanelNeeds>({
    id: "requests",
    title: "Requests for payment",
    noun: ["request for payment", "requests for payment"],
    empty:
      "A request asks a payer at another bank for money, which the payer sends or refuses. Begin with “Ask for a payment”.",
    group: "Bank",
    icon: "hand-coins",
    idPrefix: "rfp_",
    stored: storedRfp,
    columns: {
      amount: ["Amount", "money", (rfp) => usd(rfp.amountCents)],
      status: ["Status", "status", (rfp) => status(rfp.status)],
      rail: ["Rail", "code", (rfp) => rfp.rail],
      payer: ["Payer", "text", (rfp) => rfp.payer.name],
      payee: ["Payee", "text", (rfp) => rfp.payee.name],
      expiresAt: ["Expires", "time", (rfp) => rfp.expiresAt],
      at: ["Created", "time", (rfp) => rfp.createdAt]
    },
    filters: [
      { key: "status", title: "Status", of: rfpStatuses },
      { key: "rail", title: "Rail", of: ["rtp", "fednow"] }
    ],
    principalOf: clientOf,
    mode,
    samples: ({ id }) => samplesOf(`/v2/payments/rfp/${id}`, `requestsForPayment.retrieve("${id}")`),
    links: ({ fulfillingPaymentId }) =>
      fulfillingPaymentId === null ? [] : [linkTo("transfers", fulfillingPaymentId, "The transfer that paid it")],
    actions: [
      {
        id: "cancel",
        title: "Cancel",
        confirm: "The payer's bank learns that the request no longer holds.",
        tone: "bad",
        applies: isIn("pending", "sent"),
        run: (caller, { id }) => Effect.as(calls.cancel(caller, id), { message: "The request was cancelled", id })
      },
      ...tricks
    ],
    accountActions: [askAction(mode)]
  })
