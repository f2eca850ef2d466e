/** What each event carries, for the published description. */
import { Publication } from "../../src/plugin.ts"
import { events, type CardsEventType } from "./events.ts"
import { PaymentBody } from "./payments/PaymentBody.ts"
import { RefundBody } from "./refunds/RefundBody.ts"

const carried = {
  "payment.created": PaymentBody,
  "payment.requires_action": PaymentBody,
  "payment.authorized": PaymentBody,
  "payment.succeeded": PaymentBody,
  "payment.captured": PaymentBody,
  "payment.failed": PaymentBody,
  "payment.canceled": PaymentBody,
  "payment.expired": PaymentBody,
  "refund.created": RefundBody,
  "refund.updated": RefundBody,
  "refund.failed": RefundBody
} as const

/** Every event with what its `data` holds. */
export const publishedEvents: Readonly<Record<string, Publication.PublishedEvent>> = Object.fromEntries(
  (Object.keys(carried) as ReadonlyArray<CardsEventType & keyof typeof carried>).map((type) => [
    type,
    { description: `${events[type]}.`, data: carried[type] }
  ])
)
