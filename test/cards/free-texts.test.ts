import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { CardsApi } from "../../plugins/cards/api.ts"
import { compliance, disputes, payments, testAccount } from "../../plugins/cards/index.ts"
import { leakingFields } from "../freeTexts.ts"
import { storedText } from "../store/storedText.ts"
import { startHost } from "./host.ts"

/** Fields that are judged elsewhere, by how their paths end, with the reason why no card number in them is kept. */
const judgedElsewhere: Readonly<Record<string, string>> = {
  ".idempotency_key": "kept as a keyed hash",
  ".routing_number": "has nine digits",
  ".date_of_birth": "must be a date",
  ".document_front": "an image, kept as a digest",
  ".document_back": "an image, kept as a digest",
  ".selfie": "an image, kept as a digest",
  "/v2/webhook_endpoints.url": "refused by the core's rules of URLs",
  "/v2/webhook_endpoints/:id.url": "refused by the core's rules of URLs",
  ".enabled_events[]": "must name event types"
}

/** Spellings of 5555555555554444, some glued to a security code or an expiry date. */
const spellings = [
  "5555555555554444",
  "5555 5555 5555 4444",
  "5555-5555-5555-4444",
  "5555.5555.5555.4444",
  "5555_5555_5555_4444",
  "5555/5555/5555/4444",
  "5555555555554444987",
  "55555555555544441226",
  "5555 5555 5555 4444987",
  "５５５５５５５５５５５５４４４４",
  "٥٥٥٥٥٥٥٥٥٥٥٥٤٤٤٤",
  "5555\u200B5555\u200B5555\u200B4444",
  "5\u200D5\u200D5\u200D5\u200D5\u200D5\u200D5\u200D5\u200D5\u200D5\u200D5\u200D5\u200D4\u200D4\u200D4\u200D4",
  "5555\u00A05555\u00A05555\u00A04444"
]

/** The digits of a text in ASCII, with nothing between them but what is no digit and no separator. */
const condensed = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\s._/\\\p{Pd}\p{Cf}]/gu, "")

const holdsNumber = (text: string): boolean => condensed(text).includes("5555555555554444")

describe("C54: free text", () => {
  it("is masked by the schema of every field of every body", () => {
    const forgotten = leakingFields(CardsApi).filter((path) =>
      Object.keys(judgedElsewhere).every((end) => !path.endsWith(end))
    )
    expect(forgotten).toEqual([])
  })

  it("leaves no card number in what is stored, nor in answers, however it is spelled", async () => {
    const folder = await mkdtemp(join(tmpdir(), "bursar-free-texts-"))
    onTestFinished(() => rm(folder, { recursive: true }))
    const { ask, engine } = await startHost({ folder })
    const answers: Array<string> = []
    const send = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
      const reply = await ask("POST", `/v2/${path}`, body, headers)
      answers.push(reply.text)
      return reply
    }
    for (const [at, text] of spellings.entries()) {
      const isPrintable = /^[\x20-\x7e]+$/.test(text)
      const customer = await send("customers", {
        email: `${"abcdefghijklmnop"[at]}${text.replaceAll(/\s/g, "")}@example.com`,
        name: `Ada ${text}`,
        address: { line1: text, city: text },
        metadata: { [text]: text }
      })
      expect(customer.status).toBe(200)
      await send(`customers/${customer.body.id}`, { name: text, metadata: { note: text } })
      const payment = await send(
        "payments",
        {
          amount: 2000,
          currency: "usd",
          payment_method: "pm_card_visa",
          description: text,
          metadata: { [text]: text },
          client: { device_id: text, user_agent: text }
        },
        isPrintable ? { "idempotency-key": `key ${at} ${text}` } : {}
      )
      expect(payment.status).toBe(200)
      const dispute = await send("test_helpers/disputes", { payment_id: payment.body.id, reason: "general" })
      expect((await send(`disputes/${dispute.body.id}/evidence`, { receipt: text })).status).toBe(200)
      expect((await send("compliance/sanctions", { name: `Ada ${text}` })).status).toBe(200)
      expect((await send("test_helpers/screening_entries", { name: `Zed ${text}` })).status).toBe(200)
      const rule = { when: { amount: { gte: 90_000_000 } }, action: "review" }
      expect((await send("risk/rules", { ...rule, name: text })).status).toBe(200)
      expect((await send("risk/rules", { ...rule, name: "A", when: { customer: { eq: text } } })).status).toBe(400)
      const url = `https://shop.example.com/${encodeURIComponent(text)}`
      const endpoint = await send("webhook_endpoints", { url, enabled_events: ["*"] })
      expect(endpoint.body.error).toMatchObject({ code: "parameter_invalid", param: "url" })
      expect(endpoint.body.error.message).toContain("card number")
      const returning = { amount: 2000, currency: "usd", payment_method: "pm_card_3ds_required", return_url: url }
      expect((await send("payments", returning)).body.error.param).toBe("return_url")
      answers.push((await ask("GET", `/v2/payments/${encodeURIComponent(text)}`)).text)
      answers.push((await ask("GET", `/v2/nothing/${encodeURIComponent(text)}`)).text)
      answers.push((await ask("GET", "/v2/events?limit=100")).text)
    }
    const stored = await storedText(engine, folder)
    expect(stored).toContain("4444")
    expect(holdsNumber(stored)).toBe(false)
    expect(answers.filter(holdsNumber)).toEqual([])
    expect(holdsNumber(`…${spellings.at(-3)}…`)).toBe(true)
  })

  it("is masked for callers in process, too", async () => {
    const { engine } = await startHost()
    const caller = await engine.caller({ principal: testAccount("acct_host") })
    for (const text of spellings) {
      const command = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa", description: text } as const
      const payment = await engine.call(payments.create(caller, command, { client: { deviceId: text } }))
      const dispute = await engine.call(disputes.open(caller, { paymentId: payment.id, reason: "general" }))
      const evidence = { receipt: text, refundPolicy: text }
      const answered = await engine.call(disputes.respondWith(caller, dispute.id, { evidence, submit: false }))
      const screened = await engine.call(compliance.screen(caller, { name: `Ada ${text}`, entityType: "individual" }))
      expect([payment, answered, screened].filter((shown) => holdsNumber(JSON.stringify(shown)))).toEqual([])
      expect(Object.keys(answered.evidence)).toEqual(["receipt", "refundPolicy"])
    }
  })
})
