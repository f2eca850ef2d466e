/**
 * The recall of a wire: asks the receiving bank to give a sent wire back. Pure rules beside decisions B.5 and D.4.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { StateMachine } from "../../../src/domain.ts"
import type { ResolutionStatus } from "../messages/iso/statuses.ts"

/** Where a recall stands. `new` is only ever left. */
export type RecallState = "new" | "pending" | "accepted" | "rejected"

/** What happens to a recall. */
export type RecallTrigger = "ask" | "accept" | "reject"

const { refused } = StateMachine
const resolved = { ask: refused, accept: refused, reject: refused } as const

/** The state machine of decisions D.4. */
export const recallMachine = StateMachine.defineStateMachine<RecallState, RecallTrigger>()({
  name: "recall",
  initial: "new",
  final: ["accepted", "rejected"],
  rows: {
    new: { ...resolved, ask: "pending" },
    pending: { ...resolved, accept: "accepted", reject: "rejected" },
    accepted: resolved,
    rejected: resolved
  }
})

/** Why a wire is recalled. */
export const recallReasons = ["DUPL", "FRAD", "TECH", "CUST", "AM09", "AC03"] as const

/** Why the sender of a wire wants it back: a code of ISO 20022. */
export type RecallReason = (typeof recallReasons)[number]

/** Without an answer after so many banking days an alert is raised; the recall stays pending (decisions C.5). */
export const recallAlertBankingDays = 10

/** The wire cannot be recalled. */
export class RecallNotAllowed extends Data.TaggedError("RecallNotAllowed")<{
  readonly reason: "not_a_wire" | "not_sent" | "open_recall"
}> {}

/** Whether a wire can be recalled: submitted or settled, and no other recall open. A refused one can be asked again. */
export const checkRecall = (payment: {
  readonly rail: string
  readonly status: string
  readonly hasOpenRecall: boolean
}): Result.Result<"ask", RecallNotAllowed> => {
  const refuse = (reason: RecallNotAllowed["reason"]) => Result.fail(new RecallNotAllowed({ reason }))
  if (payment.rail !== "fedwire" && payment.rail !== "swift") return refuse("not_a_wire")
  if (payment.status !== "submitted" && payment.status !== "settled") return refuse("not_sent")
  return payment.hasOpenRecall ? refuse("open_recall") : Result.succeed("ask")
}

/** What an answer of the receiving bank does to a recall; `undefined` while it is not decided (`PDCR`). */
export const recallTriggerOf: Readonly<Record<ResolutionStatus, Exclude<RecallTrigger, "ask"> | undefined>> = {
  IPAY: "accept",
  CNCL: "accept",
  PECR: "accept",
  RJCR: "reject",
  PDCR: undefined
}

/** What comes back of a recalled wire after the charges of the banks on the way; never below zero. */
export const returnedAmount = (amountCents: number, chargesCents: number): number =>
  Math.max(0, amountCents - chargesCents)
