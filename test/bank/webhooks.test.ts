/** Webhooks over HTTP: registration (A.7), delivery (A.8), administration (A.16). */
import { createHmac } from "node:crypto"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { describe, expect, it, vi } from "vitest"
import { verifySignature } from "../../plugins/bank/index.ts"
import { patienceByHand } from "../webhooks/patienceByHand.ts"
import { adminHeaders, beneficiary, client, keyOf, startHost, startOfTests, type Host } from "./host.ts"

const url = "https://client.example/hooks"

const without = (of: Readonly<Record<string, unknown>>, field: string) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => name !== field))

const register = ({ ask }: Host, body: Readonly<Record<string, unknown>> = {}) =>
  ask("POST", "/v2/webhooks", { url, events: ["payment.settled"], ...body })

describe("registration", () => {
  it("B73 B74 B75 B76 answers 201 with the secret, once", async () => {
    const host = await startHost()
    const { body, status } = await register(host, { description: "our hook" })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      url,
      events: ["payment.settled"],
      enabled: true,
      description: "our hook",
      signingSecret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
      createdAt: "2026-06-17T16:00:00.000Z"
    })
    expect(body.data.webhookId).toMatch(/^wh_/)
    const shown = without(body.data, "signingSecret")
    expect((await host.ask("GET", `/v2/webhooks/${body.data.webhookId}`)).body.data).toEqual(shown)
    expect((await host.ask("GET", "/v2/webhooks")).body.data).toEqual([shown])
    const renamed = await host.ask("PATCH", `/v2/webhooks/${body.data.webhookId}`, { description: "renamed" })
    expect(renamed.body.data).toEqual({ ...shown, description: "renamed" })
  })

  it("B74 takes enabled from the registration: what is registered disabled receives nothing", async () => {
    const host = await startHost()
    const { body, status } = await register(host, { enabled: false })
    expect([status, body.data.enabled, body.data.description]).toEqual([201, false, ""])
    await host.pay()
    await host.engine.drain()
    expect(host.engine.notifier.requests).toEqual([])
  })

  it("B78 B152 ends with its client: what is pending for it is dropped, and what comes later too", async () => {
    const [one, other] = [client("cli_one"), client("cli_other")]
    const host = await startHost({ bank: { clients: [one, other] } })
    for (const each of [one, other]) await host.ask("POST", "/v2/webhooks", { url, events: ["*"] }, keyOf(each))
    host.engine.notifier.answerWith(() => 500)
    const pays = (each: typeof one) => host.pay({}, keyOf(each))
    await pays(one)
    await pays(other)
    const { paymentId } = (await host.pay({ beneficiary: { ...beneficiary, name: "Zoltan Sanctionov" } }, keyOf(one)))
      .body.data
    await host.engine.drain()
    const before = host.engine.notifier.requests.length
    expect((await host.admin("DELETE", `/v2/admin/clients/${one.clientId}`)).status).toBe(204)
    const [{ holdId }] = (await host.admin("GET", "/v2/compliance/holds")).body.data
    await host.admin("POST", `/v2/compliance/holds/${holdId}/reject`, { note: "it is him" })
    await host.engine.advance("1 day")
    const later = host.engine.notifier.requests.slice(before).map(({ body }) => JSON.parse(String(body)).data.paymentId)
    expect(later).toHaveLength(4 * 5)
    expect(later).not.toContain(paymentId)
  })

  it("B77 shows a client all of its own webhooks, and no others", async () => {
    const [one, other] = [client("cli_one"), client("cli_other")]
    const host = await startHost({ bank: { clients: [one, other] } })
    const { body } = await host.ask("POST", "/v2/webhooks", { url, events: ["*"] }, keyOf(one))
    const second = await host.ask("POST", "/v2/webhooks", { url, events: ["*"], enabled: false }, keyOf(one))
    const listed = await host.ask("GET", "/v2/webhooks", undefined, keyOf(one))
    expect(listed.body.data.map(({ webhookId }: any) => webhookId).toSorted()).toEqual(
      [body.data.webhookId, second.body.data.webhookId].toSorted()
    )
    expect((await host.ask("GET", "/v2/webhooks", undefined, keyOf(other))).body.data).toEqual([])
    const path = `/v2/webhooks/${body.data.webhookId}`
    expect((await host.ask("GET", path, undefined, keyOf(other))).status).toBe(404)
    expect((await host.ask("DELETE", path, undefined, keyOf(other))).status).toBe(404)
  })

  it.each([
    [{ url: "http://client.example/hooks" }, "url"],
    [{ url: "https://10.0.0.1/hooks" }, "url"],
    [{ events: ["payment.settled", "payment.exploded"] }, "events[1]"],
    [{ events: [] }, "events"],
    [{ events: "payment.settled" }, "events"]
  ])("B80 refuses %j", async (change, field) => {
    const host = await startHost()
    expect(await register(host, change)).toMatchObject({
      status: 400,
      body: { error: { code: "INVALID_FIELD_FORMAT", field } }
    })
  })

  it("B73 B104 needs the scope webhooks:manage", async () => {
    const reader = client("cli_reader", { scopes: ["payments:read"] })
    const host = await startHost({ bank: { clients: [reader] } })
    const reply = await host.ask("POST", "/v2/webhooks", { url, events: ["*"] }, keyOf(reader))
    expect(reply).toMatchObject({ status: 403, body: { error: { code: "INSUFFICIENT_SCOPE" } } })
  })

  it("can be changed and disabled; events made meanwhile are not kept for it", async () => {
    const host = await startHost()
    const { body } = await register(host)
    const path = `/v2/webhooks/${body.data.webhookId}`
    expect((await host.ask("PATCH", path, { enabled: false })).body.data.enabled).toBe(false)
    await host.pay()
    await host.ask("PATCH", path, { enabled: true, events: ["*"] })
    await host.engine.advance("1 day")
    expect(host.engine.notifier.requests).toEqual([])
    await host.pay()
    await host.engine.drain()
    expect(host.engine.notifier.requests).toHaveLength(4)
  })
})

describe("delivery", () => {
  it.each([201, 202, 204, 301, 307, 400, 404, 410, 500, 503, "timeout", "connection_closed", "dns"] as const)(
    "B90 B91 takes %s for a failure and tries again; 200 within 30 seconds ends it",
    async (answer) => {
      const host = await startHost()
      host.engine.notifier.answerWith(() => answer)
      await register(host)
      await host.pay()
      await host.engine.drain()
      const { requests } = host.engine.notifier
      expect(requests).toMatchObject([{ url, timeoutMs: 30_000 }])
      const [delivery] = (await host.admin("GET", "/v2/admin/webhooks/deliveries")).body.data
      expect(delivery).toMatchObject({ status: "pending", nextAttemptAt: "2026-06-17T16:01:00.000Z" })
      host.engine.notifier.answerWith(() => 200)
      await host.engine.advance("1 day")
      expect(requests).toHaveLength(2)
      const { body } = await host.admin("GET", `/v2/admin/webhooks/deliveries/${delivery.deliveryId}`)
      expect(body.data.status).toBe("delivered")
    }
  )

  it("B92 B93 B95 makes six attempts on the schedule, each wait after the attempt before, then fails and alerts", async () => {
    const host = await startHost()
    host.engine.notifier.answerWith(() => 201)
    await register(host)
    await host.pay()
    await host.engine.drain()
    const requests = host.engine.notifier.requests
    expect(requests).toHaveLength(1)
    for (const [advance, attempts] of [
      ["59999 millis", 1],
      ["1 millis", 2],
      ["299999 millis", 2],
      ["1 millis", 3],
      ["1799999 millis", 3],
      ["1 millis", 4],
      ["7199999 millis", 4],
      ["1 millis", 5],
      ["21599999 millis", 5],
      ["1 millis", 6],
      ["3 days", 6]
    ] as const) {
      await host.engine.advance(advance)
      expect(requests).toHaveLength(attempts)
    }
    expect(new Set(requests.map(({ body }) => String(body))).size).toBe(1)
    const { body } = await host.admin("GET", "/v2/admin/webhooks/deliveries?status=failed")
    expect(body.data).toMatchObject([{ status: "failed", eventType: "payment.settled", nextAttemptAt: null }])
    expect(body.data[0].attempts.map(({ httpStatus }: any) => httpStatus)).toEqual([201, 201, 201, 201, 201, 201])
    const { body: alerts } = await host.admin("GET", "/v2/admin/alerts")
    expect(alerts.data).toMatchObject([{ type: "webhook.delivery_failed", resource: body.data[0].deliveryId }])
  })

  it("B95 B97 B98 signs each attempt anew over the same bytes, and the envelope keeps the time of its event", async () => {
    const host = await startHost()
    host.engine.notifier.answerWith(() => 500)
    const { signingSecret } = (await register(host)).body.data
    await host.pay()
    await host.engine.advance("9 hours")
    const { requests } = host.engine.notifier
    expect(requests).toHaveLength(6)
    const [{ body: first }] = requests as [(typeof requests)[number]]
    const envelope = JSON.parse(String(first))
    const times = []
    expect(envelope.timestamp).toBe("2026-06-17T16:00:00.000Z")
    for (const { body, headers } of requests) {
      expect(String(body)).toBe(String(first))
      const [, header] = Object.entries(headers).find(([name]) => name.toLowerCase() === "x-bank-signature")!
      const t = Number(/^t=(\d+),/.exec(String(header))![1])
      times.push(t - Date.parse(envelope.timestamp) / 1_000)
      const signed = createHmac("sha256", signingSecret)
        .update(`${t}.${String(body)}`)
        .digest("hex")
      expect(header).toBe(`t=${t},v1=${signed}`)
      const checked = { header: String(header), rawBody: String(body), secret: signingSecret }
      // A receiver that refuses what is older than five minutes can take every attempt when it comes.
      expect(verifySignature({ ...checked, nowSeconds: t + 300 })).toBe(true)
      expect(verifySignature({ ...checked, nowSeconds: t + 301 })).toBe(false)
      expect(verifySignature({ ...checked, nowSeconds: t, rawBody: `${String(body)} ` })).toBe(false)
    }
    // At 0, 1, 6 and 36 minutes, 2:36 and 8:36 hours: `t` is the time of the attempt.
    expect(times).toEqual([0, 60, 360, 2_160, 9_360, 30_960])
  })

  it("B94 B96 B150 can be retried by hand for 72 hours, and not afterwards", async () => {
    const host = await startHost()
    host.engine.notifier.answerWith(() => 500)
    await register(host)
    await host.pay()
    await host.engine.advance("10 hours")
    const { body } = await host.admin("GET", "/v2/admin/webhooks/deliveries")
    const { deliveryId, eventId } = body.data[0]
    const retry = () => host.admin("POST", `/v2/admin/webhooks/deliveries/${deliveryId}/retry`)
    host.engine.notifier.answerWith(() => 200)
    expect((await retry()).status).toBe(202)
    await host.engine.drain()
    const shown = await host.admin("GET", `/v2/admin/webhooks/deliveries/${deliveryId}`)
    expect(shown.body.data).toMatchObject({ status: "delivered" })
    expect(shown.body.data.attempts).toHaveLength(7)
    const [earlier, last] = [shown.body.data.attempts[5], shown.body.data.attempts[6]]
    expect([earlier.scheduledAt, last.scheduledAt]).toEqual(["2026-06-18T00:36:00.000Z", "2026-06-18T02:00:00.000Z"])
    expect([earlier.httpStatus, last.httpStatus]).toEqual([500, 200])
    expect(earlier).toMatchObject({
      number: 6,
      startedAt: "2026-06-18T00:36:00.000Z",
      endedAt: "2026-06-18T00:36:00.000Z",
      durationMs: 0
    })
    const sent = host.engine.notifier.requests.map((request) => JSON.parse(String(request.body)).eventId)
    expect(new Set(sent)).toEqual(new Set([eventId]))
    await host.engine.clock.advanceTo("2026-06-20T15:59:59.999Z")
    expect((await retry()).status).toBe(202)
    await host.engine.clock.advanceTo("2026-06-20T16:00:00.001Z")
    expect(await retry()).toMatchObject({ status: 422, body: { error: { code: "EVENT_EXPIRED" } } })
    // By then the rows are deleted, and the id still tells.
    await host.pay()
    await host.engine.advance("30 days")
    expect((await host.admin("GET", `/v2/admin/webhooks/deliveries/${deliveryId}`)).status).toBe(404)
    expect(await retry()).toMatchObject({ status: 422, body: { error: { code: "EVENT_EXPIRED" } } })
    const never = await host.admin("POST", "/v2/admin/webhooks/deliveries/whd_never/retry")
    expect(never).toMatchObject({ status: 404, body: { error: { code: "NOT_FOUND" } } })
  })

  it("B78 stops at once when the webhook is deleted, pending retries included", async () => {
    const host = await startHost()
    host.engine.notifier.answerWith(() => 500)
    const { body } = await register(host)
    await host.pay()
    await host.engine.drain()
    const path = `/v2/webhooks/${body.data.webhookId}`
    expect((await host.ask("DELETE", path)).status).toBe(204)
    await host.engine.advance("1 day")
    expect(host.engine.notifier.requests).toHaveLength(1)
    expect((await host.ask("DELETE", path)).status).toBe(404)
    const [{ deliveryId }] = (await host.admin("GET", "/v2/admin/webhooks/deliveries")).body.data
    const retried = await host.admin("POST", `/v2/admin/webhooks/deliveries/${deliveryId}/retry`)
    expect([retried.status, retried.body.error.code]).toEqual([409, "STATE_CONFLICT"])
  })

  it("B79 B148 an administrator registers for a client and rotates the secret; both sign for a day", async () => {
    const host = await startHost()
    const registration = { clientId: "cli_sandbox", url, events: ["payment.settled"] }
    const { body, status } = await host.admin("POST", "/v2/admin/webhooks", registration)
    expect(status).toBe(201)
    const { webhookId } = body.data
    const shown = await host.ask("GET", `/v2/webhooks/${webhookId}`)
    expect(shown.body.data).toEqual(without(body.data, "signingSecret"))
    const rotated = await host.admin("POST", `/v2/admin/webhooks/${webhookId}/rotate-secret`, {
      clientId: "cli_sandbox"
    })
    expect(rotated.body.data.signingSecret).not.toBe(body.data.signingSecret)
    await host.pay()
    await host.engine.drain()
    const signature = (index: number) =>
      Object.entries(host.engine.notifier.requests[index]!.headers).find(
        ([name]) => name.toLowerCase() === "x-bank-signature"
      )![1]
    expect(signature(0)).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    const rawBody = String(host.engine.notifier.requests[0]!.body)
    const nowSeconds = Date.parse(startOfTests) / 1_000
    for (const [secret, expected] of [
      [body.data.signingSecret, true],
      [rotated.body.data.signingSecret, true],
      ["whsec_other", false]
    ]) {
      expect(verifySignature({ header: signature(0), rawBody, secret, nowSeconds })).toBe(expected)
    }
    await host.engine.advance("25 hours")
    await host.pay()
    await host.engine.drain()
    expect(signature(1)).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  })
})

describe("a receiver that hangs", () => {
  it("holds up the moves of time of its own client, within a bound, and of an administrator, but of no other client", async () => {
    const may = { scopes: ["payments:write", "webhooks:manage", "simulator:control"] } as const
    const [one, other] = [client("cli_one", may), client("cli_other", may)]
    const host = await startHost({ bank: { clients: [one, other] } })
    const { notifier } = host.engine
    const answer = Deferred.makeUnsafe<{ readonly status: number }>()
    notifier.answerWith(() => Deferred.await(answer))
    await host.ask("POST", "/v2/webhooks", { url, events: ["payment.settled"] }, keyOf(one))
    await host.pay({}, keyOf(one))
    await vi.waitFor(() => expect(notifier.requests).toHaveLength(1), { timeout: 20_000 })
    const patience = patienceByHand()
    /** Moves time by a second, while receivers keep it waiting for so long; answers when it was answered. */
    const advance = async (headers: Readonly<Record<string, string | undefined>>, waitMs: number) => {
      let isOver = false
      const move = host
        .ask("POST", "/v2/simulator/clock", { advance: "PT1S" }, headers)
        .finally(() => void (isOver = true))
      await patience.begun()
      patience.pass(waitMs)
      await host.ask("GET", "/v2/webhooks", undefined, keyOf(one))
      return { move, isOver: () => isOver, end: () => patience.pass(10_000) }
    }

    expect((await (await advance(keyOf(other), 300)).move).status).toBe(200)
    for (const headers of [keyOf(one), adminHeaders]) {
      const waiting = await advance(headers, 300)
      expect(waiting.isOver()).toBe(false)
      waiting.end()
      expect((await waiting.move).status).toBe(200)
    }
    await Effect.runPromise(Deferred.succeed(answer, { status: 200 }))
  })
})
