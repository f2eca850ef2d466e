/**
 * A payment on any rail: what it is, where it may stand, and what the system knows about it. The rules that change one are in
 * `Lifecycle` (up to the network) and `Outcome` (what the network says). Read it beside decisions B.3 and D.1.
 */
import * as Data from "effect/Data"
import { StateMachine, type Currency } from "../../../src/domain.ts"
import type { AccountHolder } from "../accounts.ts"
import type { AchDetails } from "../ach/AchDetails.ts"
import type { PlainDate } from "../calendar/PlainDate.ts"
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
    held: {
      ...nothing,
      askApproval: "pending_approval",
      queue: "queued",
      receive: "settled",
      reject: "rejected",
      cancel: "cancelled"
    },
    pending_approval: { ...nothing, queue: "queued", reject: "rejected", cancel: "cancelled" },
    queued: { ...nothing, ...answered, hold: "held", submit: "submitted", reject: "rejected", cancel: "cancelled" },
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

/** Whether a payment waits to be sent, or for the network's answer. */
export const isOnItsWay = ({ status }: Pick<Payment, "status">): boolean =>
  status === "queued" || status === "submitted"

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

/** Whom, or what in words, the message of a payment names beside both ends, such as who pays in the end. */
export interface Mention {
  /** The path in the message, such as `CdtTrfTxInf.UltmtDbtr`. */
  readonly field: string
  readonly name?: string | undefined
  readonly address?: Address | undefined
  readonly text?: string | undefined
}

/** One end of a payment. */
export interface Party {
  readonly name: string
  readonly accountNumber: string
  readonly accountType: (typeof accountTypes)[number]
  readonly routingNumber: string
  readonly address?: Address | undefined
}

/** The beneficiary of a SWIFT wire: its bank is named by its BIC, in eleven characters. */
export interface ForeignParty {
  readonly name: string
  /** An IBAN where `isIban`, else a number as the bank has it. */
  readonly accountNumber: string
  readonly isIban: boolean
  readonly bic: string
  readonly bankCountry: string
  readonly address?: Address | undefined
}

/** Who gets the money. */
export type Beneficiary = Party | ForeignParty

/** Whether a beneficiary's bank is named by a BIC. */
export const isForeign = (party: Beneficiary): party is ForeignParty => "bic" in party

/** How the networks name a party's bank: by routing number, or by BIC. */
export const bankNumberOf = (party: Beneficiary): string => (isForeign(party) ? party.bic : party.routingNumber)

/** Who bears the charges of a wire (ISO 20022): shared, the sender, the beneficiary. */
export const chargeBearers = ["SHAR", "DEBT", "CRED"] as const

/** What a wire has beside every other payment. */
export interface WireDetails {
  /** Customers' money, or that of the banks themselves. */
  readonly transferType: "customer" | "bank"
  /** The amount is in its minor units. */
  readonly currency: Currency
  /** The business day for which it counts; moves with a hold until it is sent. */
  readonly valueDate: PlainDate
  readonly chargeBearer: (typeof chargeBearers)[number]
  /** The bank on the way: a routing number or a BIC. */
  readonly intermediary: string | null
  /** Fedwire's own reference, once it settled. */
  readonly imad: string | null
  /** What it counts against limits and rules, which are in cents of USD. */
  readonly countedCents: number
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
  readonly code: "NETWORK_TIMEOUT" | "RECEIVER_UNAVAILABLE" | "NETWORK_REJECTED" | "NOT_SENT" | "NOT_SETTLED"
  readonly networkCode: string | null
  readonly message: string
  readonly at: number
}

/** Who rejected it before it was sent: `validation` where it may not leave any more, because its client lost its access. */
export interface PaymentRejection {
  readonly stage: "validation" | "compliance" | "approval"
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

/**
 * Money that moved against what the payment says: the network settled a payment that it had refused, or money came back
 * a second time. It is booked in suspense until an administrator clears it.
 */
export interface PaymentSuspense {
  /** What lies in suspense: above zero it left our account at the network, below zero it came in. */
  readonly amountCents: number
  /** What came in, in other currencies than the payment's. Absent: nothing did. */
  readonly foreign?: ReadonlyArray<{ readonly amountCents: number; readonly currency: Currency }> | undefined
  /** Whether the network settled the payment after its end. However often the network repeats that, it counts once. */
  readonly isContradicted: boolean
  /** What an administrator found out about that settlement. */
  readonly found: "settled" | "failed" | null
  /** How often it was cleared. */
  readonly clearings: number
}

/** A payment. Amounts are cents of USD, or the minor units of a wire's currency; times are epoch milliseconds of engine time. */
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
  readonly beneficiary: Beneficiary
  readonly remittanceInfo: string | null
  readonly purposeCode: string | null
  readonly referenceId: string | null
  readonly idempotencyKey: string | null
  readonly createdAt: number
  /** The administrator who made it in the client's name; absent where the client did. */
  readonly madeBy?: string | undefined
  /** Why this rail: the steps of the selection, for whoever asks later. */
  readonly railSteps: ReadonlyArray<RailStep>
  /** Whether the rail was ours to choose (`auto`): then another one may carry it when this one is down. */
  readonly isAutomatic?: boolean | undefined
  /** The identifiers under which networks know it, fixed before the first send and never changed (decisions D.6). */
  readonly uetr: string
  readonly endToEndId: string
  /** Planned when the payment is queued: FedNow's carries the day. */
  readonly messageId: string | null
  /** The time that this message bears: when it is to leave at the earliest. Absent on ACH, and where an earlier version planned it. */
  readonly madeAt?: number | undefined
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
  /** The events published for it so far; the next one's `sequence` is one more than they are. */
  readonly timeline: ReadonlyArray<{ readonly type: BankEventType; readonly at: number }>
  /** The New York day whose limit it counts against; given back when it ends without money moving. */
  readonly limitDay: string
  /** What a wire adds, and what ACH adds: each on payments of that kind only. */
  readonly wire?: WireDetails | undefined
  readonly ach?: AchDetails | undefined
  /** On money that came in: who else is named in its message. Absent: nobody. */
  readonly mentions?: ReadonlyArray<Mention> | undefined
  /** Absent while no money moved against what the payment says. */
  readonly suspense?: PaymentSuspense | undefined
}

/** Whether anything lies in suspense for a payment: then somebody must look. */
export const isInSuspense = ({ suspense }: Pick<Payment, "suspense">): boolean =>
  suspense !== undefined && (suspense.amountCents !== 0 || (suspense.foreign ?? []).length > 0)

const noSuspense: PaymentSuspense = { amountCents: 0, isContradicted: false, found: null, clearings: 0 }

/** A payment with more, or less, in suspense. */
export const suspended = <P extends Payment>(payment: P, byCents: number, change: Partial<PaymentSuspense> = {}): P => {
  const { amountCents, ...before } = payment.suspense ?? noSuspense
  const suspense = { ...before, ...change, amountCents: amountCents + byCents }
  return { ...payment, suspense, needsAttention: isInSuspense({ suspense }) }
}

/** Whose money here a payment moves: that of its originator, or, where it came in, of its beneficiary. */
export const ownerOf = ({ beneficiary, direction, originator }: Payment): AccountHolder =>
  direction === "inbound" && !isForeign(beneficiary) ? beneficiary : originator

/** A payment over ACH: both its ends are customers of banks that routing numbers name. */
export type AchPayment = Payment & { readonly ach: AchDetails; readonly beneficiary: Party }

/** Whether ACH carries a payment. */
export const isAch = (payment: Payment): payment is AchPayment => payment.ach !== undefined

/** What a payment counts against limits and rules, in cents of USD. */
export const countedCentsOf = (payment: Pick<Payment, "amountCents" | "wire">): number =>
  payment.wire?.countedCents ?? payment.amountCents

const isUnmoved = ({ returned, status }: Pick<Payment, "status" | "returned">): boolean =>
  status === "failed" ||
  status === "rejected" ||
  status === "cancelled" ||
  (status === "returned" && returned?.fundsMoved === false)

/**
 * What a payment uses of its client's daily limit, in cents of USD (decisions B.2): its amount, or nothing once it ended
 * without money moving. It uses its amount again when the network settles it after all, unless that was an error.
 */
export const usedCentsOf = (payment: Payment): number => {
  const { direction, suspense } = payment
  const isMovedLate = suspense?.isContradicted === true && suspense.found !== "failed"
  return direction === "inbound" || (isUnmoved(payment) && !isMovedLate) ? 0 : countedCentsOf(payment)
}

/** The currency of a payment: USD on every rail but SWIFT (spec bank §1). */
export const currencyOf = (payment: Pick<Payment, "wire">): Currency => payment.wire?.currency ?? "usd"

/** No payment of this client has this id. */
export class PaymentNotFound extends Data.TaggedError("PaymentNotFound") {}

/** The payment of this client was not returned, so there are no details of a return. */
export class PaymentNotReturned extends Data.TaggedError("PaymentNotReturned") {}

/** The payment was sent, or came to its end. */
export class PaymentNotCancellable extends Data.TaggedError("PaymentNotCancellable")<{
  readonly status: PaymentStatus
}> {}

/** The payment was already decided or has moved on. */
export class StateConflict extends Data.TaggedError("StateConflict")<{ readonly message: string }> {}
