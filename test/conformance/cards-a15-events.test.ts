/** Section A15 of the requirement list: events and their delivery. */
import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { SignatureInvalid, verifyWebhook } from "../../plugins/cards/index.ts"
import { RiskModel } from "../../src/services/RiskModel.ts"
import { key, received, receiver, startMerchant, type Merchant } from "./merchant.ts"

/** Registers an endpoint and answers what arrives there, verified. */
const listen = async (merchant: Merchant, enabled_events: ReadonlyArray<string> = ["*"]) => {
  const { secret } = await merchant.endpoint({ enabled_events })
  return {
    secret: secret as string,
    events: async () => {
      await merchant.drain()
      return merchant.deliveries.map((request) => received(request, secret))
    }
  }
}

describe("A15: events", () => {
  it("C221 an event is delivered by POST to the registered endpoint", async () => {
    const merchant = await startMerchant()
    const { events } = await listen(merchant, ["payment.succeeded"])
    await merchant.pay()
    expect(await events()).toHaveLength(1)
    expect(merchant.deliveries[0]).toMatchObject({ url: receiver, headers: { "Content-Type": "application/json" } })
  })

  it("C222 data holds the full resource as it was at the time", async () => {
    const merchant = await startMerchant()
    const { events } = await listen(merchant)
    const held = await merchant.authorize()
    const captured = await merchant.post(`/v2/payments/${held.id}/capture`)
    const refund = await merchant.refund(held)
    const [created, , , succeeded, refunded] = (await events()).map(({ data }) => data)
    expect([created, succeeded, refunded]).toEqual([held, captured, refund])
  })

  it("C223 risk.flagged tells of a score above 75, and not of 75", async () => {
    for (const [score, flagged] of [
      [75, false],
      [76, true]
    ] as const) {
      const { pay, told } = await startMerchant({}, key, RiskModel.layerFixed(score))
      const { id, risk } = await pay()
      expect([risk.score, (await told(id)).includes("risk.flagged")]).toEqual([score, flagged])
    }
  })

  it("C225 dispute.created tells of a new dispute", async () => {
    const merchant = await startMerchant()
    const { events } = await listen(merchant, ["dispute.created"])
    const dispute = await merchant.dispute()
    expect((await events()).map(({ data }) => data)).toEqual([dispute])
  })

  it("C226 dispute.updated tells of a draft and of a submission", async () => {
    const merchant = await startMerchant()
    const { events } = await listen(merchant, ["dispute.updated"])
    const { id } = await merchant.dispute()
    const draft = await merchant.post(`/v2/disputes/${id}/evidence`, { receipt: "No. 17" })
    const sent = await merchant.post(`/v2/disputes/${id}/evidence`, { submit: true })
    expect((await events()).map(({ data }) => data)).toEqual([draft, sent])
  })

  it("C227 dispute.closed tells of a dispute that was won or lost", async () => {
    const merchant = await startMerchant()
    const { events } = await listen(merchant, ["dispute.closed"])
    const [won, lost] = [await merchant.dispute(), await merchant.dispute()]
    await merchant.post(`/v2/test_helpers/disputes/${won.id}/resolve`, { outcome: "won" })
    await merchant.post(`/v2/disputes/${lost.id}/accept`)
    const told = (await events()).map(({ data }) => [data["id"], data["status"]])
    expect(told).toEqual([
      [won.id, "won"],
      [lost.id, "lost"]
    ])
  })
})

/** A delivery of one event, with the secret of its endpoint. */
const delivered = async () => {
  const merchant = await startMerchant()
  const { secret } = await listen(merchant, ["payment.succeeded"])
  await merchant.pay()
  await merchant.drain()
  const { body: payload, headers } = merchant.deliveries[0]!
  const signature = headers["SVC-Signature"]!
  const [timestamp = "", hash = ""] = signature.split(",")
  return { ...merchant, secret, payload, signature, timestamp, hash }
}

const reasonOf = (verify: () => unknown): string => {
  try {
    verify()
    return "accepted"
  } catch (error) {
    return error instanceof SignatureInvalid ? error.reason : String(error)
  }
}

describe("A15: delivery", () => {
  it("C231 SVC-Signature is epoch seconds and a hash, with a comma between, on every delivery", async () => {
    const { answerWebhooksWith, deliveries, engine, pay, advance } = await delivered()
    answerWebhooksWith(() => 500)
    const paidAt = engine.clock.now().getTime()
    await pay()
    await advance("1 hour")
    expect(deliveries.length).toBeGreaterThan(3)
    for (const { headers } of deliveries) expect(headers["SVC-Signature"]).toMatch(/^[1-9]\d{9},[0-9a-f]{64}$/)
    const seconds = Number(deliveries[0]!.headers["SVC-Signature"]!.split(",")[0])
    // A test engine signs with its own time, so that two runs are equal to the byte.
    expect(seconds).toBe(Math.floor(paidAt / 1000))
  })

  it("C232 the hash is the hex HMAC-SHA256 of timestamp, dot and raw payload, under the endpoint's secret", async () => {
    const { hash, payload, secret, timestamp } = await delivered()
    expect(hash).toBe(createHmac("sha256", secret).update(`${timestamp}.${payload}`).digest("hex"))
  })

  it("C233 the verifier refuses a wrong hash wherever it differs, comparing all of it", async () => {
    const { hash, payload, secret, signature, timestamp } = await delivered()
    const receivedAt = new Date(Number(timestamp) * 1000)
    const verdict = (header: string, text = payload, under = secret) =>
      reasonOf(() => verifyWebhook({ payload: text, signature: header, secret: under, receivedAt }))
    expect(verdict(signature)).toBe("accepted")
    for (const at of [0, 31, 63]) {
      const wrong = `${hash.slice(0, at)}${hash[at] === "0" ? "1" : "0"}${hash.slice(at + 1)}`
      expect(verdict(`${timestamp},${wrong}`)).toBe("mismatch")
    }
    expect(verdict(signature, payload.replace("2000", "2001"))).toBe("mismatch")
    expect(verdict(signature, payload, `${secret}0`)).toBe("mismatch")
    // A shorter hash is no hash at all, so that its length tells nothing.
    for (const header of [`${timestamp},${hash.slice(1)}`, hash, "", ","]) expect(verdict(header)).toBe("malformed")
  })

  it("C234 the verifier refuses a timestamp more than 5 minutes old", async () => {
    const { payload, secret, signature, timestamp } = await delivered()
    const verdict = (secondsLater: number) =>
      reasonOf(() =>
        verifyWebhook({ payload, signature, secret, receivedAt: new Date((Number(timestamp) + secondsLater) * 1000) })
      )
    expect([verdict(0), verdict(300), verdict(301), verdict(86_400)]).toEqual([
      "accepted",
      "accepted",
      "expired",
      "expired"
    ])
  })

  it("C235 200 within 15 seconds is success, and nothing else is", async () => {
    const merchant = await startMerchant()
    const { id } = await merchant.endpoint({ enabled_events: ["payment.succeeded"] })
    for (const answer of [200, 201, 204, 301, 400, 410, 500, "timeout", "connect"] as const) {
      merchant.answerWebhooksWith(() => answer)
      await merchant.pay()
      await merchant.drain()
      const [delivery] = (await merchant.get(`/v2/webhook_endpoints/${id}/deliveries?limit=1`)).data
      expect([answer, delivery.status]).toEqual([answer, answer === 200 ? "delivered" : "pending"])
    }
    for (const { timeoutMs } of merchant.deliveries) expect(timeoutMs).toBe(15_000)
  })

  it("C236 otherwise it is tried again with exponential backoff, 8 times in all, over 48 hours", async () => {
    const merchant = await startMerchant()
    const { secret } = await listen(merchant, ["payment.succeeded"])
    const times: Array<number> = []
    const { clock } = merchant.engine
    merchant.answerWebhooksWith(() => {
      times.push(clock.now().getTime() / 1000)
      return 500
    })
    await merchant.pay()
    await merchant.advance("30 days")
    expect(times).toHaveLength(8)
    const waits = times.slice(1).map((time, at) => time - times[at]!)
    for (const [at, wait] of waits.slice(1).entries()) expect(wait / waits[at]!).toBeCloseTo(3, 1)
    expect(times.at(-1)! - times[0]!).toBe(48 * 3600)
    expect(new Set(merchant.deliveries.map(({ body }) => body)).size).toBe(1)
    for (const request of merchant.deliveries) expect(received(request, secret).type).toBe("payment.succeeded")
  })
})
