/** What each event says about a payment (spec bank §2; decisions B.4). Pure: the wire form is made here. */
import { achDataOf } from "../ach/AchEvents.ts"
import { timestamp, type BankEvent, type BankEventType } from "../events.ts"
import { currencyOf, type Payment } from "./Payment.ts"

/** A payment with the events published for it so far, in order. */
export interface Told {
  readonly now: number
  readonly payment: Payment
  readonly events: ReadonlyArray<BankEvent>
}

const optional = (time: number | null): string | null => (time === null ? null : timestamp(time))

/** The data of each event beside the fields that all of them carry. */
const dataOf = {
  "payment.validated": (payment) => ({ amount: payment.amountCents, createdAt: timestamp(payment.createdAt) }),
  "payment.approved": (payment) => ({ approvedBy: payment.approvedBy, approvedAt: optional(payment.approvedAt) }),
  "payment.submitted": (payment) => ({
    submittedAt: optional(payment.submittedAt),
    uetr: payment.uetr,
    networkMessageId: payment.messageId
  }),
  "payment.settled": (payment) =>
    payment.kind === "wire"
      ? {
          amount: payment.amountCents,
          currency: currencyOf(payment).toUpperCase(),
          uetr: payment.uetr,
          imad: payment.wire?.imad ?? null,
          settledAt: optional(payment.settledAt)
        }
      : {
          amount: payment.amountCents,
          uetr: payment.uetr,
          settlementTimestamp: optional(payment.settledAt),
          processingTimeMs: processingTimeMs(payment)
        },
  "payment.returned": (payment) => {
    const { returned } = payment
    return returned === null
      ? {}
      : {
          returnCode: returned.code,
          returnReason: returned.reason,
          ...(returned.narrative === null ? {} : { returnNarrative: returned.narrative }),
          returnedAmount: returned.amountCents,
          fundsMoved: returned.fundsMoved,
          returnedAt: timestamp(returned.at),
          uetr: payment.uetr
        }
  },
  "payment.rejected": ({ failure, rejection }) =>
    rejection !== null
      ? {
          rejectionStage: rejection.stage,
          reasonCode: rejection.reasonCode,
          reason: rejection.reason,
          rejectedAt: timestamp(rejection.at)
        }
      : failure === null
        ? {}
        : {
            rejectionStage: "network",
            reasonCode: failure.networkCode ?? failure.code,
            reason: failure.message,
            rejectedAt: timestamp(failure.at)
          },
  "compliance.hold": ({ hold }) =>
    hold === null
      ? {}
      : {
          holdReason: hold.reason,
          matchedField: hold.matchedField,
          matchScore: hold.matchScore,
          heldAt: timestamp(hold.heldAt)
        }
} as const satisfies Partial<Record<BankEventType, (payment: Payment) => Readonly<Record<string, unknown>>>>

/** Events whose data follow from the payment alone. */
export type PaymentEventType = keyof typeof dataOf

/** From the moment a payment was free to go to the network's answer; engine time. */
export const processingTimeMs = (payment: Payment): number => {
  const end = payment.settledAt ?? payment.returned?.at ?? payment.failure?.at ?? payment.submittedAt
  // A hold or an approval is not the time that processing took (decisions B139).
  return Math.max(0, (end ?? payment.createdAt) - (payment.approvedAt ?? payment.createdAt))
}

/** Which way the money goes, where it is not sent: an event about money that came may be the first that its reader hears of it. */
const incomingOf = ({ ach, direction }: Payment) =>
  direction === "inbound" || ach?.direction === "debit" ? { direction: ach?.direction ?? direction } : {}

/** Tells an event, under the payment's next sequence number. `status` is shown instead of the stored one. */
export const tell = (
  { events, now, payment }: Told,
  type: BankEventType,
  more: Readonly<Record<string, unknown>> = {},
  status: string = payment.status
): Told => {
  const sequence = payment.timeline.length + 1
  const own =
    payment.ach !== undefined && type in achDataOf
      ? achDataOf[type as keyof typeof achDataOf](payment, payment.ach)
      : type in dataOf
        ? dataOf[type as PaymentEventType](payment)
        : {}
  const data = {
    paymentId: payment.id,
    rail: payment.rail,
    status,
    ...incomingOf(payment),
    ...own,
    ...more,
    referenceId: payment.referenceId,
    sequence
  }
  return {
    now,
    payment: { ...payment, timeline: [...payment.timeline, { type, at: now }] },
    events: [...events, { type, data }]
  }
}

/** Nothing told yet, at a moment of engine time. */
export const untold = (payment: Payment, now: number): Told => ({ now, payment, events: [] })
