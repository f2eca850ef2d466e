/** Live mode with a processor outside: tokens, payments and 3D Secure over HTTP, with lost answers. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { acquirersAt } from "../../examples/16-live-processor/acquirer.ts"
import { startProcessor } from "../../examples/16-live-processor/processor.ts"
import { Acquirer } from "../../plugins/cards/acquirer/Acquirer.ts"
import type { AcquirerImplementation } from "../../plugins/cards/acquirer/AcquirerImplementation.ts"
import { acquirerSuite } from "../../plugins/cards/acquirer/acquirerSuite.ts"
import { checkInvariants } from "../../plugins/cards/ledger/invariants.ts"
import * as payments from "../../plugins/cards/payments/repository.ts"
import { sandbox } from "../../plugins/cards/sandbox/acquirer.ts"
import { staticPaymentMethod } from "../../plugins/cards/sandbox/static-payment-methods.ts"
import { Store } from "../../src/services/Store.ts"
import { startHost } from "./host.ts"
import { start, startLive } from "./live.ts"

describe("the contract suite over HTTP", async () => {
  const processor = await startProcessor()
  afterAll(processor.close)
  const paysBy = (acquirerToken: string) => ({ ...staticPaymentMethod("pm_card_visa")!, acquirerToken })
  const fixture = {
    acquirers: acquirersAt(processor.url),
    approved: paysBy("src_tok_1"),
    declined: paysBy("src_tok_poor"),
    mode: "live" as const,
    takenMinor: (payment: string) =>
      [...processor.charges.values()].find((charge) => charge.payment === payment)?.takenMinor ?? 0,
    cardToken: () => "tok_1",
    destination: "src_btok_1",
    sentMinor: (payout: string) => processor.payouts.get(payout) ?? 0
  }
  it.each(acquirerSuite(fixture))("$name", ({ run }) => run())

  it("finds one out that makes another card of the same token, or sends a payout twice", async () => {
    let made = 0
    const sent = new Map<string, number>()
    const acquirers = Acquirer.make({
      ...sandbox,
      tokenize: () => ({
        outcome: "tokenized",
        token: String(made++),
        card: { brand: "visa", last4: "4242", expMonth: 1, expYear: 2040, country: "US", fingerprint: "f" }
      }),
      payout: ({ amountMinor, reference }) => {
        sent.set(reference, (sent.get(reference) ?? 0) + amountMinor)
        return { outcome: "sent" }
      }
    })
    const sentMinor = (payout: string) => sent.get(payout) ?? 0
    const broken: Array<string> = []
    for (const { name, run } of acquirerSuite({ ...fixture, acquirers, sentMinor }).slice(-2)) {
      await run().catch(() => broken.push(name))
    }
    expect(broken).toEqual([
      "keeps what a token stands for, the same for the same reference",
      "sends a payout once however often it is asked"
    ])
  })
})

describe("tokens", () => {
  it("become payment methods with what the processor knows, and a fingerprint that is ours", async () => {
    const { ask, post } = await start()
    const { body, status } = await ask("POST", "/v2/payment_methods", { type: "card", processor_token: "tok_1" })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      livemode: true,
      card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040, country: "US", three_d_secure: "optional" }
    })
    expect(body.card.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    const again = await post("/v2/payment_methods", { type: "card", processor_token: "tok_1" })
    expect(again.card.fingerprint).toBe(body.card.fingerprint)
    expect(JSON.stringify(body)).not.toContain("src_tok_1")
  })

  it("are requested once under a key, also when the answer is sent again", async () => {
    const { ask, processor } = await start()
    const send = () =>
      ask("POST", "/v2/payment_methods", { type: "card", processor_token: "tok_1" }, { "idempotency-key": "k" })
    const [first, second] = [await send(), await send()]
    expect(second.text).toBe(first.text)
    expect(processor.requests.filter((path) => path === "tokens")).toHaveLength(1)
  })

  it.each([
    ["a card", "/v2/payment_methods", { type: "card", processor_token: "tok_1" }],
    [
      "a bank account",
      "/v2/bank_accounts",
      { country: "US", currency: "usd", account_holder_name: "Ada Lovelace", processor_token: "btok_1" }
    ]
  ])("are used up once although an answer is lost, of %s", async (_, path, fields) => {
    const { ask, post, processor } = await start()
    const customer = (await post("/v2/customers", { email: "ada@example.com" })).id
    const send = (key: string, body: object = {}) =>
      ask("POST", path, { ...fields, customer, ...body }, { "idempotency-key": key })
    processor.script.lose = 1
    expect((await send("k")).status).toBe(503)
    expect((await send("k")).status).toBe(200)
    const used = () => [...processor.answers.keys()].filter((key) => key.startsWith("tokens ")).length
    expect(used()).toBe(1)
    // Under another key, and for another request under a key of which nothing was kept, it is asked for anew.
    processor.script.lose = 1
    await send("k2")
    await send("k2", { processor_token: `${fields.processor_token}1` })
    expect(used()).toBe(3)
  })

  it.each([
    ["refused by the processor", { type: "card", processor_token: "tok_bad" }, "processor_token", "used up"],
    [
      "numbers that this server does not take",
      { type: "card", card: { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" } },
      "card",
      "processor_token"
    ],
    [
      "a token beside a number",
      {
        type: "card",
        processor_token: "tok_1",
        card: { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" }
      },
      "card",
      "left out"
    ]
  ])("%s: 400 that names the parameter, and nothing is stored", async (_, body, param, words) => {
    const { ask } = await start()
    const refused = await ask("POST", "/v2/payment_methods", body)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatchObject({ code: "parameter_invalid", param })
    expect(refused.body.error.message).toContain(words)
  })

  it("of the other type, or without an answer: 503, to be sent again", async () => {
    const { ask, processor } = await start()
    const mixed = await ask("POST", "/v2/payment_methods", { type: "card", processor_token: "btok_1" })
    expect([mixed.status, mixed.body.error.code]).toEqual([503, "unavailable"])
    processor.script.lose = 1
    const lost = await ask("POST", "/v2/payment_methods", { type: "card", processor_token: "tok_1" })
    expect([lost.status, lost.headers.get("retry-after")]).toEqual([503, "1"])
  })

  it("are refused in words where no processor is connected, live and in the sandbox", async () => {
    const { ask } = await startLive(undefined)
    const body = { type: "card", processor_token: "tok_1" }
    expect((await ask("POST", "/v2/payment_methods", body)).body.error.message).toContain("No processor is connected")
    const sandboxHost = await startHost()
    const refused = await sandboxHost.ask("POST", "/v2/payment_methods", body)
    expect([refused.status, refused.body.error.param]).toEqual([400, "processor_token"])
  })
})

describe("card numbers", () => {
  it("reach an acquirer that takes them, and nothing of them is stored", async () => {
    const seen: Array<unknown> = []
    const implementation: AcquirerImplementation = {
      ...sandbox,
      takesNumbers: true,
      tokenize: ({ source }) => {
        seen.push(source.kind === "card" ? [source.number, source.expMonth] : source.kind)
        return { outcome: "refused", code: "invalid_card_number", message: "No such card" }
      }
    }
    const { ask } = await startLive(Layer.succeed(Acquirer, Acquirer.make(implementation)) as never)
    const card = { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" }
    const { body, status } = await ask("POST", "/v2/payment_methods", { type: "card", card })
    expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_card_number", "card"])
    // Redacted: a log of the request shows no number.
    expect(JSON.stringify(seen)).not.toContain("4242424242424242")
    expect(seen).toHaveLength(1)
  })
})

describe("a live payment", () => {
  it("is captured, declined by the issuer, and refunded when the processor says so", async () => {
    const { advance, card, notify, pay, post, processor, shown } = await start()
    const payment = await pay()
    expect(payment).toMatchObject({ status: "succeeded", livemode: true, amount_captured: 2000 })
    const poor = await pay({ payment_method: await card("tok_poor") })
    expect(poor.error.code).toBe("insufficient_funds")

    const refund = await post("/v2/refunds", { payment_id: payment.id, amount: 500 })
    await advance("1 minute")
    expect((await shown(`/v2/refunds/${refund.id}`)).status).toBe("pending")
    const arrived = { type: "refund", refund: refund.id, outcome: "succeeded" } as const
    expect((await notify(arrived)).body).toEqual({ taken: 1 })
    expect((await shown(`/v2/refunds/${refund.id}`)).status).toBe("succeeded")
    // The same again, and late: nothing changes.
    expect((await notify(arrived)).status).toBe(200)
    expect(processor.charges.get("ch_1")!.takenMinor).toBe(1500)
  })

  it("whose answer is lost is asked about again and taken once", async () => {
    const { advance, card, pay, processor, shown } = await start()
    const method = await card()
    processor.script.lose = 1
    const payment = await pay({ payment_method: method })
    expect(payment.status).toBe("pending")
    await advance("1 minute")
    expect((await shown(`/v2/payments/${payment.id}`)).status).toBe("succeeded")
    expect([...processor.charges.values()].map(({ takenMinor }) => takenMinor)).toEqual([2000])
  })

  it("is refunded although the processor answers nothing for half a day", async () => {
    const { advance, pay, post, processor } = await start()
    const payment = await pay()
    processor.script.lose = 15
    await post("/v2/refunds", { payment_id: payment.id, amount: 500 })
    await advance("1 day")
    expect(processor.requests.filter((path) => path === "refunds")).toHaveLength(16)
  })
})

describe("3D Secure by the processor", () => {
  const challenged = async () => {
    const started = await start()
    const payment = await started.pay({
      payment_method: await started.card("tok_3ds"),
      return_url: "https://shop.example/done"
    })
    return { ...started, payment }
  }

  it("sends the browser to the processor, believes only the processor, and confirms once", async () => {
    const { ask, payment, processor, shown } = await challenged()
    expect(payment).toMatchObject({
      status: "requires_action",
      next_action: { redirect_url: "https://processor.example/3ds/ch_1" }
    })
    const early = await ask("POST", `/v2/payments/${payment.id}/confirm`, {})
    expect(early.body.error.code).toBe("authentication_pending")

    processor.charges.get("ch_1")!.authenticated = "succeeded"
    const answered = await ask("POST", `/v2/payments/${payment.id}/confirm`, {})
    // Nobody came back yet: confirming asks the processor itself.
    expect(answered.body.status).toBe("succeeded")
    expect((await shown(`/v2/payments/${payment.id}`)).amount_captured).toBe(2000)
    expect(processor.charges.get("ch_1")!.takenMinor).toBe(2000)
  })

  it("that succeeds after 24 hours is too late, and confirming says why the payment failed", async () => {
    const { advance, ask, payment, processor } = await challenged()
    const confirm = () => ask("POST", `/v2/payments/${payment.id}/confirm`, {})
    processor.charges.get("ch_1")!.authenticated = "succeeded"
    await advance("24 hours")
    for (const answered of [await confirm(), await confirm()]) {
      expect([answered.status, answered.body.error.code]).toEqual([402, "card_declined"])
      expect(answered.body.error.message).toContain("within 24 hours")
    }
  })

  it("fails the payment when the processor says that the cardholder failed", async () => {
    const { notify, payment, shown } = await challenged()
    expect((await notify({ type: "authentication", payment: payment.id, outcome: "failed" })).status).toBe(200)
    expect(await shown(`/v2/payments/${payment.id}`)).toMatchObject({ status: "failed" })
  })

  it("is not replaced by a page of ours, on which anybody could say yes", async () => {
    const { ask } = await startLive(
      Layer.succeed(
        Acquirer,
        Acquirer.make({
          ...sandbox,
          tokenize: () => ({
            outcome: "tokenized",
            token: "t",
            card: {
              brand: "visa",
              last4: "0000",
              expMonth: 1,
              expYear: 2040,
              country: "FR",
              fingerprint: "f",
              threeDSecure: "required"
            }
          }),
          authorize: ({ payment }) => ({ outcome: "authorized", acquirerReference: payment })
        })
      ) as never
    )
    const { body: method } = await ask("POST", "/v2/payment_methods", { type: "card", processor_token: "tok" })
    const { body, status } = await ask("POST", "/v2/payments", {
      amount: 90_000,
      currency: "eur",
      payment_method: method.id
    })
    expect([status, body.error.message]).toEqual([402, expect.stringContaining("must be authenticated")])
  })
})

it("an authorization that nobody captured is given back by the processor too, until it answers", async () => {
  const { advance, pay, processor, shown } = await start()
  const payment = await pay({ capture_method: "manual" })
  processor.script.lose = 2
  await advance("7 days")
  expect((await shown(`/v2/payments/${payment.id}`)).authorization.state).toBe("expired")
  await advance("10 minutes")
  const voids = [...processor.answers.keys()].filter((key) => key.startsWith("voids "))
  expect(processor.requests.filter((path) => path === "voids").length).toBeGreaterThan(1)
  expect(voids).toHaveLength(1)
})

it("C78: an authorization that is not asked for again, since its customer was blocked, can be canceled", async () => {
  const { advance, ask, card, host, pay, post, processor, shown } = await start()
  const customer = (await post("/v2/customers", { email: "ada@example.com", name: "Ada Lovelace" })).id
  const payment_method = await card()
  processor.script.lose = 2
  const held = await pay({ payment_method, customer, capture_method: "manual" })
  const taken = await pay({ payment_method, customer })
  const cancel = (id: string) => ask("POST", `/v2/payments/${id}/cancel`)
  expect((await cancel(held.id)).body.error.code).toBe("payment_unexpected_state")
  await post(`/v2/customers/${customer}`, { address: { country: "IR" } })
  await advance("3 days")
  expect((await cancel(held.id)).body).toMatchObject({ status: "canceled", amount_captured: 0 })
  expect((await cancel(taken.id)).status).toBe(402)
  expect((await shown(`/v2/payments/${taken.id}`)).status).toBe("pending")
  expect(processor.requests.filter((path) => path === "voids")).toHaveLength(2)
  const kept = Effect.gen(function* () {
    const region = yield* Effect.flatMap(Store, (store) => store.region(store.home))
    const found = yield* payments.byId(region, "acct_shop/live", taken.id)
    return { intent: found?.payment.intent, audit: yield* checkInvariants(region, "acct_shop/live") }
  })
  const wayBack = { url: expect.stringContaining("/v2/3ds/"), returnUrl: null }
  expect(await host.engine.call(kept)).toMatchObject({
    intent: { operation: "authorize", wayBack },
    audit: { ok: true, failures: [] }
  })
})

it("a bank account may end in letters where it has an IBAN, and in the US ends in digits", async () => {
  const accountOf = async (routingNumber: string | null, country: string) => {
    const bankAccount = { bankName: "Bank of Valletta", routingNumber, last4: "001S", fingerprint: "f" }
    const tokenize = () => ({ outcome: "tokenized", token: "t", bankAccount }) as const
    const acquirers = Layer.succeed(Acquirer, Acquirer.make({ ...sandbox, tokenize }))
    const { post } = await startLive(acquirers as never)
    const { id: customer } = await post("/v2/customers", { email: "ada@example.com" })
    const holder = { account_holder_name: "Ada Lovelace", processor_token: "btok_1" }
    return post("/v2/bank_accounts", { customer, country, currency: "eur", ...holder })
  }
  expect(await accountOf(null, "MT")).toMatchObject({ last4: "001S", country: "MT" })
  expect((await accountOf("110000000", "US")).error.code).toBe("unavailable")
})

it.each([
  ["EL", "GR"],
  ["gb", "GB"],
  ["XK", undefined],
  ["EU", undefined]
])("a card that the processor says is of %s is one of %s, as ISO 3166-1 has it", async (said, country) => {
  const card = { brand: "visa", last4: "4242", expMonth: 1, expYear: 2040, country: said, fingerprint: "f" } as const
  const tokenize = () => ({ outcome: "tokenized", token: "t", card }) as const
  const acquirers = Layer.succeed(Acquirer, Acquirer.make({ ...sandbox, tokenize }))
  const { post } = await startLive(acquirers as never)
  const made = await post("/v2/payment_methods", { type: "card", processor_token: "tok_1" })
  expect([made.card?.country, made.error?.code]).toEqual([country, country === undefined ? "unavailable" : undefined])
})

describe("the page to which the processor sends the browser back", () => {
  it("asks the processor, keeps what it says, and sends the browser on", async () => {
    const { card, host, pay, processor, shown } = await start()
    const wayBack: Array<string> = []
    processor.script.onCharge = ({ returnUrl }) => void wayBack.push(returnUrl)
    const payment = await pay({ payment_method: await card("tok_3ds"), return_url: "https://shop.example/done" })
    const back = wayBack[0]!.replace("https://shop.example", "http://host.test")
    const visit = () => host.engine.fetch(new Request(back, { redirect: "manual" }))

    // Not over yet: the browser goes on, and the payment still waits.
    expect((await visit()).headers.get("location")).toBe(`https://shop.example/done?payment_id=${payment.id}`)
    expect((await shown(`/v2/payments/${payment.id}`)).status).toBe("requires_action")
    processor.charges.get("ch_1")!.authenticated = "failed"
    // Two at once, as of a browser that loads the page twice.
    expect((await Promise.all([visit(), visit()])).map(({ status }) => status)).toEqual([303, 303])
    expect((await shown(`/v2/payments/${payment.id}`)).status).toBe("failed")

    const pressed = await host.engine.fetch(
      new Request(back, { method: "POST", body: new URLSearchParams({ result: "succeeded" }) })
    )
    expect(await pressed.text()).not.toContain("<button")
    expect((await shown(`/v2/payments/${payment.id}`)).status).toBe("failed")
  })

  it("takes no button's word for a live payment", async () => {
    const { card, host, pay, processor, shown } = await start()
    const wayBack: Array<string> = []
    processor.script.onCharge = ({ returnUrl }) => void wayBack.push(returnUrl)
    const payment = await pay({ payment_method: await card("tok_3ds") })
    const back = wayBack[0]!.replace("https://shop.example", "http://host.test")
    await host.engine.fetch(new Request(back, { method: "POST", body: new URLSearchParams({ result: "succeeded" }) }))
    const confirmed = await shown(`/v2/payments/${payment.id}`)
    expect([confirmed.status, confirmed.next_action.redirect_url]).toEqual([
      "requires_action",
      "https://processor.example/3ds/ch_1"
    ])
  })
})
