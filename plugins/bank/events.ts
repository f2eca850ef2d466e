/** The events of the service and their envelope (spec bank §2, §6; decisions B.4). */
import type { OutboxEvent } from "../../src/plugin.ts"

/** Event types with what they tell. */
export const events = {
  "payment.validated": "Passed format validation and entered the workflow",
  "payment.approved": "Approved by a rule or a person; queued for submission",
  "payment.submitted": "Sent to the network",
  "payment.settled": "Funds moved",
  "payment.returned":
    "Returned by the receiving bank; fundsMoved tells a refusal before settlement from a return after it",
  "payment.rejected": "Rejected by compliance review, approval or the network",
  "compliance.hold": "Held on a possible sanctions match, or because screening is unavailable",
  "compliance.released": "The hold was released; processing goes on without resubmission",
  "compliance.rejected": "An officer rejected the payment from the hold queue",
  "wire.recall.resolved": "A recall of a wire was accepted or rejected",
  "rfp.fulfilled": "The payer paid a request for payment",
  "rfp.declined": "The payer declined a request for payment",
  "batch.completed": "Every record of an ACH batch has come to its end"
} as const satisfies Readonly<Record<string, string>>

/** An event type of this plugin. */
export type BankEventType = keyof typeof events

/** An event to publish, with its data. */
export interface BankEvent {
  readonly type: BankEventType
  /** Id of the object that it is about, where it is not the one that was decided on. */
  readonly resource?: string
  /** Wire form: it goes out as it is. */
  readonly data: Readonly<Record<string, unknown>>
}

/** RFC 3339 in UTC with milliseconds (decisions B11). */
export const timestamp = (time: number): string => new Date(time).toISOString()

/** Freezes an event: its bytes are the same in every attempt (decisions B98). */
export const freeze = (
  event: BankEvent,
  facts: { readonly id: string; readonly resource: string; readonly now: number }
): OutboxEvent<BankEventType> => ({
  id: facts.id,
  type: event.type,
  resource: event.resource ?? facts.resource,
  body: JSON.stringify({
    eventId: facts.id,
    eventType: event.type,
    timestamp: timestamp(facts.now),
    data: event.data
  }),
  createdAt: facts.now
})
