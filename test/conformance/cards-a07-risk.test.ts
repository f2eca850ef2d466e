/** Section A7 of the requirement list, with what other sections say of risk: scores, signals, rules, assessments. */
import { describe, expect, it } from "vitest"
import { RiskModel } from "../../src/services/RiskModel.ts"
import { cardOf, key, startMerchant, type Merchant } from "./merchant.ts"

/** The assessment of a payment whatever came of it. */
const assess = async ({ get, send }: Merchant, body: Record<string, unknown> = {}) => {
  const asked = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", ...body }
  const { body: answer } = await send("POST", "/v2/payments", asked)
  return get(`/v2/risk/assess/${answer.id ?? answer.error.payment_id}`)
}

/** Card and billing address are in different countries, and the device in a third. */
const suspect = async ({ tokenize }: Merchant) => {
  const card = { ...cardOf("4242424242424242"), billing_details: { address: { country: "FR" } } }
  return { payment_method: (await tokenize(card)).id as string, client: { ip: "198.51.100.7" } }
}

describe("A7: risk", () => {
  it("C66 score is an integer from 0 to 100", async () => {
    const merchant = await startMerchant()
    const scores = [await assess(merchant), await assess(merchant, await suspect(merchant))].map(({ score }) => score)
    for (const method of ["pm_card_fraudulent", "pm_card_risk_high", "pm_card_riskLevelHighest"]) {
      scores.push((await assess(merchant, { payment_method: method })).score)
    }
    for (const score of scores) expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
    expect(scores.slice(2)).toEqual([98, 80, 90])
    // Rules that add up to more than 100 make 100.
    for (const name of ["One", "Another"]) {
      const when = { amount: { gte: 1 } }
      await merchant.post("/v2/risk/rules", { name, when, action: "score", score_contribution: 100 })
    }
    expect((await assess(merchant)).score).toBe(100)
  })

  it("C67 level is low to 30, medium to 60, high to 85, critical to 100, with exact edges", async () => {
    for (const [score, level] of [
      [0, "low"],
      [30, "low"],
      [31, "medium"],
      [60, "medium"],
      [61, "high"],
      [85, "high"],
      [86, "critical"],
      [100, "critical"]
    ] as const) {
      const merchant = await startMerchant({}, key, RiskModel.layerFixed(score))
      expect(await assess(merchant)).toMatchObject({ score, level })
    }
  })

  it("C68 signals is an array, possibly empty", async () => {
    const merchant = await startMerchant()
    expect((await assess(merchant)).signals).toEqual([])
    expect((await assess(merchant, await suspect(merchant))).signals).toEqual(["ip_mismatch", "bin_mismatch"])
  })

  it("C69 outcome is approved, review or blocked", async () => {
    const outcomes: Array<string> = []
    for (const score of [60, 61, 85, 86]) {
      outcomes.push((await assess(await startMerchant({}, key, RiskModel.layerFixed(score)))).outcome)
    }
    expect(outcomes).toEqual(["approved", "review", "review", "blocked"])
  })

  it("C70 outcome is decided by the account's rules and thresholds", async () => {
    const merchant = await startMerchant()
    const { declined, pay, payment, post } = merchant
    await post("/v2/risk/rules", { name: "No big ones", when: { amount: { gte: 5_000 } }, action: "block" })
    await post("/v2/risk/rules", { name: "Look at jpy", when: { currency: { eq: "jpy" } }, action: "review" })
    await post("/v2/risk/rules", { name: "Let eur pass", when: { currency: { eq: "eur" } }, action: "allow" })
    expect((await pay({ currency: "jpy" })).risk.outcome).toBe("review")
    const allowed = await pay({ currency: "eur", payment_method: "pm_card_riskLevelHighest" })
    expect([allowed.status, allowed.risk]).toEqual(["succeeded", expect.objectContaining({ outcome: "approved" })])
    const other = { authorization: "Bearer sk_test_somebody_else" }
    expect((await pay({ amount: 5_000 }, other)).risk.outcome).toBe("approved")
    expect((await pay({ amount: 4_999 })).risk.outcome).toBe("approved")
    const refusal = await declined({ amount: 5_000 })
    expect(refusal).toMatchObject({ status: 402, code: "fraudulent" })
    expect((await payment(refusal.payment_id!)).risk.outcome).toBe("blocked")
    await post("/v2/risk/settings", { review_at: 95, block_at: 100 })
    const highest = await pay({ payment_method: "pm_card_riskLevelHighest" })
    expect([highest.status, highest.risk.outcome]).toEqual(["succeeded", "approved"])
  })

  it("C71 there are seven signals, and each of them can be seen", async () => {
    const seen = new Set<string>()
    const watch = (assessment: { signals: ReadonlyArray<string> }) => {
      for (const signal of assessment.signals) seen.add(signal)
    }
    const usual = await startMerchant()
    for (let attempt = 0; attempt < 6; attempt++) watch(await assess(usual))
    watch(await assess(usual, await suspect(usual)))
    watch(await assess(usual, { client: { ip: "203.0.113.9" } }))
    watch(await assess(usual, { client: { user_agent: "HeadlessChrome/120.0" } }))
    watch(await assess(usual, { amount: 90_000_000, payment_method: "pm_card_mastercard" }))
    const tested = await startMerchant()
    for (const method of ["pm_card_visa", "pm_card_mastercard", "pm_card_amex", "pm_card_discover"]) {
      watch(await assess(tested, { amount: 100, payment_method: method, client: { ip: "192.0.2.1", device_id: "d" } }))
    }
    expect([...seen].toSorted()).toEqual([
      "bin_mismatch",
      "card_testing",
      "device_anomaly",
      "high_risk_country",
      "ip_mismatch",
      "unusual_amount",
      "velocity_check"
    ])
  })

  it("C72 an assessment has nine fields, and its score is the sum of what its rules contribute", async () => {
    const merchant = await startMerchant()
    const body = await suspect(merchant)
    const assessment = await assess(merchant, body)
    expect(assessment).toEqual({
      payment_id: expect.stringMatching(/^pay_/),
      score: 40,
      level: "medium",
      outcome: "approved",
      signals: ["ip_mismatch", "bin_mismatch"],
      rules_triggered: [
        { rule_id: "rule_ip_mismatch", name: expect.stringMatching(/./), score_contribution: 20 },
        { rule_id: "rule_bin", name: expect.stringMatching(/./), score_contribution: 20 }
      ],
      recommended_action: "request_3ds",
      model: "svc-rules-1",
      evaluated_at: "2026-01-15T09:30:00Z"
    })
    // Of the four actions, authentication is recommended from a medium risk on. A forced score is the whole sum, too.
    for (const [payment_method, score, recommended_action] of [
      ["pm_card_visa", 0, "approve"],
      ["pm_card_risk_high", 80, "review"],
      ["pm_card_riskLevelHighest", 90, "block"]
    ] as const) {
      const other = await assess(merchant, { payment_method })
      expect(other).toMatchObject({ score, recommended_action })
      const points = other.rules_triggered.map((rule: { score_contribution: number }) => rule.score_contribution)
      expect(points.reduce((sum: number, each: number) => sum + each, 0)).toBe(score)
    }
    const when = { currency: { eq: "jpy" } }
    await merchant.post("/v2/risk/rules", { name: "Ask the bank", when, action: "request_3ds" })
    expect((await assess(merchant, { currency: "jpy" })).recommended_action).toBe("request_3ds")
  })
})

describe("A12 and A15: risk", () => {
  it("C132 GET /v2/risk/assess/{payment_id} tells the stored assessment, which agrees with the payment", async () => {
    const merchant = await startMerchant()
    const { get, pay, refused } = merchant
    const { created_at, id, risk } = await pay()
    const assessment = await get(`/v2/risk/assess/${id}`)
    expect(assessment).toMatchObject({ payment_id: id, ...risk, evaluated_at: created_at })
    await merchant.advance("1 hour")
    expect(await get(`/v2/risk/assess/${id}`)).toEqual(assessment)
    expect(await refused("GET", "/v2/risk/assess/pay_none")).toMatchObject({ status: 404, code: "resource_missing" })
  })

  it("C224 risk.cleared tells that a flagged payment was cleared, once", async () => {
    const { get, pay, payment, post, refused, told } = await startMerchant()
    const { id } = await pay({ payment_method: "pm_card_risk_high" })
    const path = `/v2/risk/assess/${id}/clear`
    expect(await post(path)).toMatchObject({ outcome: "approved" })
    expect(await refused("POST", path)).toMatchObject({ status: 400, code: "payment_unexpected_state" })
    expect((await told(id)).filter((type) => type.startsWith("risk."))).toEqual(["risk.flagged", "risk.cleared"])
    const [cleared] = (await get("/v2/events?type=risk.cleared")).data
    expect(cleared.data).toEqual(await payment(id))
    const unflagged = await refused("POST", `/v2/risk/assess/${(await pay()).id}/clear`)
    expect(unflagged).toMatchObject({ status: 400, code: "payment_unexpected_state" })
  })
})
