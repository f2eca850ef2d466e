/** How a client comes to see each code of the error catalogue: a request for every one, complete by type. */
import type { ErrorCode } from "../../../plugins/bank/error-catalogue.ts"
import { testClient, type BankOptions } from "../../../plugins/bank/index.ts"
import { sqlite } from "../../../src/store/dialects/Sqlite.ts"
import * as FaultyStore from "../../../src/testing/FaultyStore.ts"
import { achBody, act, created } from "../ach/achHost.ts"
import { client, freshKey, keyOf, paymentBody, startHost, to, beneficiary, type Host, type Reply } from "../host.ts"
import { fedwire, send, swift } from "../wire/wires.ts"

/** What leads to an error: the host's options, and the request. */
export interface Producer {
  readonly bank?: Partial<BankOptions>
  /** When it happens, where noon on a banking day will not do. */
  readonly clock?: string
  readonly ask: (host: Host) => Promise<Reply>
}

const restricted = client("cli_restricted", {
  scopes: ["payments:read", "payments:write", "approvals:write"],
  rails: ["rtp"],
  limits: { perTransaction: 500, daily: null, perRail: {} }
})
const asRestricted = keyOf(restricted)
const restrictedBank = { clients: [restricted] }

const pay = (change: Readonly<Record<string, unknown>>, headers = {}) => ({
  ask: (host: Host) => host.pay(change, headers)
})

const list = (headers: Readonly<Record<string, string | undefined>>) => ({
  ask: ({ ask }: Host) => ask("GET", "/v2/payments/instant", undefined, { "x-api-key": undefined, ...headers })
})

const ach = (change: Readonly<Record<string, unknown>>) => ({
  ask: ({ ask }: Host) => ask("POST", "/v2/payments/ach", achBody(change), { "idempotency-key": freshKey() })
})

const held = { beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } }
const inIran = { beneficiary: { ...beneficiary, address: { ...beneficiary.address, country: "IR" } } }

/** Takes the one rule by which a person has to approve. */
const askApproval = (host: Host) =>
  host.admin("POST", "/v2/admin/approval-rules", JSON.parse(`{"priority":1,"when":{},"then":"human"}`))

const failedDelivery = async (host: Host) => {
  host.engine.notifier.answerWith(() => 500)
  await host.ask("POST", "/v2/webhooks", { url: "https://client.example/hooks", events: ["payment.settled"] })
  await host.pay()
  await host.engine.advance("4 days")
  const { body } = await host.admin("GET", "/v2/admin/webhooks/deliveries")
  return `/v2/admin/webhooks/deliveries/${body.data[0].deliveryId}/retry`
}

/** A request for each code. */
export const producers: Readonly<Record<ErrorCode, Producer>> = {
  REQUIRED_FIELD_MISSING: pay({ amount: undefined }),
  INVALID_FIELD_FORMAT: pay({ purposeCode: "?" }),
  INVALID_ROUTING_NUMBER: pay({ beneficiary: { ...beneficiary, routingNumber: "099900085" } }),
  INVALID_BIC: { ask: (host) => send(host, swift({ intermediary: { bic: "SIMBFRPPXXX" } })) },
  INVALID_AMOUNT: pay({ amount: 0 }),
  INVALID_SEC_CODE: ach({ secCode: "POP" }),
  INVALID_CURRENCY: { ask: (host) => send(host, fedwire({ currency: "EUR" })) },
  FIELD_TOO_LONG: pay({ referenceId: "x".repeat(36) }),
  INVALID_DATE: { ask: (host) => send(host, fedwire({ valueDate: "2026-06-18" })) },
  MISSING_AUTHORIZATION: list({}),
  INVALID_TOKEN: list({ authorization: "Bearer nope" }),
  INVALID_API_KEY: list({ "x-api-key": "nope" }),
  INSUFFICIENT_SCOPE: {
    bank: restrictedBank,
    ask: ({ ask }) => ask("GET", "/v2/admin/alerts", undefined, asRestricted)
  },
  ACCOUNT_ACCESS_DENIED: {
    ask: async (host) => {
      await host.admin("PATCH", `/v2/admin/clients/${testClient.clientId}`, { accounts: [] })
      return host.pay()
    }
  },
  RAIL_ACCESS_DENIED: { bank: restrictedBank, ...pay({ railPreference: "fednow", amount: 1 }, asRestricted) },
  AMOUNT_LIMIT_EXCEEDED: { bank: restrictedBank, ...pay({ amount: 501 }, asRestricted) },
  SELF_APPROVAL_FORBIDDEN: {
    ask: async (host) => {
      await askApproval(host)
      const { body } = await host.pay()
      return host.ask("POST", `/v2/approvals/${body.data.paymentId}/approve`, {})
    }
  },
  NOT_FOUND: { ask: ({ ask }) => ask("GET", "/v2/payments/instant/pmt_inst_none") },
  METHOD_NOT_ALLOWED: { ask: ({ ask }) => ask("PUT", "/v2/payments/instant", {}) },
  STATE_CONFLICT: {
    ask: async (host) => {
      await host.pay(held)
      const { holdId } = (await host.admin("GET", "/v2/compliance/holds")).body.data[0]
      const release = () => host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { note: "not him" })
      await release()
      return release()
    }
  },
  DUPLICATE_IDEMPOTENCY_KEY: {
    ask: async (host) => {
      const key = { "idempotency-key": freshKey() }
      await host.pay({}, key)
      return host.pay({ amount: 2 }, key)
    }
  },
  REQUEST_TOO_LARGE: pay({ remittanceInfo: "x".repeat(2_000_000) }),
  RAIL_LIMIT_EXCEEDED: pay({ amount: 100_000_001, railPreference: "rtp" }),
  INSTANT_RAIL_NOT_AVAILABLE: pay({ beneficiary: { ...beneficiary, routingNumber: "099900069" } }),
  SDA_NOT_ELIGIBLE: ach({ sameDay: true, amount: 100_000_001 }),
  FEDWIRE_OUTSIDE_HOURS: {
    bank: { wire: { outsideHoursStatus: 422 } },
    clock: "2026-06-20T16:00:00.000Z",
    ask: (host) => send(host, fedwire())
  },
  TRAVEL_RULE_FIELDS_MISSING: pay({ amount: 300_000, beneficiary: { ...beneficiary, address: undefined } }),
  SANCTIONED_COUNTRY: pay(inIran),
  REVERSAL_WINDOW_EXPIRED: {
    ask: async (host) => {
      const id = await created(host, achBody())
      await host.engine.advance("10 days")
      return act(host, id, "reversal", { reason: "duplicate" })
    }
  },
  PAYMENT_NOT_REVERSIBLE: {
    ask: async (host) => act(host, await created(host, achBody()), "reversal", { reason: "duplicate" })
  },
  PAYMENT_NOT_CANCELLABLE: {
    ask: async (host) => {
      const { body } = await send(host, fedwire())
      return host.ask("POST", `/v2/payments/wire/${body.data.paymentId}/cancel`, undefined, {
        "idempotency-key": freshKey()
      })
    }
  },
  REPRESENTMENT_NOT_ALLOWED: { ask: async (host) => act(host, await created(host, achBody()), "represent", {}) },
  RECALL_NOT_ALLOWED: {
    clock: "2026-06-20T16:00:00.000Z",
    ask: async (host) => {
      const { body } = await send(host, fedwire())
      const path = `/v2/payments/wire/${body.data.paymentId}/recall`
      return host.ask("POST", path, { reason: "DUPL" }, { "idempotency-key": freshKey() })
    }
  },
  RETURN_REQUEST_NOT_ALLOWED: {
    ask: async (host) => {
      const { body } = await host.pay(to("9001000001"))
      const path = `/v2/payments/instant/${body.data.paymentId}/return-request`
      return host.ask("POST", path, { reasonCode: "DUPL" }, { "idempotency-key": freshKey() })
    }
  },
  EVENT_EXPIRED: { ask: async (host) => host.admin("POST", await failedDelivery(host)) },
  OFAC_MATCH: pay(held),
  RATE_LIMIT_EXCEEDED: {
    bank: { requestsPerMinute: 1 },
    ask: async ({ ask }) => {
      await ask("GET", "/v2/webhooks")
      return ask("GET", "/v2/webhooks")
    }
  },
  INTERNAL_ERROR: {
    bank: {
      adminToken: () => {
        throw new Error("nobody foresaw this")
      }
    },
    ...list({ authorization: "Bearer x" })
  },
  SERVICE_UNAVAILABLE: {
    ask: async () => {
      const faults = FaultyStore.make()
      const host = await startHost({ engine: { store: FaultyStore.layer(sqlite(":memory:"), faults) } })
      faults.refuseWrites({ table: "bank_payments" })
      return host.pay()
    }
  },
  OFAC_SCREENING_ERROR: {
    ask: async (host) => {
      await host.ask("POST", "/v2/simulator/screening", { status: "down" })
      return host.pay(paymentBody())
    }
  }
}

/** Brings a code about. */
export const produce = async ({ ask, bank, clock }: Producer): Promise<Reply> =>
  ask(
    await startHost({
      ...(bank === undefined ? {} : { bank }),
      ...(clock === undefined ? {} : { engine: { clock } })
    })
  )
