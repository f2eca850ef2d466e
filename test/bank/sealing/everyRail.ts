/** Payments over every rail between people whose data are found nowhere else, and where they come to. */
import { expect } from "vitest"
import { achBody, act } from "../ach/achHost.ts"
import { freshKey, paymentBody, type Host } from "../host.ts"
import { fedwire, german, swift } from "../wire/wires.ts"

const address = {
  street: "77 Quillfeather Lane",
  city: "Zanzibarton",
  state: "TX",
  postalCode: "78701",
  country: "US"
}

const person = (name: string, accountNumber: string, routingNumber: string) => ({
  name,
  accountNumber,
  accountType: "checking",
  routingNumber,
  address
})

/** Whose accounts are debited. */
export const payer = person("Wilhelmina Quartermaine", "7431265098", "099900014")
const payee = (accountNumber = "8812345670", name = "Bartholomew Oxenford") => person(name, accountNumber, "099900027")

/** What is found in no row and in no byte of the data. */
export const personal = [
  "Wilhelmina",
  "Quartermaine",
  "7431265098",
  "Bartholomew",
  "Oxenford",
  "8812345670",
  "9001000004",
  "Quillfeather",
  "Zanzibarton",
  "Sanctionof",
  "DE10500105179000000000",
  "Erika Muster",
  "Mulberry harvest",
  "9013000001",
  "9010000001"
]

const remittanceInfo = "Mulberry harvest"

/** One payment of every kind, with holds, returns, requests, batches and recalls. Answers their ids. */
export const everyRail = async (host: Host) => {
  const { admin, ask, engine } = host
  const post = async (path: string, body: unknown, status: number) => {
    const reply = await ask("POST", path, body, { "idempotency-key": freshKey() })
    expect([path, reply.status], JSON.stringify(reply.body)).toEqual([path, status])
    return reply.body.data
  }
  await post("/v2/webhooks", { url: "https://client.example/hooks", events: ["*"] }, 201)
  const instant = (beneficiary: unknown) => paymentBody({ originator: payer, beneficiary, remittanceInfo })
  const settled = await post("/v2/payments/instant", instant(payee()), 200)
  await post("/v2/payments/instant", instant(payee("9001000004")), 200)
  const held = await post("/v2/payments/instant", instant(payee(undefined, "Zoltan Sanctionof")), 202)
  const [{ holdId }] = (await admin("GET", "/v2/compliance/holds")).body.data
  const release = { note: "not Sanctionof", addException: true }
  await admin("POST", `/v2/compliance/holds/${holdId}/release`, release, { "idempotency-key": freshKey() })
  const askedBack = { reasonCode: "DUPL", additionalInfo: remittanceInfo }
  await post(`/v2/payments/instant/${settled.paymentId}/return-request`, askedBack, 202)
  const rfp = await post(
    "/v2/payments/rfp",
    { rail: "rtp", amount: 4_200, payee: payer, payer: payee(), description: remittanceInfo },
    202
  )
  await engine.drain()
  await ask("POST", `/v2/simulator/rfp/${rfp.rfpId}/respond`, { action: "approve" })
  await ask("POST", "/v2/simulator/inbound", { rail: "rtp", amount: 5_500, originator: payee(), beneficiary: payer })
  const sender = { ...fedwire().originator, ...payer }
  const wire = await post("/v2/payments/wire", fedwire({ originator: sender, remittanceInfo }), 202)
  await post("/v2/payments/wire", swift({ originator: sender, beneficiary: german() }), 202)
  await engine.advance("1 minute")
  await post(`/v2/payments/wire/${wire.paymentId}/recall`, { reason: "DUPL", additionalInfo: remittanceInfo }, 202)
  const entry = (accountNumber: string, change: Readonly<Record<string, unknown>> = {}) =>
    achBody({
      originator: { ...achBody().originator, ...payer, companyName: "QUARTERMAINE" },
      receiver: { ...achBody().receiver, ...payee(accountNumber), name: "Bartholomew Oxenford" },
      ...change
    })
  const ach = await post("/v2/payments/ach", entry("8812345670"), 201)
  await post("/v2/payments/ach", entry("9013000001", { addenda: [{ paymentRelatedInformation: remittanceInfo }] }), 201)
  await post("/v2/payments/ach", entry("9010000001", { direction: "debit" }), 201)
  await post("/v2/payments/ach/batches", { entries: [entry("8812345670"), { ...entry("8812345670"), amount: 0 }] }, 202)
  await engine.advance("4 days")
  await act(host, ach.paymentId, "reversal", { reason: "duplicate" })
  await engine.advance("10 days")
  return { ach: ach.paymentId, held: held.paymentId, rfp: rfp.rfpId, settled: settled.paymentId, wire: wire.paymentId }
}
