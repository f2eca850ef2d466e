/** What the bank service refuses, for its examples. */
import { bank, type BankOptions } from "../../../plugins/bank/index.ts"
import { TestEngine } from "../../../src/testing/index.ts"
import type { Ask, Headers, Scene } from "./record.ts"
import { whileStoreFails } from "./scenes.ts"

const noAuthorization = undefined as never

const headers: Headers = { authorization: noAuthorization, "x-api-key": "bank_key_sandbox" }

/** A Wednesday at noon in New York: every network is open. */
const open = "2026-06-17T16:00:00Z"

const scene = (
  play: Scene["play"],
  { clock = open, ...options }: Partial<BankOptions> & { readonly clock?: string } = {}
): Scene => ({
  engine: () => TestEngine.make({ plugins: [bank({ mode: "sandbox", requestsPerMinute: 1000, ...options })], clock }),
  headers,
  play
})

const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" }
const account = { accountType: "checking", address }
const originator = {
  ...account,
  name: "Example Supplies Inc",
  companyId: "1234567890",
  accountNumber: "1234567890",
  routingNumber: "099900014"
}
const beneficiary = { ...account, name: "Jane Roe", accountNumber: "9000000000", routingNumber: "099900027" }

/** Makes a payment, and answers its id. */
type Paying = (more?: object, expected?: number, headers?: Headers) => Promise<string>

const payments = (ask: Ask) => {
  const at =
    (path: string, body: object): Paying =>
    async (more = {}, expected, as) =>
      (await ask("POST", path, { ...body, ...more }, expected, as)).data?.paymentId
  const instant = at("/v2/payments/instant", { amount: 125_000, originator, beneficiary })
  const ach = at("/v2/payments/ach", {
    direction: "credit",
    amount: 10_000,
    secCode: "PPD",
    originator,
    receiver: beneficiary
  })
  const wire = at("/v2/payments/wire", { network: "fedwire", amount: 500_000, originator, beneficiary })
  const swift = at("/v2/payments/wire", {
    network: "swift",
    amount: 500_000,
    currency: "EUR",
    chargeBearer: "SHAR",
    originator,
    beneficiary: {
      name: "Erika Muster",
      iban: "DE10500105179000000000",
      bic: "SIMBDEFFXXX",
      bankCountry: "DE",
      address: { ...address, country: "DE" }
    }
  })
  const rfp = async (more: object, expected?: number) =>
    (
      await ask(
        "POST",
        "/v2/payments/rfp",
        { rail: "rtp", amount: 5000, payee: originator, payer: beneficiary, ...more },
        expected
      )
    ).data?.rfpId
  const batch = (entry: object, expected?: number) =>
    ask(
      "POST",
      "/v2/payments/ach/batches",
      {
        referenceId: "payroll-1",
        defaults: { direction: "credit", secCode: "PPD", originator },
        entries: [{ amount: 250_000, receiver: beneficiary, ...entry }]
      },
      expected
    )
  return { ach, batch, instant, rfp, swift, wire }
}

/** What every request may meet, and what the form of a payment may be refused for. */
const refuseForms: Scene["play"] = async (ask) => {
  const { ach, instant, swift, wire } = payments(ask)
  const anonymous = { "x-api-key": noAuthorization }
  await ask("GET", "/v2/webhooks", undefined, 401, anonymous)
  await ask("GET", "/v2/webhooks", undefined, 401, { "x-api-key": "nonsense" })
  await ask("GET", "/v2/webhooks", undefined, 401, { ...anonymous, authorization: "Bearer nonsense" })
  for (const path of ["/auth/token", "/v2/auth/token"]) {
    await ask("POST", path, { grant_type: "client_credentials", client_id: "cli_sandbox", client_secret: "no" }, 401)
  }
  await ask("GET", "/v2/webhooks", undefined, 400, { "api-version": "9" })
  const key = { "idempotency-key": "transfer-1" }
  await instant({}, undefined, key)
  await instant({ amount: 1 }, 409, key)
  await instant({}, 400, { "idempotency-key": noAuthorization })
  await ask("POST", "/v2/payments/instant", { text: "x".repeat(1_100_000) }, 413)
  await instant({ beneficiary: { ...beneficiary, routingNumber: "099900085" } }, 400)
  await instant({ amount: 0 }, 400)
  await instant({ referenceId: "x".repeat(36) }, 400)
  await swift({ intermediary: { bic: "SIMBFRPPXXX" } }, 400)
  await ach({ secCode: "POP" }, 400)
  await wire({ currency: "EUR" }, 400)
  await wire({ valueDate: "2026-06-18" }, 400)
}

/** What stands between a payment and its network. */
const refuseTransfers: Scene["play"] = async (ask) => {
  const { ach, batch, instant, rfp, swift, wire } = payments(ask)
  const inIran = { ...beneficiary, address: { ...address, country: "IR" } }
  const listed = { ...beneficiary, name: "Test Sanctioned Person" }
  await instant({ beneficiary: inIran }, 422)
  await wire({ beneficiary: inIran }, 422)
  await ach({ receiver: inIran }, 422)
  await rfp({ payer: inIran }, 422)
  await rfp({ payer: listed }, 422)
  await rfp({ amount: 100_000_001 }, 422)
  await instant({ amount: 100_000_001, railPreference: "rtp" }, 422)
  await instant({ beneficiary: { ...beneficiary, routingNumber: "099900069" } }, 422)
  await rfp({ payer: { ...beneficiary, routingNumber: "099900069" } }, 422)
  const { address: _, ...withoutAddress } = beneficiary
  await instant({ amount: 300_000, beneficiary: withoutAddress }, 422)
  await wire({ beneficiary: withoutAddress }, 422)
  await ach({ sameDay: true, amount: 100_000_001 }, 422)
  await batch({ sameDay: true, amount: 100_000_001 }, 422).catch(() => {})
  await ask("POST", "/v2/simulator/screening", { status: "down" })
  await instant({}, 503)
  await wire({}, 503)
  await ach({}, 503)
  await rfp({}, 503)
  await swift({}, 503)
}

/** What a payment in its state refuses. */
const refuseChanges: Scene["play"] = async (ask, engine) => {
  const { ach, instant, rfp, wire } = payments(ask)
  const entry = await ach()
  await ask("POST", `/v2/payments/ach/${entry}/reversal`, { reason: "duplicate" }, 422)
  await ask("POST", `/v2/payments/ach/${entry}/represent`, {}, 422)
  const settled = await instant({})
  await ask("POST", `/v2/payments/instant/${settled}/cancel`, undefined, 422)
  const silent = await instant({ beneficiary: { ...beneficiary, accountNumber: "9002000005" } })
  await ask("POST", `/v2/payments/instant/${silent}/return-request`, { reasonCode: "DUPL" }, 422)
  const sent = await wire()
  await ask("POST", `/v2/payments/wire/${sent}/cancel`, undefined, 422)
  const asked = await rfp({})
  await ask("POST", `/v2/payments/rfp/${asked}/cancel`)
  await ask("POST", `/v2/payments/rfp/${asked}/cancel`, undefined, 409)
  await engine.advance("10 days")
  await ask("POST", `/v2/payments/ach/${entry}/cancel`, undefined, 422)
  await ask("POST", `/v2/payments/ach/${entry}/reversal`, { reason: "duplicate" }, 422)
}

/** What people decide twice, or about their own. */
const refuseDecisions: Scene["play"] = async (ask, engine) => {
  const { instant } = payments(ask)
  const held = { beneficiary: { ...beneficiary, name: "Test Sanctioned Person" } }
  const note = { note: "Another person of that name" }
  const scopes = ["payments:read", "approvals:write", "compliance:read", "compliance:write"]
  const { data: officer } = await ask("POST", "/v2/admin/clients", { name: "Compliance", scopes })
  const asOfficer: Headers = { "x-api-key": officer.apiKey }
  await instant(held, 202)
  const { data: holds } = await ask("GET", "/v2/compliance/holds?status=open")
  const decide = (what: string, expected?: number, as?: Headers) =>
    ask("POST", `/v2/compliance/holds/${holds[0].holdId}/${what}`, note, expected, as)
  await decide("release", 403)
  await decide("reject", 403)
  await decide("release", undefined, asOfficer)
  await decide("release", 409, asOfficer)
  await decide("reject", 409, asOfficer)
  // oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
  await ask("POST", "/v2/admin/approval-rules", { priority: 1, when: {}, then: "human" })
  const waiting = await instant()
  const approve = (what: string, expected?: number, as?: Headers) =>
    ask("POST", `/v2/approvals/${waiting}/${what}`, note, expected, as)
  await approve("approve", 403)
  await approve("reject", 403)
  await approve("approve", undefined, asOfficer)
  await approve("approve", 409, asOfficer)
  await approve("reject", 409, asOfficer)
  engine.receiversAnswer(Array(40).fill(500))
  await ask("POST", "/v2/webhooks", { url: "https://example.com/hook", events: ["payment.settled"] })
  await ask("DELETE", `/v2/admin/approval-rules/${(await ask("GET", "/v2/admin/approval-rules")).data[0].ruleId}`)
  await instant()
  await engine.advance("4 days")
  const { data: deliveries } = await ask("GET", "/v2/admin/webhooks/deliveries")
  await ask("POST", `/v2/admin/webhooks/deliveries/${deliveries[0].deliveryId}/retry`, undefined, 422)
}

/** What a client may not do that others may. */
const refuseClients: Scene["play"] = async (ask) => {
  const { ach, batch, instant, rfp, wire } = payments(ask)
  const scopes = ["payments:read", "payments:write"]
  const limits = { perTransaction: 500, daily: null, perRail: {} }
  const narrow = { name: "Narrow", scopes, rails: ["rtp", "ach", "fedwire"], limits }
  const { data } = await ask("POST", "/v2/admin/clients", narrow)
  const as: Headers = { "x-api-key": data.apiKey }
  await ask("GET", "/v2/admin/alerts", undefined, 403, as)
  await instant({ amount: 1, railPreference: "fednow" }, 403, as)
  await instant({ amount: 501 }, 403, as)
  await ach({ amount: 501 }, 403, as)
  await wire({ amount: 501 }, 403, as)
  await ask("PATCH", `/v2/admin/clients/${data.clientId}`, { accounts: [], rails: ["swift"] })
  await ach({ amount: 1 }, 403, as)
  await wire({ amount: 1 }, 403, as)
  await ask("PATCH", "/v2/admin/clients/cli_sandbox", { accounts: [] })
  await instant({}, 403)
  await ach({}, 403)
  await wire({}, 403)
  await rfp({}, 403)
  await batch({}, 403).catch(() => {})
}

/** On a Saturday, when Fedwire rests and nothing that was sent can be called back. */
const refuseOnSaturday: Scene["play"] = async (ask) => {
  const { wire } = payments(ask)
  await wire({}, 422)
}

const refuseRecall: Scene["play"] = async (ask) => {
  const { wire } = payments(ask)
  await ask("POST", `/v2/payments/wire/${await wire()}/recall`, { reason: "DUPL" }, 422)
}

const saturday = "2026-06-20T16:00:00Z"

/** What the bank service refuses. */
export const refusalsOfBank: ReadonlyArray<Scene> = [
  scene(refuseForms),
  scene(refuseTransfers),
  scene(refuseChanges),
  scene(refuseDecisions),
  scene(refuseClients),
  scene(refuseOnSaturday, { clock: saturday, wire: { outsideHoursStatus: 422 } }),
  scene(refuseRecall, { clock: saturday }),
  scene(
    async (ask) => {
      const key = { "idempotency-key": "transfer-1" }
      const { instant } = payments(ask)
      await instant({}, undefined, key)
      await instant({ amount: 1 }, 422, key)
    },
    { idempotencyMismatchStatus: 422 }
  ),
  scene(async (ask) => void (await ask("GET", "/v2/webhooks", undefined, 429)), { requestsPerMinute: 1 }),
  whileStoreFails(() => bank({ mode: "sandbox" }), headers, ["GET", "/v2/webhooks"])
]
