import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as Result from "effect/Result"
import { describe, expect, it, onTestFinished } from "vitest"
import { loopbackAllowed } from "../../src/services/AddressGuard.ts"
import type { NotifierRequest } from "../../src/services/Notifier.ts"
import { verifySignature } from "../../src/webhooks/signature.ts"
import { otherMerchant, receiverUrl, startCards, startedAt } from "./webhook-endpoints-engine.ts"

const path = "/v2/webhook_endpoints"

const retryOf = (deliveryId: string): string => `/v2/webhook_deliveries/${deliveryId}/retry`

/** Seconds after the first attempt at which the attempts are due: decisions B12. */
const schedule = [0, 158, 632, 2_055, 6_324, 19_130, 57_547, 172_800]

const afterStart = (seconds: number): string =>
  `${new Date(Date.parse(startedAt) + seconds * 1000).toISOString().slice(0, 19)}Z`

const signatureOf = ({ headers }: NotifierRequest): string => headers["SVC-Signature"] ?? ""

const verdictOf = (request: NotifierRequest, secret: string, nowSeconds: number) =>
  verifySignature({ payload: request.body, header: signatureOf(request), secret, nowSeconds })

const typeOf = ({ body }: NotifierRequest): string => JSON.parse(body).type

describe("a payment's events", () => {
  it("C221, C222: arrive by POST at the registered address with the full payment in data", async () => {
    const { call, pay, register, requests } = await startCards()
    await register()
    const payment = await pay()
    expect(requests.map(typeOf)).toEqual(["payment.created", "payment.succeeded"])
    for (const request of requests) {
      const event = JSON.parse(request.body)
      expect(request.url).toBe(receiverUrl)
      expect(event).toMatchObject({ object: "event", created_at: startedAt, livemode: false, region: "us-east-1" })
      expect(event.data).toEqual(payment)
      expect(event.data).toEqual((await call("GET", `/v2/payments/${payment.id}`)).body)
      expect(request.headers).toMatchObject({
        "Content-Type": "application/json",
        "SVC-Event-Id": event.id,
        "SVC-Delivery-Attempt": "1"
      })
    }
  })

  it("C231-C234: carry a signature that the shipped verifier accepts for 5 minutes by the receiver's clock", async () => {
    const { pay, register, requests, wallSeconds } = await startCards()
    const { secret } = await register({ enabled_events: ["payment.succeeded"] })
    await pay()
    const request = requests[0]!
    expect(signatureOf(request)).toMatch(/^[1-9][0-9]{9},[0-9a-f]{64}$/)
    const signedAt = Number(signatureOf(request).split(",")[0])
    const now = await wallSeconds()
    expect(now - signedAt).toBeLessThan(60)
    expect(verdictOf(request, secret, now)).toEqual(Result.succeed({ timestamp: signedAt }))
    expect(verdictOf(request, secret, signedAt + 301)).toMatchObject({ failure: { reason: "expired" } })
    expect(verdictOf(request, `${secret}0`, now)).toMatchObject({ failure: { reason: "mismatch" } })
    const altered = { ...request, body: request.body.replace("2000", "2001") }
    expect(verdictOf(altered, secret, now)).toMatchObject({ failure: { reason: "mismatch" } })
  })

  it("are signed in the prefixed format where the endpoint asks for it", async () => {
    const { pay, register, requests, wallSeconds } = await startCards()
    const { secret } = await register({ signature_format: "prefixed", enabled_events: ["payment.succeeded"] })
    await pay()
    expect(signatureOf(requests[0]!)).toMatch(/^t=[1-9][0-9]{9},v1=[0-9a-f]{64}$/)
    expect(Result.isSuccess(verdictOf(requests[0]!, secret, await wallSeconds()))).toBe(true)
  })

  it("are signed with the new secret alone after a rotation", async () => {
    const { call, pay, register, requests, wallSeconds } = await startCards()
    const before = await register({ enabled_events: ["payment.succeeded"] })
    const { body: after } = await call("POST", `${path}/${before.id}/rotate_secret`)
    await pay()
    const now = await wallSeconds()
    expect(Result.isSuccess(verdictOf(requests[0]!, after.secret, now))).toBe(true)
    expect(Result.isFailure(verdictOf(requests[0]!, before.secret, now))).toBe(true)
  })

  it("C194: go to the endpoints that selected their type, each once", async () => {
    const { pay, register, requests } = await startCards()
    await register({ url: "https://all.example.com/", enabled_events: ["*", "payment.succeeded"] })
    await register({ url: "https://one.example.com/", enabled_events: ["payment.succeeded"] })
    await register({ url: "https://none.example.com/", enabled_events: ["payment.failed", "risk.flagged"] })
    await pay()
    const arrived = requests.map((request) => `${request.url} ${typeOf(request)}`).sort()
    expect(arrived).toEqual([
      "https://all.example.com/ payment.created",
      "https://all.example.com/ payment.succeeded",
      "https://one.example.com/ payment.succeeded"
    ])
  })

  it("stay within their account and region", async () => {
    const { pay, register, requests } = await startCards()
    const inEurope = { headers: { "SVC-Data-Region": "eu-west-1" } }
    await register({ url: "https://other.example.com/" }, { key: otherMerchant })
    await register({ url: "https://europe.example.com/" }, inEurope)
    await pay()
    expect(requests).toEqual([])
    await pay(inEurope)
    expect(new Set(requests.map(({ url }) => url))).toEqual(new Set(["https://europe.example.com/"]))
    expect(requests.map((request) => JSON.parse(request.body).region)).toEqual(["eu-west-1", "eu-west-1"])
  })

  it("reach a receiver on this machine over http, byte for byte as they were signed", async () => {
    const received: Array<{ readonly header: string; readonly payload: Buffer }> = []
    const receiver = http.createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        received.push({ header: String(request.headers["svc-signature"]), payload: Buffer.concat(chunks) })
        response.end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void receiver.close())
    const { port } = receiver.address() as AddressInfo

    const { deliveriesTo, pay, register, wallSeconds } = await startCards({
      policy: loopbackAllowed,
      overNetwork: true
    })
    const { id, secret } = await register({
      url: `http://127.0.0.1:${port}/hooks`,
      enabled_events: ["payment.created"]
    })
    const payment = await pay()
    expect(received).toHaveLength(1)
    const nowSeconds = await wallSeconds()
    expect(Result.isSuccess(verifySignature({ ...received[0]!, secret, nowSeconds }))).toBe(true)
    expect(JSON.parse(received[0]!.payload.toString()).data).toEqual(payment)
    expect(await deliveriesTo(id)).toMatchObject([{ status: "delivered", attempts: [{ http_status: 200 }] }])
  })
})

describe("attempts", () => {
  it("C236: a receiver that fails twice gets the third attempt exactly 632 s after the first", async () => {
    const { answerWith, deliveriesTo, engine, pay, register, requests } = await startCards()
    const { id } = await register({ enabled_events: ["payment.succeeded"] })
    answerWith(() => (requests.length <= 2 ? 500 : 200))
    await pay()
    expect(requests).toHaveLength(1)
    await engine.clock.advance("157 seconds")
    expect(requests).toHaveLength(1)
    await engine.clock.advance("1 second")
    expect(requests).toHaveLength(2)
    expect(await deliveriesTo(id)).toMatchObject([{ status: "pending", next_attempt_at: afterStart(632) }])
    await engine.clock.advance("473 seconds")
    expect(requests).toHaveLength(2)
    await engine.clock.advance("1 second")
    expect(requests).toHaveLength(3)
    const [delivery] = await deliveriesTo(id)
    expect(delivery).toEqual({
      id: expect.stringMatching(/^whd_/),
      object: "webhook_delivery",
      endpoint_id: id,
      event_id: requests[0]!.headers["SVC-Event-Id"],
      status: "delivered",
      next_attempt_at: null,
      attempts: [500, 500, 200].map((http_status, index) => ({
        number: index + 1,
        attempted_at: afterStart(schedule[index]!),
        duration_ms: 0,
        http_status,
        error: null,
        response_excerpt: ""
      })),
      created_at: startedAt,
      livemode: false
    })
    await engine.clock.advance("30 days")
    expect(requests).toHaveLength(3)
  })

  it("C236: there are 8 over 48 hours, then the delivery is exhausted", async () => {
    const { answerWith, deliveriesTo, engine, pay, register, requests } = await startCards()
    const { id } = await register({ enabled_events: ["payment.succeeded"] })
    answerWith(() => 503)
    await pay()
    await engine.clock.advance("172799 seconds")
    expect(requests).toHaveLength(7)
    expect((await deliveriesTo(id))[0].status).toBe("pending")
    await engine.clock.advance("1 second")
    const [delivery] = await deliveriesTo(id)
    expect(delivery).toMatchObject({ status: "exhausted", next_attempt_at: null })
    expect(delivery.attempts.map((attempt: { attempted_at: string }) => attempt.attempted_at)).toEqual(
      schedule.map(afterStart)
    )
    await engine.clock.advance("30 days")
    expect(requests).toHaveLength(8)
  })

  it("C231: each is signed anew with the wall-clock time, over the same bytes", async () => {
    const { answerWith, engine, pay, register, requests, wallSeconds } = await startCards()
    const { secret } = await register({ enabled_events: ["payment.succeeded"] })
    answerWith(() => 500)
    await pay()
    await engine.clock.advance("48 hours")
    expect(requests.map(({ headers }) => headers["SVC-Delivery-Attempt"])).toEqual([
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8"
    ])
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    const now = await wallSeconds()
    // Engine time is two days on by now; a signature dated by it would be refused as expired.
    expect(requests.every((request) => Result.isSuccess(verdictOf(request, secret, now)))).toBe(true)
  })

  it.each([201, 204, 302, 400, 410, 500, "timeout", "connect", "tls"] as const)(
    "C235: an answer of %s is not a success",
    async (answer) => {
      const { answerWith, deliveriesTo, pay, register, requests } = await startCards()
      const { id } = await register({ enabled_events: ["payment.succeeded"] })
      answerWith(() => answer)
      await pay()
      expect(requests.map(({ timeoutMs }) => timeoutMs)).toEqual([15_000])
      const outcome =
        typeof answer === "number" ? { http_status: answer, error: null } : { http_status: null, error: answer }
      expect(await deliveriesTo(id)).toMatchObject([{ status: "pending", attempts: [outcome] }])
    }
  )
})

describe("an endpoint that is switched off", () => {
  it("by being disabled gets neither what was pending nor what happens meanwhile", async () => {
    const { answerWith, call, deliveriesTo, engine, pay, register, requests } = await startCards()
    const { id } = await register({ enabled_events: ["payment.succeeded"] })
    answerWith(() => 500)
    await pay()
    await call("POST", `${path}/${id}`, { status: "disabled" })
    await pay()
    await engine.clock.advance("30 days")
    expect(requests).toHaveLength(1)
    expect(await deliveriesTo(id)).toMatchObject([{ status: "dropped", next_attempt_at: null }])
    answerWith(() => 200)
    await call("POST", `${path}/${id}`, { status: "enabled" })
    const later = await pay()
    expect(requests.map((request) => JSON.parse(request.body).data.id)).toEqual([expect.any(String), later.id])
  })

  it("by being deleted gets nothing more", async () => {
    const { answerWith, call, engine, pay, register, requests } = await startCards()
    const { id } = await register({ enabled_events: ["payment.succeeded"] })
    answerWith(() => 500)
    await pay()
    await call("DELETE", `${path}/${id}`)
    await engine.clock.advance("30 days")
    expect(requests).toHaveLength(1)
  })
})

describe("retrying by hand", () => {
  it("makes one more attempt after the schedule ran out, and settles the delivery when it is accepted", async () => {
    const { answerWith, call, deliveriesTo, engine, pay, register, requests } = await startCards()
    const { id } = await register({ enabled_events: ["payment.succeeded"] })
    answerWith(() => 500)
    await pay()
    await engine.clock.advance("72 hours")
    const [exhausted] = await deliveriesTo(id)
    answerWith(() => 200)
    const asked = await call("POST", retryOf(exhausted.id), {})
    expect(asked.status).toBe(200)
    expect(asked.body).toEqual(exhausted)
    await engine.clock.drain()
    expect(requests.map(({ headers }) => headers["SVC-Delivery-Attempt"]).at(-1)).toBe("9")
    const [delivered] = await deliveriesTo(id)
    expect(delivered.status).toBe("delivered")
    expect(delivered.attempts.at(-1)).toMatchObject({
      number: 9,
      http_status: 200,
      attempted_at: afterStart(72 * 3600)
    })
  })

  it("leaves the schedule as it is when the attempt fails, and calls it off when it is accepted", async () => {
    const { answerWith, call, deliveriesTo, engine, pay, register, requests } = await startCards()
    const { id } = await register({ enabled_events: ["payment.succeeded"] })
    answerWith(() => 500)
    await pay()
    const [pending] = await deliveriesTo(id)
    await call("POST", retryOf(pending.id))
    await engine.clock.drain()
    expect(await deliveriesTo(id)).toMatchObject([{ status: "pending", next_attempt_at: pending.next_attempt_at }])
    answerWith(() => 200)
    await call("POST", retryOf(pending.id))
    await engine.clock.drain()
    await engine.clock.advance("30 days")
    expect(requests).toHaveLength(3)
    expect(await deliveriesTo(id)).toMatchObject([{ status: "delivered" }])
  })

  it("C196: a repeated request makes no further attempt", async () => {
    const { call, deliveriesTo, engine, pay, register, requests } = await startCards()
    const { id } = await register({ enabled_events: ["payment.succeeded"] })
    await pay()
    const [delivered] = await deliveriesTo(id)
    const headers = { "Idempotency-Key": "once" }
    const first = await call("POST", retryOf(delivered.id), {}, { headers })
    await engine.clock.drain()
    const again = await call("POST", retryOf(delivered.id), {}, { headers })
    await engine.clock.drain()
    expect(again.text).toBe(first.text)
    expect(requests).toHaveLength(2)
  })

  it("is refused for another account's delivery, as if there were none", async () => {
    const { call, deliveriesTo, engine, pay, register, requests } = await startCards()
    const { id } = await register({ enabled_events: ["payment.succeeded"] })
    await pay()
    const [delivery] = await deliveriesTo(id)
    const refused = await call("POST", retryOf(delivery.id), {}, { key: otherMerchant })
    expect(refused.status).toBe(404)
    expect(refused.body.error).toMatchObject({ type: "validation_error", code: "resource_missing" })
    await engine.clock.drain()
    expect(requests).toHaveLength(1)
  })

  it("is refused while the endpoint is disabled, for what was dropped, and once it is deleted", async () => {
    const { answerWith, call, deliveriesTo, pay, register } = await startCards()
    const { id } = await register({ enabled_events: ["payment.succeeded"] })
    answerWith(() => 500)
    await pay()
    const [delivery] = await deliveriesTo(id)
    const messages = []
    for (const step of [{ status: "disabled" }, { status: "enabled" }]) {
      await call("POST", `${path}/${id}`, step)
      const refused = await call("POST", retryOf(delivery.id), {})
      expect(refused.status).toBe(400)
      messages.push(refused.body.error.message)
    }
    await call("DELETE", `${path}/${id}`)
    const refused = await call("POST", retryOf(delivery.id), {})
    expect(refused.status).toBe(400)
    messages.push(refused.body.error.message)
    expect(messages).toEqual([
      expect.stringContaining("disabled. Enable it"),
      expect.stringContaining("was dropped"),
      expect.stringContaining("was deleted")
    ])
  })
})

describe("listing deliveries", () => {
  it("C98-C102: pages through them, newest first, each with its attempts", async () => {
    const { answerWith, call, deliveriesTo, engine, pay, register } = await startCards()
    const { id } = await register({ enabled_events: ["payment.succeeded"] })
    const other = await register({ enabled_events: ["payment.succeeded"] })
    answerWith(() => 500)
    for (let count = 1; count <= 3; count += 1) {
      await pay()
      await engine.clock.advance("158 seconds")
    }
    const all = await deliveriesTo(id)
    expect(all.map(({ created_at }) => created_at)).toEqual([afterStart(316), afterStart(158), startedAt])
    expect(all.map(({ attempts }) => attempts.length)).toEqual([2, 2, 2])
    expect(all.every(({ endpoint_id }) => endpoint_id === id)).toBe(true)
    const list = `${path}/${id}/deliveries?limit=2`
    const first = await call("GET", list)
    expect(first.body).toMatchObject({ object: "list", has_more: true, next_cursor: expect.stringMatching(/^cur_/) })
    const second = await call("GET", `${list}&cursor=${first.body.next_cursor}`)
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null })
    expect([...first.body.data, ...second.body.data]).toEqual(all)
    const elsewhere = await call("GET", `${path}/${other.id}/deliveries?cursor=${first.body.next_cursor}`)
    expect(elsewhere.body.error).toMatchObject({ code: "invalid_cursor" })
  })
})
