/**
 * What a processor reports by itself: disputes, late words about refunds, payouts, debits and authentications. The host's
 * `readNotices` checks the signature and translates; this is what it translates to.
 */
import { disputeReasons, type DisputeReason } from "../disputes/Dispute.ts"
import { isFields, isTime, readDeclined, readFault, type Declined, type Fault, type Fields } from "./answers.ts"

/** A report of a processor, about one of our objects by our id. One that says nothing new changes nothing. */
export type AcquirerNotice =
  | {
      readonly type: "authentication"
      readonly payment: string
      readonly outcome: "succeeded" | "failed" | "canceled"
    }
  /** A bank debit that was submitted. */
  | { readonly type: "debit"; readonly payment: string; readonly outcome: "settled" | Declined }
  | { readonly type: "refund"; readonly refund: string; readonly outcome: "succeeded" | Declined }
  | { readonly type: "payout"; readonly payout: string; readonly outcome: "paid" }
  | { readonly type: "payout"; readonly payout: string; readonly outcome: "failed" | "returned"; readonly fault: Fault }
  | {
      readonly type: "dispute_opened"
      readonly payment: string
      /**
       * What the acquirer calls the dispute. One that it named before is not opened again, since notices come twice: a dispute that
       * begins anew after it was decided needs another name, such as with its round.
       */
      readonly acquirerDispute: string
      readonly reason: DisputeReason
      /** Minor units of the payment's currency; all that is left of the payment where it is not given. */
      readonly amountMinor?: number
      /** Until when evidence is taken, epoch milliseconds; 14 days from now where it is not given. */
      readonly respondBy?: number
    }
  | {
      readonly type: "dispute_closed"
      readonly payment: string
      readonly acquirerDispute: string
      readonly outcome: "won" | "lost"
    }

/** Notices in one request at most (our choice). */
export const maxNotices = 100

/** What an object is called, by us or by a processor. */
export const isId = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 255

const isAmount = (value: unknown): value is number | undefined =>
  value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1)

const oneOf = <A>(words: ReadonlyArray<A>, value: unknown): A | undefined => words.find((word) => word === value)

/** A word, or the decline that stands in its place. */
const wordOrDecline = <A extends string>(word: A, value: unknown): A | Declined | undefined =>
  value === word ? word : isFields(value) ? readDeclined(value) : undefined

/** A checked notice about a payout, or `undefined`. */
export const readPayoutNotice = ({ fault, outcome, payout }: Fields): AcquirerNotice | undefined => {
  if (!isId(payout)) return undefined
  if (outcome === "paid") return { type: "payout", payout, outcome }
  const known = readFault(fault)
  const how = oneOf(["failed", "returned"] as const, outcome)
  return how && known && { type: "payout", payout, outcome: how, fault: known }
}

const readDisputeOpened = (fields: Fields): AcquirerNotice | undefined => {
  const { acquirerDispute, amountMinor, payment, respondBy } = fields
  const reason = oneOf(disputeReasons, fields["reason"])
  if (!isId(payment) || !isId(acquirerDispute) || reason === undefined) return undefined
  if (!isAmount(amountMinor) || !(respondBy === undefined || isTime(respondBy))) return undefined
  return {
    type: "dispute_opened",
    payment,
    acquirerDispute,
    reason,
    ...(amountMinor !== undefined && { amountMinor }),
    ...(respondBy !== undefined && { respondBy })
  }
}

const readers: Readonly<Record<AcquirerNotice["type"], (fields: Fields) => AcquirerNotice | undefined>> = {
  authentication: ({ outcome, payment }) => {
    const known = oneOf(["succeeded", "failed", "canceled"] as const, outcome)
    return isId(payment) && known !== undefined ? { type: "authentication", payment, outcome: known } : undefined
  },
  debit: ({ outcome, payment }) => {
    const known = wordOrDecline("settled", outcome)
    return isId(payment) && known !== undefined ? { type: "debit", payment, outcome: known } : undefined
  },
  refund: ({ outcome, refund }) => {
    const known = wordOrDecline("succeeded", outcome)
    return isId(refund) && known !== undefined ? { type: "refund", refund, outcome: known } : undefined
  },
  payout: readPayoutNotice,
  dispute_opened: readDisputeOpened,
  dispute_closed: ({ acquirerDispute, outcome, payment }) => {
    const known = oneOf(["won", "lost"] as const, outcome)
    return isId(payment) && isId(acquirerDispute) && known !== undefined
      ? { type: "dispute_closed", payment, acquirerDispute, outcome: known }
      : undefined
  }
}

const readNotice = (value: unknown): AcquirerNotice | undefined => {
  if (!isFields(value)) return undefined
  const { type } = value
  return typeof type === "string" && Object.hasOwn(readers, type)
    ? readers[type as AcquirerNotice["type"]](value)
    : undefined
}

/** Checked notices, `forged`, or `undefined` for anything else. */
export const readNotices = (answer: unknown): ReadonlyArray<AcquirerNotice> | "forged" | undefined => {
  if (answer === "forged") return answer
  if (!Array.isArray(answer) || answer.length > maxNotices) return undefined
  const notices = Array.from<unknown>(answer).map(readNotice)
  return notices.every((notice) => notice !== undefined) ? notices : undefined
}
