/** The rules and thresholds of an account, over HTTP, and the conditions of rules. */
import { describe, expect, it } from "vitest"
import { holds, type RuleAttributes, type RuleCondition } from "../../plugins/cards/risk/RiskRule.ts"
import { RuleConditionBody } from "../../plugins/cards/risk/RiskRuleBody.ts"
import { cards, risk, testAccount } from "../../plugins/cards/index.ts"
import { RiskAssessment } from "../../src/plugin.ts"
import { startHost, testKey } from "./host.ts"
import { makeRule, paid, post, type Body } from "./riskMoves.ts"

describe("settings", () => {
  it("C70: begin with 61 and 86, or with what the operator configured, and what is changed holds from then on", async () => {
    const host = await startHost()
    const settings = { object: "risk_settings", review_at: 61, block_at: 86, livemode: false }
    expect((await host.ask("GET", "/v2/risk/settings")).body).toEqual(settings)
    expect((await post(host, "/v2/risk/settings", { block_at: 91 })).body).toEqual({ ...settings, block_at: 91 })
    expect((await paid(host, { payment_method: "pm_card_riskLevelHighest" })).assessment.outcome).toBe("review")
    await post(host, "/v2/risk/settings", { review_at: 101 })
    expect((await host.ask("GET", "/v2/risk/settings")).body).toEqual({ ...settings, review_at: 101, block_at: 91 })
    expect((await paid(host, { payment_method: "pm_card_riskLevelHighest" })).assessment.outcome).toBe("approved")
    expect((await paid(host, { payment_method: "pm_card_fraudulent" })).assessment.outcome).toBe("blocked")

    const configured = await startHost({
      cards: { accounts: [{ id: "acct_1", keys: [testKey], risk: { reviewAt: 10, blockAt: 20 } }] }
    })
    expect((await configured.ask("GET", "/v2/risk/settings")).body).toMatchObject({ review_at: 10, block_at: 20 })
  })

  it.each([{ review_at: -1 }, { block_at: 102 }, { block_at: 1.5 }, { block_at: "86" }, { blockAt: 1 }])(
    "C70: %j is refused and changes nothing",
    async (body) => {
      const host = await startHost()
      const refused = await post(host, "/v2/risk/settings", body)
      expect([refused.status, refused.body.error.param]).toEqual([400, Object.keys(body)[0]])
      expect((await host.ask("GET", "/v2/risk/settings")).body).toMatchObject({ review_at: 61, block_at: 86 })
    }
  )
})

describe("C70: thresholds in their order", () => {
  const first = { review_at: 61, block_at: 86 }

  it("are asked of a host's accounts too", () => {
    const account = { id: "acct_a", keys: [], risk: { reviewAt: 60, blockAt: 50 } }
    expect(() => cards({ mode: "sandbox", accounts: [account] })).toThrow(/acct_a: risk\.reviewAt \(60\)/)
  })

  it.each([
    [
      "id",
      [
        { id: "acct_a", keys: [] },
        { id: "acct_a", keys: [testKey] }
      ],
      "acct_a is there twice"
    ],
    [
      "key",
      [
        { id: "acct_a", keys: [testKey] },
        { id: "acct_b", keys: [testKey] }
      ],
      "acct_b: keys[0] is a key of acct_a"
    ]
  ])("the accounts of a host have each %s once", (_, accounts, message) => {
    expect(() => cards({ mode: "sandbox", accounts })).toThrow(message)
  })

  it("the country of a host's account is one of ISO 3166-1", () => {
    const account = { id: "acct_a", keys: [], merchantCountry: "UK" }
    expect(() => cards({ mode: "sandbox", accounts: [account] })).toThrow(/acct_a: merchantCountry \("UK"\)/)
  })

  it.each([
    ["a time zone that there is", { timeZone: "Mars/Olympus" }],
    ["whole numbers", { thresholds: { reportMinor: Number.NaN } }],
    ["no more things than are remembered", { thresholds: { fanCount: 6 } }],
    ["no more payments than are remembered", { thresholds: { windowCount: 11 } }],
    ["a floor that so many payments of it reach the threshold", { thresholds: { windowFloorMinor: 99_999 } }]
  ])("the monitoring of a host's account has %s", (_, aml) => {
    expect(() => cards({ mode: "sandbox", accounts: [{ id: "acct_a", keys: [], aml }] })).toThrow(/acct_a: aml\./)
  })

  it.each([
    ["processingBasisPoints", { fees: { processingBasisPoints: 2.9 } }],
    ["disputeMinor", { fees: { processingMinor: 30, disputeMinor: -5 } }],
    ["settlementDelayDays", { settlementDelayDays: Number.NaN }],
    ["settlementDelayDays", { settlementDelayDays: 31 }],
    ["plan", { plan: "premium" as never }],
    ["payouts", { payouts: "false" as never }]
  ])("%s of a host's account is one that there may be", (name, terms) => {
    const account = { id: "acct_a", keys: [], ...terms }
    expect(() => cards({ mode: "sandbox", accounts: [account] })).toThrow(`acct_a: ${name} (`)
  })

  it.each([
    [null, /^cards: give options as an object, not null$/],
    [{ mode: "sandbox", acounts: [] }, /^cards has no option acounts: it has mode, accounts, /],
    [{ mode: "sandbox", kyc: { silent: "wait" } }, /^cards: kyc has no option silent/],
    [{ mode: "sandbox", kyc: { whenSilent: "wait" } }, /^cards: kyc.whenSilent \("wait"\) must be fail or alert/],
    [
      { mode: "sandbox", accounts: [{ id: "acct_a", keys: [], fee: {} }] },
      /^acct_a has no field fee: it has id, keys, /
    ],
    [
      { mode: "sandbox", accounts: [{ id: "acct_a", keys: [], fees: { dispute: 5 } }] },
      /^acct_a: fees has no field dispute/
    ],
    [
      { mode: "sandbox", accounts: [{ id: "acct_a", keys: [], aml: { thresholds: { report: 5 } } }] },
      /^acct_a: aml\.thresholds has no field report: /
    ],
    [{ mode: "sandbox", accounts: {} }, /^cards: accounts must be a list/],
    [{ mode: "sandbox", accounts: [{}] }, /^cards: accounts must be a list of accounts, each with an id$/],
    [{ mode: "sandbox", accounts: [{ id: "acct_a", keys: "sk_test_0123456789" }] }, /^acct_a: keys must be a list$/]
  ])("a host of %j is told what is wrong", (options, message) => {
    expect(() => cards(options as never)).toThrow(message)
  })

  it.each([
    [{ review_at: 87 }, "review_at"],
    [{ block_at: 60 }, "block_at"],
    [{ review_at: 51, block_at: 50 }, "review_at"],
    [{ review_at: 100, block_at: 0 }, "review_at"]
  ])("%j is refused with the parameter, and nothing is stored", async (body, param) => {
    const host = await startHost()
    const refused = await post(host, "/v2/risk/settings", body)
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      { type: "validation_error", code: "parameter_invalid", param }
    ])
    expect((await host.ask("GET", "/v2/risk/settings")).body).toMatchObject(first)
  })

  it.each([
    { review_at: 86 },
    { review_at: 50, block_at: 50 },
    { review_at: 90, block_at: 95 },
    { review_at: 101 },
    { review_at: 101, block_at: 10 },
    { block_at: 101 }
  ])("%j is taken", async (body) => {
    const host = await startHost()
    expect((await post(host, "/v2/risk/settings", body)).body).toMatchObject({ ...first, ...body })
  })

  it("of two changes at once that do not go together one is refused, whichever comes first", async () => {
    const host = await startHost()
    const changes = [{ review_at: 84 }, { block_at: 63 }]
    const answers = await Promise.all(changes.map((change) => post(host, "/v2/risk/settings", change)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const { block_at, review_at } = (await host.ask("GET", "/v2/risk/settings")).body
    expect(review_at).toBeLessThanOrEqual(block_at)
    await Promise.all([{ review_at: 10 }, { block_at: 99 }].map((change) => post(host, "/v2/risk/settings", change)))
    expect((await host.ask("GET", "/v2/risk/settings")).body).toMatchObject({ review_at: 10, block_at: 99 })
  })

  it("in process they are refused alike", async () => {
    const host = await startHost()
    const caller = await host.engine.caller({ principal: testAccount("acct_test") })
    const refused = host.engine.call(risk.changeSettings(caller, { reviewAt: 90 }))
    await expect(refused).rejects.toMatchObject({ _tag: "ThresholdsRefused", param: "review_at" })
  })
})

describe("rules", () => {
  it("C133: in process, one idempotency key makes one rule", async () => {
    const host = await startHost({ cards: { accounts: [{ id: "acct_test", keys: [testKey] }] } })
    const command = { name: "Big", when: { amount: { gte: 5_000 } }, action: "block" as const }
    const make = async () => {
      const caller = await host.engine.caller({ principal: testAccount("acct_test"), idempotencyKey: "rule-1" })
      return host.engine.call(risk.createRule(caller, command))
    }
    const rule = await make()
    expect(await make()).toEqual(rule)
    expect((await host.ask("GET", "/v2/risk/rules")).body.data).toMatchObject([{ id: rule.id }])
  })

  it("C70: are made, read, listed, changed and deleted, each account its own", async () => {
    const host = await startHost()
    const rule = await makeRule(host)
    expect(rule).toEqual({
      id: expect.stringMatching(/^rule_/),
      object: "risk_rule",
      rule_id: rule.id,
      name: "Big",
      when: { amount: { gte: 5_000 } },
      action: "block",
      score_contribution: 0,
      enabled: true,
      priority: 100,
      created_at: "2026-01-15T09:30:00Z",
      livemode: false
    })
    const second = await makeRule(host, { action: "score", score_contribution: 7, enabled: false, priority: 3 })
    expect((await host.ask("GET", "/v2/risk/rules?limit=1")).body).toMatchObject({ data: [second], has_more: true })
    expect((await host.ask("GET", `/v2/risk/rules/${rule.id}`)).body).toEqual(rule)
    const other = { authorization: "Bearer sk_test_another_account" }
    expect((await host.ask("GET", "/v2/risk/rules", undefined, other)).body.data).toEqual([])
    expect((await host.ask("DELETE", `/v2/risk/rules/${rule.id}`, undefined, other)).status).toBe(404)

    expect((await paid(host, { amount: 5_000 })).status).toBe(402)
    const changed = await post(host, `/v2/risk/rules/${rule.id}`, { when: { amount: { gte: 6_000 } }, priority: 1 })
    expect(changed.body).toEqual({ ...rule, when: { amount: { gte: 6_000 } }, priority: 1 })
    expect((await paid(host, { amount: 5_000 })).status).toBe(200)
    expect((await host.ask("DELETE", `/v2/risk/rules/${rule.id}`)).body).toEqual({
      id: rule.id,
      object: "risk_rule",
      deleted: true
    })
    expect((await paid(host, { amount: 6_000 })).status).toBe(200)
    expect((await post(host, `/v2/risk/rules/${rule.id}`, { name: "x" })).status).toBe(404)
  })

  it.each<[string, Body, string]>([
    ["an unknown attribute", { when: { shoe_size: { gte: 44 } } }, "when.shoe_size"],
    ["an unknown comparison", { when: { amount: { between: [1, 2] } } }, "when.amount.between"],
    ["an ordering of words", { when: { currency: { gt: "usd" } } }, "when.currency.gt"],
    ["a text for a number", { when: { amount: { gt: "100" } } }, "when.amount.gt"],
    ["a country that is none", { when: { card_country: { in: ["ng"] } } }, "when.card_country.in.0"],
    ["an unknown signal", { when: { signals: { contains: "full_moon" } } }, "when.signals.contains"],
    ["two letters that are no country", { when: { ip_country: { eq: "XX" } } }, "when.ip_country.eq"],
    ["an empty list", { when: { card_country: { in: [] } } }, "when.card_country.in"],
    ["no comparison", { when: { amount: {} } }, "when.amount"],
    ["no attribute", { when: {} }, "when"],
    ["a value without comparison", { when: { amount: 100 } }, "when.amount"],
    ["an unknown action", { action: "ignore" }, "action"],
    ["points without the action score", { score_contribution: 5 }, "score_contribution"],
    ["the action score without points", { action: "score" }, "score_contribution"],
    ["more than 100 points", { action: "score", score_contribution: 101 }, "score_contribution"],
    ["an empty name", { name: " " }, "name"]
  ])("C70: %s is refused with 400 and nothing is stored", async (_, body, param) => {
    const host = await startHost()
    const refused = await post(host, "/v2/risk/rules", {
      name: "Big",
      when: { amount: { gte: 5_000 } },
      action: "block",
      ...body
    })
    expect([refused.status, refused.body.error.type]).toEqual([400, "validation_error"])
    expect(refused.body.error.param).toBe(param)
    expect((await host.ask("GET", "/v2/risk/rules")).body.data).toEqual([])
  })

  it("C70: a change to a name that is too long is refused and changes nothing", async () => {
    const host = await startHost()
    const rule = await makeRule(host)
    const refused = await post(host, `/v2/risk/rules/${rule.id}`, { name: "x".repeat(201) })
    expect([refused.status, refused.body.error.code]).toEqual([400, "string_too_long"])
    expect((await host.ask("GET", `/v2/risk/rules/${rule.id}`)).body).toEqual(rule)
  })

  it("C71: a condition knows exactly the signals that there are", () => {
    const known = JSON.stringify(RuleConditionBody.fields.signals.ast)
    for (const code of RiskAssessment.signalCodes) expect(known).toContain(code)
  })

  it("C70: decide in the order request_3ds, allow, block, review, over the thresholds", async () => {
    const host = await startHost()
    const when = { amount: { gte: 1 } }
    const review = await makeRule(host, { when, action: "review" })
    expect((await paid(host)).assessment).toMatchObject({ outcome: "review", recommended_action: "review" })
    const block = await makeRule(host, { when, action: "block" })
    const blocked = await paid(host)
    expect(blocked.assessment).toMatchObject({ outcome: "blocked", recommended_action: "block" })
    expect(blocked.assessment.rules_triggered.map((rule: any) => rule.rule_id)).toEqual([block.id])
    expect(blocked.error).toMatchObject({ code: "fraudulent", type: "card_error" })
    const allow = await makeRule(host, { when, action: "allow" })
    const allowed = await paid(host, { payment_method: "pm_card_riskLevelHighest" })
    expect(allowed.assessment).toMatchObject({ score: 90, outcome: "approved" })
    expect(allowed.assessment.rules_triggered.map((rule: any) => rule.rule_id)).toEqual(["rule_test_card", allow.id])
    await post(host, `/v2/risk/rules/${allow.id}`, { enabled: false })
    await post(host, `/v2/risk/rules/${block.id}`, { enabled: false })
    expect((await paid(host)).assessment.rules_triggered.map((rule: any) => rule.rule_id)).toEqual([review.id])
    expect((await paid(host, { payment_method: "pm_card_riskLevelHighest" })).assessment.outcome).toBe("blocked")
  })

  it("C70: of one action the rule with the lowest priority decides, of equal ones the older", async () => {
    const host = await startHost()
    const when = { amount: { gte: 1 } }
    const named = async () => (await paid(host)).assessment.rules_triggered.map((rule: any) => rule.rule_id)
    const late = await makeRule(host, { when, action: "review", priority: 5 })
    await host.engine.clock.advance("1 second")
    await makeRule(host, { when, action: "review", priority: 5 })
    expect(await named()).toEqual([late.id])
    const first = await makeRule(host, { when, action: "review", priority: 4 })
    expect(await named()).toEqual([first.id])
  })

  it("C70, C66: points are added up to 100, and see the model's score; others see the sum", async () => {
    const host = await startHost()
    const add = (score_contribution: number, when: Body) =>
      makeRule(host, { action: "score", score_contribution, when })
    await add(70, { amount: { gte: 2_000 } })
    await add(20, { amount: { gte: 3_000 }, score: { lt: 1 } })
    await add(20, { amount: { gte: 4_000 } })
    const flag = await makeRule(host, { action: "review", when: { score: { eq: 70 } } })
    expect((await paid(host, { amount: 1_999 })).assessment.score).toBe(0)
    const one = await paid(host, { amount: 2_000 })
    expect(one.assessment).toMatchObject({ score: 70, level: "high", outcome: "review" })
    expect(one.assessment.rules_triggered.at(-1)).toMatchObject({ rule_id: flag.id, score_contribution: 0 })
    expect((await paid(host, { amount: 3_000 })).assessment).toMatchObject({ score: 90, outcome: "blocked" })
    expect((await paid(host, { amount: 4_000 })).assessment).toMatchObject({ score: 100, level: "critical" })
    expect((await paid(host, { amount: 2_000, payment_method: "pm_card_risk_high" })).assessment.score).toBe(80)
  })

  it("C70: request_3ds challenges a card that can, and recommends it", async () => {
    const host = await startHost()
    await makeRule(host, { action: "request_3ds", when: { card_brand: { in: ["visa", "amex"] } } })
    const visa = await paid(host)
    expect(visa.payment).toMatchObject({
      status: "requires_action",
      sca: { decision: "challenge", reason: "required_by_rule" },
      next_action: { type: "redirect_to_url" },
      risk: { outcome: "approved" }
    })
    expect(visa.assessment.recommended_action).toBe("request_3ds")
    expect((await paid(host, { payment_method: "pm_card_mastercard" })).payment.status).toBe("succeeded")
    // American Express has no 3D Secure among the test cards: it goes on without.
    expect((await paid(host, { payment_method: "pm_card_amex" })).payment.status).toBe("succeeded")
  })

  const attributes: RuleAttributes = {
    amount: 5_000,
    currency: "usd",
    card_country: "NG",
    card_brand: "visa",
    card_funding: "credit",
    card_category: "consumer",
    billing_country: undefined,
    customer_country: "US",
    ip_country: "US",
    customer: "cus_1",
    payment_method: "pm_1",
    off_session: false,
    score: 30,
    signals: ["card_testing"]
  }

  it.each<[RuleCondition, boolean]>([
    [{ amount: { gte: 5_000 }, card_country: { in: ["NG"] } }, true],
    [{ amount: { gte: 5_000 }, card_country: { in: ["US"] } }, false],
    [{ amount: { gt: 5_000 } }, false],
    [{ amount: { gt: 4_999, lt: 5_001 } }, true],
    [{ amount: { lte: 5_000 } }, true],
    [{ amount: { lt: 5_000 } }, false],
    [{ amount: { eq: 5_000 } }, true],
    [{ amount: { ne: 5_000 } }, false],
    [{ amount: { not_in: [1, 2] } }, true],
    [{ currency: { ne: "eur" } }, true],
    [{ off_session: { eq: false } }, true],
    [{ customer: { eq: "cus_1" }, payment_method: { ne: "pm_2" } }, true],
    [{ signals: { contains: "card_testing" } }, true],
    [{ signals: { contains: "ip_mismatch" } }, false],
    [{ score: { gte: 31 } }, false],
    // What is not known fulfils nothing.
    [{ billing_country: { eq: "US" } }, false],
    [{ billing_country: { ne: "US" } }, false],
    [{ billing_country: { not_in: ["US"] } }, false]
  ])("C70: the condition %j holds: %s", (when, expected) => {
    expect(holds(when, attributes)).toBe(expected)
  })
})
