/** The form with which an operator sends a transfer for a client, over any rail within the country. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../../src/domain.ts"
import { textIn, type AccountAction, type PanelField, type PanelInput } from "../../../src/plugin.ts"
import { partyFields, partyIn, testParties, type PanelNeeds } from "../panelParts.ts"
import * as calls from "./calls.ts"
import type { Payment } from "./Payment.ts"

const addressField = (isTest: boolean): PanelField => ({
  key: "address",
  title: "From: address",
  kind: "text",
  required: true,
  hint: "Street, city, state, postal code",
  ...(isTest ? { value: "1 Main St, Austin, TX, 78701" } : {})
})

const addressIn = (input: PanelInput) => {
  const [street = "", city = "", state = "", postalCode = ""] = (textIn(input, "address") ?? "")
    .split(",")
    .map((part) => part.trim())
  return { street, city, state, postalCode }
}

const send = (caller: Parameters<typeof calls.createInstant>[0], input: PanelInput) => {
  const rail = textIn(input, "rail") as "auto" | "rtp" | "fednow" | "ach" | "fedwire"
  const amount = input["amount"] as number
  const originator = { ...partyIn(input, "from"), address: addressIn(input) }
  const beneficiary = partyIn(input, "to")
  const remittanceInfo = textIn(input, "remittanceInfo")
  const referenceId = textIn(input, "referenceId")
  const words = {
    ...(remittanceInfo === undefined ? {} : { remittanceInfo }),
    ...(referenceId === undefined ? {} : { referenceId })
  }
  if (rail === "ach") {
    const { accountNumber, accountType, name, routingNumber } = originator
    const reference = referenceId === undefined ? {} : { referenceId }
    return calls.createAch(caller, {
      direction: "credit",
      secCode: "CCD",
      amountCents: amount,
      originator: { accountNumber, accountType, name, routingNumber },
      receiver: beneficiary,
      ...reference
    })
  }
  if (rail === "fedwire") {
    const sender = { ...originator, address: { ...originator.address, country: "US" } }
    return calls.createWire(caller, { network: rail, amountMinor: amount, originator: sender, beneficiary, ...words })
  }
  return calls.createInstant(caller, { amountCents: amount, railPreference: rail, originator, beneficiary, ...words })
}

/** Sends money. */
export const sendAction = (mode: Mode): AccountAction<PanelNeeds> => {
  const isTest = mode === "test"
  return {
    id: "send",
    title: "Send a transfer",
    confirm: "A transfer is made for the client, as its own request would: screened, routed, and sent.",
    tone: "good",
    once: true,
    input: [
      { key: "amount", title: "Amount", kind: "money", required: true },
      { key: "rail", title: "Rail", kind: "choice", of: ["auto", "rtp", "fednow", "ach", "fedwire"], required: true },
      ...partyFields("from", "From", isTest ? testParties.payer : undefined),
      addressField(isTest),
      ...partyFields("to", "To", isTest ? testParties.payee : undefined),
      { key: "remittanceInfo", title: "What it is for", kind: "text", required: false },
      { key: "referenceId", title: "Reference", kind: "text", required: false }
    ],
    run: (caller, input) =>
      Effect.map(send(caller, input) as Effect.Effect<Payment, unknown, PanelNeeds>, ({ id, status }) => ({
        message: `The transfer is ${status.replaceAll("_", " ")}`,
        id
      }))
  }
}
