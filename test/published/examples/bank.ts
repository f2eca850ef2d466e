/** What is done to the bank service for its examples. */
import type { Scenario } from "./record.ts"

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

/** The scenario: payments over each rail, requests, webhooks, administration, the simulator. */
export const bank: Scenario = {
  service: "bank",
  headers: { authorization: undefined as never, "x-api-key": "bank_key_sandbox" },
  play: async (ask) => {
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
    await ask("POST", `/v2/payments/instant/${payment.data.paymentId}/return-request`, { reasonCode: "DUPL" })
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
    const wire = await ask("POST", "/v2/payments/wire", {
      network: "fedwire",
      amount: 500_000,
      originator,
      beneficiary
    })
    await ask("POST", "/v2/simulator/clock", { advance: "PT10M" })
    await ask("POST", `/v2/payments/wire/${wire.data.paymentId}/recall`, { reason: "DUPL" })
    const entry = { direction: "credit", amount: 10_000, secCode: "PPD", originator, receiver: beneficiary }
    const ach = await ask("POST", "/v2/payments/ach", entry)
    await ask("POST", `/v2/payments/ach/${ach.data.paymentId}/cancel`)
    await ask("POST", "/v2/payments/ach/batches", {
      referenceId: "payroll-1",
      defaults: { direction: "credit", secCode: "PPD", originator },
      entries: [
        { amount: 250_000, receiver: beneficiary },
        { amount: 260_000, receiver: { ...beneficiary, name: "John Roe", accountNumber: "3000000003" } }
      ]
    })
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
  },
  refused: [
    { status: 401, method: "GET", path: "/v2/webhooks", headers: { "x-api-key": undefined as never } },
    { status: 401, method: "GET", path: "/v2/webhooks", headers: { "x-api-key": "nonsense" } },
    { status: 400, method: "GET", path: "/v2/webhooks?colour=blue" },
    { status: 400, method: "POST", path: "/v2/payments/instant", body: {} },
    {
      status: 409,
      method: "POST",
      path: "/v2/payments/instant",
      body: {},
      headers: { "idempotency-key": "example-3" }
    },
    { status: 413, method: "POST", path: "/v2/payments/instant", body: { text: "x".repeat(1_100_000) } },
    { status: 429, method: "GET", path: "/v2/webhooks", within: 200 }
  ]
}
