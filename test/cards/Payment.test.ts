import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { balanceChanges } from "../../src/domain/Ledger.ts"
import { makeSeededRandom } from "../../src/domain/Id.ts"
import type { AuthorizeAnswer } from "../../plugins/cards/acquirer/answers.ts"
import * as Authentication from "../../plugins/cards/payments/Authentication.ts"
import * as Authorization from "../../plugins/cards/payments/Authorization.ts"
import * as Capture from "../../plugins/cards/payments/Capture.ts"
import type * as Payment from "../../plugins/cards/payments/Payment.ts"
import { paymentMachine, statusOf } from "../../plugins/cards/payments/PaymentState.ts"

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

const command = (more: Partial<Payment.ChosenPayment> = {}): Payment.ChosenPayment => ({
  amountMinor: 2000,
  currency: "usd",
  paymentMethod: "pm_card_visa",
  ...more
})

const yes: AuthorizeAnswer = { outcome: "authorized", acquirerReference: "ref_1" }
const no: AuthorizeAnswer = { outcome: "declined", code: "card_declined", message: "No" }
const later: AuthorizeAnswer = { outcome: "submitted", acquirerReference: "ref_1", settlesAt: now + 4 * day }

const answeredBy = (answer: AuthorizeAnswer): Authorization.FirstStep => ({ kind: "answered", answer })

const facts = (more: Partial<Authorization.PaymentFacts> = {}): Authorization.PaymentFacts => ({
  id: "pay_1",
  scope: "acct_1/test",
  now,
  livemode: false,
  offSession: false,
  risk,
  sca: null,
  flagged: false,
  step: answeredBy(yes),
  ...more
})

const create = (more: Partial<Payment.ChosenPayment> = {}, found: Partial<Authorization.PaymentFacts> = {}) =>
  Authorization.create(command(more), facts(found))

const challenge: Authorization.FirstStep = {
  kind: "challenged",
  authentication: { status: "pending", redirectUrl: "https://host/3ds/t", returnUrl: null, expiresAt: now + day }
}

const authenticated = (payment: Payment.Payment, result: Authentication.AuthenticationResult) =>
  Result.getOrThrow(Authentication.authenticated(payment, result, now + 1000)).state

const at = { now: now + 1000, scope: "acct_1/test" }
const authorized = create({ captureMethod: "manual" }).state
const waiting = create({}, { step: challenge }).state
const types = (decision: Payment.PaymentDecision) => decision.events.map((event) => event.type)

/** What the journals leave on an account, debits positive. */
const left = (decision: Pick<Payment.PaymentDecision, "entries">, account: string) =>
  balanceChanges(decision.entries).find((change) => change.account === account)?.changeMinor ?? 0

describe("a new payment", () => {
  it("C105: automatic capture succeeds with all of the amount captured", () => {
    const decision = create()
    expect(decision.state).toMatchObject({ state: "captured", amountCapturedMinor: 2000 })
    expect(statusOf[decision.state.state]).toBe("succeeded")
    expect(types(decision)).toEqual(["payment.created", "payment.succeeded"])
    expect(left(decision, "merchant.available")).toBe(-2000)
    expect(left(decision, "hold.outstanding")).toBe(0)
    expect(decision.jobs).toEqual([])
  })

  it("C106: manual capture authorizes, holds the money and waits 7 days for a capture", () => {
    const decision = create({ captureMethod: "manual" })
    expect(decision.state).toMatchObject({ state: "authorized", amountCapturedMinor: 0, captureBefore: now + 7 * day })
    expect(statusOf[decision.state.state]).toBe("pending")
    expect(types(decision)).toEqual(["payment.created", "payment.authorized"])
    expect(left(decision, "hold.outstanding")).toBe(-2000)
    expect(left(decision, "merchant.available")).toBe(0)
    expect(decision.jobs).toMatchObject([{ name: "cards.payment.expire", key: "pay_1", dueAt: now + 7 * day }])
  })

  it("is stored when it is declined, and moves no money", () => {
    const decision = create({}, { step: answeredBy(no) })
    expect(decision.state).toMatchObject({ state: "failed", amountCapturedMinor: 0, decline: { source: "issuer" } })
    expect(types(decision)).toEqual(["payment.created", "payment.failed"])
    expect(decision.entries).toEqual([])
    expect(decision.jobs).toEqual([])
  })

  it("C223: tells of a flagged risk, whether it was taken or not", () => {
    expect(types(create({}, { flagged: true }))).toContain("risk.flagged")
    expect(types(create({}, { flagged: true, step: answeredBy(no) }))).toContain("risk.flagged")
    expect(types(create())).not.toContain("risk.flagged")
  })
})

describe("capture", () => {
  it("C171: takes all of the authorization when no amount is given", () => {
    const decision = Result.getOrThrow(Capture.capture(authorized, {}, at))
    expect(decision.state).toMatchObject({ state: "captured", amountCapturedMinor: 2000, release: null })
    expect(decision.cancelledJobs).toEqual([{ name: "cards.payment.expire", key: "pay_1" }])
    expect(left(decision, "hold.outstanding")).toBe(2000)
  })

  it("C110: gives the rest of a partial capture back within 5 to 10 business days", () => {
    const decision = Result.getOrThrow(Capture.capture(authorized, { amountMinor: 1200 }, at))
    // From Thursday, 15 January 2026: 7 and 10 business days on.
    expect(decision.state).toMatchObject({
      state: "partially_captured",
      amountCapturedMinor: 1200,
      release: { amountMinor: 800, expectedBy: Date.parse("2026-01-29T09:30:01Z") }
    })
    expect(decision.jobs).toMatchObject([{ name: "cards.payment.release", dueAt: Date.parse("2026-01-26T09:30:01Z") }])
    expect(left(decision, "hold.outstanding")).toBe(1200)
    expect(left({ entries: Capture.release(decision.state) }, "hold.outstanding")).toBe(800)
  })

  it("C109: refuses more than was authorized", () => {
    expect(Result.flip(Capture.capture(authorized, { amountMinor: 2001 }, at))).toMatchObject({
      success: { _tag: "CaptureAmountTooLarge", authorizedMinor: 2000 }
    })
  })

  it("refuses to capture at the moment of expiry, although the job has not run yet", () => {
    const justBefore = Capture.capture(authorized, {}, { ...at, now: now + 7 * day - 1 })
    const atExpiry = Capture.capture(authorized, {}, { ...at, now: now + 7 * day })
    expect(Result.isSuccess(justBefore)).toBe(true)
    expect(Result.flip(atExpiry)).toMatchObject({ success: { code: "payment_expired" } })
  })
})

describe("authentication", () => {
  it("C107: a challenged payment waits for its cardholder, posts nothing, and fails after a day", () => {
    const decision = create({}, { step: challenge })
    expect(statusOf[decision.state.state]).toBe("requires_action")
    expect(types(decision)).toEqual(["payment.created", "payment.requires_action"])
    expect(decision.entries).toEqual([])
    expect(decision.jobs).toMatchObject([{ name: "cards.payment.authentication", dueAt: now + day }])
    expect(Authentication.authenticationTimedOut(decision.state)?.state).toMatchObject({
      state: "failed",
      decline: { source: "authentication" }
    })
  })

  it("C108: is confirmed after it succeeded, and captured as the capture method says", () => {
    const known = authenticated(waiting, "succeeded")
    expect(known).toMatchObject({ state: "requires_action", authentication: { status: "succeeded" } })
    expect(Result.isSuccess(Authentication.checkConfirm(known, now))).toBe(true)
    const confirmed = Authorization.answered(known, yes, at)
    expect(confirmed.state).toMatchObject({ state: "captured", amountCapturedMinor: 2000 })
    expect(types(confirmed)).toEqual(["payment.succeeded"])
    expect(confirmed.cancelledJobs).toEqual([{ name: "cards.payment.authentication", key: "pay_1" }])
    const manual = authenticated(create({ captureMethod: "manual" }, { step: challenge }).state, "succeeded")
    expect(Authorization.answered(manual, yes, at).state).toMatchObject({ state: "authorized", amountCapturedMinor: 0 })
  })

  it.each(["failed", "canceled"] as const)("%s ends the payment, and it happens once", (result) => {
    const ended = authenticated(waiting, result)
    expect(ended).toMatchObject({ state: "failed", decline: { code: "card_declined", source: "authentication" } })
    expect(Result.flip(Authentication.authenticated(ended, "succeeded", now))).toMatchObject({
      success: { code: "payment_unexpected_state" }
    })
    expect(Result.flip(Authentication.checkConfirm(ended, now))).toMatchObject({ success: { _tag: "PaymentDeclined" } })
  })

  it("is refused at the moment of its expiry, although the job has not run yet", () => {
    expect(Result.isFailure(Authentication.authenticated(waiting, "succeeded", now + day))).toBe(true)
    const known = authenticated(waiting, "succeeded")
    expect(Result.isFailure(Authentication.checkConfirm(known, now + day))).toBe(true)
  })
})

describe("a bank debit", () => {
  const submitted = create({}, { step: answeredBy(later) })

  it("C217: is pending until it settles", () => {
    expect(submitted.state).toMatchObject({ state: "submitted", settlesAt: now + 4 * day })
    expect(statusOf[submitted.state.state]).toBe("pending")
    expect(submitted.entries).toEqual([])
    expect(submitted.jobs).toMatchObject([{ name: "cards.payment.debit", dueAt: now + 4 * day }])
    const settled = Authorization.settled(submitted.state, { outcome: "settled" }, at)!
    expect(settled.state).toMatchObject({ state: "captured", amountCapturedMinor: 2000, settlesAt: null })
    expect(left(settled, "merchant.available")).toBe(-2000)
  })

  it("C218, C219: fails when the bank says no", () => {
    const answer = { outcome: "declined", code: "account_closed", message: "Closed" } as const
    const failed = Authorization.settled(submitted.state, answer, at)!
    expect(failed.state).toMatchObject({ state: "failed", decline: { code: "account_closed", source: "issuer" } })
    expect(types(failed)).toEqual(["payment.failed"])
    expect(failed.entries).toEqual([])
    expect(Authorization.settled(failed.state, { outcome: "settled" }, at)).toBeUndefined()
  })

  it.each([
    [at.now + day, day],
    [at.now, 3_600_000],
    [at.now - day, 3_600_000]
  ])("is asked about again when the acquirer says, and after an hour at the earliest", (settlesAt, afterMs) => {
    const waiting = Authorization.settled(submitted.state, { outcome: "pending", settlesAt }, at)!
    expect(waiting.state.settlesAt).toBe(settlesAt)
    expect(waiting.jobs).toMatchObject([{ name: "cards.payment.debit", dueAt: at.now + afterMs }])
  })
})

/** Every state a payment can be in, made by the rules themselves. */
const states: Readonly<Record<string, Payment.Payment>> = {
  authorized,
  "captured at once": create().state,
  captured: Result.getOrThrow(Capture.capture(authorized, {}, at)).state,
  "partially captured": Result.getOrThrow(Capture.capture(authorized, { amountMinor: 1 }, at)).state,
  canceled: Result.getOrThrow(Capture.cancel(authorized)).state,
  expired: Capture.expire(authorized)!.state,
  "to be authenticated": waiting,
  "asked of an acquirer": create({}, { step: { kind: "asking", reference: "acr_1" } }).state,
  submitted: create({}, { step: answeredBy(later) }).state,
  abandoned: Result.getOrThrow(Capture.cancel(waiting)).state,
  failed: create({ captureMethod: "manual" }, { step: answeredBy(no) }).state
}

describe("what each state refuses", () => {
  it.each([
    ["captured at once", "payment_not_capturable"],
    ["captured", "payment_already_captured"],
    ["partially captured", "payment_already_captured"],
    ["canceled", "payment_unexpected_state"],
    ["expired", "payment_expired"],
    ["failed", "payment_not_capturable"],
    ["to be authenticated", "payment_not_capturable"],
    ["asked of an acquirer", "payment_not_capturable"],
    ["submitted", "payment_not_capturable"],
    ["abandoned", "payment_not_capturable"]
  ])("C172: capture of a payment that is %s answers %s", (state, code) => {
    expect(Result.flip(Capture.capture(states[state]!, {}, at))).toMatchObject({ success: { code } })
  })

  it.each([
    ["captured at once", "payment_not_cancelable"],
    ["captured", "payment_not_cancelable"],
    ["partially captured", "payment_not_cancelable"],
    ["canceled", "payment_unexpected_state"],
    ["expired", "payment_expired"],
    ["failed", "payment_unexpected_state"],
    ["asked of an acquirer", "payment_unexpected_state"],
    ["submitted", "payment_not_cancelable"],
    ["abandoned", "payment_unexpected_state"]
  ])("C114: cancel of a payment that is %s answers %s", (state, code) => {
    expect(Result.flip(Capture.cancel(states[state]!))).toMatchObject({ success: { code } })
  })

  it.each(["captured at once", "captured", "canceled", "expired", "failed", "submitted", "abandoned", "authorized"])(
    "C127: confirm of a payment that is %s answers payment_unexpected_state",
    (name) => {
      expect(Result.flip(Authentication.checkConfirm(states[name]!, now))).toMatchObject({
        success: { code: "payment_unexpected_state" }
      })
    }
  )

  it("C25: every state is shown with one of the five documented statuses", () => {
    const documented = ["succeeded", "pending", "failed", "canceled", "requires_action"]
    expect(Object.keys(paymentMachine.rows).filter((state) => !documented.includes(statusOf[state as "new"]))).toEqual(
      []
    )
  })

  it("expiry leaves every payment alone that is not waiting for a capture", () => {
    const others = Object.entries(states).filter(([name]) => name !== "authorized")
    expect(others.map(([, payment]) => Capture.expire(payment))).toEqual(others.map(() => undefined))
  })
})

describe("whatever happens in whatever order", () => {
  it("captured ≤ authorized, holds end at zero, and a final state never changes", () => {
    const random = makeSeededRandom(42)
    for (let round = 0; round < 300; round++) {
      const created = create({ captureMethod: "manual", amountMinor: 50 + (random() % 5000) })
      let payment = created.state
      const entries = [...created.entries]
      for (let step = 0; step < 6; step++) {
        const amountMinor = 1 + (random() % 6000)
        const choices: ReadonlyArray<() => Result.Result<Payment.PaymentDecision, unknown>> = [
          () => Capture.capture(payment, { amountMinor }, at),
          () => Capture.capture(payment, {}, at),
          () => Capture.cancel(payment),
          () => Result.fromNullishOr(Capture.expire(payment), () => "nothing to expire")
        ]
        const tried = choices[random() % choices.length]!()
        if (Result.isFailure(tried)) continue
        expect(payment.state).toBe("authorized")
        payment = tried.success.state
        entries.push(...tried.success.entries, ...Capture.release(payment))
      }
      expect(payment.amountCapturedMinor).toBeLessThanOrEqual(payment.amountMinor)
      const all = { entries }
      const held = payment.state === "authorized" ? payment.amountMinor : 0
      expect(left(all, "hold.outstanding") + held).toBe(0)
      expect(left(all, "merchant.available") + payment.amountCapturedMinor).toBe(0)
    }
  })
})
