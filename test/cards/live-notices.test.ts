/** Live mode with a processor outside: what it reports by itself about debits, payouts and disputes, late, twice and forged. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { acquirersAt } from "../../examples/16-live-processor/acquirer.ts"
import { startProcessor } from "../../examples/16-live-processor/processor.ts"
import { Acquirer } from "../../plugins/cards/acquirer/Acquirer.ts"
import * as customers from "../../plugins/cards/customers/operations.ts"
import { checkInvariants } from "../../plugins/cards/ledger/invariants.ts"
import { testAccount } from "../../plugins/cards/principal.ts"
import { decide } from "../../src/domain.ts"
import { Engine } from "../../src/engine/Engine.ts"
import { carryOutUnkeyed, Store } from "../../src/plugin.ts"
import { startHost } from "./host.ts"
import { start, startLive } from "./live.ts"

const settledBalance = async (shown: (path: string) => Promise<any>) =>
  (await shown("/v2/balance")).available.find(({ currency }: any) => currency === "usd")?.amount ?? 0

describe("a live bank debit", () => {
  it("settles, or comes back, when the processor says so", async () => {
    const { notify, pay, post, shown } = await start()
    const method = await post("/v2/payment_methods", { type: "us_bank_account", processor_token: "btok_1" })
    expect(method.us_bank_account).toMatchObject({ bank_name: "First Bank", last4: "6789" })
    const settles = await pay({ payment_method: method.id })
    const returns = await post("/v2/payments", { amount: 700, currency: "usd", payment_method: method.id })
    expect([settles.status, returns.status]).toEqual(["pending", "pending"])
    await notify({ type: "debit", payment: settles.id, outcome: "settled" })
    const closed = { outcome: "declined", code: "account_closed", message: "The account is closed" } as const
    await notify({ type: "debit", payment: returns.id, outcome: closed })
    expect((await shown(`/v2/payments/${settles.id}`)).status).toBe("succeeded")
    expect((await shown(`/v2/payments/${returns.id}`)).status).toBe("failed")
  })

  it("that comes back after it had settled is a dispute that is lost, also beside a refund, and the log says so", async () => {
    const { ask, logged, notify, pay, post, shown } = await start()
    const method = await post("/v2/payment_methods", { type: "us_bank_account", processor_token: "btok_1" })
    const { id } = await pay({ payment_method: method.id })
    const declined = { outcome: "declined", code: "insufficient_funds", message: "Not enough money" } as const
    for (const outcome of ["settled", "settled", declined] as const) {
      expect(logged.filter((line) => line.includes("the books do not allow"))).toEqual([])
      expect((await notify({ type: "debit", payment: id, outcome })).status).toBe(200)
      if (outcome === "settled") await ask("POST", "/v2/refunds", { payment_id: id, amount: 250 })
    }
    await notify({ type: "debit", payment: id, outcome: declined })
    expect(logged.filter((line) => line.includes("the books do not allow"))).toHaveLength(1)
    expect((await shown(`/v2/payments/${id}`)).status).toBe("succeeded")
    expect((await shown("/v2/disputes")).data).toMatchObject([{ payment_id: id, amount: 2000, status: "lost" }])
    expect(await settledBalance(shown)).toBe(-500)
  })
})

describe("a live payout", () => {
  const paidOut = async () => {
    const started = await start()
    const { host, post } = started
    await started.pay({ amount: 50_000 })
    const customer = await post("/v2/customers", { email: "ada@example.com", name: "Ada Lovelace" })
    const account = await post("/v2/bank_accounts", {
      customer: customer.id,
      country: "US",
      currency: "usd",
      account_holder_name: "Ada Lovelace",
      processor_token: "btok_1"
    })
    expect(account).toMatchObject({ status: "verified", bank_name: "First Bank", last4: "6789", livemode: true })
    const principal = { ...testAccount("acct_shop"), mode: "live" as const }
    const caller = await host.engine.caller({ principal })
    // Identity verification is not part of what is tested here.
    const verified = customers.change(caller, customer.id, (before) =>
      decide({ state: { ...before, kycStatus: "verified" } })
    )
    await host.engine.call(carryOutUnkeyed(caller.store, verified))
    const payout = await post("/v2/payouts", { amount: 10_000, currency: "usd", destination: account.id })
    return { ...started, payout }
  }

  it("leaves with the batch, is sent once although an answer is lost, and arrives when the processor says so", async () => {
    const { advance, notify, payout, processor, shown } = await paidOut()
    expect(payout.status).toBe("pending")
    processor.script.lose = 1
    await advance("3 days")
    expect(processor.requests.filter((path) => path === "payouts").length).toBeGreaterThan(2)
    expect([...processor.payouts]).toEqual([[payout.id, 10_000]])
    // Its time of arrival has passed, and nobody but the processor knows.
    expect((await shown(`/v2/payouts/${payout.id}`)).status).toBe("in_transit")
    await notify({ type: "payout", payout: payout.id, outcome: "paid" })
    expect((await shown(`/v2/payouts/${payout.id}`)).status).toBe("paid")
  })

  it("is asked about once a day for two weeks, also when the first answer comes after two days, and the log says how it ended", async () => {
    const { advance, logged, payout, processor } = await paidOut()
    const asked = () => processor.requests.filter((path) => path === "payouts").length
    await advance("14 hours")
    processor.script.lose = 52
    await advance("2 days")
    await advance("20 hours")
    expect([asked(), [...processor.payouts]]).toEqual([53, [[payout.id, 10_000]]])
    await advance("20 days")
    expect(asked()).toBe(53 + 14)
    expect(logged.filter((line) => line.includes("what has become of a payout"))).toHaveLength(1)
  })

  it("C79: is not asked for again while its customer is under an embargo", async () => {
    const { advance, host, payout, post, processor, shown } = await paidOut()
    const sent = () => processor.requests.filter((path) => path === "payouts").length
    processor.script.lose = 1
    await advance("52210 seconds")
    expect([sent(), (await shown(`/v2/payouts/${payout.id}`)).status]).toEqual([1, "in_transit"])
    const { customer } = await shown(`/v2/bank_accounts/${payout.destination}`)
    await post(`/v2/customers/${customer}`, { address: { country: "IR" } })
    await advance("1 hour")
    expect(sent()).toBe(1)
    await post(`/v2/customers/${customer}`, { address: { country: "US" } })
    await advance("2 hours")
    expect(sent()).toBe(2)
    await post(`/v2/customers/${customer}`, { address: { country: "IR" } })
    await advance("5 days")
    // It is on its way: asking moves no money.
    expect(sent()).toBeGreaterThan(5)
    expect(await host.engine.call(Effect.flatMap(Engine, (engine) => engine.deadJobs))).toEqual([])
  })

  it("gives the money back when the processor cannot send it", async () => {
    const { advance, notify, payout, shown } = await paidOut()
    const before = await settledBalance(shown)
    await advance("1 day")
    const fault = { code: "account_closed", message: "The account is closed" }
    const failed = { type: "payout", payout: payout.id, outcome: "failed", fault } as const
    for (const time of ["first", "second"]) expect((await notify(failed)).status, time).toBe(200)
    expect(await shown(`/v2/payouts/${payout.id}`)).toMatchObject({ status: "failed", failure: fault })
    expect(await settledBalance(shown)).toBe(before + 10_000)
  })

  const fault = { code: "account_closed", message: "The account is closed" }

  it.each([
    ["paid", "failed"],
    ["paid", "returned"],
    ["returned", "paid"],
    ["failed", "returned"]
  ] as const)("gives the money back, once, when %s comes before %s", async (...outcomes) => {
    const { advance, notify, payout, shown } = await paidOut()
    const before = await settledBalance(shown)
    await advance("1 day")
    for (const outcome of outcomes) {
      const said = outcome === "paid" ? { outcome } : { outcome, fault }
      expect((await notify({ type: "payout", payout: payout.id, ...said })).status).toBe(200)
    }
    expect(await shown(`/v2/payouts/${payout.id}`)).toMatchObject({ status: "failed", failure: fault })
    expect(await settledBalance(shown)).toBe(before + 10_000)
  })

  it("B9: that comes back after five business days is the merchant's again all the same, once", async () => {
    const { advance, notify, payout, shown } = await paidOut()
    const before = await settledBalance(shown)
    await advance("1 day")
    await notify({ type: "payout", payout: payout.id, outcome: "paid" })
    await notify({ type: "payout", payout: payout.id, outcome: "paid" })
    await advance("8 days")
    for (const time of ["first", "second"])
      expect((await notify({ type: "payout", payout: payout.id, outcome: "returned", fault })).status, time).toBe(200)
    expect(await shown(`/v2/payouts/${payout.id}`)).toMatchObject({ status: "failed", failure: fault })
    expect(await settledBalance(shown)).toBe(before + 10_000)
  })
})

describe("notices", () => {
  const opened = (payment: string, more: object = {}) =>
    ({ type: "dispute_opened", payment, acquirerDispute: "dp_1", reason: "fraudulent", ...more }) as const

  it("open a dispute once, take its evidence to the issuer, and close it", async () => {
    const { advance, ask, notify, pay, processor, shown } = await start()
    const payment = await pay()
    for (const time of ["first", "second"]) expect((await notify(opened(payment.id))).status, time).toBe(200)
    const { data } = await shown(`/v2/disputes?payment_id=${payment.id}`)
    expect(data).toMatchObject([{ status: "needs_response", amount: 2000, reason: "fraudulent" }])

    processor.script.lose = 1
    await ask("POST", `/v2/disputes/${data[0].id}/evidence`, { receipt: "No. 18", submit: true })
    await advance("2 minutes")
    expect(processor.requests.filter((path) => path === "evidence").length).toBeGreaterThan(1)
    const lost = { type: "dispute_closed", payment: payment.id, acquirerDispute: "dp_1", outcome: "lost" } as const
    expect((await notify(lost)).status).toBe(200)
    expect((await shown(`/v2/disputes/${data[0].id}`)).status).toBe("lost")
    expect((await notify(lost)).status).toBe(200)
  })

  const contradictions = (logged: ReadonlyArray<string>) =>
    logged.filter((line) => line.includes("the books do not allow"))

  it.each([
    ["won", "lost"],
    ["lost", "won"]
  ] as const)(
    "that a dispute was %s, and later %s, leave it as it ended, and the log says so",
    async (first, second) => {
      const { logged, notify, pay, shown } = await start()
      const payment = await pay()
      const closed = { type: "dispute_closed", payment: payment.id, acquirerDispute: "dp_1" } as const
      await notify(opened(payment.id))
      for (const outcome of [first, first]) expect((await notify({ ...closed, outcome })).status).toBe(200)
      expect(contradictions(logged)).toEqual([])
      expect((await notify({ ...closed, outcome: second })).status).toBe(200)
      expect(contradictions(logged)).toHaveLength(1)
      expect((await shown(`/v2/disputes?payment_id=${payment.id}`)).data).toMatchObject([{ status: first }])
    }
  )

  it("alone decide a dispute that nobody answered in time: evidence may have gone another way", async () => {
    const { advance, logged, notify, pay, shown } = await start()
    const payment = await pay()
    await notify(opened(payment.id))
    await advance("15 days")
    expect((await shown("/v2/disputes")).data).toMatchObject([{ status: "under_review" }])
    expect(await settledBalance(shown)).toBe(0)
    const won = { type: "dispute_closed", payment: payment.id, acquirerDispute: "dp_1", outcome: "won" } as const
    expect((await notify(won)).status).toBe(200)
    expect((await shown("/v2/disputes")).data).toMatchObject([{ status: "won", evidence_details: { past_due: true } }])
    expect(await settledBalance(shown)).toBe(2000)
    expect(contradictions(logged)).toEqual([])
  })

  it("of a processor's test system alone decide its disputes, and it is sent the evidence", async () => {
    const processor = await startProcessor()
    onTestFinished(processor.close)
    const { live } = acquirersAt(processor.url)
    const layers = Layer.succeed(Acquirer, { live, test: live })
    const { ask, engine } = await startHost({ engine: { layers } as never })
    const card = await ask("POST", "/v2/payment_methods", { type: "card", processor_token: "tok_1" })
    const order = { amount: 2000, currency: "usd", payment_method: card.body.id }
    const pay = async () => (await ask("POST", "/v2/payments", order)).body.id as string
    const [id, silent] = [await pay(), await pay()]
    const signed = processor.signed([opened(id), opened(silent)])
    expect((await ask("POST", "/v2/acquirer_notices", signed.body, signed.headers)).status).toBe(200)
    const of = async (payment: string) => (await ask("GET", `/v2/disputes?payment_id=${payment}`)).body.data[0]
    await ask("POST", `/v2/disputes/${(await of(id)).id}/evidence`, { receipt: "No. 18", submit: true })
    await engine.clock.advance("60 days")
    expect(processor.requests.filter((path) => path === "evidence")).toHaveLength(1)
    expect([(await of(id)).status, (await of(silent)).status]).toEqual(["under_review", "under_review"])
  })

  it("of a second dispute wait for the end of the first, and are the operator's after two weeks", async () => {
    const { advance, host, logged, notify, pay, shown } = await start()
    const [first, endless] = [await pay(), await pay()]
    for (const { id } of [first, endless]) {
      await notify(opened(id, { amountMinor: 500, respondBy: Date.parse("2026-06-01") }))
      for (const time of ["first", "second"]) {
        const second = opened(id, { acquirerDispute: "dp_2", reason: "duplicate", amountMinor: 700 })
        expect((await notify(second)).status, time).toBe(200)
      }
    }
    expect(contradictions(logged)).toEqual([])
    await notify({ type: "dispute_closed", payment: first.id, acquirerDispute: "dp_1", outcome: "lost" })
    await advance("16 days")
    expect((await shown(`/v2/disputes?payment_id=${first.id}`)).data).toMatchObject([
      { amount: 700, reason: "duplicate" },
      { amount: 500, status: "lost" }
    ])
    const [dead, ...others] = await host.engine.call(Effect.flatMap(Engine, (engine) => engine.deadJobs))
    expect(dead).toMatchObject({ name: "cards.dispute.open_reported", payload: { payment: endless.id } })
    expect(dead!.lastError).toContain("payment_disputed")
    expect(others).toEqual([])
  })

  it.each([
    [500, 2000, "payment_disputed"],
    [2000, 2000, "payment_disputed"],
    [500, 2100, "payment_disputed"]
  ])("B8: after a refund of %i open a dispute of %i, which the merchant's balance bears", async (...of) => {
    const [refunded, amount, code] = of
    const { ask, host, notify, pay, shown } = await start()
    const { id } = await pay()
    const refund = (body: object = {}) => ask("POST", "/v2/refunds", { payment_id: id, ...body })
    await refund({ amount: refunded })
    expect((await notify(opened(id, { amountMinor: amount }))).status).toBe(200)
    expect((await shown("/v2/disputes")).data).toMatchObject([{ amount, status: "needs_response" }])
    expect(await settledBalance(shown)).toBe(2000 - refunded - amount)
    expect((await refund()).body.error.code).toBe(code)
    const audit = Effect.gen(function* () {
      const store = yield* Store
      return yield* checkInvariants(yield* store.region(store.home), "acct_shop/live")
    })
    expect(await host.engine.call(audit)).toEqual({ ok: true, failures: [] })
    await notify({ type: "dispute_closed", payment: id, acquirerDispute: "dp_1", outcome: "won" })
    expect(await settledBalance(shown)).toBe(2000 - refunded)
    expect((await refund()).status).toBe(refunded === 2000 ? 400 : 200)
    expect(await host.engine.call(audit)).toEqual({ ok: true, failures: [] })
  })

  it.each(["canceled", "refunded"])(
    "of a dispute about money that was %s are logged, and the operator's",
    async (how) => {
      const { advance, ask, host, logged, notify, pay } = await start()
      const payment = await pay({ capture_method: how === "canceled" ? "manual" : "automatic" })
      if (how === "canceled") await ask("POST", `/v2/payments/${payment.id}/cancel`)
      else await ask("POST", "/v2/refunds", { payment_id: payment.id })
      expect((await notify(opened(payment.id))).status).toBe(200)
      expect(contradictions(logged)).toHaveLength(1)
      await advance("15 days")
      const dead = await host.engine.call(Effect.flatMap(Engine, (engine) => engine.deadJobs))
      expect(dead).toMatchObject([{ name: "cards.dispute.open_reported", payload: { payment: payment.id } }])
    }
  )

  it("of a debit that come before the answer that they follow are taken, and change the payment as soon as it is there", async () => {
    const { advance, notify, pay, post, processor, shown } = await start()
    const method = await post("/v2/payment_methods", { type: "us_bank_account", processor_token: "btok_1" })
    processor.script.lose = 1
    const { id } = await pay({ payment_method: method.id })
    for (const time of ["first", "second"]) {
      expect((await notify({ type: "debit", payment: id, outcome: "settled" })).status, time).toBe(200)
    }
    expect((await shown(`/v2/payments/${id}`)).status).toBe("pending")
    await advance("2 minutes")
    expect((await shown(`/v2/payments/${id}`)).status).toBe("succeeded")
  })

  it.each(["a capture that was not answered", "a debit that has not settled"])(
    "of a dispute about %s are taken, and open it when they can",
    async (what) => {
      const { advance, ask, notify, pay, post, processor, shown } = await start()
      const bankAccount = { type: "us_bank_account", processor_token: "btok_1" }
      const { id } = what.includes("debit")
        ? await pay({ payment_method: (await post("/v2/payment_methods", bankAccount)).id })
        : await pay({ capture_method: "manual" })
      processor.script.lose = 1
      if (!what.includes("debit")) await ask("POST", `/v2/payments/${id}/capture`)
      for (const time of ["first", "second"]) expect((await notify(opened(id))).status, time).toBe(200)
      expect((await shown("/v2/disputes")).data).toEqual([])
      if (what.includes("debit")) await notify({ type: "debit", payment: id, outcome: "settled" })
      await advance("2 minutes")
      expect((await shown("/v2/disputes")).data).toMatchObject([{ payment_id: id, status: "needs_response" }])
    }
  )

  it("of a payment that waits because its customer is blocked are taken, and the operator's after two weeks", async () => {
    const { advance, card, host, notify, pay, post, processor } = await start()
    const customer = await post("/v2/customers", { email: "ada@example.com", name: "Ada Lovelace" })
    const method = await card()
    processor.script.lose = 1
    const { id } = await pay({ payment_method: method, customer: customer.id })
    await post(`/v2/customers/${customer.id}`, { address: { country: "IR" } })
    const closed = { type: "dispute_closed", payment: id, acquirerDispute: "dp_1", outcome: "lost" } as const
    const authenticated = { type: "authentication", payment: id, outcome: "succeeded" } as const
    for (const notice of [opened(id), closed, authenticated]) expect((await notify(notice)).status).toBe(200)
    await advance("16 days")
    const dead = await host.engine.call(Effect.flatMap(Engine, (engine) => engine.deadJobs))
    const kept = ["dispute.close_reported", "dispute.open_reported", "payment.reported", "payment.resume"]
    expect(dead.map(({ name }) => name).toSorted()).toEqual(kept.map((name) => `cards.${name}`))
  })

  it("of the end of a dispute wait two weeks for its opening, and are the operator's then", async () => {
    const { advance, host, logged, notify, pay, shown } = await start()
    const [late, never] = [await pay(), await pay()]
    for (const payment of [late, late, never]) {
      const won = { type: "dispute_closed", payment: payment.id, acquirerDispute: "dp_1", outcome: "won" } as const
      expect((await notify(won)).status).toBe(200)
    }
    expect(logged.filter((line) => line.includes("never opened"))).toHaveLength(3)
    await advance("13 days")
    // Its time to answer was over when it was reported.
    expect((await notify(opened(late.id, { respondBy: Date.parse("2026-01-20") }))).status).toBe(200)
    await advance("2 days")
    expect((await shown("/v2/disputes")).data).toMatchObject([{ payment_id: late.id, status: "won" }])
    const [dead, ...others] = await host.engine.call(Effect.flatMap(Engine, (engine) => engine.deadJobs))
    expect(dead).toMatchObject({ name: "cards.dispute.close_reported", payload: { payment: never.id, outcome: "won" } })
    expect(dead!.lastError).toContain("reported dispute_closed before what it follows")
    expect(others).toEqual([])
  })

  it("are refused when forged, passed over when they are about somebody else's, and unknown without a processor", async () => {
    const { notify } = await start()
    const notice = opened("pay_of_another_system")
    expect((await notify(notice, { "x-signature": "0".repeat(64) })).status).toBe(401)
    expect((await notify(notice)).status).toBe(200)
    const { ask } = await startLive(undefined)
    expect((await ask("POST", "/v2/acquirer_notices", "{}")).status).toBe(404)
  })

  it("that nobody can read are answered with 503", async () => {
    const { notify, pay } = await start()
    expect((await notify({ type: "dispute_opened", payment: "pay_1" } as never)).status).toBe(503)
    const { id } = await pay()
    // Microseconds, more than there are dates, and the year 10000.
    for (const respondBy of [Date.parse("2026-02-01") * 1_000, 9e15, 253_402_300_800_000]) {
      expect((await notify(opened(id, { respondBy }))).status).toBe(503)
    }
    expect((await notify(opened(id, { respondBy: 253_402_300_799_999 }))).status).toBe(200)
  })

  it("longer than 1 MiB are refused", async () => {
    const { ask } = await start()
    expect((await ask("POST", "/v2/acquirer_notices", "x".repeat(1_100_000))).status).toBe(413)
  })
})
