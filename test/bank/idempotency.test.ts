/** Idempotency keys of requests that move money (decisions A.10, B.1). */
import { describe, expect, it } from "vitest"
import { beneficiary, freshKey, originator, paymentBody, startHost, type Host, type Reply } from "./host.ts"

const codeOf = ({ body, status }: Reply) => [status, body.error?.code]

const rfp = (amount: number) => ({
  rail: "fednow",
  amount,
  payee: originator,
  payer: { name: "Jane Roe", accountNumber: "77", accountType: "checking", routingNumber: "099900027" }
})

const send = ({ ask }: Host, body: unknown, headers = {}) =>
  ask("POST", "/v2/payments/instant", body, { "idempotency-key": freshKey(), ...headers })

describe("idempotency (A.10, B.1)", () => {
  it("B20 a request that moves money needs a key of 1 to 255 printable characters", async () => {
    const host = await startHost()
    const refused = async (key: string | undefined) => {
      const { body, status } = await send(host, paymentBody(), { "idempotency-key": key })
      return [status, body.error?.code, body.error?.field]
    }
    expect(await refused(undefined)).toEqual([400, "REQUIRED_FIELD_MISSING", "Idempotency-Key"])
    expect(await refused("k".repeat(256))).toEqual([400, "INVALID_FIELD_FORMAT", "Idempotency-Key"])
    expect(await refused("clé")).toEqual([400, "INVALID_FIELD_FORMAT", "Idempotency-Key"])
    expect((await host.ask("GET", "/v2/payments/instant")).body.data).toEqual([])
    for (const key of ["k", "k".repeat(255)]) {
      expect((await send(host, paymentBody(), { "idempotency-key": key })).status).toBe(200)
    }
  })

  it("B113 B134 replays the same request, however it is written, and refuses another", async () => {
    const host = await startHost()
    const headers = { "idempotency-key": "one" }
    const first = await send(host, paymentBody(), headers)
    const { amount, ...rest } = paymentBody()
    const again = await send(host, JSON.stringify({ ...rest, amount }, null, 2), headers)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    const other = await send(host, paymentBody({ amount: 1 }), headers)
    expect(codeOf(other)).toEqual([409, "DUPLICATE_IDEMPOTENCY_KEY"])
    // What the key was used for.
    expect(other.body.error.details).toEqual({ resourceId: first.body.data.paymentId })
    const { body } = await host.ask("GET", "/v2/payments/instant")
    expect(body.data).toHaveLength(1)
  })

  it("X1 a mismatch can be 422 where an operator wants it", async () => {
    const host = await startHost({ bank: { idempotencyMismatchStatus: 422 } })
    await send(host, paymentBody(), { "idempotency-key": "one" })
    expect((await send(host, paymentBody({ amount: 1 }), { "idempotency-key": "one" })).status).toBe(422)
  })

  it("keeps nothing of a refusal: a corrected body may use the key", async () => {
    const host = await startHost()
    const headers = { "idempotency-key": "corrected" }
    expect((await send(host, paymentBody({ amount: 0 }), headers)).status).toBe(400)
    expect((await send(host, paymentBody(), headers)).status).toBe(200)
  })

  it("a repetition of a final answer stays what it was; of a 202 it tells the present", async () => {
    const host = await startHost()
    const late = { beneficiary: { ...beneficiary, accountNumber: "9003000001" } }
    const first = await send(host, paymentBody(late), { "idempotency-key": "final" })
    const open = { beneficiary: { ...beneficiary, accountNumber: "9002000001" } }
    const begun = await send(host, paymentBody(open), { "idempotency-key": "open" })
    expect(begun.status).toBe(202)
    await host.engine.advance("2 days")
    expect((await send(host, paymentBody(late), { "idempotency-key": "final" })).body).toEqual(first.body)
    const now = await send(host, paymentBody(open), { "idempotency-key": "open" })
    expect([now.status, now.body.data.status]).toEqual([200, "settled"])
    expect(now.headers.get("idempotent-replayed")).toBe("true")
  })

  it.each([
    [
      "/v2/webhooks",
      { url: "https://a.example/hooks", events: ["*"] },
      { url: "https://b.example/hooks", events: ["*"] },
      "webhookId"
    ],
    ["/v2/payments/rfp", rfp(1), rfp(2), "rfpId"]
  ])("B134 the 409 of %s names what the key was used for, sealed or not", async (path, one, another, field) => {
    const host = await startHost()
    const headers = { "idempotency-key": "taken" }
    const first = await host.ask("POST", path, one, headers)
    const second = await host.ask("POST", path, another, headers)
    expect(codeOf(second)).toEqual([409, "DUPLICATE_IDEMPOTENCY_KEY"])
    expect(second.body.error.details).toEqual({ resourceId: first.body.data[field] })
  })

  it("B134 the 409 names a payment that was held while screening was out of order", async () => {
    const host = await startHost()
    await host.ask("POST", "/v2/simulator/screening", { status: "down" })
    const first = await send(host, paymentBody(), { "idempotency-key": "held" })
    const second = await send(host, paymentBody({ amount: 1 }), { "idempotency-key": "held" })
    expect([first.status, second.status]).toEqual([503, 409])
    expect(second.body.error.details).toEqual({ resourceId: first.body.error.details.paymentId })
  })

  it("an answer that a replay gave first is kept: what follows the settlement changes no byte of it", async () => {
    const host = await startHost()
    const open = paymentBody({ beneficiary: { ...beneficiary, accountNumber: "9002000001" } })
    const again = () => send(host, open, { "idempotency-key": "told-by-replay" })
    const { paymentId } = (await again()).body.data
    await host.engine.advance("12 seconds")
    const told = await again()
    expect([told.status, told.body.data.status]).toEqual([200, "settled"])
    await host.ask("POST", `/v2/simulator/payments/${paymentId}/return`, { code: "AC04" })
    await host.engine.drain()
    expect((await host.payment(paymentId)).status).toBe("returned")
    const later = await again()
    expect(later.status).toBe(200)
    expect(JSON.stringify(later.body)).toBe(JSON.stringify(told.body))
  })

  it("a repetition of an officer's decision gets the same bytes, and decides nothing", async () => {
    const host = await startHost()
    await host.pay({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionof" } })
    const [{ holdId }] = (await host.admin("GET", "/v2/compliance/holds")).body.data
    const release = () => {
      const headers = { "idempotency-key": "released" }
      return host.admin("POST", `/v2/compliance/holds/${holdId}/release`, { note: "another person" }, headers)
    }
    const first = await release()
    const again = await release()
    expect([first.status, again.status]).toEqual([200, 200])
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    const audit = await host.admin("GET", `/v2/admin/audit?resource=${holdId}`)
    expect(audit.body.data).toHaveLength(1)
  })

  it("a concurrent repetition waits and gets the same answer", async () => {
    const host = await startHost()
    const headers = { "idempotency-key": "twins" }
    const [one, two] = await Promise.all([send(host, paymentBody(), headers), send(host, paymentBody(), headers)])
    expect(one.body).toEqual(two.body)
    expect((await host.ask("GET", "/v2/payments/instant")).body.data).toHaveLength(1)
  })
})
