/** The events of the plugin and their envelope (decisions B12). */
import type { CallerShape, OutboxEvent } from "../../src/plugin.ts"
import { versions } from "./versions.ts"

/** Event types with what they tell. */
export const events = {
  "payment.created": "A payment was made, whatever its outcome",
  "payment.requires_action": "The cardholder of a payment must authenticate",
  "payment.authorized": "A payment with manual capture was authorized",
  "payment.succeeded": "A payment was captured",
  "payment.captured": "An authorized payment was captured by a request",
  "payment.failed": "A payment was declined or blocked",
  "payment.canceled": "An authorization was given back by a request",
  "payment.expired": "An authorization ended after 7 days without a capture",
  "risk.flagged": "A payment's risk score is above 75",
  "risk.cleared": "A flagged payment was cleared",
  "customer.created": "A customer was made",
  "customer.updated": "A customer was changed",
  "customer.deleted": "A customer was deleted for good; the last state is shown",
  "payment_method.attached": "A payment method was attached to a customer",
  "payment_method.detached": "A payment method was taken from its customer",
  "customer.kyc_verified": "A verification of a customer's identity succeeded",
  "customer.kyc_failed": "A verification of a customer's identity failed, or had no result in time",
  "bank_account.verified": "A bank account was verified and may receive payouts",
  "screening.match": "A screening found the subject on a list",
  "refund.created": "A refund was made",
  "refund.updated": "A refund that was pending succeeded or was canceled",
  "refund.failed": "A refund failed, at once or after it had succeeded; the money is the merchant's again",
  "dispute.created": "A cardholder disputed a payment",
  "dispute.updated": "Evidence was saved as a draft or submitted",
  "dispute.closed": "A dispute was won or lost",
  "payout.created": "A payout was made",
  "payout.in_transit": "A payout left, with the daily batch or at once",
  "payout.paid": "A payout reached the bank",
  "payout.failed": "A payout failed or was sent back; amount and fee are the merchant's again",
  "payout.canceled": "A payout was taken back before its batch",
  "aml.alert_created": "Monitoring found something about a customer",
  "aml.alert_updated": "An alert shows further payments, or a person changed its status"
} as const satisfies Readonly<Record<string, string>>

/** An event type of this plugin. */
export type CardsEventType = keyof typeof events

let lastTime = Number.NaN
let lastTimestamp = ""

/** Whole seconds, as decisions B1 has them. Most calls in a row are about the same second. */
export const timestamp = (time: number): string => {
  if (time !== lastTime) {
    lastTime = time
    lastTimestamp = `${new Date(time).toISOString().slice(0, 19)}Z`
  }
  return lastTimestamp
}

/** Engine time in whole seconds: what clients see and filter by (decisions B1). */
export const wholeSeconds = (time: number): number => Math.floor(time / 1000) * 1000

/** What an event is about: the resource as it is shown, already as JSON text. */
export interface EventSubject {
  readonly id: string
  readonly type: CardsEventType
  readonly resource: string
  readonly resourceJson: string
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** Freezes an event. `data` is the resource itself (spec cards §6). */
export const freeze = (
  caller: Pick<CallerShape, "principal" | "store" | "claim"> & { readonly requestId: string | undefined },
  subject: EventSubject
): OutboxEvent<CardsEventType> => {
  const request =
    caller.requestId === undefined ? null : { id: caller.requestId, idempotency_key: caller.claim?.key ?? null }
  const head = JSON.stringify({
    id: subject.id,
    object: "event",
    type: subject.type,
    created_at: timestamp(subject.createdAt),
    livemode: caller.principal.mode === "live",
    api_version: versions[0],
    region: caller.store.name,
    request
  })
  return {
    id: subject.id,
    type: subject.type,
    resource: subject.resource,
    body: `${head.slice(0, -1)},"data":${subject.resourceJson}}`,
    createdAt: subject.createdAt
  }
}
