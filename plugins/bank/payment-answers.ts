/** The answer to a payment that was made, by where it stands now (decisions X2, X3, X9; B.5). */
import * as Effect from "effect/Effect"
import { Clock, json, type Answer, type CallerShape, type Step } from "../../src/plugin.ts"
import { encodeAchResult } from "./ach/AchBody.ts"
import { rescreenAfterSeconds } from "./compliance/Hold.ts"
import type { ErrorDetail } from "./error-catalogue.ts"
import { errorOf, metaOf, type ErrorContext } from "./errors.ts"
import { timestamp } from "./events.ts"
import { finalStatuses, type Payment } from "./payments/Payment.ts"
import { PaymentResultBody } from "./payments/PaymentBody.ts"
import { answer, ofCaller } from "./respond.ts"
import { BankSettings } from "./settings.ts"

const heldOnMatch = (payment: Payment): ErrorDetail => ({
  code: "OFAC_MATCH",
  message: "Held for compliance review",
  details: { paymentId: payment.id }
})

const heldInOutage = (payment: Payment): ErrorDetail => ({
  code: "OFAC_SCREENING_ERROR",
  message: "Screening is unavailable. The payment is held and screened again automatically",
  details: { paymentId: payment.id, status: payment.status }
})

const outsideHours = (payment: Payment): ErrorDetail => ({
  code: "FEDWIRE_OUTSIDE_HOURS",
  message: "Fedwire is closed. The payment is queued and sent at the next opening",
  details: { paymentId: payment.id, scheduledFor: timestamp(payment.scheduledFor!) }
})

/** An ACH payment was created, waits for a person, or has come to an end since (spec bank §7; decisions B.1, "Replay"). */
const achStatusOf = ({ status }: Payment): 200 | 201 | 202 =>
  status === "pending_approval" ? 202 : status === "queued" || status === "submitted" ? 201 : 200

/** What an answer says about the request, and which status a wire gets that waits for Fedwire (decisions X3). */
export interface AnswerContext extends Pick<ErrorContext, "requestId" | "now"> {
  readonly outsideHoursStatus: 202 | 422
}

/**
 * The answer: 200 with the three final statuses of an instant payment, 201 with an ACH payment, 202 with every other, 503
 * while screening is unavailable.
 */
export const answerOf = (payment: Payment, context: AnswerContext): Answer => {
  const data = payment.ach === undefined ? PaymentResultBody.write(payment) : encodeAchResult(payment, payment.ach)
  const meta = metaOf(context)
  if (payment.status === "held" && payment.hold?.reason === "OFAC_SCREENING_UNAVAILABLE") {
    return json(503, { error: errorOf(heldInOutage(payment)), meta }, { "retry-after": String(rescreenAfterSeconds) })
  }
  if (payment.status === "held") return json(202, { data, error: errorOf(heldOnMatch(payment)), meta })
  if (payment.ach !== undefined) return json(achStatusOf(payment), { data })
  if (payment.rail === "fedwire" && payment.status === "queued" && payment.scheduledFor !== null) {
    const error = errorOf(outsideHours(payment))
    return context.outsideHoursStatus === 202 ? json(202, { data, error, meta }) : json(422, { error, meta })
  }
  const isFinal = payment.kind === "instant" && finalStatuses.has(payment.status)
  return json(isFinal ? 200 : 202, { data })
}

/** Answers with the payment that the calling client makes. */
export const answerPayment = <E, R, E2, R2>(make: (caller: CallerShape) => Step<Payment, E, R, E2, R2>) =>
  Effect.gen(function* () {
    const clock = yield* Clock
    const { outsideHoursStatus } = (yield* BankSettings).wire
    return yield* answer(
      (caller) => ofCaller(make(caller)),
      (payment, { requestId }) => answerOf(payment, { requestId, now: clock.now(), outsideHoursStatus })
    )
  })
