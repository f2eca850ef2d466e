/**
 * The payment: its states and the rules that change them, as pure functions from state, command and facts to a
 * decision. Read it beside spec cards §3 and decisions B1 and C3.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { decide, Ledger, StateMachine, type Currency, type Decision } from "../../../src/domain.ts"
import type { VersionConflict } from "../../../src/plugin.ts"
import type { chart } from "../accounts.ts"
import { addBusinessDays } from "../business-days.ts"
import type { CardsEventType } from "../events.ts"

/** Where a payment stands. `new` is only ever left. */
export type PaymentState = "new" | "authorized" | "captured" | "partially_captured" | "voided" | "expired" | "failed"

/** What happens to a payment. */
export type PaymentTrigger =
  "authorize" | "captureAtOnce" | "decline" | "captureAll" | "capturePart" | "void" | "expire"

const { refused } = StateMachine
const settled = {
  authorize: refused,
  captureAtOnce: refused,
  decline: refused,
  captureAll: refused,
  capturePart: refused,
  void: refused,
  expire: refused
} as const

/** The state machine of spec cards §3. */
export const paymentMachine = StateMachine.defineStateMachine<PaymentState, PaymentTrigger>()({
  name: "payment",
  initial: "new",
  final: ["captured", "partially_captured", "voided", "expired", "failed"],
  rows: {
    new: { ...settled, authorize: "authorized", captureAtOnce: "captured", decline: "failed" },
    authorized: {
      ...settled,
      captureAll: "captured",
      capturePart: "partially_captured",
      void: "voided",
      expire: "expired"
    },
    captured: settled,
    partially_captured: settled,
    voided: settled,
    expired: settled,
    failed: settled
  }
})

/** The closed list of spec cards §2; `requires_action` comes with 3D Secure. */
export type PaymentStatus = "succeeded" | "pending" | "failed" | "canceled" | "requires_action"

/** The documented status of a state (decisions B1). A payment is never shown while it is `new`. */
export const statusOf: Readonly<Record<PaymentState, PaymentStatus>> = {
  new: "pending",
  authorized: "pending",
  captured: "succeeded",
  partially_captured: "succeeded",
  voided: "canceled",
  expired: "canceled",
  failed: "failed"
}

/** Why a payment failed, and who said so. */
export interface PaymentDecline {
  readonly code: "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "fraudulent"
  readonly message: string
  readonly source: "issuer" | "risk" | "processor"
}

/** The risk object of spec cards §2 with what the assessment endpoint will need. */
export interface PaymentRisk {
  readonly score: number
  readonly level: "low" | "medium" | "high" | "critical"
  readonly signals: ReadonlyArray<string>
  readonly outcome: "approved" | "review" | "blocked"
  readonly model: string
  readonly rulesTriggered: ReadonlyArray<{
    readonly ruleId: string
    readonly name: string
    readonly scoreContribution: number
  }>
}

/** A payment. Amounts are minor units of `currency`; times are epoch milliseconds of engine time, whole seconds. */
export interface Payment {
  readonly id: string
  readonly state: PaymentState
  readonly amountMinor: number
  readonly amountCapturedMinor: number
  readonly amountRefundedMinor: number
  readonly currency: Currency
  readonly paymentMethod: string
  readonly customer: string | null
  readonly description: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly captureMethod: "automatic" | "manual"
  readonly createdAt: number
  readonly livemode: boolean
  readonly risk: PaymentRisk
  /** Until when a manual payment can be captured. */
  readonly captureBefore: number | null
  /** What a partial capture gives back to the card, and by when at the latest. */
  readonly release: { readonly amountMinor: number; readonly expectedBy: number } | null
  readonly cancellationReason: "requested_by_merchant" | "expired" | null
  readonly decline: PaymentDecline | null
}

/** What was asked for. */
export interface CreatePayment {
  readonly amountMinor: number
  readonly currency: Currency
  readonly paymentMethod: string
  readonly customer?: string
  readonly captureMethod?: "automatic" | "manual"
  readonly description?: string
  readonly metadata?: Readonly<Record<string, string>>
}

/** What was found out before deciding. */
export interface PaymentFacts {
  readonly id: string
  /** Owner of the payment, for the jobs that will look for it. */
  readonly scope: string
  readonly now: number
  readonly livemode: boolean
  readonly risk: PaymentRisk
  /** A score above which `risk.flagged` is told; decided by the assessment. */
  readonly flagged: boolean
  /** What risk or the issuer said against it; `undefined` when it was authorized. */
  readonly decline: PaymentDecline | undefined
}

export type PaymentDecision = Decision<Payment, CardsEventType>

/** No payment has this id. */
export class PaymentNotFound extends Data.TaggedError("PaymentNotFound") {}

/** A parameter names an object that does not exist. */
export class ReferenceMissing extends Data.TaggedError("ReferenceMissing")<{ readonly param: string }> {}

/** The payment's state does not allow what was asked. */
export class PaymentStateRefused extends Data.TaggedError("PaymentStateRefused")<{
  readonly code:
    | "payment_already_captured"
    | "payment_not_capturable"
    | "payment_not_cancelable"
    | "payment_expired"
    | "payment_unexpected_state"
  readonly message: string
}> {}

/** More than was authorized cannot be captured. */
export class CaptureAmountTooLarge extends Data.TaggedError("CaptureAmountTooLarge")<{
  readonly authorizedMinor: number
}> {}

/** What goes wrong with payments. */
export type PaymentFailure =
  PaymentNotFound | ReferenceMissing | PaymentStateRefused | CaptureAmountTooLarge | VersionConflict

const dayMs = 86_400_000

/** Spec cards §8: uncaptured payment lifetime. */
export const authorizationLifetimeMs = 7 * dayMs

/** The release of a partial capture is posted at the middle of the specification's 5 to 10 business days. */
const releasePostedAfterDays = 7
const releaseExpectedAfterDays = 10

/** Names of the jobs of this slice. */
export const expireJobName = "cards.payment.expire"
export const releaseJobName = "cards.payment.release"

const { credit, debit } = Ledger

const entry = (payment: Payment, step: string, postings: ReadonlyArray<Ledger.Posting<(typeof chart.names)[number]>>) =>
  Ledger.entry({ source: payment.id, step, currency: payment.currency, postings })

const authorizeEntry = (payment: Payment) =>
  entry(payment, "authorize", [
    debit("hold.issuer", payment.amountMinor),
    credit("hold.outstanding", payment.amountMinor)
  ])

/** Captured money, and its settlement, which in this version is immediate and free of fees. */
const captureEntries = (payment: Payment, amountMinor: number) => [
  entry(payment, "capture", [
    debit("hold.outstanding", amountMinor),
    credit("hold.issuer", amountMinor),
    debit("scheme.receivable", amountMinor),
    credit("merchant.pending", amountMinor)
  ]),
  entry(payment, "settle", [
    debit("merchant.pending", amountMinor),
    credit("merchant.available", amountMinor),
    debit("bank.cash", amountMinor),
    credit("scheme.receivable", amountMinor)
  ])
]

const releaseEntry = (payment: Payment, amountMinor: number) =>
  entry(payment, "release", [debit("hold.outstanding", amountMinor), credit("hold.issuer", amountMinor)])

const expiryOf = (payment: Payment) => ({ name: expireJobName, key: payment.id })

const move = (payment: Payment, trigger: PaymentTrigger): PaymentState | undefined =>
  Result.getOrUndefined(StateMachine.transition(paymentMachine, payment.state, trigger))

/** A new payment: declined, authorized, or captured at once. */
export const create = (command: CreatePayment, facts: PaymentFacts): PaymentDecision => {
  const captureMethod = command.captureMethod ?? "automatic"
  const trigger = facts.decline !== undefined ? "decline" : captureMethod === "manual" ? "authorize" : "captureAtOnce"
  const payment: Payment = {
    id: facts.id,
    state: Result.getOrThrow(StateMachine.transition(paymentMachine, "new", trigger)),
    amountMinor: command.amountMinor,
    amountCapturedMinor: trigger === "captureAtOnce" ? command.amountMinor : 0,
    amountRefundedMinor: 0,
    currency: command.currency,
    paymentMethod: command.paymentMethod,
    customer: command.customer ?? null,
    description: command.description ?? null,
    metadata: command.metadata ?? {},
    captureMethod,
    createdAt: facts.now,
    livemode: facts.livemode,
    risk: facts.risk,
    captureBefore: trigger === "authorize" ? facts.now + authorizationLifetimeMs : null,
    release: null,
    cancellationReason: null,
    decline: facts.decline ?? null
  }
  const flagged = facts.flagged ? [{ type: "risk.flagged" as const }] : []
  const created = { type: "payment.created" as const }
  switch (trigger) {
    case "decline":
      return decide({ state: payment, events: [created, { type: "payment.failed" }, ...flagged] })
    case "authorize":
      return decide({
        state: payment,
        entries: [authorizeEntry(payment)],
        events: [created, { type: "payment.authorized" }, ...flagged],
        jobs: [
          {
            ...expiryOf(payment),
            payload: { paymentId: payment.id, scope: facts.scope },
            dueAt: payment.captureBefore!
          }
        ]
      })
    case "captureAtOnce":
      return decide({
        state: payment,
        entries: [authorizeEntry(payment), ...captureEntries(payment, payment.amountMinor)],
        events: [created, { type: "payment.succeeded" }, ...flagged]
      })
  }
}

const stateRefusal = (code: PaymentStateRefused["code"], message: string) =>
  Result.fail(new PaymentStateRefused({ code, message }))

const expiredRefusal = () =>
  stateRefusal("payment_expired", "The authorization expired after 7 days. Create a new payment")

const refuseCapture = (payment: Payment): Result.Result<never, PaymentStateRefused> => {
  if (payment.state === "expired") return expiredRefusal()
  if (payment.state === "failed" || payment.captureMethod === "automatic") {
    return stateRefusal("payment_not_capturable", "Only a payment made with capture_method manual can be captured")
  }
  return payment.amountCapturedMinor > 0
    ? stateRefusal("payment_already_captured", "The payment was captured. An authorization can be captured once")
    : stateRefusal("payment_unexpected_state", "The payment was canceled and cannot be captured. Create a new payment")
}

/** Captures all of an authorization, or part of it; the rest goes back to the card. */
export const capture = (
  payment: Payment,
  command: { readonly amountMinor?: number | undefined },
  facts: { readonly now: number; readonly scope: string }
): Result.Result<PaymentDecision, PaymentStateRefused | CaptureAmountTooLarge> => {
  const amountMinor = command.amountMinor ?? payment.amountMinor
  const next = move(payment, amountMinor === payment.amountMinor ? "captureAll" : "capturePart")
  if (next === undefined) return refuseCapture(payment)
  // At the very moment of expiry the job may not have run yet; the promise to the cardholder is the time.
  if (payment.captureBefore !== null && facts.now >= payment.captureBefore) return expiredRefusal()
  if (amountMinor > payment.amountMinor) {
    return Result.fail(new CaptureAmountTooLarge({ authorizedMinor: payment.amountMinor }))
  }
  const restMinor = payment.amountMinor - amountMinor
  const captured: Payment = {
    ...payment,
    state: next,
    amountCapturedMinor: amountMinor,
    release:
      restMinor === 0
        ? null
        : { amountMinor: restMinor, expectedBy: addBusinessDays(facts.now, releaseExpectedAfterDays) }
  }
  return Result.succeed(
    decide({
      state: captured,
      entries: captureEntries(captured, amountMinor),
      events: [{ type: "payment.captured" }, { type: "payment.succeeded" }],
      cancelledJobs: [expiryOf(payment)],
      jobs:
        restMinor === 0
          ? []
          : [
              {
                name: releaseJobName,
                key: payment.id,
                payload: { paymentId: payment.id, scope: facts.scope },
                dueAt: addBusinessDays(facts.now, releasePostedAfterDays)
              }
            ]
    })
  )
}

/** Gives an authorization back before it was captured. */
export const cancel = (payment: Payment): Result.Result<PaymentDecision, PaymentStateRefused> => {
  const next = move(payment, "void")
  if (next === undefined) {
    if (payment.state === "expired") return expiredRefusal()
    return payment.amountCapturedMinor > 0
      ? stateRefusal("payment_not_cancelable", "A captured payment cannot be canceled. Refund it instead")
      : stateRefusal("payment_unexpected_state", `The payment is ${statusOf[payment.state]} and cannot be canceled`)
  }
  const canceled: Payment = {
    ...payment,
    state: next,
    cancellationReason: "requested_by_merchant",
    captureBefore: null
  }
  return Result.succeed(
    decide({
      state: canceled,
      entries: [releaseEntry(canceled, payment.amountMinor)],
      events: [{ type: "payment.canceled" }],
      cancelledJobs: [expiryOf(payment)]
    })
  )
}

/** Seven days passed without a capture. `undefined` when the payment has moved on and nothing is to be done. */
export const expire = (payment: Payment): PaymentDecision | undefined => {
  const next = move(payment, "expire")
  if (next === undefined) return undefined
  const expired: Payment = { ...payment, state: next, cancellationReason: "expired", captureBefore: null }
  return decide({
    state: expired,
    entries: [releaseEntry(expired, payment.amountMinor)],
    events: [{ type: "payment.expired" }]
  })
}

/** The remainder of a partial capture reaches the card. */
export const release = (payment: Payment): ReadonlyArray<Ledger.LedgerEntry> =>
  payment.release === null ? [] : [releaseEntry(payment, payment.release.amountMinor)]
