/** Where a payment can stand and what leads where, as one table. Read it beside spec cards §3 and decisions B1. */
import { StateMachine } from "../../../src/domain.ts"

/**
 * Where a payment stands. `new` is only ever left. `authorizing`: the acquirer was asked and its answer is not known
 * yet. `submitted`: a bank debit is on its way. `abandoned`: canceled before anything was authorized.
 */
export type PaymentState =
  | "new"
  | "requires_action"
  | "authorizing"
  | "submitted"
  | "authorized"
  | "captured"
  | "partially_captured"
  | "voided"
  | "abandoned"
  | "expired"
  | "failed"

/** What happens to a payment. */
export type PaymentTrigger =
  | "challenge"
  | "ask"
  | "authorize"
  | "captureAtOnce"
  | "submit"
  | "decline"
  | "captureAll"
  | "capturePart"
  | "void"
  | "expire"

const { refused } = StateMachine

/** A state that nothing leaves; the others say what does. */
const settled = {
  challenge: refused,
  ask: refused,
  authorize: refused,
  captureAtOnce: refused,
  submit: refused,
  decline: refused,
  captureAll: refused,
  capturePart: refused,
  void: refused,
  expire: refused
} as const

/** What an acquirer's answer leads to, whenever it comes. */
const answered = { authorize: "authorized", captureAtOnce: "captured", submit: "submitted", decline: "failed" } as const

/** The state machine of spec cards §3. */
export const paymentMachine = StateMachine.defineStateMachine<PaymentState, PaymentTrigger>()({
  name: "payment",
  initial: "new",
  final: ["captured", "partially_captured", "voided", "abandoned", "expired", "failed"],
  rows: {
    new: { ...settled, ...answered, challenge: "requires_action", ask: "authorizing" },
    requires_action: { ...settled, ...answered, ask: "authorizing", void: "abandoned" },
    authorizing: { ...settled, ...answered, challenge: "requires_action", void: "abandoned" },
    submitted: { ...settled, captureAtOnce: "captured", decline: "failed" },
    authorized: {
      ...settled,
      captureAll: "captured",
      capturePart: "partially_captured",
      void: "voided",
      expire: "expired"
    },
    captured: settled,
    partially_captured: settled,
    voided: settled,
    abandoned: settled,
    expired: settled,
    failed: settled
  }
})

/** The closed list of spec cards §2. */
export type PaymentStatus = "succeeded" | "pending" | "failed" | "canceled" | "requires_action"

/** The documented status of a state (decisions B1). A payment is never shown while it is `new`. */
export const statusOf: Readonly<Record<PaymentState, PaymentStatus>> = {
  new: "pending",
  requires_action: "requires_action",
  authorizing: "pending",
  submitted: "pending",
  authorized: "pending",
  captured: "succeeded",
  partially_captured: "succeeded",
  voided: "canceled",
  abandoned: "canceled",
  expired: "canceled",
  failed: "failed"
}
