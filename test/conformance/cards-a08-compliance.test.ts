/** Section A8 of the requirement list, with what other sections say of screening, verification and alerts. */
import { describe, expect, it } from "vitest"
import { passport } from "./images.ts"
import { idsOf, startMerchant, timestampPattern, type Merchant } from "./merchant.ts"

/** A customer with an alert of a rule, and the payments that raised it. */
const alerted = async (amounts: ReadonlyArray<number> = [1_000_000], customer: Record<string, unknown> = {}) => {
  const merchant = await startMerchant()
  const { id } = await merchant.customer(customer)
  const payments: Array<string> = []
  for (const amount of amounts) payments.push((await merchant.pay({ amount, customer: id })).id)
  const { data } = await merchant.get(`/v2/aml/alerts?customer_id=${id}`)
  return { ...merchant, subject: id as string, payments, alerts: data as ReadonlyArray<any>, alert: data[0] }
}

/** Types of the alerts of a customer. */
const typesOf = async ({ get }: Merchant, customer: string): Promise<ReadonlyArray<string>> =>
  (await get(`/v2/aml/alerts?customer_id=${customer}&limit=100`)).data.map(
    ({ alert_type }: { alert_type: string }) => alert_type
  )

describe("A8: what a match means", () => {
  it("C78 no payment is processed for a matched subject; money that goes back still goes", async () => {
    const { authorize, customer, declined, get, pay, post, refund, refused } = await startMerchant()
    const { id } = await customer({ name: "Ada Lovelace" })
    const [paid, held] = [await pay({ customer: id }), await authorize({ customer: id })]
    await post(`/v2/customers/${id}`, { name: "Test Sanctioned Person" })
    const match = { status: 403, type: "validation_error", code: "screening_match", param: "customer" }
    expect(await declined({ customer: id })).toMatchObject(match)
    expect(await refused("POST", `/v2/payments/${held.id}/capture`)).toMatchObject(match)
    expect(idsOf(await get("/v2/payments"))).toEqual([held.id, paid.id])
    expect((await refund(paid)).status).toBe("succeeded")
    expect((await post(`/v2/payments/${held.id}/cancel`)).status).toBe("canceled")
  })

  it("C79 no payout is processed for a matched subject", async () => {
    const { available, bankAccount, fund, get, post, refused } = await startMerchant()
    await fund()
    const account = await bankAccount()
    await post(`/v2/customers/${account.customer}`, { name: "Test Sanctioned Person" })
    const refusal = await refused("POST", "/v2/payouts", { amount: 1, currency: "usd", destination: account.id })
    expect(refusal).toMatchObject({ status: 403, code: "screening_match", param: "destination" })
    expect(idsOf(await get("/v2/payouts"))).toEqual([])
    expect(await available()).toBe(100_000)
  })
})

describe("A8: AML alerts", () => {
  it("C80 id begins with aml_", async () => expect((await alerted()).alert.id).toMatch(/^aml_/))

  it("C81 object is aml_alert", async () => expect((await alerted()).alert.object).toBe("aml_alert"))

  it("C82 customer_id is the customer", async () => {
    const { alert, subject } = await alerted()
    expect(alert.customer_id).toBe(subject)
  })

  it("C83 alert_type says what it looks like", async () => {
    expect((await alerted()).alert.alert_type).toBe("currency_transaction_report")
  })

  it("C84 status is open, under_review, closed or sar_filed", async () => {
    const { alert, post, refused } = await alerted()
    const path = `/v2/aml/alerts/${alert.id}`
    expect(alert.status).toBe("open")
    expect((await post(path, { status: "under_review" })).status).toBe("under_review")
    expect((await post(path, { status: "closed", note: "Sold a car" })).status).toBe("closed")
    const refusal = await refused("POST", path, { status: "dismissed" })
    expect(refusal).toMatchObject({ status: 400, code: "parameter_invalid", param: "status" })
  })

  it("C85 sar_required is true where a report must be filed", async () => {
    expect((await alerted()).alert.sar_required).toBe(false)
    const { alerts } = await alerted([900_000, 900_000])
    const structured = alerts.find(({ alert_type }) => alert_type === "structuring")
    expect(structured.sar_required).toBe(true)
  })

  it("C86 transactions are the payments", async () => {
    const { alert, payments } = await alerted([400_000, 600_000])
    expect(alert.transactions).toEqual(payments)
  })

  it("C87 rule_id names the rule", async () => expect((await alerted()).alert.rule_id).toBe("ctr_10k"))

  it("C88 rule_name tells it in words", async () => {
    expect((await alerted()).alert.rule_name).toBe("Total of 10,000 USD or more in a day")
  })

  it("C89 created_at is a timestamp", async () => {
    expect((await alerted()).alert.created_at).toMatch(timestampPattern)
  })

  it("C90 structuring is monitored: amounts that stay just below the threshold", async () => {
    const merchant = await alerted([999_999])
    expect(await typesOf(merchant, merchant.subject)).toEqual([])
    await merchant.advance("25 hours")
    await merchant.pay({ amount: 800_000, customer: merchant.subject })
    expect(await typesOf(merchant, merchant.subject)).toEqual(["structuring"])
  })

  it("C91 layering is monitored: what came in leaves again within two days", async () => {
    const merchant = await startMerchant()
    const { advance, bankAccount, pay, payout, post } = merchant
    const { customer, id } = await bankAccount()
    await post(`/v2/customers/${customer}/kyc`, passport)
    await advance("1 minute")
    await pay({ amount: 700_000, customer })
    expect(await typesOf(merchant, customer)).toEqual([])
    await payout({ amount: 600_000, destination: id, method: "instant" })
    expect(await typesOf(merchant, customer)).toEqual(["layering"])
  })

  it("C92 unusual patterns are monitored: an amount far above what the customer pays", async () => {
    const merchant = await alerted([])
    const { advance, pay, subject } = merchant
    for (let day = 0; day < 12; day++) {
      await pay({ amount: 2_000 + day, customer: subject })
      await advance("1 day")
    }
    expect(await typesOf(merchant, subject)).toEqual([])
    await pay({ amount: 200_000, customer: subject })
    expect(await typesOf(merchant, subject)).toEqual(["unusual_pattern"])
  })

  it("C93 high-risk jurisdictions are monitored", async () => {
    const merchant = await alerted([2_000], { address: { country: "MM" } })
    expect(await typesOf(merchant, merchant.subject)).toEqual(["high_risk_jurisdiction"])
    const usual = await alerted([2_000], { address: { country: "CH" } })
    expect(usual.alerts).toEqual([])
  })

  it("C94 politically exposed persons are monitored", async () => {
    const merchant = await alerted([], { name: "Test Pep Person" })
    expect(await typesOf(merchant, merchant.subject)).toEqual(["politically_exposed_person"])
  })

  it("C95 10,000.00 USD is flagged for a report, and 9,999.99 is not, in whichever currency", async () => {
    const reported = async (body: Record<string, unknown>) => {
      const merchant = await alerted([])
      await merchant.pay({ customer: merchant.subject, ...body })
      return (await typesOf(merchant, merchant.subject)).includes("currency_transaction_report")
    }
    expect(await reported({ amount: 1_000_000 })).toBe(true)
    expect(await reported({ amount: 999_999 })).toBe(false)
    expect(await reported({ amount: 10_000_000, currency: "jpy" })).toBe(true)
  })
})

describe("A8: automatic screening", () => {
  it("C96 customer creation is screened", async () => {
    const { customer, get } = await startMerchant()
    expect((await customer({ name: "Ada Lovelace" })).screening.result).toBe("clear")
    const matched = await customer({ name: "PERSON, Tést  Sanctioned" })
    expect(matched.screening.result).toBe("match")
    const [event] = (await get("/v2/events?type=screening.match")).data
    expect(event.data).toMatchObject({ customer: matched.id, result: "match", matches: [{ list: "ofac_sdn" }] })
  })
})

describe("A11, A12, A15: alerts", () => {
  it("C123 an alert ends closed or, where a report is required, in sar_filed", async () => {
    const { alerts, post, refused } = await alerted([900_000, 900_000])
    const structured = alerts.find(({ sar_required }) => sar_required)
    const path = `/v2/aml/alerts/${structured.id}`
    const early = await refused("POST", path, { status: "closed", note: "No" })
    expect(early).toMatchObject({ status: 400, code: "invalid_alert_transition", param: "status" })
    await post(path, { status: "under_review" })
    expect((await post(path, { status: "sar_filed" })).status).toBe("sar_filed")
    for (const status of ["open", "under_review", "closed", "sar_filed"]) {
      expect(await refused("POST", path, { status, note: "Again" })).toMatchObject({ code: "invalid_alert_transition" })
    }
  })

  it("C131 GET /v2/aml/alerts lists alerts", async () => {
    const { alert, get } = await alerted()
    expect((await get("/v2/aml/alerts")).data).toEqual([alert])
    expect(await get(`/v2/aml/alerts/${alert.id}`)).toEqual(alert)
  })

  it("C167 by status", async () => {
    const { alert, get, post, refused } = await alerted()
    await post(`/v2/aml/alerts/${alert.id}`, { status: "under_review" })
    expect(idsOf(await get("/v2/aml/alerts?status=under_review"))).toEqual([alert.id])
    expect(idsOf(await get("/v2/aml/alerts?status=open"))).toEqual([])
    expect(await refused("GET", "/v2/aml/alerts?status=new")).toMatchObject({ status: 400, param: "status" })
  })

  it("C168 by sar_required", async () => {
    const { alerts, get, refused } = await alerted([900_000, 900_000])
    const wanted = (required: boolean) => alerts.filter(({ sar_required }) => sar_required === required)
    expect(alerts.map(({ sar_required }) => sar_required).toSorted()).toContain(true)
    expect((await get("/v2/aml/alerts?sar_required=true")).data).toEqual(wanted(true))
    expect((await get("/v2/aml/alerts?sar_required=false")).data).toEqual(wanted(false))
    expect(await refused("GET", "/v2/aml/alerts?sar_required=1")).toMatchObject({ param: "sar_required" })
  })

  it("C169 by customer_id", async () => {
    const merchant = await alerted()
    const other = await merchant.customer()
    expect(idsOf(await merchant.get(`/v2/aml/alerts?customer_id=${merchant.subject}`))).toEqual([merchant.alert.id])
    expect(idsOf(await merchant.get(`/v2/aml/alerts?customer_id=${other.id}`))).toEqual([])
  })

  it("C170 limit is 1 to 100, and 20 when it is not given", async () => {
    const { customer, get, pay, refused } = await startMerchant()
    for (let count = 0; count < 21; count++) await pay({ amount: 1_000_000, customer: (await customer()).id })
    const length = async (query: string) => (await get(`/v2/aml/alerts${query}`)).data.length
    expect([await length(""), await length("?limit=1"), await length("?limit=100")]).toEqual([20, 1, 21])
    for (const limit of ["0", "101"]) {
      expect(await refused("GET", `/v2/aml/alerts?limit=${limit}`)).toMatchObject({ code: "invalid_limit" })
    }
  })

  it("C230 aml.alert_created tells of a new alert", async () => {
    const { alert, get } = await alerted()
    const events = (await get("/v2/events?type=aml.alert_created")).data
    expect(events.map(({ data }: { data: unknown }) => data)).toEqual([alert])
  })
})

describe("A8, A12: who must be verified, and screened anew", () => {
  it("C97 payout requests are screened: the holder of the account, anew each time", async () => {
    const { available, fund, get, payout, post, refused } = await startMerchant()
    await fund()
    expect((await payout()).screening_id).toMatch(/^scr_/)
    // Listed since: the same account is refused now, the match is kept and told, and no money moves.
    await post("/v2/test_helpers/screening_entries", { name: "Sandbox Account Holder", list: "un_consolidated" })
    const asked = { amount: 1, currency: "usd", destination: "ba_test_verified_usd" }
    const refusal = await refused("POST", "/v2/payouts", asked)
    expect(refusal).toMatchObject({ status: 403, type: "validation_error", code: "screening_match" })
    const [event] = (await get("/v2/events?type=screening.match")).data
    expect(event.data).toMatchObject({ result: "match", matches: [{ list: "un_consolidated" }] })
    expect((await get("/v2/payouts")).data).toHaveLength(1)
    expect(await available()).toBe(90_000)
  })

  it("C161 a payout to a customer who is not verified is refused", async () => {
    const { available, bankAccount, fund, get, refused } = await startMerchant()
    await fund()
    const { id } = await bankAccount()
    const refusal = await refused("POST", "/v2/payouts", { amount: 1, currency: "usd", destination: id })
    expect(refusal).toMatchObject({ status: 403, type: "validation_error", code: "kyc_required", param: "destination" })
    expect(idsOf(await get("/v2/payouts"))).toEqual([])
    expect(await available()).toBe(100_000)
  })

  it("C162 a payment of a customer who is politically exposed or high-risk needs a verification", async () => {
    const { customer, declined, pay, post } = await startMerchant()
    const { id } = await customer()
    for (const flag of ["pep", "high_risk"]) {
      await post(`/v2/test_helpers/customers/${id}/flags`, { flags: [flag] })
      const refusal = await declined({ customer: id })
      expect(refusal).toMatchObject({ status: 403, code: "kyc_required", param: "customer" })
    }
    await post(`/v2/test_helpers/customers/${id}/flags`, { flags: [] })
    expect((await pay({ customer: id })).status).toBe("succeeded")
  })
})
