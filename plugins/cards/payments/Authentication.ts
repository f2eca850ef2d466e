/**
 * The cardholder's authentication (3D Secure): what comes of it, and when the payment may be confirmed. Read it beside
 * spec cards §3 and decisions B1.
 */
import * as Result from "effect/Result"
import { decide } from "../../../src/domain.ts"
import { declined } from "./Authorization.ts"
import {
  busyRefusal,
  PaymentDeclined,
  stateRefusal,
  type Payment,
  type PaymentDecision,
  type PaymentDecline,
  type PaymentStateRefused
} from "./Payment.ts"
import { statusOf } from "./PaymentState.ts"

/** What came of an authentication. */
export type AuthenticationResult = "succeeded" | "failed" | "canceled"

const saidNo = (message: string): PaymentDecline => ({ code: "card_declined", message, source: "authentication" })

const declines = {
  failed: saidNo("The cardholder could not be authenticated"),
  canceled: saidNo("The cardholder canceled the authentication")
} as const

const timedOut = saidNo("The payment was not authenticated and confirmed within 24 hours")

/** The end of a live payment that must be authenticated where nobody can do it. */
export const impossible = saidNo("The cardholder must be authenticated, and the processor does not do so")

/** Whether the cardholder can be authenticated now: once per payment, and not after its time. */
export const awaitsAuthentication = (payment: Payment, now: number): boolean =>
  payment.state === "requires_action" &&
  payment.authentication?.status === "pending" &&
  now < payment.authentication.expiresAt

/** Takes down what came of the authentication: a success waits for the confirmation, anything else is the end. */
export const authenticated = (
  payment: Payment,
  result: AuthenticationResult,
  now: number
): Result.Result<PaymentDecision, PaymentStateRefused> => {
  const { authentication } = payment
  if (authentication === null || !awaitsAuthentication(payment, now)) {
    return stateRefusal("payment_unexpected_state", "The payment does not wait for an authentication")
  }
  const known: Payment = { ...payment, authentication: { ...authentication, status: result } }
  return Result.succeed(result === "succeeded" ? decide({ state: known }) : declined(known, declines[result]))
}

/**
 * Whether a payment may be confirmed (C127). Fails with `authentication_pending` before the cardholder is authenticated,
 * with `PaymentDeclined` when that failed, and otherwise with `payment_unexpected_state`.
 */
export const checkConfirm = (
  payment: Payment,
  now: number
): Result.Result<void, PaymentStateRefused | PaymentDeclined> => {
  if (payment.intent !== null) return busyRefusal()
  if (payment.decline !== null && payment.decline.source === "authentication") {
    return Result.fail(new PaymentDeclined({ decline: payment.decline, paymentId: payment.id }))
  }
  if (payment.authentication === null || payment.state !== "requires_action") {
    return stateRefusal(
      "payment_unexpected_state",
      `The payment is ${statusOf[payment.state]} and has nothing to confirm`
    )
  }
  // At the very moment of expiry the job may not have run yet.
  if (now >= payment.authentication.expiresAt) {
    return Result.fail(new PaymentDeclined({ decline: timedOut, paymentId: payment.id }))
  }
  return payment.authentication.status === "succeeded"
    ? Result.void
    : stateRefusal("authentication_pending", "The cardholder must authenticate first, at next_action.redirect_url")
}

/** A day passed without a confirmation. `undefined` when the payment has moved on. */
export const authenticationTimedOut = (payment: Payment): PaymentDecision | undefined =>
  payment.state === "requires_action" ? declined(payment, timedOut) : undefined
