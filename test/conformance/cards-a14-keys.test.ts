/** Section A14 of the requirement list: authentication, regions, transport and the sandbox's test data. */
import { writeFileSync } from "node:fs"
import { request } from "node:https"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { startServer } from "../server/runningServer.ts"
import { selfSignedCertificate } from "../services/selfSignedCertificate.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { achOf, cardOf, europe, startMerchant } from "./merchant.ts"

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe("A14: keys, regions, transport", () => {
  it("C200 a request carries its secret key as a bearer token", async () => {
    const { refused, send } = await startMerchant()
    expect((await send("GET", "/v2/payments", undefined, bearer("sk_test_another_key"))).status).toBe(200)
    for (const authorization of [undefined, "sk_test_another_key", "Basic c2tfdGVzdA=="]) {
      const refusal = await refused("GET", "/v2/payments", undefined, { authorization })
      expect(refusal).toMatchObject({ status: 401, type: "authentication_error", code: "missing_api_key" })
    }
    for (const key of ["sk_test_short", "pk_test_0123456789", "sk_other_0123456789"]) {
      const refusal = await refused("GET", "/v2/payments", undefined, bearer(key))
      expect(refusal).toMatchObject({ status: 401, type: "authentication_error", code: "invalid_api_key" })
    }
  })

  it("C201 sk_test_ selects the sandbox", async () => {
    const { pay } = await startMerchant()
    expect((await pay({}, bearer("sk_test_another_key"))).livemode).toBe(false)
  })

  it("C202 sk_live_ selects production, where test keys are refused and test and live data never meet", async () => {
    const live = "sk_live_conformance"
    const accounts = [{ id: "acct_live", keys: [live] }]
    const { customer, refused } = await startMerchant({ mode: "production", accounts }, live)
    expect((await customer()).livemode).toBe(true)
    const refusal = await refused("GET", "/v2/customers", undefined, bearer("sk_test_another_key"))
    expect(refusal).toMatchObject({ status: 401, code: "test_key_in_production" })
  })

  it("C203 in sandbox mode live keys are rejected", async () => {
    const { refused } = await startMerchant()
    const refusal = await refused("GET", "/v2/payments", undefined, bearer("sk_live_0123456789"))
    expect(refusal).toMatchObject({ status: 401, type: "authentication_error", code: "live_key_in_sandbox" })
  })

  it("C204 no answer, event or page holds a secret key", async () => {
    const secret = "sk_test_verysecretkey"
    const { deliveries, drain, engine, get, pay, post, send } = await startMerchant({}, secret)
    await post("/v2/webhook_endpoints", { url: "https://shop.example.com/hooks", enabled_events: ["*"] })
    const waiting = await pay({ payment_method: "pm_card_3ds_required" })
    await drain()
    const page = await engine.fetch(new Request(waiting.next_action.redirect_url))
    const wrong = await send("GET", "/v2/payments", undefined, bearer(`${secret}!`))
    const texts = [JSON.stringify([waiting, await get("/v2/events"), deliveries]), await page.text(), wrong.text]
    for (const text of texts) expect(text).not.toContain("verysecretkey")
  })

  it("C205 SVC-Data-Region is us-east-1 unless it is eu-west-1 or ap-southeast-1", async () => {
    const { refused, send } = await startMerchant()
    const regionOf = async (region?: string) =>
      (await send("GET", "/v2/payments", undefined, { "svc-data-region": region })).headers.get("svc-data-region")
    expect(await regionOf()).toBe("us-east-1")
    for (const region of ["us-east-1", "eu-west-1", "ap-southeast-1"]) expect(await regionOf(region)).toBe(region)
    for (const region of ["eu-central-1", "EU-WEST-1", ""]) {
      const refusal = await refused("GET", "/v2/payments", undefined, { "svc-data-region": region })
      expect(refusal, region).toMatchObject({ status: 400, code: "invalid_region" })
    }
  })

  it("C206 what is made under eu-west-1 stays there", async () => {
    const { customer, get, pay, refused } = await startMerchant()
    const made = await customer({ name: "Ada Lovelace" }, europe)
    const paid = await pay({ customer: made.id }, europe)
    for (const region of ["us-east-1", "ap-southeast-1"]) {
      const elsewhere = { "svc-data-region": region }
      for (const path of [`/v2/customers/${made.id}`, `/v2/payments/${paid.id}`]) {
        expect((await refused("GET", path, undefined, elsewhere)).status).toBe(404)
      }
      expect((await get("/v2/events", elsewhere)).data).toEqual([])
    }
    expect(
      (await get("/v2/events", europe)).data.every((event: { region: string }) => event.region === "eu-west-1")
    ).toBe(true)
  })

  it("C207 TLS is spoken from version 1.2 on", async () => {
    const folder = temporaryFolder()
    const { cert, key } = selfSignedCertificate("localhost")
    writeFileSync(join(folder, "cert.pem"), cert)
    writeFileSync(join(folder, "key.pem"), key)
    const { address } = await startServer({
      BURSAR_TLS_CERT: join(folder, "cert.pem"),
      BURSAR_TLS_KEY: join(folder, "key.pem")
    })
    const overTls = (options: object) =>
      new Promise<number | undefined>((resolve, reject) => {
        const where = { host: "127.0.0.1", port: address.port, path: "/health", servername: "localhost", agent: false }
        request({ ...where, ca: cert, ...options }, (answer) => void resolve(answer.resume().statusCode))
          .once("error", reject)
          .end()
      })
    expect(await overTls({ maxVersion: "TLSv1.2" })).toBe(200)
    expect(await overTls({ minVersion: "TLSv1.3" })).toBe(200)
    // The lowest security level, so that the client would speak 1.1 if the server did.
    const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }
    await expect(overTls(old)).rejects.toThrow(/protocol version/i)
  })
})

describe("A14: test data", () => {
  /** Charges a card by its number. */
  const charge = async (number: string) => {
    const merchant = await startMerchant()
    const { id } = await merchant.tokenize(cardOf(number))
    const body = { amount: 2000, currency: "usd", payment_method: id }
    const answer = await merchant.send("POST", "/v2/payments", body)
    return { ...merchant, answer, error: answer.body.error }
  }

  const declinedAs = async (number: string, code: string) => {
    const { answer, error, payment } = await charge(number)
    expect([answer.status, error.type, error.code]).toEqual([402, "card_error", code])
    expect(await payment(error.payment_id)).toMatchObject({
      status: "failed",
      amount_captured: 0,
      failure: { code, source: "issuer" }
    })
  }

  it("C208 a card of each of four brands succeeds", async () => {
    for (const [number, brand] of [
      ["4242424242424242", "visa"],
      ["5555555555554444", "mastercard"],
      ["378282246310005", "amex"],
      ["6011111111111117", "discover"]
    ] as const) {
      const { answer, get } = await charge(number)
      expect(answer.body.status).toBe("succeeded")
      expect((await get(`/v2/payment_methods/${answer.body.payment_method}`)).card.brand).toBe(brand)
    }
  })

  it("C209 a card is declined", () => declinedAs("4000000000000002", "card_declined"))

  it("C210 a card has insufficient funds", () => declinedAs("4000000000009995", "insufficient_funds"))

  it("C211 a card has expired", () => declinedAs("4000000000000069", "expired_card"))

  it("C212 a card's security code is wrong", () => declinedAs("4000000000000127", "incorrect_cvc"))

  it("C213 a card is fraudulent: refused whatever the rules, and flagged", async () => {
    const { answer, error, get, payment, told } = await charge("4100000000000019")
    expect([answer.status, error.code]).toEqual([402, "fraudulent"])
    const { risk, status } = await payment(error.payment_id)
    expect({ status, ...risk }).toMatchObject({ status: "failed", outcome: "blocked", level: "critical" })
    expect(risk.score).toBeGreaterThan(75)
    expect(await told(error.payment_id)).toContain("risk.flagged")
    expect((await get(`/v2/ledger/entries?source=${error.payment_id}`)).data).toEqual([])
  })

  it("C214 a card requires 3D Secure", async () => {
    const { answer, authenticate, post } = await charge("4000000000003220")
    expect(answer.body.status).toBe("requires_action")
    await authenticate(answer.body)
    expect((await post(`/v2/payments/${answer.body.id}/confirm`)).status).toBe("succeeded")
  })

  it("C215 a card takes 3D Secure and does not insist on it", async () => {
    const { answer, get } = await charge("4000000000003055")
    expect(answer.body.status).toBe("succeeded")
    const { card } = await get(`/v2/payment_methods/${answer.body.payment_method}`)
    expect(card.three_d_secure).toBe("optional")
  })

  it("C216 a card whose 3D Secure fails: the payment is declined", async () => {
    const { answer, authenticate, payment, refused } = await charge("4000008400001629")
    expect(answer.body.status).toBe("requires_action")
    await authenticate(answer.body)
    const refusal = await refused("POST", `/v2/payments/${answer.body.id}/confirm`)
    expect(refusal).toMatchObject({ status: 402, type: "card_error", code: "card_declined" })
    expect((await payment(answer.body.id)).status).toBe("failed")
  })

  /** Debits an account and waits until its bank has answered. */
  const debit = async (number: string) => {
    const { advance, invariants, pay, payment, tokenize, told } = await startMerchant()
    const { id } = await tokenize(achOf(number))
    const made = await pay({ payment_method: id })
    // The second business day after a Thursday is a Monday.
    expect(made).toMatchObject({ status: "pending", amount_captured: 0, settles_at: "2026-01-19T00:00:00Z" })
    await advance("5 days")
    expect(await invariants()).toEqual({ ok: true, failures: [] })
    return { settled: await payment(made.id), events: await told(made.id) }
  }

  it("C217 a bank account is debited", async () => {
    const { events, settled } = await debit("000123456789")
    expect(settled).toMatchObject({ status: "succeeded", amount_captured: 2000 })
    expect(events.at(-1)).toBe("payment.succeeded")
  })

  it("C218 a bank account is closed", async () => {
    const { events, settled } = await debit("000111111113")
    expect(settled).toMatchObject({ status: "failed", failure: { code: "account_closed" } })
    expect(events.at(-1)).toBe("payment.failed")
  })

  it("C219 a bank account has insufficient funds", async () => {
    const { settled } = await debit("000222222227")
    expect(settled).toMatchObject({ status: "failed", failure: { code: "insufficient_funds" } })
  })

  it("C220 any future expiry, any 3-digit code and any postal code are taken", async () => {
    const { pay, refused, tokenize } = await startMerchant()
    for (const [card, postal_code] of [
      [{ exp_month: 1, exp_year: 2026, cvc: "000" }, "10115"],
      [{ exp_month: 12, exp_year: 9999, cvc: "999" }, "SW1A 1AA"],
      [{ exp_month: 6, exp_year: 2031, cvc: "123" }, "〒100-8111"]
    ] as const) {
      const billing_details = { address: { postal_code } }
      const { id } = await tokenize({ ...cardOf("4242424242424242", card), billing_details })
      expect((await pay({ payment_method: id })).status).toBe("succeeded")
    }
    const past = cardOf("4242424242424242", { exp_month: 12, exp_year: 2025 })
    expect(await refused("POST", "/v2/payment_methods", past)).toMatchObject({ status: 400, code: "invalid_expiry" })
  })
})
