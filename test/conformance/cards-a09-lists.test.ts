/** Section A9 of the requirement list: the list envelope and pagination. */
import { describe, expect, it } from "vitest"
import { idsOf, startMerchant, type Merchant } from "./merchant.ts"

/** Makes so many payments and answers their ids, newest first. */
const payments = async ({ pay }: Merchant, count: number) => {
  const ids: Array<string> = []
  for (let made = 0; made < count; made++) ids.unshift((await pay()).id)
  return ids
}

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
      const method = await tokenize({
        type: "card",
        card: { number: "4242424242424242", exp_month: 1, exp_year: 2030, cvc: "123" }
      })
      await post(`/v2/payment_methods/${method.id}/attach`, { customer: owner.id })
    }
    await merchant.drain()
    const { id } = await endpoint()
    await payments(merchant, 5)
    await merchant.drain()
    const payment = (await get("/v2/disputes?limit=1")).data[0].payment_id
    const lists = [
      "payments?",
      "refunds?",
      "disputes?",
      "payouts?",
      "customers?",
      "bank_accounts?",
      `payment_methods?customer=${owner.id}&`,
      "webhook_endpoints?",
      `webhook_endpoints/${id}/deliveries?`,
      "events?",
      `ledger/entries?source=${payment}&`
    ]
    for (const list of lists) {
      const all = await get(`/v2/${list}limit=100`)
      const keyOf = (entry: { id?: string; entry_id?: string }) => entry.id ?? entry.entry_id
      const walked: Array<string | undefined> = []
      let page = await get(`/v2/${list}limit=2`)
      walked.push(...page.data.map(keyOf))
      while (page.has_more) {
        page = await get(`/v2/${list}limit=2&cursor=${page.next_cursor}`)
        walked.push(...page.data.map(keyOf))
      }
      expect(all.data.length, list).toBeGreaterThanOrEqual(3)
      expect(page.next_cursor).toBeNull()
      const expected = all.has_more ? walked : all.data.map(keyOf)
      expect(walked, list).toEqual(expected)
      expect(new Set(walked).size, list).toBe(walked.length)
    }
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
