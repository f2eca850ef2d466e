/**
 * What becomes of an authorization: captured once, in full or in part, given back, or expired. Read it beside spec cards
 * §3 and decisions B1 and C3. A request to an acquirer outside is stored as an intent first; its answer decides.
 */
import * as Result from "effect/Result"
import { decide, type Ledger } from "../../../src/domain.ts"
import type { CaptureAnswer, Declined, VoidAnswer } from "../acquirer/answers.ts"
import { addBusinessDays } from "../business-days.ts"
import * as journals from "../ledger/journals.ts"
import {
  authenticationJobName,
  busyRefusal,
  CaptureAmountTooLarge,
  expireJobName,
  jobOf,
  move,
  releaseJobName,
  resumeAfterMs,
  resumeJobName,
  stateRefusal,
  type Occasion,
  type Payment,
  type PaymentDecision,
  type PaymentIntent,
  type PaymentStateRefused
} from "./Payment.ts"
import { captured as captureMoney, type CaptureFacts } from "./Settlement.ts"

/** The release of a partial capture is posted at the middle of the specification's 5 to 10 business days. */
const releasePostedAfterDays = 7
const releaseExpectedAfterDays = 10

const expiryOf = (payment: Payment) => ({ name: expireJobName, key: payment.id })

const expiredRefusal = () =>
  stateRefusal("payment_expired", "The authorization expired after 7 days. Create a new payment")

const refuseCapture = (payment: Payment): Result.Result<never, PaymentStateRefused> => {
  if (payment.state === "expired") return expiredRefusal()
  if (payment.state === "failed") {
    return stateRefusal("payment_not_capturable", "The payment failed and cannot be captured. Create a new payment")
  }
  if (payment.captureMethod === "automatic") {
    return stateRefusal("payment_not_capturable", "Only a payment made with capture_method manual can be captured")
  }
  if (payment.amountCapturedMinor > 0) {
    return stateRefusal("payment_already_captured", "The payment was captured. An authorization can be captured once")
  }
  return payment.state === "requires_action" || payment.state === "authorizing"
    ? stateRefusal("payment_not_capturable", "The payment is not authorized yet")
    : stateRefusal("payment_unexpected_state", "The payment was canceled and cannot be captured. Create a new payment")
}

/** The amount that a capture would take, or why there can be none (C109, C113, C171, C172). */
export const checkCapture = (
  payment: Payment,
  command: { readonly amountMinor?: number | undefined },
  now: number
): Result.Result<number, PaymentStateRefused | CaptureAmountTooLarge> => {
  const amountMinor = command.amountMinor ?? payment.amountMinor
  if (move(payment, "captureAll") === undefined) return refuseCapture(payment)
  if (payment.intent !== null) return busyRefusal()
  // At the very moment of expiry the job may not have run yet; the promise to the cardholder is the time.
  if (payment.captureBefore !== null && now >= payment.captureBefore) return expiredRefusal()
  return amountMinor > payment.amountMinor
    ? Result.fail(new CaptureAmountTooLarge({ authorizedMinor: payment.amountMinor }))
    : Result.succeed(amountMinor)
}

/** The authorization with so much of it captured; the rest goes back to the card. */
const captured = (payment: Payment, amountMinor: number, facts: CaptureFacts): PaymentDecision => {
  const restMinor = payment.amountMinor - amountMinor
  const { entries, jobs, ...settlement } = captureMoney(payment, amountMinor, facts)
  const release =
    restMinor === 0
      ? null
      : { amountMinor: restMinor, expectedBy: addBusinessDays(facts.now, releaseExpectedAfterDays) }
  const dueAt = addBusinessDays(facts.now, releasePostedAfterDays)
  return decide({
    state: {
      ...payment,
      ...settlement,
      state: move(payment, restMinor === 0 ? "captureAll" : "capturePart") ?? payment.state,
      amountCapturedMinor: amountMinor,
      captureBefore: null,
      intent: null,
      release
    },
    entries,
    events: [{ type: "payment.captured" }, { type: "payment.succeeded" }],
    cancelledJobs: [expiryOf(payment)],
    jobs: release === null ? jobs : [...jobs, jobOf(payment, releaseJobName, { scope: facts.scope, dueAt })]
  })
}

/** Captures all of an authorization, or part of it. */
export const capture = (
  payment: Payment,
  command: { readonly amountMinor?: number | undefined },
  facts: CaptureFacts
): Result.Result<PaymentDecision, PaymentStateRefused | CaptureAmountTooLarge> =>
  Result.map(checkCapture(payment, command, facts.now), (amountMinor) => captured(payment, amountMinor, facts))

const refuseCancel = (payment: Payment): Result.Result<never, PaymentStateRefused> => {
  if (payment.state === "expired") return expiredRefusal()
  if (payment.state === "submitted") {
    return stateRefusal("payment_not_cancelable", "The debit was sent to the bank and cannot be canceled")
  }
  if (payment.state === "failed") {
    return stateRefusal(
      "payment_unexpected_state",
      "The payment failed: it holds no money, and nothing is to be canceled"
    )
  }
  return payment.amountCapturedMinor > 0
    ? stateRefusal("payment_not_cancelable", "A captured payment cannot be canceled. Refund it instead")
    : stateRefusal("payment_unexpected_state", "The payment is canceled already, which is final")
}

/**
 * Whether a payment can be canceled, and whether the acquirer may hold an authorization that it must void (C111, C114). `isStopped`:
 * it waits for the answer to a request that is not repeated, so only a void can end it.
 */
export const checkCancel = (
  payment: Payment,
  isStopped = false
): Result.Result<{ readonly voids: boolean }, PaymentStateRefused> => {
  if (move(payment, "void") === undefined) return refuseCancel(payment)
  return payment.intent === null || isStopped
    ? Result.succeed({ voids: payment.state !== "requires_action" })
    : busyRefusal()
}

const canceled = (payment: Payment): PaymentDecision => {
  const held = payment.state === "authorized"
  return decide({
    state: {
      ...payment,
      state: move(payment, "void") ?? payment.state,
      cancellationReason: "requested_by_merchant",
      captureBefore: null,
      intent: null
    },
    entries: held ? [journals.released(payment, payment.amountMinor)] : [],
    events: [{ type: "payment.canceled" }],
    cancelledJobs: held ? [expiryOf(payment)] : [{ name: authenticationJobName, key: payment.id }]
  })
}

/** Gives an authorization back before it was captured, or gives up a payment that waits for authentication. */
export const cancel = (payment: Payment): Result.Result<PaymentDecision, PaymentStateRefused> =>
  Result.map(checkCancel(payment), () => canceled(payment))

/** Seven days passed without a capture. `undefined` when the payment has moved on and nothing is to be done. */
export const expire = (payment: Payment): PaymentDecision | undefined => {
  const next = move(payment, "expire")
  // While a request to an acquirer is under way, its answer decides; a refusal sets the expiry anew.
  if (next === undefined || payment.intent !== null) return undefined
  return decide({
    state: { ...payment, state: next, cancellationReason: "expired", captureBefore: null },
    entries: [journals.released(payment, payment.amountMinor)],
    events: [{ type: "payment.expired" }]
  })
}

/** The remainder of a partial capture reaches the card. */
export const release = (payment: Payment): ReadonlyArray<Ledger.LedgerEntry> =>
  payment.release === null ? [] : [journals.released(payment, payment.release.amountMinor)]

const resumptionOf = (payment: Payment) => ({ name: resumeJobName, key: payment.id })

const resumption = (payment: Payment, { now, scope }: Occasion) =>
  jobOf(payment, resumeJobName, { scope, dueAt: now + resumeAfterMs })

/** An acquirer outside is about to be asked about an authorization; the intent is on disk before it is. */
export const asking = (payment: Payment, intent: PaymentIntent, facts: Occasion): PaymentDecision =>
  decide({
    state: { ...payment, intent: payment.intent === null ? intent : { ...intent, unanswered: payment.intent } },
    cancelledJobs: [expiryOf(payment), resumptionOf(payment)],
    jobs: [resumption(payment, facts)]
  })

const isDeclined = (answer: CaptureAnswer | VoidAnswer): answer is Declined => answer.outcome === "declined"

/** A refusal leaves the payment authorized, or waiting for the answer that it waited for. */
const refused = (payment: Payment, facts: Occasion): PaymentDecision => {
  const { captureBefore, intent } = payment
  const { unanswered = null } = intent ?? {}
  const expiry =
    captureBefore === null ? [] : [jobOf(payment, expireJobName, { scope: facts.scope, dueAt: captureBefore })]
  return decide({
    state: { ...payment, intent: unanswered },
    jobs: unanswered === null ? expiry : [resumption(payment, facts)]
  })
}

/** What the acquirer's answer to an intent about an authorization leads to. */
export const answered = (
  payment: Payment,
  answer: CaptureAnswer | VoidAnswer,
  facts: CaptureFacts
): PaymentDecision => {
  const { intent } = payment
  const decision = isDeclined(answer)
    ? refused(payment, facts)
    : intent?.operation === "capture"
      ? captured(payment, intent.amountMinor, facts)
      : canceled(payment)
  return { ...decision, cancelledJobs: [...decision.cancelledJobs, resumptionOf(payment)] }
}
