/** The sandbox issuer: what it says to a payment with a test card. No network is behind it. */
import type { CardOutcome } from "../payment-methods/PaymentMethod.ts"
import type { PaymentDecline } from "../payments/Payment.ts"

const issuerSays = (code: PaymentDecline["code"], message: string): PaymentDecline => ({
  code,
  message,
  source: "issuer"
})

/** Outcome → decline; the codes are those of spec cards §7. */
const declines: Readonly<Record<CardOutcome, PaymentDecline | undefined>> = {
  succeeds: undefined,
  card_declined: issuerSays("card_declined", "The card was declined"),
  insufficient_funds: issuerSays("insufficient_funds", "The card has insufficient funds"),
  expired_card: issuerSays("expired_card", "The card has expired"),
  incorrect_cvc: issuerSays("incorrect_cvc", "The card's security code is incorrect"),
  issuer_unavailable: {
    code: "card_declined",
    message: "The card's issuer cannot be reached. Try again later",
    source: "processor"
  }
}

/** What is said against a payment; `undefined` when it is authorized. */
export const declineOf = (outcome: CardOutcome): PaymentDecline | undefined => declines[outcome]
