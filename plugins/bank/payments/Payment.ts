/**
 * A payment on any rail: what it is, where it may stand, and what is known of it. The rules that change one are in
 * `Lifecycle` (up to the network) and `Outcome` (what the network says). Read it beside decisions B.3 and D.1.
 */
import * as Data from "effect/Data"
import { StateMachine } from "../../../src/domain.ts"
import type { AchDetails } from "../ach/AchDetails.ts"
import type { BankEventType } from "../events.ts"
import type { RailId } from "../rails/rail-ids.ts"
import type { RailStep } from "../routing/RailChoice.ts"

/** Where a payment stands (decisions B.3). `new` and `validated` are only ever passed through. */
export const paymentStatuses = [
  "held",
  "pending_approval",
  "queued",
  "submitted",
  "settled",
  "returned",
  "failed",
  "rejected",
  "cancelled"
] as const

/** A status that a stored payment has. */
export type PaymentStatus = (typeof paymentStatuses)[number]

type PaymentState = "new" | PaymentStatus

/** What happens to a payment. */
export type PaymentTrigger =
  | "hold"
  | "askApproval"
  | "queue"
  | "submit"
  | "settle"
  | "refuse"
  | "fail"
  | "giveBack"
  | "reject"
  | "cancel"
  | "receive"

const { refused } = StateMachine
const nothing = {
  hold: refused,
  askApproval: refused,
  queue: refused,
  submit: refused,
  settle: refused,
  refuse: refused,
  fail: refused,
  giveBack: refused,
  reject: refused,
  cancel: refused,
  receive: refused
} as const

/** An answer may arrive before we have noted that we asked: then `submit` is implied (decisions D.6). */
const answered = { settle: "settled", refuse: "returned", fail: "failed" } as const

/** The state machine of decisions D.1. `settled` is left by a return only; nothing leaves the other ends. */
export const paymentMachine = StateMachine.defineStateMachine<PaymentState, PaymentTrigger>()({
  name: "payment",
  initial: "new",
  final: ["returned", "failed", "rejected", "cancelled"],
  rows: {
    new: { ...nothing, hold: "held", askApproval: "pending_approval", queue: "queued", receive: "settled" },
    held: { ...nothing, askApproval: "pending_approval", queue: "queued", reject: "rejected", cancel: "cancelled" },
    pending_approval: { ...nothing, queue: "queued", reject: "rejected", cancel: "cancelled" },
    queued: { ...nothing, ...answered, submit: "submitted", cancel: "cancelled" },
    submitted: { ...nothing, ...answered },
    settled: { ...nothing, giveBack: "returned" },
    returned: nothing,
    failed: nothing,
    rejected: nothing,
    cancelled: nothing
  }
})

/** The statuses that answer a waiting call with HTTP 200 (spec bank §2). */
export const finalStatuses: ReadonlySet<PaymentStatus> = new Set(["settled", "failed", "returned"])

/** The kinds of accounts a party may have (decisions B.5). */
export const accountTypes = ["checking", "savings", "loan", "general_ledger"] as const

/** A postal address. Below the travel rule's threshold parts may be absent. */
export interface Address {
  readonly street?: string | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
  readonly postalCode?: string | undefined
  readonly country?: string | undefined
}

/** One end of a payment. */
export interface Party {
  readonly name: string
  readonly accountNumber: string
  readonly accountType: (typeof accountTypes)[number]
  readonly routingNumber: string
  readonly address?: Address | undefined
}

/** Why and by what a payment is held. What an officer sees beyond it is in the hold. */
export interface PaymentHold {
  readonly holdId: string
  readonly reason: "OFAC_POSSIBLE_MATCH" | "OFAC_SCREENING_UNAVAILABLE"
  readonly matchedField: string | null
  readonly matchScore: number | null
  readonly heldAt: number
}

/** What a bank gave back. `fundsMoved` is false where it refused the payment before settlement. */
export interface PaymentReturn {
  readonly code: string
  readonly reason: string
  readonly narrative: string | null
  readonly amountCents: number
  readonly fundsMoved: boolean
  readonly at: number
}

/** Why a payment failed: our word for it, and the network's. */
export interface PaymentFailed {
  readonly code: "NETWORK_TIMEOUT" | "RECEIVER_UNAVAILABLE" | "NETWORK_REJECTED" | "NOT_SENT"
  readonly networkCode: string | null
  readonly message: string
  readonly at: number
}

/** Who rejected it before it was sent. */
export interface PaymentRejection {
  readonly stage: "compliance" | "approval"
  readonly reasonCode: string
  readonly reason: string
  readonly by: string
  readonly at: number
}

/** What approval it needs and has. */
export interface PaymentApproval {
  readonly ruleId: string
  readonly approversNeeded: 1 | 2
  readonly approvals: ReadonlyArray<{ readonly by: string; readonly at: number; readonly note: string | null }>
}

/** A payment. Amounts are cents of USD; times are epoch milliseconds of engine time. */
export interface Payment {
  readonly id: string
  readonly kind: "instant" | "wire" | "ach"
  readonly clientId: string
  /** Owner of its rows: `scopeOf(principal)`. */
  readonly scope: string
  readonly direction: "outbound" | "inbound"
  readonly rail: RailId
  readonly status: PaymentStatus
  readonly amountCents: number
  readonly originator: Party
  readonly beneficiary: Party
  readonly remittanceInfo: string | null
  readonly purposeCode: string | null
  readonly referenceId: string | null
  readonly idempotencyKey: string | null
  readonly createdAt: number
  /** Why this rail: the steps of the selection, for whoever asks later. */
  readonly railSteps: ReadonlyArray<RailStep>
  /** The identifiers under which networks know it, fixed before the first send and never changed (decisions D.6). */
  readonly uetr: string
  readonly endToEndId: string
  /** Planned when the payment is queued: FedNow's carries the day. */
  readonly messageId: string | null
  readonly hold: PaymentHold | null
  readonly approval: PaymentApproval | null
  readonly approvedBy: string | null
  readonly approvedAt: number | null
  /** When the rail opens, for a payment that waits for it. */
  readonly scheduledFor: number | null
  readonly submittedAt: number | null
  readonly settledAt: number | null
  /** The receiver's bank has the money but has not booked it (ACWP), or has (ACSC, ACCC). */
  readonly posting: "pending" | "posted" | null
  readonly returned: PaymentReturn | null
  readonly failure: PaymentFailed | null
  readonly rejection: PaymentRejection | null
  /** Whether inquiries were exhausted without an answer: somebody has to look. */
  readonly needsAttention: boolean
  /** The request for payment that an inbound payment answers. */
  readonly rfpId: string | null
  /** The events told of it so far; the next one's `sequence` is one more than they are. */
  readonly timeline: ReadonlyArray<{ readonly type: BankEventType; readonly at: number }>
  /** The New York day whose limit it counts against; given back when it ends without money moving. */
  readonly limitDay: string
  /** What ACH adds; on payments of that kind only. */
  readonly ach?: AchDetails | undefined
}

/** A payment over ACH. */
export type AchPayment = Payment & { readonly ach: AchDetails }

/** Whether ACH carries a payment. */
export const isAch = (payment: Payment): payment is AchPayment => payment.ach !== undefined

/** No payment of this client has this id. */
export class PaymentNotFound extends Data.TaggedError("PaymentNotFound") {}

/** The payment was already decided or has moved on. */
export class StateConflict extends Data.TaggedError("StateConflict")<{ readonly message: string }> {}
