/** Receivers of webhooks: what the client believes is what the engine's own verifier believes. */
import * as Result from "effect/Result"
import { createHmac } from "node:crypto"
import { describe, expect, it, onTestFinished } from "vitest"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { Bursar, webhooks } from "../../src/client/index.ts"
import { verifySignature } from "../../src/index.ts"
import { TestEngine } from "../../src/testing/index.ts"

const url = "https://shop.example/hook"

const start = async () => {
  const engine = await TestEngine.make({ plugins: [cards(), bank()] })
  onTestFinished(engine.close)
  const options = { baseUrl: "http://engine.test", secretKey: "sk_test_ofTheClient1", bank: testClient }
  return { engine, bursar: new Bursar({ ...options, fetch: engine.fetch }) }
}

describe("a delivery", () => {
  it.each(["literal", "prefixed"] as const)(
    "of cards in the %s format is read with the engine's clock",
    async (format) => {
      const { bursar, engine } = await start()
      const { secret } = await bursar.webhookEndpoints.create({
        url,
        enabled_events: ["payment.succeeded"],
        signature_format: format
      })
      const { id } = await bursar.payments.create({ amount: 2000, currency: "usd", payment_method: "pm_card_visa" })
      await engine.drain()
      const [{ body, headers }] = engine.notifier.requests as never as [
        { body: string; headers: Record<string, string> }
      ]
      const signature = new Headers(headers).get("svc-signature")
      const read = (now: () => Date) => bursar.webhooks.constructEvent(body, signature, String(secret), { now })
      const event = await read(engine.clock.now)
      if (event.type !== "payment.succeeded") throw new Error(event.type)
      // Of a succeeded payment the data are a payment, by type.
      expect([event.data.id, event.data.amount_captured]).toEqual([id, 2000])
      await engine.advance("6 minutes")
      await expect(read(engine.clock.now)).rejects.toMatchObject({ type: "signature", reason: "expired" })
    }
  )

  it("of the bank is read", async () => {
    const { bursar, engine } = await start()
    const { data: hook } = await bursar.bank.webhooks.create({ url, events: ["compliance.hold"] })
    const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" } as const
    const party = { accountType: "checking", address } as const
    const { data } = await bursar.bank.payments.create({
      amount: 125_000,
      originator: { ...party, name: "Example Supplies", accountNumber: "1234567890", routingNumber: "099900014" },
      beneficiary: { ...party, name: "Test Sanctioned Person", accountNumber: "9000000000", routingNumber: "099900027" }
    })
    await engine.drain()
    const [{ body, headers }] = engine.notifier.requests as never as [{ body: string; headers: Record<string, string> }]
    const signature = new Headers(headers).get("x-bank-signature")
    const options = { now: engine.clock.now }
    const event = await webhooks.constructBankEvent(body, signature, hook.signingSecret ?? "", options)
    expect(event.eventType).toBe("compliance.hold")
    expect(event.data).toMatchObject({ paymentId: data.paymentId })
  })
})

const secret = "whsec_of_the_test"
const payload = `{"id":"evt_1","object":"event","type":"payment.succeeded"}`
const nowSeconds = 1_768_500_000
const hexOf = (text: string, key = secret, at = nowSeconds) =>
  createHmac("sha256", key).update(`${at}.${text}`).digest("hex")
const good = hexOf(payload)

interface Case {
  readonly header: string
  readonly payload?: string
  readonly secret?: string
  readonly tolerance?: number
  readonly expected: "valid" | "malformed" | "expired" | "mismatch"
}

const cases: Readonly<Record<string, Case>> = {
  "a good one": { header: `${nowSeconds},${good}`, expected: "valid" },
  "a good prefixed one": { header: `t=${nowSeconds},v1=${good}`, expected: "valid" },
  "spaces after the comma": { header: `t=${nowSeconds}, v1=${good}`, expected: "valid" },
  "one of two secrets": { header: `t=${nowSeconds},v1=${hexOf(payload, "other")},v1=${good}`, expected: "valid" },
  "a later scheme beside it": { header: `t=${nowSeconds},v2=abc,v1=${good}`, expected: "valid" },
  "another body": { header: `${nowSeconds},${good}`, payload: `${payload} `, expected: "mismatch" },
  "another secret": { header: `${nowSeconds},${good}`, secret: "whsec_other", expected: "mismatch" },
  "no secret": { header: `${nowSeconds},${hexOf(payload, "")}`, secret: "", expected: "mismatch" },
  "another time than was signed": { header: `${nowSeconds - 1},${good}`, expected: "mismatch" },
  "five minutes ago": { header: `${nowSeconds - 300},${hexOf(payload, secret, nowSeconds - 300)}`, expected: "valid" },
  "longer ago": { header: `${nowSeconds - 301},${hexOf(payload, secret, nowSeconds - 301)}`, expected: "expired" },
  "far ahead": { header: `${nowSeconds + 301},${hexOf(payload, secret, nowSeconds + 301)}`, expected: "expired" },
  "a tolerance of nothing": { header: `${nowSeconds},${good}`, tolerance: Number.NaN, expected: "expired" },
  "upper case": { header: `${nowSeconds},${good.toUpperCase()}`, expected: "malformed" },
  "a short signature": { header: `${nowSeconds},${good.slice(1)}`, expected: "malformed" },
  "two times": { header: `t=${nowSeconds},t=${nowSeconds},v1=${good}`, expected: "malformed" },
  "no time": { header: `v1=${good}`, expected: "malformed" },
  "a time with a sign": { header: `+${nowSeconds},${good}`, expected: "malformed" },
  "no signature": { header: `t=${nowSeconds}`, expected: "malformed" },
  "an empty header": { header: "", expected: "malformed" },
  "a header without end": { header: `t=${nowSeconds}${`,v1=${good}`.repeat(20)}`, expected: "malformed" }
}

const constructed = async (of: Case): Promise<string> => {
  const options = { now: () => new Date(nowSeconds * 1000 + 999), toleranceSeconds: of.tolerance }
  try {
    await webhooks.constructEvent(of.payload ?? payload, of.header, of.secret ?? secret, options)
    return "valid"
  } catch (error) {
    return (error as { readonly reason: string }).reason
  }
}

describe("a signature", () => {
  it.each(Object.entries(cases))("with %s is believed as the engine's verifier believes it", async (_, of) => {
    const theirs = verifySignature({
      payload: of.payload ?? payload,
      header: of.header,
      secret: of.secret ?? secret,
      nowSeconds,
      toleranceSeconds: of.tolerance
    })
    const reason = Result.match(theirs, { onSuccess: () => "valid", onFailure: ({ reason }) => reason })
    expect([await constructed(of), reason]).toEqual([of.expected, of.expected])
  })

  it("covers the bytes as they came", async () => {
    const options = { now: () => new Date(nowSeconds * 1000) }
    const bytes = new TextEncoder().encode(`{"id":"evt_ü"}`)
    const header = `${nowSeconds},${hexOf(`{"id":"evt_ü"}`)}`
    expect(await webhooks.constructEvent(bytes, header, secret, options)).toEqual({ id: "evt_ü" })
  })

  it("covers no body that was parsed before, or never came", async () => {
    const header = `${nowSeconds},${hexOf(payload)}`
    for (const body of [JSON.parse(payload), undefined, new ArrayBuffer(8)]) {
      await expect(webhooks.constructEvent(body as string, header, secret)).rejects.toMatchObject({
        type: "usage",
        message: expect.stringContaining("as it arrived")
      })
    }
  })

  it("that did not come is malformed, and system time counts where no clock is given", async () => {
    await expect(webhooks.constructEvent(payload, undefined, secret)).rejects.toMatchObject({ reason: "malformed" })
    await expect(webhooks.constructEvent(payload, ["a", "b"], secret)).rejects.toMatchObject({ reason: "malformed" })
    await expect(webhooks.constructEvent(payload, `1000,${hexOf(payload, secret, 1000)}`, secret)).rejects.toThrow(
      "The webhook signature is not valid (expired)"
    )
  })
})
