/** What each event carries, for the published description. */
import type * as Schema from "effect/Schema"
import type { Publication } from "../../src/plugin.ts"
import { AlertBody } from "./aml/AlertBody.ts"
import { BankAccountBody } from "./bank-accounts/BankAccountBody.ts"
import { CustomerBody } from "./customers/CustomerBody.ts"
import { DisputeBody } from "./disputes/DisputeBody.ts"
import { events, type CardsEventType } from "./events.ts"
import { KycBody } from "./kyc/KycBody.ts"
import { PaymentMethodBody } from "./payment-methods/PaymentMethodBody.ts"
import { PaymentBody } from "./payments/PaymentBody.ts"
import { PayoutBody } from "./payouts/PayoutBody.ts"
import { RefundBody } from "./refunds/RefundBody.ts"
import { ScreeningBody } from "./screening/ScreeningBody.ts"

/** What the `data` of each event holds, as a schema: to read events of cards with, such as in a subscription. */
export const eventData = {
  "payment.created": PaymentBody,
  "payment.requires_action": PaymentBody,
  "payment.authorized": PaymentBody,
  "payment.succeeded": PaymentBody,
  "payment.captured": PaymentBody,
  "payment.failed": PaymentBody,
  "payment.canceled": PaymentBody,
  "payment.expired": PaymentBody,
  "risk.flagged": PaymentBody,
  "risk.cleared": PaymentBody,
  "customer.created": CustomerBody,
  "customer.updated": CustomerBody,
  "customer.deleted": CustomerBody,
  "payment_method.attached": PaymentMethodBody,
  "payment_method.detached": PaymentMethodBody,
  "customer.kyc_verified": KycBody,
  "customer.kyc_failed": KycBody,
  "bank_account.verified": BankAccountBody,
  "screening.match": ScreeningBody,
  "refund.created": RefundBody,
  "refund.updated": RefundBody,
  "refund.failed": RefundBody,
  "dispute.created": DisputeBody,
  "dispute.updated": DisputeBody,
  "dispute.closed": DisputeBody,
  "payout.created": PayoutBody,
  "payout.in_transit": PayoutBody,
  "payout.paid": PayoutBody,
  "payout.failed": PayoutBody,
  "payout.canceled": PayoutBody,
  "aml.alert_created": AlertBody,
  "aml.alert_updated": AlertBody
} as const satisfies Readonly<Record<CardsEventType, Schema.Top>>

/** Every event with what its `data` holds. */
export const publishedEvents: Readonly<Record<string, Publication.PublishedEvent>> = Object.fromEntries(
  (Object.keys(eventData) as ReadonlyArray<CardsEventType>).map((type) => [
    type,
    { description: `${events[type]}.`, data: eventData[type] }
  ])
)
