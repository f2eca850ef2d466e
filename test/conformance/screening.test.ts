/** What both specifications say of screening, over HTTP, on one engine: cards and bank ask the same Screening service. */
import { describe, expect, it, onTestFinished } from "vitest"
import { bank } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { TestEngine } from "../../src/testing/index.ts"
import { adminToken, paymentBody, startOfTests, beneficiary } from "../bank/host.ts"
import { testClient } from "../../plugins/bank/index.ts"
import { person, replaceableLists } from "../cards/replaceableLists.ts"

const listed = "Grigori Melnikov"

const start = async () => {
  const lists = replaceableLists([person("eu:7", listed)])
  const plugins = [cards({ mode: "sandbox" }), bank({ mode: "sandbox", adminToken })]
  const engine = await TestEngine.make({ plugins, layers: lists.layer, clock: startOfTests })
  onTestFinished(() => engine.close())
  const onCards = (method: string, path: string, body?: unknown) => engine.request(method, `/cards${path}`, body)
  let keys = 0
  const onBank = (method: string, path: string, body?: unknown) =>
    engine.request(method, `/bank${path}`, body, {
      authorization: undefined,
      "x-api-key": testClient.apiKey,
      "idempotency-key": `key-${++keys}`
    })
  const asOfficer = (method: string, path: string, body?: unknown) =>
    engine.request(method, `/bank${path}`, body, { authorization: `Bearer ${adminToken}` })
  return { engine, lists, onCards, onBank, asOfficer }
}

describe("a subject on a list", () => {
  it("S28 cards: neither payments nor payouts are processed for a customer who matched", async () => {
    const { onCards } = await start()
    const customer = (await onCards("POST", "/v2/customers", { email: "g@example.com", name: listed })).json
    expect(customer.screening.result).toBe("match")
    const payment = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", customer: customer.id }
    const refused = await onCards("POST", "/v2/payments", payment)
    expect([refused.status, refused.json.error.code]).toEqual([403, "screening_match"])
    expect((await onCards("GET", "/v2/payments")).json.data).toEqual([])

    const account = (
      await onCards("POST", "/v2/bank_accounts", {
        customer: customer.id,
        country: "US",
        currency: "usd",
        account_holder_name: listed,
        routing_number: "110000000",
        account_number: "000123456789"
      })
    ).json
    await onCards("POST", `/v2/bank_accounts/${account.id}/verify`, { amounts: [32, 45] })
    await onCards("POST", "/v2/test_helpers/balance/fund", { currency: "usd", amount: 100_000 })
    const payout = { amount: 1_000, currency: "usd", destination: account.id }
    const kept = await onCards("POST", "/v2/payouts", payout)
    expect([kept.status, kept.json.error.code]).toEqual([403, "screening_match"])
    expect((await onCards("GET", "/v2/payouts")).json.data).toEqual([])
    expect((await onCards("GET", "/v2/balance")).json.available).toEqual([{ currency: "usd", amount: 100_000 }])
  })

  it("S29 bank: a possible match is held with 202, and released or rejected without being sent again", async () => {
    const { asOfficer, engine, onBank } = await start()
    const toListed = paymentBody({ beneficiary: { ...beneficiary, name: listed } })
    const [first, second] = [
      await onBank("POST", "/v2/payments/instant", toListed),
      await onBank("POST", "/v2/payments/instant", toListed)
    ]
    expect([first.status, second.status]).toEqual([202, 202])
    expect(first.json.data).toMatchObject({ status: "held" })
    const holds = (await asOfficer("GET", "/v2/compliance/holds?status=open")).json.data
    expect(holds).toHaveLength(2)
    const holdOf = (paymentId: string) => holds.find((hold: { paymentId: string }) => hold.paymentId === paymentId)
    expect(holdOf(first.json.data.paymentId)).toMatchObject({ matchedField: "beneficiary.name", matchScore: 100 })
    const { holdReason } = holdOf(first.json.data.paymentId)
    expect(holdReason).toMatch(/^\S/)
    await asOfficer("POST", `/v2/compliance/holds/${holdOf(first.json.data.paymentId).holdId}/release`, {
      note: "other"
    })
    await asOfficer("POST", `/v2/compliance/holds/${holdOf(second.json.data.paymentId).holdId}/reject`, { note: "him" })
    await engine.drain()
    const statusOf = async (id: string) => (await onBank("GET", `/v2/payments/instant/${id}`)).json.data.status
    expect(await statusOf(first.json.data.paymentId)).toBe("settled")
    expect(await statusOf(second.json.data.paymentId)).toBe("rejected")
    expect((await asOfficer("GET", "/v2/compliance/holds?status=open")).json.data).toEqual([])
  })

  it("S24 a list that is replaced counts for both from the next request on", async () => {
    const { lists, onBank, onCards } = await start()
    const ask = async () => [
      (await onCards("POST", "/v2/compliance/sanctions", { name: "Petra Vogel" })).json.result,
      (
        await onBank(
          "POST",
          "/v2/payments/instant",
          paymentBody({ beneficiary: { ...beneficiary, name: "Petra Vogel" } })
        )
      ).status
    ]
    expect(await ask()).toEqual(["clear", 200])
    lists.replace([person("eu:7", listed), person("eu:8", "Petra Vogel")])
    expect(await ask()).toEqual(["match", 202])
  })
})
