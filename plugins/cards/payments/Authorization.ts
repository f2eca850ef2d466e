/**
 * How a payment begins: declined, challenged, asked of an acquirer, and what its answer leads to. Read it beside spec
 * cards §3 and decisions B1.
 */
import * as Result from "effect/Result"
import { decide, StateMachine, type Decision } from "../../../src/domain.ts"
import type { AuthorizeAnswer, Challenge, SettlementAnswer } from "../acquirer/answers.ts"
import type { CardsEventType } from "../events.ts"
import * as journals from "../ledger/journals.ts"
import type { ScaResult } from "../sca/Sca.ts"
import {
  authenticationJobName,
  authenticationLifetimeMs,
  authorizationLifetimeMs,
  debitAskedAgainAfterMs,
  debitJobName,
  expireJobName,
  jobOf,
  move,
  resumeAfterMs,
  resumeJobName,
  type ChosenPayment,
  type Occasion,
  type Payment,
  type PaymentAuthentication,
  type PaymentDecision,
  type PaymentDecline,
  type PaymentRisk,
  type WayBack
} from "./Payment.ts"
import { paymentMachine, type PaymentTrigger } from "./PaymentState.ts"
import { captured as captureMoney, type CaptureFacts } from "./Settlement.ts"

/** What comes first: a refusal by risk, a challenge, or the acquirer, asked before the decision or after it. */
export type FirstStep =
  | { readonly kind: "blocked"; readonly decline: PaymentDecline }
  | { readonly kind: "challenged"; readonly authentication: PaymentAuthentication }
  | { readonly kind: "answered"; readonly answer: AuthorizeAnswer }
  | { readonly kind: "asking"; readonly reference: string; readonly wayBack?: WayBack }

/** What was found out before deciding. */
export interface PaymentFacts extends CaptureFacts {
  readonly id: string
  readonly livemode: boolean
  readonly offSession: boolean
  readonly risk: PaymentRisk
  /** Whether the score is high enough for the event `risk.flagged`; decided by the assessment. */
  readonly flagged: boolean
  readonly sca: ScaResult | null
  readonly step: FirstStep
  readonly origin?: Payment["origin"]
  /** Why a test card wants its payments disputed. */
  readonly disputedFor?: Payment["disputedFor"]
}

/** The payment before anybody was asked. */
const open = (command: ChosenPayment, facts: PaymentFacts): Payment => ({
  id: facts.id,
  state: "new",
  amountMinor: command.amountMinor,
  amountCapturedMinor: 0,
  amountRefundedMinor: 0,
  currency: command.currency,
  paymentMethod: command.paymentMethod,
  customer: command.customer ?? null,
  description: command.description ?? null,
  metadata: command.metadata ?? {},
  captureMethod: command.captureMethod ?? "automatic",
  offSession: facts.offSession,
  createdAt: facts.now,
  livemode: facts.livemode,
  risk: facts.risk,
  sca: facts.sca,
  authentication: null,
  acquirerReference: null,
  intent: null,
  settlesAt: null,
  captureBefore: null,
  release: null,
  cancellationReason: null,
  decline: null,
  origin: facts.origin,
  disputedFor: facts.disputedFor
})

/** The next state where only a mistake of ours could lead elsewhere. */
const next = (payment: Payment, trigger: PaymentTrigger) =>
  Result.getOrThrow(StateMachine.transition(paymentMachine, payment.state, trigger))

/** What a payment waits for until it is decided, by its state. */
const waiting = (payment: Payment) => {
  if (payment.state === "requires_action") return [{ name: authenticationJobName, key: payment.id }]
  if (payment.state === "authorizing") return [{ name: resumeJobName, key: payment.id }]
  return payment.state === "submitted" ? [{ name: debitJobName, key: payment.id }] : []
}

/** The payment is declined, by whomever. */
export const declined = (payment: Payment, decline: PaymentDecline): PaymentDecision =>
  decide({
    state: { ...payment, state: next(payment, "decline"), intent: null, settlesAt: null, decline },
    events: [{ type: "payment.failed" }],
    cancelledJobs: waiting(payment)
  })

const captureAtOnce = (payment: Payment, facts: CaptureFacts): PaymentDecision => {
  const { entries, jobs, ...settlement } = captureMoney(payment, payment.amountMinor, facts)
  return decide({
    state: {
      ...payment,
      ...settlement,
      state: next(payment, "captureAtOnce"),
      amountCapturedMinor: payment.amountMinor,
      intent: null,
      settlesAt: null
    },
    entries: [journals.authorized(payment, payment.amountMinor), ...entries],
    events: [{ type: "payment.succeeded" }],
    cancelledJobs: waiting(payment),
    jobs
  })
}

const authorize = (payment: Payment, facts: Occasion): PaymentDecision => {
  const captureBefore = facts.now + authorizationLifetimeMs
  return decide({
    state: { ...payment, state: next(payment, "authorize"), intent: null, captureBefore },
    entries: [journals.authorized(payment, payment.amountMinor)],
    events: [{ type: "payment.authorized" }],
    cancelledJobs: waiting(payment),
    jobs: [jobOf(payment, expireJobName, { scope: facts.scope, dueAt: captureBefore })]
  })
}

const challenged = (payment: Payment, authentication: PaymentAuthentication, facts: Occasion): PaymentDecision =>
  decide({
    state: { ...payment, state: next(payment, "challenge"), intent: null, authentication },
    events: [{ type: "payment.requires_action" }],
    cancelledJobs: waiting(payment),
    jobs: [jobOf(payment, authenticationJobName, { scope: facts.scope, dueAt: authentication.expiresAt })]
  })

/** The cardholder must be authenticated on the acquirer's page. One that was authenticated is not asked again. */
const challengedOutside = (payment: Payment, answer: Challenge, facts: Occasion): PaymentDecision =>
  payment.authentication === null
    ? challenged(
        payment,
        {
          status: "pending",
          redirectUrl: answer.redirectUrl,
          returnUrl: payment.intent?.wayBack?.returnUrl ?? null,
          expiresAt: facts.now + authenticationLifetimeMs,
          acquirerReference: answer.acquirerReference
        },
        facts
      )
    : declined(payment, askedTwice)

const askedTwice: PaymentDecline = {
  code: "card_declined",
  message: "The issuer asked for an authentication that had taken place",
  source: "processor"
}

/** What the acquirer's answer to the authorization leads to, whenever it comes. */
export const answered = (payment: Payment, answer: AuthorizeAnswer, facts: CaptureFacts): PaymentDecision => {
  if (answer.outcome === "declined") {
    return declined(payment, { code: answer.code, message: answer.message, source: answer.source ?? "issuer" })
  }
  if (answer.outcome === "challenge") return challengedOutside(payment, answer, facts)
  const known: Payment = { ...payment, acquirerReference: answer.acquirerReference }
  if (answer.outcome === "authorized") {
    return known.captureMethod === "manual" ? authorize(known, facts) : captureAtOnce(known, facts)
  }
  return decide({
    state: { ...known, state: next(known, "submit"), intent: null, settlesAt: answer.settlesAt },
    cancelledJobs: waiting(payment),
    jobs: [jobOf(known, debitJobName, { scope: facts.scope, dueAt: answer.settlesAt })]
  })
}

/** An acquirer outside is about to be asked; the intent is on disk before it is. */
export const asking = (
  payment: Payment,
  { reference, wayBack }: Pick<Extract<FirstStep, { kind: "asking" }>, "reference" | "wayBack">,
  facts: Occasion
): PaymentDecision =>
  decide({
    state: {
      ...payment,
      state: next(payment, "ask"),
      intent: { operation: "authorize", reference, amountMinor: payment.amountMinor, ...(wayBack && { wayBack }) }
    },
    cancelledJobs: waiting(payment),
    jobs: [jobOf(payment, resumeJobName, { scope: facts.scope, dueAt: facts.now + resumeAfterMs })]
  })

const stepOf = (payment: Payment, facts: PaymentFacts): PaymentDecision => {
  const { step } = facts
  switch (step.kind) {
    case "blocked":
      return declined(payment, step.decline)
    case "challenged":
      return challenged(payment, step.authentication, facts)
    case "answered":
      return answered(payment, step.answer, facts)
    case "asking":
      return asking(payment, step, facts)
  }
}

const created = { type: "payment.created" } as const
const flagged = { type: "risk.flagged" } as const

/** A new payment. */
export const create = (command: ChosenPayment, facts: PaymentFacts): Decision<Payment, CardsEventType> => {
  const decision = stepOf(open(command, facts), facts)
  return { ...decision, events: [created, ...decision.events, ...(facts.flagged ? [flagged] : [])] }
}

/** What has become of a bank debit. `undefined` when the payment no longer waits for it. */
export const settled = (
  payment: Payment,
  answer: SettlementAnswer,
  facts: CaptureFacts
): PaymentDecision | undefined => {
  if (payment.state !== "submitted" || move(payment, "captureAtOnce") === undefined) return undefined
  if (answer.outcome === "settled") return captureAtOnce(payment, facts)
  if (answer.outcome === "declined") {
    return declined(payment, { code: answer.code, message: answer.message, source: answer.source ?? "issuer" })
  }
  const dueAt = Math.max(answer.settlesAt, facts.now + debitAskedAgainAfterMs)
  return decide({
    state: { ...payment, settlesAt: answer.settlesAt },
    jobs: [jobOf(payment, debitJobName, { scope: facts.scope, dueAt })]
  })
}
