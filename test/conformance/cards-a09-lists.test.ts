/** Section A9 of the requirement list: the list envelope and pagination. */
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"
import { CardsApi } from "../../plugins/cards/api.ts"
import { cardOf, idsOf, startMerchant, type Merchant } from "./merchant.ts"

/** Makes so many payments and answers their ids, newest first. */
const payments = async ({ pay }: Merchant, count: number) => {
  const ids: Array<string> = []
  for (let made = 0; made < count; made++) ids.unshift((await pay()).id)
  return ids
}

/** Every page of a list, one after the other, and the last answer. */
const walk = async ({ get }: Merchant, list: string, limit: number) => {
  // Lines of a history have no id; their texts differ.
  const keyOf = (entry: { id?: string; entry_id?: string; rule_id?: string }) =>
    entry.id ?? entry.entry_id ?? entry.rule_id ?? JSON.stringify(entry)
  const walked: Array<string> = []
  let page = await get(`/v2/${list}limit=${limit}`)
  walked.push(...page.data.map(keyOf))
  while (page.has_more) {
    page = await get(`/v2/${list}limit=${limit}&cursor=${page.next_cursor}`)
    walked.push(...page.data.map(keyOf))
  }
  expect(page.next_cursor, list).toBeNull()
  return walked
}

/** Paths that are listed. */
const listPaths = Object.entries(OpenApi.fromApi(CardsApi).paths)
  .filter(([, { get }]) => get?.parameters?.some((parameter) => "name" in parameter && parameter.name === "limit"))
  .map(([path]) => path)

describe("A9: list envelope and pagination", () => {
  it("C98 object is list", async () => {
    const { get } = await startMerchant()
    expect(await get("/v2/payments")).toEqual({ object: "list", data: [], has_more: false, next_cursor: null })
  })

  it("C99 data is the array of resources", async () => {
    const merchant = await startMerchant()
    const ids = await payments(merchant, 2)
    expect(idsOf(await merchant.get("/v2/payments"))).toEqual(ids)
  })

  it("C100 has_more says whether there are more", async () => {
    const merchant = await startMerchant()
    await payments(merchant, 3)
    const more = async (limit: number) => (await merchant.get(`/v2/payments?limit=${limit}`)).has_more
    expect([await more(2), await more(3), await more(4)]).toEqual([true, false, false])
  })

  it("C101 next_cursor begins with cur_ and brings the next page as cursor", async () => {
    const merchant = await startMerchant()
    const ids = await payments(merchant, 3)
    const { next_cursor } = await merchant.get("/v2/payments?limit=2")
    expect(next_cursor).toMatch(/^cur_/)
    expect(idsOf(await merchant.get(`/v2/payments?limit=2&cursor=${next_cursor}`))).toEqual(ids.slice(2))
  })

  it("C102 every list is walked by cursor until has_more is false, each entry once", async () => {
    const merchant = await startMerchant()
    const { bankAccount, customer, dispute, endpoint, fund, get, payout, post, tokenize } = merchant
    const owner = await customer()
    await fund()
    for (let made = 0; made < 5; made++) {
      await dispute()
      await merchant.refund(await merchant.pay(), { amount: 1 })
      await payout({ amount: 1 })
      await bankAccount({}, false)
      await endpoint()
      const method = await tokenize(cardOf("4242424242424242"))
      await post(`/v2/payment_methods/${method.id}/attach`, { customer: owner.id })
      await post("/v2/risk/rules", { name: `${made}`, when: { amount: { gte: 1_000_000_000 } }, action: "review" })
      await merchant.pay({ amount: 1_000_000, customer: (await customer()).id })
    }
    const [alert] = (await get("/v2/aml/alerts")).data
    await post(`/v2/aml/alerts/${alert.id}`, { status: "under_review" })
    await post(`/v2/aml/alerts/${alert.id}`, { status: "closed", note: "Known" })
    const { id } = await endpoint()
    await payments(merchant, 5)
    await merchant.drain()
    const payment = (await get("/v2/disputes?limit=1")).data[0].payment_id
    const lists: Readonly<Record<string, string>> = {
      "/v2/payments": "payments?",
      "/v2/refunds": "refunds?",
      "/v2/disputes": "disputes?",
      "/v2/payouts": "payouts?",
      "/v2/customers": "customers?",
      "/v2/bank_accounts": "bank_accounts?",
      "/v2/payment_methods": `payment_methods?customer=${owner.id}&`,
      "/v2/webhook_endpoints": "webhook_endpoints?",
      "/v2/webhook_endpoints/{id}/deliveries": `webhook_endpoints/${id}/deliveries?`,
      "/v2/events": "events?",
      "/v2/ledger/entries": `ledger/entries?source=${payment}&`,
      "/v2/risk/rules": "risk/rules?",
      "/v2/aml/alerts": "aml/alerts?",
      "/v2/aml/alerts/{id}/history": `aml/alerts/${alert.id}/history?`
    }
    expect(Object.keys(lists).toSorted()).toEqual(listPaths.toSorted())
    for (const list of Object.values(lists)) {
      const [few, many] = [await walk(merchant, list, 2), await walk(merchant, list, 100)]
      expect(few.length, list).toBeGreaterThanOrEqual(3)
      expect(few, list).toEqual(many)
      expect(new Set(few).size, list).toBe(few.length)
    }
  })

  it("what is added while a list is walked shifts and repeats no entry", async () => {
    const merchant = await startMerchant()
    const ids = await payments(merchant, 5)
    const first = await merchant.get("/v2/payments?limit=2")
    await payments(merchant, 3)
    const second = await merchant.get(`/v2/payments?limit=2&cursor=${first.next_cursor}`)
    await payments(merchant, 1)
    const third = await merchant.get(`/v2/payments?limit=2&cursor=${second.next_cursor}`)
    expect([first, second, third].flatMap(idsOf)).toEqual(ids)
    expect([first.has_more, second.has_more, third.has_more]).toEqual([true, true, false])
  })

  it("C103 the deprecated page still works, is told to be deprecated, and leads over to cursors", async () => {
    const merchant = await startMerchant()
    const ids = await payments(merchant, 5)
    const { body, headers } = await merchant.send("GET", "/v2/payments?limit=2&page=2")
    expect([idsOf(body), headers.has("deprecation")]).toEqual([ids.slice(2, 4), true])
    expect((await merchant.send("GET", "/v2/payments?limit=2")).headers.has("deprecation")).toBe(false)
    expect(idsOf(await merchant.get(`/v2/payments?limit=2&cursor=${body.next_cursor}`))).toEqual(ids.slice(4))
    const both = await merchant.refused("GET", `/v2/payments?page=2&cursor=${body.next_cursor}`)
    expect(both).toMatchObject({ status: 400, code: "parameter_invalid", param: "page" })
  })

  it("C104 payments are listed newest first, also those of one moment", async () => {
    const merchant = await startMerchant()
    const early = await payments(merchant, 3)
    await merchant.advance("1 second")
    const late = await payments(merchant, 2)
    expect(idsOf(await merchant.get("/v2/payments"))).toEqual([...late, ...early])
  })
})
