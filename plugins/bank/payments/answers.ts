/** The answer to a payment that was made, by where it stands now (decisions X2, X3, X9; B.5). */
import { json, type Answer } from "../../../src/plugin.ts"
import { rescreenAfterSeconds } from "../compliance/Hold.ts"
import { errorOf, metaOf, type ErrorContext, type ErrorDetail } from "../errors.ts"
import { timestamp } from "../events.ts"
import { finalStatuses, type Payment } from "./Payment.ts"
import { encodeResult } from "./PaymentBody.ts"

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

/** What an answer says of the request, and which status a wire gets that waits for Fedwire (decisions X3). */
export interface AnswerContext extends Pick<ErrorContext, "requestId" | "now"> {
  readonly outsideHoursStatus: 202 | 422
}

/** The answer: 200 with the three final statuses, 202 with every other, 503 while screening is unavailable. */
export const answerOf = (payment: Payment, context: AnswerContext): Answer => {
  const data = encodeResult(payment)
  const meta = metaOf(context)
  if (payment.status === "held" && payment.hold?.reason === "OFAC_SCREENING_UNAVAILABLE") {
    return json(503, { error: errorOf(heldInOutage(payment)), meta }, { "retry-after": String(rescreenAfterSeconds) })
  }
  if (payment.status === "held") return json(202, { data, error: errorOf(heldOnMatch(payment)), meta })
  if (payment.rail === "fedwire" && payment.status === "queued" && payment.scheduledFor !== null) {
    const error = errorOf(outsideHours(payment))
    return context.outsideHoursStatus === 202 ? json(202, { data, error, meta }) : json(422, { error, meta })
  }
  const isFinal = payment.kind === "instant" && finalStatuses.has(payment.status)
  return json(isFinal ? 200 : 202, { data })
}
