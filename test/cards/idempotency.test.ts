import { describe, expect, it } from "vitest"
import { temporaryFolder } from "../store/openStore.ts"
import { startHost } from "./host.ts"

const body = { amount: 2000, currency: "usd", payment_method: "pm_card_visa" }
const key = { "idempotency-key": "8d1f0c3e" }

describe("idempotency", () => {
  it("C195, C196: a repetition gets the same status and bytes, and makes no second payment", async () => {
    const { ask } = await startHost()
    const first = await ask("POST", "/v2/payments", body, key)
    const again = await ask("POST", "/v2/payments", body, key)
    expect(again.text).toBe(first.text)
    expect(again.status).toBe(first.status)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(again.headers.get("original-request")).toBe(first.headers.get("request-id"))
    expect(again.headers.get("request-id")).not.toBe(first.headers.get("request-id"))
    expect((await ask("GET", "/v2/payments")).body.data).toHaveLength(1)
  })

  it("a declined payment is replayed, too", async () => {
    const { ask } = await startHost()
    const declined = { ...body, payment_method: "pm_card_declined" }
    const first = await ask("POST", "/v2/payments", declined, key)
    const again = await ask("POST", "/v2/payments", declined, key)
    expect([again.status, again.text]).toEqual([402, first.text])
    expect((await ask("GET", "/v2/payments")).body.data).toHaveLength(1)
  })

  it("100 concurrent requests with one key make one payment and get the same bytes", async () => {
    const { ask } = await startHost()
    const replies = await Promise.all(Array.from({ length: 100 }, () => ask("POST", "/v2/payments", body, key)))
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
    expect((await ask("GET", "/v2/payments")).body.data).toHaveLength(1)
  })

  it("C198: the same key with other parameters answers 409 and changes nothing", async () => {
    const { ask } = await startHost()
    await ask("POST", "/v2/payments", body, key)
    const other = await ask("POST", "/v2/payments", { ...body, amount: 2001 }, key)
    expect(other.status).toBe(409)
    expect(other.body.error).toMatchObject({ code: "idempotency_key_reused", param: "idempotency_key" })
    expect((await ask("GET", "/v2/payments")).body.data).toHaveLength(1)
  })

  it("the order of fields and white space make no other request", async () => {
    const { ask } = await startHost()
    const first = await ask("POST", "/v2/payments", body, key)
    const again = await ask(
      "POST",
      "/v2/payments",
      `{ "payment_method": "pm_card_visa",\n "currency": "usd", "amount": 2000 }`,
      key
    )
    expect(again.text).toBe(first.text)
  })

  it("the same key in another region answers 409 instead of paying twice", async () => {
    const { ask } = await startHost()
    await ask("POST", "/v2/payments", body, key)
    const eu = { "svc-data-region": "eu-west-1" }
    expect((await ask("POST", "/v2/payments", body, { ...key, ...eu })).status).toBe(409)
    expect((await ask("GET", "/v2/payments", undefined, eu)).body.data).toEqual([])
  })

  it("keys of different accounts do not meet", async () => {
    const { ask } = await startHost()
    const first = await ask("POST", "/v2/payments", body, key)
    const other = await ask("POST", "/v2/payments", body, { ...key, authorization: "Bearer sk_test_another_key" })
    expect(other.status).toBe(200)
    expect(other.body.id).not.toBe(first.body.id)
  })

  it("C143: the body's idempotency_key means the same as the header", async () => {
    const { ask } = await startHost()
    const first = await ask("POST", "/v2/payments", body, key)
    const inBody = await ask("POST", "/v2/payments", { ...body, idempotency_key: "8d1f0c3e" })
    expect(inBody.text).toBe(first.text)
    const conflict = await ask("POST", "/v2/payments", { ...body, idempotency_key: "another" }, key)
    expect(conflict.body.error.code).toBe("idempotency_key_conflict")
  })

  it("a refused request leaves its key free", async () => {
    const { ask } = await startHost()
    expect((await ask("POST", "/v2/payments", { ...body, amount: 1 }, key)).status).toBe(400)
    expect((await ask("POST", "/v2/payments", body, key)).status).toBe(200)
  })

  it("C197: after 24 hours the key is free, not a millisecond before", async () => {
    const { ask, engine } = await startHost()
    const first = await ask("POST", "/v2/payments", body, key)
    await engine.clock.advance(86_400_000 - 1)
    expect((await ask("POST", "/v2/payments", body, key)).text).toBe(first.text)
    await engine.clock.advance(1)
    const later = await ask("POST", "/v2/payments", { ...body, amount: 2001 }, key)
    expect(later.status).toBe(200)
    expect(later.body.id).not.toBe(first.body.id)
  })

  it("a repetition gets the same bytes after a restart", async () => {
    const folder = temporaryFolder()
    const before = await startHost({ folder })
    const first = await before.ask("POST", "/v2/payments", body, key)
    await before.engine.close()
    const after = await startHost({ folder })
    const again = await after.ask("POST", "/v2/payments", body, key)
    expect(again.text).toBe(first.text)
    expect((await after.ask("GET", `/v2/payments/${first.body.id}`)).text).toBe(first.text)
  })

  it.each([["é"], ["x".repeat(256)]])("refuses the key %s", async (bad) => {
    const { ask } = await startHost()
    const { body: answer } = await ask("POST", "/v2/payments", { ...body, idempotency_key: bad })
    expect(answer.error).toMatchObject({ code: "parameter_invalid", param: "idempotency_key" })
  })
})
