/**
 * The sandbox acquirer: what issuers and banks say to test cards and test accounts. It is a table; no network is behind
 * it, and it declines whatever is live.
 */
import * as Result from "effect/Result"
import { addBusinessDays } from "../business-days.ts"
import { checkExpiry, type PaymentMethod, type PaymentOutcome } from "../payment-methods/PaymentMethod.ts"
import type { AcquirerImplementation, AuthorizeRequest } from "../acquirer/AcquirerImplementation.ts"
import type { AuthorizeAnswer, Declined } from "../acquirer/answers.ts"

const says = (code: Declined["code"], message: string, source: "issuer" | "processor" = "issuer"): Declined => ({
  outcome: "declined",
  code,
  message,
  source
})

/** Outcome → decline; the codes are those of spec cards §7. */
const declines: Readonly<Record<PaymentOutcome, Declined | undefined>> = {
  succeeds: undefined,
  card_declined: says("card_declined", "The card was declined"),
  insufficient_funds: says("insufficient_funds", "There are insufficient funds"),
  expired_card: says("expired_card", "The card has expired"),
  incorrect_cvc: says("incorrect_cvc", "The card's security code is incorrect"),
  issuer_unavailable: says("card_declined", "The card's issuer cannot be reached. Try again later", "processor"),
  account_closed: says("account_closed", "The bank account is closed"),
  no_account: says("no_account", "There is no such bank account")
}

const liveDeclined = says("card_declined", "No processor is connected that could take real money", "processor")

const refuseLive = (livemode: boolean): Declined | undefined => (livemode ? liveDeclined : undefined)

/** A card that was good when it was tokenized may have expired since. */
const outcomeOf = (method: PaymentMethod, now: number): PaymentOutcome =>
  method.type === "card" && Result.isFailure(checkExpiry(method.card, now)) ? "expired_card" : method.behaviour.outcome

const dayMs = 86_400_000

/** Decisions B4: bank debits settle or fail at the second following business day, 00:00 UTC. */
const settlementOf = (now: number): number => addBusinessDays(Math.floor(now / dayMs) * dayMs, 2)

const authorize = ({ livemode, payment, paymentMethod, requestedAt }: AuthorizeRequest): AuthorizeAnswer => {
  const acquirerReference = `sandbox_${payment}`
  const refused = refuseLive(livemode)
  if (refused !== undefined) return refused
  if (paymentMethod.type === "us_bank_account") {
    return { outcome: "submitted", acquirerReference, settlesAt: settlementOf(requestedAt) }
  }
  return declines[outcomeOf(paymentMethod, requestedAt)] ?? { outcome: "authorized", acquirerReference }
}

/** The sandbox, as any host would write an acquirer. */
export const sandbox: AcquirerImplementation = {
  name: "sandbox",
  local: true,
  authorize,
  capture: ({ livemode }) => refuseLive(livemode) ?? { outcome: "captured" },
  void: ({ livemode }) => refuseLive(livemode) ?? { outcome: "voided" },
  refund: ({ livemode, paymentMethod }) =>
    refuseLive(livemode) ?? {
      outcome: paymentMethod.behaviour.refund === "succeeds_later" ? "pending" : "succeeded"
    },
  settlement: ({ livemode, paymentMethod }) =>
    refuseLive(livemode) ?? declines[paymentMethod.behaviour.outcome] ?? { outcome: "settled" }
}
