/** Assessments, flags, clearing, and models of a host's own, over HTTP. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { cards, IpCountries, payments, risk, testAccount, type FindIpCountry } from "../../plugins/cards/index.ts"
import { RiskModel, type RiskModelImplementation } from "../../src/services/RiskModel.ts"
import { Store } from "../../src/services/Store.ts"
import { startHost, testKey } from "./host.ts"
import { makeRule, paid, post, typesOf } from "./riskMoves.ts"

const startWith = <A>(layers: Layer.Layer<A>) =>
  startHost({ engine: { plugins: [cards({ mode: "sandbox" })], layers: layers as Layer.Layer<never> } })

const modelled = (implementation: RiskModelImplementation) =>
  startWith(Layer.succeed(RiskModel, RiskModel.make(implementation)))

describe("the assessment", () => {
  it("C66, C68, C72, C132: has the documented fields, and those of the payment's risk", async () => {
    const host = await startHost()
    const { assessment, payment } = await paid(host, { client: { ip: "203.0.113.5" } })
    expect(assessment).toEqual({
      payment_id: payment.id,
      score: 50,
      level: "medium",
      outcome: "approved",
      signals: ["ip_mismatch", "high_risk_country"],
      rules_triggered: [
        { rule_id: "rule_ip_mismatch", name: expect.any(String), score_contribution: 20 },
        { rule_id: "rule_country", name: expect.any(String), score_contribution: 30 }
      ],
      recommended_action: "request_3ds",
      model: "svc-rules-1",
      evaluated_at: payment.created_at
    })
    expect(payment.risk).toEqual({
      score: 50,
      level: "medium",
      signals: ["ip_mismatch", "high_risk_country"],
      outcome: "approved"
    })
    expect((await paid(host)).assessment).toMatchObject({ score: 0, signals: [], rules_triggered: [] })
  })

  it("C72: is the stored one, whatever happens later", async () => {
    const host = await startHost()
    const { assessment, payment } = await paid(host)
    await makeRule(host, { when: { amount: { gte: 1 } } })
    await host.engine.clock.advance("1 day")
    expect((await host.ask("GET", `/v2/risk/assess/${payment.id}`)).body).toEqual(assessment)
  })

  it("C132: of a payment that does not exist, or is somebody else's, is 404", async () => {
    const host = await startHost()
    const { payment } = await paid(host)
    const other = { authorization: "Bearer sk_test_another_account" }
    for (const answer of [
      await host.ask("GET", "/v2/risk/assess/pay_none"),
      await host.ask("GET", `/v2/risk/assess/${payment.id}`, undefined, other),
      await host.ask("POST", `/v2/risk/assess/${payment.id}/clear`, {}, other)
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, "resource_missing"])
    }
  })

  it.each([
    ["pm_card_fraudulent", 98, "critical", "blocked", ["card_testing"]],
    ["pm_card_riskLevelHighest", 90, "critical", "blocked", []],
    ["pm_card_risk_high", 80, "high", "review", []]
  ])("C213, C67, C69, C223: %s has the score %d", async (payment_method, score, level, outcome, signals) => {
    const host = await startHost()
    const { assessment, payment, status } = await paid(host, { payment_method })
    expect(assessment).toMatchObject({ score, level, outcome, signals })
    expect(assessment.rules_triggered[0]).toMatchObject({ rule_id: "rule_test_card", score_contribution: score })
    expect(status).toBe(outcome === "blocked" ? 402 : 200)
    expect(payment.status).toBe(outcome === "blocked" ? "failed" : "succeeded")
    expect((await typesOf(host, "risk.flagged")).map(({ data }) => data.id)).toEqual([payment.id])
  })
})

describe("flags", () => {
  it.each([
    [75, 0],
    [76, 1]
  ])("C223: a score of %d tells risk.flagged %d times", async (score, times) => {
    const host = await modelled({ name: "mine-1", score: () => ({ score }) })
    const { payment } = await paid(host, { capture_method: "manual" })
    await post(host, `/v2/payments/${payment.id}/capture`)
    expect(await typesOf(host, "risk.flagged")).toHaveLength(times)
  })

  it("C224: clearing approves the payment and tells risk.cleared, once", async () => {
    const host = await startHost()
    const { payment } = await paid(host, { payment_method: "pm_card_risk_high" })
    const path = `/v2/risk/assess/${payment.id}/clear`
    await host.engine.clock.advance("1 hour")
    const cleared = await host.ask("POST", path, {}, { "idempotency-key": "clear" })
    expect(cleared.body).toMatchObject({
      score: 80,
      outcome: "approved",
      recommended_action: "approve",
      evaluated_at: "2026-01-15T09:30:00Z",
      cleared_at: "2026-01-15T10:30:00Z"
    })
    expect((await host.ask("POST", path, {}, { "idempotency-key": "clear" })).body).toEqual(cleared.body)
    const again = await post(host, path)
    expect([again.status, again.body.error.code]).toEqual([400, "payment_unexpected_state"])
    const told = await typesOf(host, "risk.cleared")
    expect(told.map(({ data }) => data)).toMatchObject([{ id: payment.id, risk: { score: 80, outcome: "approved" } }])
    expect((await host.ask("GET", `/v2/payments/${payment.id}`)).body).toEqual(told[0]!.data)
  })

  it("C224: of clearings at the same time one is made", async () => {
    const host = await startHost()
    const { payment } = await paid(host, { payment_method: "pm_card_risk_high" })
    const all = await Promise.all(Array.from({ length: 4 }, () => post(host, `/v2/risk/assess/${payment.id}/clear`)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await typesOf(host, "risk.cleared")).toHaveLength(1)
  })

  it("C224: a payment in review is cleared as well where its score is too low to be flagged, without an event", async () => {
    const host = await startHost()
    await makeRule(host, { action: "review" })
    const { payment } = await paid(host, { amount: 5_000 })
    expect(payment.risk).toMatchObject({ outcome: "review", score: 0 })
    const path = `/v2/risk/assess/${payment.id}/clear`
    expect((await post(host, path)).body).toMatchObject({ outcome: "approved", recommended_action: "approve" })
    expect((await post(host, path)).body.error.message).toContain("cleared already")
    expect(await typesOf(host, "risk.cleared")).toEqual([])
  })

  it("C224: a payment that was never flagged cannot be cleared, nor one that was blocked: it has failed", async () => {
    const host = await startHost()
    const { payment } = await paid(host)
    const refused = await post(host, `/v2/risk/assess/${payment.id}/clear`)
    expect([refused.status, refused.body.error.code]).toEqual([400, "payment_unexpected_state"])
    const blocked = await paid(host, { payment_method: "pm_card_fraudulent" })
    const final = await post(host, `/v2/risk/assess/${blocked.payment.id}/clear`)
    expect([final.status, final.body.error.code]).toEqual([400, "payment_unexpected_state"])
    expect(final.body.error.message).toContain("blocked")
    const kept = (await host.ask("GET", `/v2/payments/${blocked.payment.id}`)).body
    expect(kept).toMatchObject({ status: "failed", risk: { outcome: "blocked" } })
    expect(await typesOf(host, "risk.cleared")).toEqual([])
  })
})

describe("a model of the host", () => {
  it("C72: is named, is told the counters, and needs no explanation", async () => {
    const seen: Array<unknown> = []
    const host = await modelled({
      name: "shop-7",
      score: ({ history }) => {
        seen.push(history)
        return { score: 40, signals: ["card_testing"] }
      }
    })
    const { assessment } = await paid(host)
    expect(assessment).toMatchObject({ model: "shop-7", score: 40, level: "medium", signals: ["card_testing"] })
    await paid(host)
    expect(seen).toEqual([{ cardAttempts10m: 1 }, { cardAttempts10m: 2 }])
  })

  it("C72: an explanation that does not add up is completed", async () => {
    const rulesTriggered = [{ ruleId: "r1", name: "Rule", scoreContribution: 30 }]
    const host = await modelled({ name: "shop-7", score: () => ({ score: 40, rulesTriggered }) })
    expect((await paid(host)).assessment.rules_triggered).toEqual([
      { rule_id: "r1", name: "Rule", score_contribution: 30 },
      { rule_id: "rule_model", name: "shop-7", score_contribution: 10 }
    ])
  })

  it("C70: one that changes what it was given changes nothing about the rules of the account, nor about what is counted", async () => {
    const host = await modelled({
      name: "shop-7",
      score: ({ billing, client }) => {
        Object.assign(billing, { country: billing.country?.toLowerCase() })
        Object.assign(client, { ip: undefined })
        return { score: 5 }
      }
    })
    await makeRule(host, { when: { billing_country: { eq: "NG" } } })
    const card = { number: "4242424242424242", exp_month: 1, exp_year: 2030, cvc: "123" }
    const billing_details = { address: { country: "NG" } }
    const { body } = await post(host, "/v2/payment_methods", { type: "card", card, billing_details })
    const { error } = await paid(host, { payment_method: body.id, client: { ip: "192.0.2.7" } })
    expect(error.code).toBe("fraudulent")
    const history = await host.engine.call(
      Effect.gen(function* () {
        const store = yield* Store
        return yield* (yield* store.region(store.home)).read<{ subject: string }>(
          "SELECT subject FROM cards_risk_attempts ORDER BY subject",
          []
        )
      })
    )
    expect(history.map(({ subject }) => subject)).toContain("declines-ip:192.0.2.7")
  })

  it.each<[string, string, RiskModelImplementation["score"]]>([
    ["hangs", "timeout", () => new Promise(() => {})],
    [
      "throws",
      "failed",
      () => {
        throw new Error("broken")
      }
    ],
    ["answers 140", "invalid_answer", () => ({ score: 140 })]
  ])(
    "C72: one that %s leaves payments working: the rules answer, and the assessment says so",
    async (_, cause, score) => {
      const host = await modelled({ name: "broken-1", timeout: "5 millis", score })
      const { assessment, payment } = await paid(host, { client: { ip: "203.0.113.5" } })
      expect(payment.status).toBe("succeeded")
      expect(assessment).toMatchObject({
        model: "svc-rules-1",
        score: 50,
        signals: ["ip_mismatch", "high_risk_country"],
        fallback: { model: "broken-1", cause }
      })
    }
  )

  it("C1: a preview says what would be decided, keeps nothing and counts as no attempt", async () => {
    const host = await startHost()
    const caller = await host.engine.caller({ principal: testAccount("acct_preview") })
    const command = { amountMinor: 2_000, currency: "usd", paymentMethod: "pm_card_visa" } as const
    const preview = Effect.map(risk.preview(caller, command), (seen) => [seen.risk.score, seen.sca?.decision])
    for (let index = 0; index < 8; index++) expect(await host.engine.call(preview)).toEqual([0, "out_of_scope"])
    // As a body of a payment would be refused.
    for (const wrong of [{ amountMinor: "2000" }, { amountMinor: 20.5 }, { currency: "USD" }, { amount: 1_000 }]) {
      const refused = Effect.flip(risk.preview(caller, { ...command, ...wrong } as never))
      expect(await host.engine.call(refused)).toMatchObject({ _tag: "InvalidParameters" })
    }
    const keyed = await host.engine.caller({ principal: testAccount("acct_preview"), idempotencyKey: "one" })
    await host.engine.call(risk.preview(keyed, command))
    expect(await host.engine.call(payments.create(keyed, command))).toMatchObject({ state: "captured" })
  })
})

describe("limits of the host", () => {
  it.each([Infinity, 101, 2.5])(
    "C71: a signal fires above %d attempts, as counts are whole and end at 100",
    async (limit) => {
      const host = await startWith(RiskModel.layerRules({ limits: { cardAttempts: limit, deviceCards: limit } }))
      const payments = [await paid(host), await paid(host), await paid(host)].map(({ payment }) => payment.risk.signals)
      expect(payments).toEqual([[], [], limit === 2.5 ? ["velocity_check"] : []])
      expect((await paid(host, { client: { device_id: "device_1" } })).status).toBe(200)
    }
  )
})

describe("a table of countries of the host", () => {
  const lying =
    (answer: unknown): FindIpCountry =>
    () =>
      answer as string
  const tables: ReadonlyArray<readonly [string, FindIpCountry]> = [
    [
      "throws",
      () => {
        throw new TypeError("no address")
      }
    ],
    ["answers null", lying(null)],
    ["answers in lower case", lying("us")],
    ["answers with a promise", lying(Promise.resolve("US"))]
  ]
  it.each(tables)("C71: costs a payment its signal and no more where it %s", async (_, table) => {
    const host = await startWith(Layer.succeed(IpCountries, table))
    const { assessment, status } = await paid(host, { client: { ip: "unknown" } })
    expect([status, assessment.signals]).toEqual([200, []])
    expect((await paid(host, { client: { ip: "unknown", ip_country: "DE" } })).assessment.signals).toEqual([
      "ip_mismatch"
    ])
  })
})

describe("fraud", () => {
  it.each([
    ["fraudulent", 1],
    ["product_not_received", 0]
  ])("C248: a lost dispute with the reason %s counts as fraud %d times", async (reason, times) => {
    const host = await startHost({ cards: { accounts: [{ id: "acct_ie", keys: [testKey], merchantCountry: "IE" }] } })
    const payment = await host.pay({ currency: "eur" })
    const dispute = await post(host, "/v2/test_helpers/disputes", { payment_id: payment.id, reason })
    await post(host, `/v2/disputes/${dispute.body.id}/accept`)
    const caller = await host.engine.caller({ principal: testAccount("acct_ie") })
    const rows = await host.engine.call(
      caller.store.read<{ subject: string; sum_eur_minor: number }>(
        `SELECT subject, sum_eur_minor FROM cards_sca WHERE scope = ? AND subject LIKE 'fraud:%'`,
        [caller.scope]
      )
    )
    expect(rows.map((row) => ({ ...row }))).toEqual(
      Array.from({ length: times }, () => ({ subject: "fraud:2026-01-15", sum_eur_minor: 2_000 }))
    )
  })
})
