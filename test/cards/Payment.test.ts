import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { balanceChanges } from "../../src/domain/Ledger.ts"
import { makeSeededRandom } from "../../src/domain/Id.ts"
import * as Payment from "../../plugins/cards/payments/Payment.ts"

const now = Date.parse("2026-01-15T09:30:00Z")
const day = 86_400_000

const risk: Payment.PaymentRisk = {
  score: 0,
  level: "low",
  signals: [],
  outcome: "approved",
  model: "test",
  rulesTriggered: []
}

const command = (more: Partial<Payment.CreatePayment> = {}): Payment.CreatePayment => ({
  amountMinor: 2000,
  currency: "usd",
  paymentMethod: "pm_card_visa",
  ...more
})

const facts = (more: Partial<Payment.PaymentFacts> = {}): Payment.PaymentFacts => ({
  id: "pay_1",
  scope: "acct_1/test",
  now,
  livemode: false,
  risk,
  flagged: false,
  decline: undefined,
  ...more
})

const declined: Payment.PaymentDecline = { code: "card_declined", message: "No", source: "issuer" }
const at = { now: now + 1000, scope: "acct_1/test" }
const authorized = Payment.create(command({ captureMethod: "manual" }), facts()).state
const types = (decision: Payment.PaymentDecision) => decision.events.map((event) => event.type)

/** What the journals leave on an account, debits positive. */
const left = (decision: Pick<Payment.PaymentDecision, "entries">, account: string) =>
  balanceChanges(decision.entries).find((change) => change.account === account)?.changeMinor ?? 0

describe("a new payment", () => {
  it("C105: automatic capture succeeds with all of the amount captured", () => {
    const decision = Payment.create(command(), facts())
    expect(decision.state).toMatchObject({ state: "captured", amountCapturedMinor: 2000 })
    expect(Payment.statusOf[decision.state.state]).toBe("succeeded")
    expect(types(decision)).toEqual(["payment.created", "payment.succeeded"])
    expect(left(decision, "merchant.available")).toBe(-2000)
    expect(left(decision, "hold.outstanding")).toBe(0)
    expect(decision.jobs).toEqual([])
  })

  it("C106: manual capture authorizes, holds the money and waits 7 days for a capture", () => {
    const decision = Payment.create(command({ captureMethod: "manual" }), facts())
    expect(decision.state).toMatchObject({ state: "authorized", amountCapturedMinor: 0, captureBefore: now + 7 * day })
    expect(Payment.statusOf[decision.state.state]).toBe("pending")
    expect(types(decision)).toEqual(["payment.created", "payment.authorized"])
    expect(left(decision, "hold.outstanding")).toBe(-2000)
    expect(left(decision, "merchant.available")).toBe(0)
    expect(decision.jobs).toMatchObject([{ name: "cards.payment.expire", key: "pay_1", dueAt: now + 7 * day }])
  })

  it("is stored when it is declined, and moves no money", () => {
    const decision = Payment.create(command(), facts({ decline: declined }))
    expect(decision.state).toMatchObject({ state: "failed", amountCapturedMinor: 0, decline: declined })
    expect(types(decision)).toEqual(["payment.created", "payment.failed"])
    expect(decision.entries).toEqual([])
    expect(decision.jobs).toEqual([])
  })

  it("C223: tells of a flagged risk, whether it was taken or not", () => {
    expect(types(Payment.create(command(), facts({ flagged: true })))).toContain("risk.flagged")
    expect(types(Payment.create(command(), facts({ flagged: true, decline: declined })))).toContain("risk.flagged")
    expect(types(Payment.create(command(), facts()))).not.toContain("risk.flagged")
  })
})

describe("capture", () => {
  it("C171: takes all of the authorization when no amount is given", () => {
    const decision = Result.getOrThrow(Payment.capture(authorized, {}, at))
    expect(decision.state).toMatchObject({ state: "captured", amountCapturedMinor: 2000, release: null })
    expect(decision.cancelledJobs).toEqual([{ name: "cards.payment.expire", key: "pay_1" }])
    expect(left(decision, "hold.outstanding")).toBe(2000)
  })

  it("C110: gives the rest of a partial capture back within 5 to 10 business days", () => {
    const decision = Result.getOrThrow(Payment.capture(authorized, { amountMinor: 1200 }, at))
    // From Thursday, 15 January 2026: 7 and 10 business days on.
    expect(decision.state).toMatchObject({
      state: "partially_captured",
      amountCapturedMinor: 1200,
      release: { amountMinor: 800, expectedBy: Date.parse("2026-01-29T09:30:01Z") }
    })
    expect(decision.jobs).toMatchObject([{ name: "cards.payment.release", dueAt: Date.parse("2026-01-26T09:30:01Z") }])
    expect(left(decision, "hold.outstanding")).toBe(1200)
    expect(left({ entries: Payment.release(decision.state) }, "hold.outstanding")).toBe(800)
  })

  it("C109: refuses more than was authorized", () => {
    expect(Result.flip(Payment.capture(authorized, { amountMinor: 2001 }, at))).toMatchObject({
      success: { _tag: "CaptureAmountTooLarge", authorizedMinor: 2000 }
    })
  })

  it("refuses to capture at the moment of expiry, although the job has not run yet", () => {
    const justBefore = Payment.capture(authorized, {}, { ...at, now: now + 7 * day - 1 })
    const atExpiry = Payment.capture(authorized, {}, { ...at, now: now + 7 * day })
    expect(Result.isSuccess(justBefore)).toBe(true)
    expect(Result.flip(atExpiry)).toMatchObject({ success: { code: "payment_expired" } })
  })
})

/** Every state a payment can be in, made by the rules themselves. */
const states: Readonly<Record<string, Payment.Payment>> = {
  authorized,
  "captured at once": Payment.create(command(), facts()).state,
  captured: Result.getOrThrow(Payment.capture(authorized, {}, at)).state,
  "partially captured": Result.getOrThrow(Payment.capture(authorized, { amountMinor: 1 }, at)).state,
  canceled: Result.getOrThrow(Payment.cancel(authorized)).state,
  expired: Payment.expire(authorized)!.state,
  failed: Payment.create(command({ captureMethod: "manual" }), facts({ decline: declined })).state
}

describe("what each state refuses", () => {
  it.each([
    ["captured at once", "payment_not_capturable"],
    ["captured", "payment_already_captured"],
    ["partially captured", "payment_already_captured"],
    ["canceled", "payment_unexpected_state"],
    ["expired", "payment_expired"],
    ["failed", "payment_not_capturable"]
  ])("C172: capture of a payment that is %s answers %s", (state, code) => {
    expect(Result.flip(Payment.capture(states[state]!, {}, at))).toMatchObject({ success: { code } })
  })

  it.each([
    ["captured at once", "payment_not_cancelable"],
    ["captured", "payment_not_cancelable"],
    ["partially captured", "payment_not_cancelable"],
    ["canceled", "payment_unexpected_state"],
    ["expired", "payment_expired"],
    ["failed", "payment_unexpected_state"]
  ])("C114: cancel of a payment that is %s answers %s", (state, code) => {
    expect(Result.flip(Payment.cancel(states[state]!))).toMatchObject({ success: { code } })
  })

  it("expiry leaves every payment alone that is not waiting for a capture", () => {
    const others = Object.entries(states).filter(([name]) => name !== "authorized")
    expect(others.map(([, payment]) => Payment.expire(payment))).toEqual(others.map(() => undefined))
  })
})

describe("whatever happens in whatever order", () => {
  it("captured ≤ authorized, holds end at zero, and a final state never changes", () => {
    const random = makeSeededRandom(42)
    for (let round = 0; round < 300; round++) {
      const created = Payment.create(command({ captureMethod: "manual", amountMinor: 50 + (random() % 5000) }), facts())
      let payment = created.state
      const entries = [...created.entries]
      for (let step = 0; step < 6; step++) {
        const amountMinor = 1 + (random() % 6000)
        const choices: ReadonlyArray<() => Result.Result<Payment.PaymentDecision, unknown>> = [
          () => Payment.capture(payment, { amountMinor }, at),
          () => Payment.capture(payment, {}, at),
          () => Payment.cancel(payment),
          () => Result.fromNullishOr(Payment.expire(payment), () => "nothing to expire")
        ]
        const tried = choices[random() % choices.length]!()
        if (Result.isFailure(tried)) continue
        expect(payment.state).toBe("authorized")
        payment = tried.success.state
        entries.push(...tried.success.entries, ...Payment.release(payment))
      }
      expect(payment.amountCapturedMinor).toBeLessThanOrEqual(payment.amountMinor)
      const all = { entries }
      const held = payment.state === "authorized" ? payment.amountMinor : 0
      expect(left(all, "hold.outstanding") + held).toBe(0)
      expect(left(all, "merchant.available") + payment.amountCapturedMinor).toBe(0)
    }
  })
})
