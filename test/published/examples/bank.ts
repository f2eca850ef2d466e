/** What is done to the bank service for its examples. */
import { bank as bankPlugin } from "../../../plugins/bank/index.ts"
import { TestEngine } from "../../../src/testing/index.ts"
import { refusalsOfBank } from "./bank-refusals.ts"
import type { Ask, Headers, Scenario } from "./record.ts"

const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" }

const originator = {
  name: "Example Supplies Inc",
  accountNumber: "1234567890",
  accountType: "checking",
  routingNumber: "099900014",
  address
}

const beneficiary = {
  name: "Jane Roe",
  accountNumber: "9000000000",
  accountType: "checking",
  routingNumber: "099900027",
  address
}

const instantTo = (accountNumber: string) => ({
  amount: 4200,
  originator,
  beneficiary: { ...beneficiary, accountNumber }
})

/** The name of somebody whose payments are held. */
const listed = { ...beneficiary, name: "Test Sanctioned Person" }

const wireTo = (to: typeof beneficiary) => ({ network: "fedwire", amount: 300_000, originator, beneficiary: to })

/** The headers of a second person: whoever makes a payment does not decide it. */
const officerOf = async (ask: Ask): Promise<Headers> => {
  const scopes = ["payments:read", "approvals:write", "compliance:read", "compliance:write"]
  const { data } = await ask("POST", "/v2/admin/clients", { name: "Compliance", scopes })
  return { "x-api-key": data.apiKey }
}

const playDeliveries = async (ask: Ask, clientId: string) => {
  const { data: deliveries } = await ask("GET", "/v2/admin/webhooks/deliveries")
  await ask("GET", `/v2/admin/webhooks/deliveries/${deliveries[0].deliveryId}`)
  await ask("POST", `/v2/admin/webhooks/deliveries/${deliveries[0].deliveryId}/retry`)
  const webhook = { clientId, url: "https://example.com/supplies", events: ["payment.settled"] }
  const { data } = await ask("POST", "/v2/admin/webhooks", webhook)
  await ask("POST", `/v2/admin/webhooks/${data.webhookId}/rotate-secret`, { clientId })
}

/** Payments that wait for a person, and what people decide. */
const playDecisions = async (ask: Ask, officer: Headers) => {
  const held = { ...instantTo("9000000000"), beneficiary: listed }
  const unwanted = await ask("POST", "/v2/payments/instant", held)
  await ask("POST", `/v2/payments/instant/${unwanted.error.details.paymentId}/cancel`)
  const wire = await ask("POST", "/v2/payments/wire", wireTo(listed))
  await ask("POST", `/v2/payments/wire/${wire.error.details.paymentId}/cancel`)
  await ask("POST", "/v2/payments/instant", held)
  await ask("POST", "/v2/payments/instant", held)
  const { data: holds } = await ask("GET", "/v2/compliance/holds?status=open")
  const note = { note: "Another person of that name" }
  await ask("POST", `/v2/compliance/holds/${holds[0].holdId}/release`, note, undefined, officer)
  await ask("POST", `/v2/compliance/holds/${holds[1].holdId}/reject`, { note: "The listed person" }, undefined, officer)
  await ask("POST", "/v2/compliance/exceptions", {
    screenedValue: "Jane Roe",
    listEntryId: holds[0].listEntryId,
    reason: note.note
  })
  const large = { ...instantTo("9000000000"), amount: 95_000_000 }
  const first = await ask("POST", "/v2/payments/instant", large)
  await ask("POST", `/v2/approvals/${first.data.paymentId}/approve`, { note: "Ordered" }, undefined, officer)
  const second = await ask("POST", "/v2/payments/instant", large)
  await ask("POST", `/v2/approvals/${second.data.paymentId}/reject`, { note: "Not ordered" }, undefined, officer)
}

/** What the simulated network does with payments by its test accounts, and by hand. */
const playNetwork = async (ask: Ask) => {
  const pay = async (account: string): Promise<string> =>
    (await ask("POST", "/v2/payments/instant", instantTo(account))).data.paymentId
  const refused = await pay("9001000030")
  await ask("GET", `/v2/payments/${refused}/return`)
  await ask("GET", `/v2/payments/instant/${refused}/return`)
  // An account that never answers by itself.
  await ask("POST", `/v2/simulator/payments/${await pay("9002000005")}/respond`, { status: "ACSC" })
  await ask("POST", `/v2/simulator/payments/${await pay("9002000005")}/settle`)
  const unknown = await pay("9002000005")
  await ask("POST", `/v2/admin/payments/${unknown}/resolve`, { outcome: "settled", note: "Asked by telephone" })
  await ask("POST", `/v2/simulator/payments/${await pay("9000000000")}/return`, { code: "AC04" })
}

/** An entry that is reversed, one that is presented again, and what came back. */
const playAch = async (ask: Ask) => {
  const entry = { amount: 10_000, originator }
  const credit = { ...entry, direction: "credit", secCode: "PPD", receiver: beneficiary }
  const paid = await ask("POST", "/v2/payments/ach", credit)
  const receiver = { ...beneficiary, accountNumber: "9010000001" }
  const debit = await ask("POST", "/v2/payments/ach", { ...credit, direction: "debit", receiver })
  const wire = await ask("POST", "/v2/payments/wire", wireTo({ ...beneficiary, accountNumber: "9020000002" }))
  await ask("POST", "/v2/simulator/clock", { advance: "P7D" })
  await ask("POST", `/v2/payments/ach/${paid.data.paymentId}/reversal`, { reason: "duplicate" })
  await ask("GET", `/v2/payments/ach/${debit.data.paymentId}/return`)
  await ask("POST", `/v2/payments/ach/${debit.data.paymentId}/represent`, { referenceId: "Second try" })
  await ask("GET", `/v2/payments/wire/${wire.data.paymentId}/return`)
}

/** What was sent and received for a payment, a request or a batch: as its client sees it, and an administrator. */
const readMessages = async (ask: Ask, of: string) => {
  for (const base of ["/v2", "/v2/admin"]) {
    const { data } = await ask("GET", `${base}/${of}/messages`)
    await ask("GET", `${base}/${of}/messages/${data[0].messageId}`)
  }
}

/** The directories that are replaced whole: nobody pays after that. */
const playDirectories = async (ask: Ask) => {
  await ask("GET", "/v2/participants/099900014")
  const taking = { participates: true }
  const rails = { ach: taking, fedwire: taking, rtp: taking, fednow: taking }
  const bank = { routingNumber: "099900014", name: "Example Bank", status: "active", ...rails }
  await ask("PUT", "/v2/admin/participants", { name: "2026-01", participants: [bank] })
  const content = JSON.stringify([bank])
  await ask("POST", "/v2/admin/participants/import", { name: "2026-02", format: "json", content })
  await ask("PUT", "/v2/admin/screening-lists", { countries: [{ country: "KP", name: "North Korea", active: true }] })
}

/** Payments over each rail, requests, webhooks, administration, the simulator. */
const playAll = async (ask: Ask) => {
  const credentials = { client_id: "cli_sandbox", client_secret: "bank_secret_sandbox" }
  await ask("POST", "/v2/auth/token", { grant_type: "client_credentials", ...credentials })
  await ask("POST", "/auth/token", { grant_type: "client_credentials", ...credentials })
  const webhook = await ask("POST", "/v2/webhooks", { url: "https://example.com/webhooks", events: ["*"] })
  await ask("PATCH", `/v2/webhooks/${webhook.data?.webhookId ?? webhook.data?.id}`, { description: "All events" })
  const instant = { amount: 125_000, originator, beneficiary, remittanceInfo: "Invoice 4711" }
  const payment = await ask("POST", "/v2/payments/instant", instant)
  await ask("POST", "/v2/payments/instant", { ...instant, amount: 0 }, 400)
  await ask("GET", "/v2/payments/instant/pay_unknown", undefined, 404)
  await ask("POST", "/v2/simulator/clock", { advance: "PT1M" })
  const asked = await ask("POST", `/v2/payments/instant/${payment.data.paymentId}/return-request`, {
    reasonCode: "DUPL"
  })
  const rfp = await ask("POST", "/v2/payments/rfp", {
    rail: "rtp",
    amount: 5000,
    payee: originator,
    payer: beneficiary,
    description: "Invoice 4712"
  })
  await ask("POST", `/v2/simulator/rfp/${rfp.data.rfpId}/respond`, { action: "approve" })
  const refused = await ask("POST", "/v2/payments/rfp", {
    rail: "rtp",
    amount: 900,
    payee: originator,
    payer: beneficiary
  })
  await ask("POST", `/v2/payments/rfp/${refused.data.rfpId}/cancel`)
  const declined = await ask("POST", "/v2/payments/rfp", {
    rail: "rtp",
    amount: 700,
    payee: originator,
    payer: beneficiary
  })
  await ask("POST", `/v2/simulator/rfp/${declined.data.rfpId}/respond`, { action: "decline" })
  const wire = await ask("POST", "/v2/payments/wire", {
    network: "fedwire",
    amount: 500_000,
    originator,
    beneficiary
  })
  await ask("POST", "/v2/simulator/clock", { advance: "PT10M" })
  const recall = await ask("POST", `/v2/payments/wire/${wire.data.paymentId}/recall`, { reason: "DUPL" })
  const entry = { direction: "credit", amount: 10_000, secCode: "PPD", originator, receiver: beneficiary }
  const ach = await ask("POST", "/v2/payments/ach", entry)
  await ask("POST", `/v2/payments/ach/${ach.data.paymentId}/cancel`)
  const toListed = { ...entry, receiver: { ...beneficiary, name: "Test Sanctioned Person" } }
  const underKey = { "idempotency-key": "entry-1" }
  const held = await ask("POST", "/v2/payments/ach", toListed, undefined, underKey)
  await ask("POST", `/v2/payments/ach/${held.data.paymentId}/cancel`)
  await ask("POST", "/v2/payments/ach", toListed, undefined, underKey)
  const payroll = {
    referenceId: "payroll-1",
    defaults: { direction: "credit", secCode: "PPD", originator },
    entries: [
      { amount: 250_000, receiver: beneficiary },
      { amount: 260_000, receiver: { ...beneficiary, name: "John Roe", accountNumber: "3000000003" } }
    ]
  }
  const asBatch = { "idempotency-key": "batch-1" }
  const batch = await ask("POST", "/v2/payments/ach/batches", payroll, undefined, asBatch)
  await ask("POST", "/v2/payments/instant", {
    ...instant,
    amount: 7700,
    beneficiary: { ...beneficiary, name: "Test Sanctioned Person" }
  })
  const client = await ask("POST", "/v2/admin/clients", { name: "Example Supplies Inc" })
  const clientId = client.data.clientId
  await ask("PATCH", `/v2/admin/clients/${clientId}`, { name: "Example Supplies LLC" })
  await ask("POST", `/v2/admin/clients/${clientId}/rotate-key`)
  await ask("POST", `/v2/admin/clients/${clientId}/revoke-tokens`)
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  const rule = { priority: 10, when: { minAmount: 10_000_000 }, then: { rail: "fedwire" } }
  const made = await ask("POST", "/v2/admin/routing-rules", rule)
  await ask("PUT", `/v2/admin/routing-rules/${made.data.ruleId}`, { ...rule, enabled: false })
  await ask("POST", "/v2/admin/routing-rules/evaluate", {
    amount: 5000,
    originatorRoutingNumber: originator.routingNumber,
    beneficiaryRoutingNumber: beneficiary.routingNumber
  })
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  const approval = { priority: 10, when: { minAmount: 90_000_000 }, then: "human", approvers: 2 }
  const kept = await ask("POST", "/v2/admin/approval-rules", approval)
  await ask("PUT", `/v2/admin/approval-rules/${kept.data.ruleId}`, { ...approval, approvers: 1 })
  await ask("PUT", "/v2/admin/bics", { bics: [{ bic: "NWBKGB2LXXX", name: "NATWEST", status: "active" }] })
  await ask("POST", "/v2/simulator/faults", { rail: "rtp", fault: "slow", count: 1, delayMs: 5000 })
  await ask("POST", "/v2/simulator/screening", { status: "up" })
  await ask("POST", "/v2/simulator/inbound", {
    rail: "rtp",
    amount: 1000,
    originator: beneficiary,
    beneficiary: originator
  })
  const officer = await officerOf(ask)
  await ask("GET", `/v2/payments/instant/${payment.data.paymentId}/return-requests/${asked.data.returnRequestId}`)
  await ask("GET", `/v2/payments/wire/${wire.data.paymentId}/recalls/${recall.data.recallId}`)
  await ask("GET", `/v2/admin/ledger/entries?paymentId=${payment.data.paymentId}`)
  await playDeliveries(ask, clientId)
  await playDecisions(ask, officer)
  await playNetwork(ask)
  await playAch(ask)
  await ask("POST", "/v2/payments/ach/batches", payroll, undefined, asBatch)
  await ask("GET", `/v2/payments/ach/batches/${batch.data.batchId}`)
  await ask("GET", `/v2/payments/ach/batches/${batch.data.batchId}/entries`)
  await readMessages(ask, `payments/${payment.data.paymentId}`)
  await readMessages(ask, `payments/rfp/${rfp.data.rfpId}`)
  await readMessages(ask, `payments/ach/batches/${batch.data.batchId}`)
  const { data: alerts } = await ask("GET", "/v2/admin/alerts")
  await ask("POST", `/v2/admin/alerts/${alerts[0].alertId}/acknowledge`)
  await playDirectories(ask)
  await ask("POST", "/v2/simulator/crash", { at: "before_send" })
}

/** The scenario: everything that works, then every refusal. */
export const bank: Scenario = {
  service: "bank",
  scenes: [
    {
      // A crash is armed at the end, and never met.
      engine: () => TestEngine.make({ plugins: [bankPlugin({ mode: "sandbox", crash: () => {} })] }),
      headers: { authorization: undefined as never, "x-api-key": "bank_key_sandbox" },
      play: playAll
    },
    ...refusalsOfBank
  ]
}
