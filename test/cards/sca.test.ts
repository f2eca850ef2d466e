import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { Acquirer } from "../../plugins/cards/acquirer/Acquirer.ts"
import type { PaymentMethod } from "../../plugins/cards/payment-methods/PaymentMethod.ts"
import { onAuthorized } from "../../plugins/cards/sca/operations.ts"
import { sandbox } from "../../plugins/cards/sandbox/acquirer.ts"
import { decide, noHistory, type ScaHistory, type ScaQuestion } from "../../plugins/cards/sca/Sca.ts"
import { eurMinorOf } from "../../plugins/cards/reference-rates.ts"
import { Store } from "../../src/services/Store.ts"
import { startHost, type Host } from "./host.ts"
import { startLive } from "./live.ts"

type Card = NonNullable<ScaQuestion["card"]>

const card: Card = { country: "FR", category: "consumer", threeDSecure: "optional", challenge: undefined }

const question = (more: Partial<ScaQuestion> = {}): ScaQuestion => ({
  merchantCountry: "IE",
  card,
  customer: false,
  offSession: false,
  amountEurMinor: 5_000,
  riskScore: 0,
  requestedByRule: false,
  ...more
})

const history = (more: Partial<ScaHistory> = {}): ScaHistory => ({ ...noHistory, ...more })
const withCard = (more: Partial<Card>) => question({ card: { ...card, ...more } })
const counted = (exemptCount: number, exemptSumEurMinor: number) =>
  history({ counters: { exemptCount, exemptSumEurMinor } })
const reasonOf = (asked: ScaQuestion, known = noHistory) => decide(asked, known).reason

describe("the decision", () => {
  it.each<[string, ScaQuestion, ScaHistory, string, string]>([
    ["C252: customer-initiated in the EEA", question(), noHistory, "challenge", "required"],
    [
      "C253: a merchant outside",
      question({ merchantCountry: "US" }),
      noHistory,
      "out_of_scope",
      "out_of_scope_one_leg"
    ],
    [
      "C253: a merchant in the UK",
      question({ merchantCountry: "GB" }),
      noHistory,
      "out_of_scope",
      "out_of_scope_one_leg"
    ],
    ["C253: a card from outside", withCard({ country: "JP" }), noHistory, "out_of_scope", "out_of_scope_one_leg"],
    [
      "C253: a corporate card",
      withCard({ category: "corporate" }),
      noHistory,
      "out_of_scope",
      "out_of_scope_corporate"
    ],
    ["a bank account", question({ card: undefined }), noHistory, "out_of_scope", "out_of_scope_one_leg"],
    [
      "C250: the merchant, after an agreement",
      question({ offSession: true }),
      history({ agreed: true }),
      "out_of_scope",
      "out_of_scope_merchant_initiated"
    ],
    ["C250: the merchant, without one", question({ offSession: true }), noHistory, "challenge", "required"],
    ["C250: an agreement, and the customer is there", question(), history({ agreed: true }), "challenge", "required"],
    ["C245: 29.99 euro", question({ amountEurMinor: 2_999 }), noHistory, "exempt", "exempt_low_value"],
    ["C245: 30.00 euro", question({ amountEurMinor: 3_000 }), noHistory, "challenge", "required"],
    ["C246: after 4 exemptions", question({ amountEurMinor: 100 }), counted(4, 400), "exempt", "exempt_low_value"],
    ["C246: after 5 exemptions", question({ amountEurMinor: 100 }), counted(5, 500), "challenge", "required"],
    ["C247: after 99.99 euro", question({ amountEurMinor: 2_999 }), counted(4, 9_999), "exempt", "exempt_low_value"],
    ["C247: after 100.00 euro", question({ amountEurMinor: 100 }), counted(4, 10_000), "challenge", "required"],
    ["C249: a trusted merchant", question(), history({ trusted: true }), "exempt", "exempt_trusted_beneficiary"],
    ["no 3D Secure", withCard({ threeDSecure: "not_supported" }), noHistory, "attempted", "required"],
    [
      "a rule asks",
      question({ requestedByRule: true, merchantCountry: "US" }),
      noHistory,
      "challenge",
      "required_by_rule"
    ],
    [
      "a rule asks a card without 3D Secure",
      question({ requestedByRule: true, merchantCountry: "US", card: { ...card, threeDSecure: "not_supported" } }),
      noHistory,
      "out_of_scope",
      "out_of_scope_one_leg"
    ]
  ])("%s", (_, asked, known, decision, reason) => {
    expect(decide(asked, known)).toMatchObject({ decision, reason })
  })

  it("the issuer's wish goes before scope and exemptions, and gives way as the card says", () => {
    const insisting = (challenge: Card["challenge"]) => ({
      ...withCard({ threeDSecure: "required", challenge }),
      merchantCountry: "US",
      amountEurMinor: 100
    })
    const later = { offSession: true }
    const agreed = history({ agreed: true, authenticated: true, trusted: true })
    expect(reasonOf(insisting("always"))).toBe("required_by_issuer")
    expect(reasonOf({ ...insisting("always"), ...later }, agreed)).toBe("required_by_issuer")
    expect(reasonOf(insisting("on_session"), agreed)).toBe("required_by_issuer")
    expect(reasonOf({ ...insisting("on_session"), ...later }, agreed)).toBe("out_of_scope_merchant_initiated")
    expect(reasonOf(insisting("first_use"))).toBe("required_by_issuer")
    expect(reasonOf(insisting("first_use"), agreed)).toBe("out_of_scope_one_leg")
  })

  it.each([
    [10_000, 13, true],
    [10_001, 13, false],
    [10_000, 14, false],
    [25_000, 6, true],
    [25_001, 6, false],
    [25_000, 7, false],
    [50_000, 1, true],
    [50_000, 2, false],
    [50_001, 0, false]
  ])("C248: %d cents at %d basis points of fraud: exempt is %s", (amountEurMinor, basisPoints, exempt) => {
    const record = { payments: 100, capturedEurMinor: 1_000_000n, fraudEurMinor: BigInt(basisPoints * 100) }
    const reason = (more: Partial<ScaQuestion>, changed = {}) =>
      decide(question({ amountEurMinor, ...more }), noHistory, { ...record, ...changed }).reason
    expect(reason({}) === "exempt_transaction_risk").toBe(exempt)
    expect(reason({ riskScore: 31 })).toBe("required")
    expect(reason({}, { payments: 99 })).toBe("required")
  })

  it("amounts count in euro, rounded half up", () => {
    expect([
      eurMinorOf(2_999, "eur"),
      eurMinorOf(3_299, "usd"),
      eurMinorOf(4_800, "jpy"),
      eurMinorOf(1_020, "kwd")
    ]).toEqual([2_999, 2_999, 3_000, 300])
  })
})

const europe = { "svc-data-region": "eu-west-1" }

const pay = async (host: Host, amount: number, more: Readonly<Record<string, unknown>> = {}) => {
  const { body } = await host.ask(
    "POST",
    "/v2/payments",
    { amount, currency: "eur", payment_method: "pm_card_eea", ...more },
    europe
  )
  return body
}

const reasons = async (host: Host, amounts: ReadonlyArray<number>) => {
  const found: Array<string> = []
  for (const amount of amounts) found.push((await pay(host, amount)).sca.reason)
  return found
}

const exempt = "exempt_low_value"

describe("the counters of low-value exemptions", () => {
  it.each([
    [
      "C246: the sixth is challenged",
      [100, 100, 100, 100, 100, 100],
      [exempt, exempt, exempt, exempt, exempt, "required"]
    ],
    [
      "C247: after 4 times 25.00 the fifth is challenged",
      [2_500, 2_500, 2_500, 2_500, 100],
      [exempt, exempt, exempt, exempt, "required"]
    ],
    [
      "C247: 29.99 passes at 89.97 before it",
      [2_999, 2_999, 2_999, 2_999, 100],
      [exempt, exempt, exempt, exempt, "required"]
    ],
    ["C245: 30.00 is challenged and counts nothing", [3_000, 2_999], ["required", exempt]]
  ])("%s", async (_, amounts, expected) => {
    const host = await startHost()
    expect(await reasons(host, amounts)).toEqual(expected)
  })

  it("C251: are shown with the payment, as they stood before it", async () => {
    const host = await startHost()
    await pay(host, 1_000)
    expect((await pay(host, 2_000)).sca).toEqual({
      decision: "exempt",
      exemption: "low_value",
      reason: "exempt_low_value",
      counters: { exempt_count: 1, exempt_sum: 1_000 }
    })
  })

  it("start anew when the card is authenticated; a declined payment counts nothing", async () => {
    const host = await startHost()
    await reasons(host, [100, 100, 100, 100, 100])
    const challenged = await pay(host, 100)
    await host.ask("POST", `/v2/test_helpers/payments/${challenged.id}/authenticate`, { result: "succeeded" }, europe)
    expect(await reasons(host, [100])).toEqual([exempt])

    const merchant = { accounts: [{ id: "acct_ie", keys: ["sk_test_0123456789"], merchantCountry: "IE" }] }
    const declining = await startHost({ cards: merchant })
    const card = { number: "4000002500000003", exp_month: 1, exp_year: 2026, cvc: "123" }
    const method = (await declining.ask("POST", "/v2/payment_methods", { type: "card", card })).body.id
    await declining.engine.clock.advanceTo("2026-02-01T00:00:00Z")
    for (let count = 0; count < 7; count++) {
      const { body, status } = await declining.ask("POST", "/v2/payments", {
        amount: 100,
        currency: "eur",
        payment_method: method
      })
      const kept = await declining.ask("GET", `/v2/payments/${body.error.payment_id}`)
      expect([status, kept.body.sca.reason, kept.body.sca.counters.exempt_count]).toEqual([402, exempt, 0])
    }
  })

  it.each([
    ["of a customer", "cus_1", 1],
    ["of a guest", null, 0]
  ])("count no payment %s whose cardholder was authenticated after all", (_, customer, agreements) => {
    const sca = decide(question({ amountEurMinor: 100 }), noHistory)
    expect(sca.exemption).toBe("low_value")
    const method = { id: "pm_1", type: "card", card: { fingerprint: "f" } } as PaymentMethod
    const authorized = { sca, method, customer, amountEurMinor: 100 }
    expect(onAuthorized("acct_1/live", { ...authorized, authenticated: false }, false)).toHaveLength(1)
    expect(onAuthorized("acct_1/live", { ...authorized, authenticated: true }, false)).toHaveLength(agreements)
  })

  it("are right when payments come at the same time: five pass", async () => {
    const host = await startHost()
    const made = await Promise.all(Array.from({ length: 9 }, () => pay(host, 100)))
    expect(made.filter(({ sca }) => sca.reason === exempt)).toHaveLength(5)
    expect(made.filter(({ status }) => status === "requires_action")).toHaveLength(4)
  })

  it("belong to the account and the card", async () => {
    const host = await startHost()
    await reasons(host, [100, 100, 100, 100, 100])
    expect((await pay(host, 100, { payment_method: "pm_card_de" })).sca.reason).toBe(exempt)
    const other = await host.ask(
      "POST",
      "/v2/payments",
      { amount: 100, currency: "eur", payment_method: "pm_card_eea" },
      { ...europe, authorization: "Bearer sk_test_another_key" }
    )
    expect(other.body.sca.reason).toBe(exempt)
  })
})

describe("out of scope and exempt over HTTP", () => {
  it("C253: nothing is asked of a US merchant, and nothing is counted", async () => {
    const host = await startHost()
    expect((await host.pay({ payment_method: "pm_card_eea" })).sca).toEqual({
      decision: "out_of_scope",
      exemption: null,
      reason: "out_of_scope_one_leg",
      counters: null
    })
    expect((await pay(host, 5_000, { payment_method: "pm_card_eea_corporate" })).sca.reason).toBe(
      "out_of_scope_corporate"
    )
    expect((await pay(host, 5_000, { payment_method: "pm_card_jp" })).sca.reason).toBe("out_of_scope_one_leg")
    expect((await pay(host, 5_000, { payment_method: "pm_card_amex" })).sca.decision).toBe("out_of_scope")
  })

  it("C250: the merchant may charge a card later, once its holder was authenticated", async () => {
    const host = await startHost()
    const customer = (await host.ask("POST", "/v2/customers", { email: "jo@example.com" }, europe)).body.id
    const card = { number: "4000002500003155", exp_month: 1, exp_year: 2030, cvc: "123" }
    const method = (await host.ask("POST", "/v2/payment_methods", { type: "card", card }, europe)).body.id
    const charge = (more: object = {}) => pay(host, 5_000, { customer, payment_method: method, ...more })
    expect((await charge({ off_session: true })).sca.reason).toBe("required_by_issuer")
    const first = await charge()
    expect(first.sca.reason).toBe("required_by_issuer")
    await host.ask("POST", `/v2/test_helpers/payments/${first.id}/authenticate`, { result: "succeeded" }, europe)
    await host.ask("POST", `/v2/payments/${first.id}/confirm`, {}, europe)
    expect(await charge({ off_session: true })).toMatchObject({
      status: "succeeded",
      sca: { reason: "out_of_scope_merchant_initiated" }
    })
  })

  it("C249: a merchant that the cardholder trusts is spared", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/test_helpers/payment_methods/pm_card_eea/trust", {}, europe)
    expect((await pay(host, 90_000)).sca.reason).toBe("exempt_trusted_beneficiary")
  })

  it("C248: after 100 captured payments low risk exempts", async () => {
    const host = await startHost()
    const before = await pay(host, 9_000)
    expect(before.sca.reason).toBe("required")
    // Corporate cards are out of scope: they make history without touching the counters.
    for (let count = 0; count < 100; count++) await pay(host, 10_000, { payment_method: "pm_card_eea_corporate" })
    expect((await pay(host, 9_000)).sca.reason).toBe("exempt_transaction_risk")
    await host.engine.clock.advance("91 days")
    expect((await pay(host, 9_000)).sca.reason).toBe("required")
  })

  it.each([
    ["pm_card_visa", ["fraud:2026-01-15"]],
    ["pm_ach_success", []]
  ])("C248: fraud that was lost with %s counts against exemptions where it is a card", async (method, counted) => {
    const host = await startHost()
    const ask = async (path: string, body: object) => (await host.ask("POST", `/v2/${path}`, body, europe)).body
    const { id } = await pay(host, 9_000, { currency: "usd", payment_method: method })
    if (method === "pm_ach_success") await ask(`test_helpers/payments/${id}/settle`, { outcome: "succeeded" })
    const dispute = await ask("test_helpers/disputes", { payment_id: id, reason: "fraudulent" })
    expect((await ask(`test_helpers/disputes/${dispute.id}/resolve`, { outcome: "lost" })).status).toBe("lost")
    const rows = Effect.gen(function* () {
      const store = yield* (yield* Store).region("eu-west-1")
      return yield* store.read<any>("SELECT subject FROM cards_sca WHERE subject LIKE 'fraud:%'", [])
    })
    expect((await host.engine.call(rows)).map(({ subject }) => subject)).toEqual(counted)
  })

  it("a payment that risk blocked was not asked about", async () => {
    const host = await startHost()
    const { body } = await host.ask(
      "POST",
      "/v2/payments",
      { amount: 100, currency: "eur", payment_method: "pm_card_fraudulent" },
      europe
    )
    const kept = await host.ask("GET", `/v2/payments/${body.error.payment_id}`, undefined, europe)
    expect(kept.body).toMatchObject({ status: "failed", sca: null, risk: { outcome: "blocked" } })
  })
})

const european = { brand: "visa", last4: "4242", expMonth: 1, expYear: 2040, country: "FR", fingerprint: "f" } as const

/** A processor that authenticates where it must, and declines amounts of so many minor units. */
const startExempting = async (declines: number) => {
  const acquirers = Acquirer.make({
    ...sandbox,
    local: false,
    tokenize: () => ({ outcome: "tokenized", token: "t", card: european }),
    authorize: ({ amountMinor, mustAuthenticate, payment }) => {
      if (mustAuthenticate) return { outcome: "challenge", redirectUrl: "https://x.example/", acquirerReference: "c" }
      if (amountMinor === declines) return { outcome: "declined", code: "card_declined", message: "No" }
      return { outcome: "authorized", acquirerReference: payment }
    },
    authentication: () => ({ outcome: "pending" })
  })
  const { post } = await startLive(Layer.succeed(Acquirer, acquirers) as never)
  const { id } = await post("/v2/payment_methods", { type: "card", processor_token: "tok_1" })
  return async (amount: number) =>
    (await post("/v2/payments", { amount, currency: "eur", payment_method: id })) as { status: string; error?: unknown }
}

it.each([
  [2900, 4],
  [1000, 5]
])("C246, C247: of payments of %i at the same time only %i are exempt by their low value", async (amount, exempt) => {
  const pay = await startExempting(1)
  const made = await Promise.all(Array.from({ length: 9 }, () => pay(amount)))
  expect(made.filter(({ status }) => status === "succeeded")).toHaveLength(exempt)
  expect(made.filter(({ status }) => status === "requires_action")).toHaveLength(9 - exempt)
})

it("C246: a payment that is declined uses no exemption, and one that is authorized uses one", async () => {
  const pay = await startExempting(2000)
  for (let times = 0; times < 7; times++) expect((await pay(2000)).error).toMatchObject({ code: "card_declined" })
  for (let times = 0; times < 5; times++) expect((await pay(1900)).status).toBe("succeeded")
  expect((await pay(500)).status).toBe("requires_action")
})
