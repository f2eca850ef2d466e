/**
 * A request to give a settled instant payment back (spec bank §1: only the beneficiary can, voluntarily). Pure rules of
 * decisions B.5.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import type { AlertDraft } from "../administration/Alert.ts"
import { conclude, type BankDecision } from "../BankDecision.ts"
import { lastReturnRequestDate, returnRequestAnswerDue } from "../calendar/deadlines.ts"
import { easternDateOf, endOfEasternDay } from "../calendar/eastern-time.ts"
import type { Payment } from "../payments/Payment.ts"
import type { ReturnRequestReason } from "../return-codes.ts"

/** Where a request stands. */
export const returnRequestStatuses = ["pending", "accepted", "partially_accepted", "rejected", "expired"] as const

export type ReturnRequestStatus = (typeof returnRequestStatuses)[number]

/** A request to give a settled instant payment back, and its answer. */
export interface ReturnRequest {
  readonly id: string
  readonly paymentId: string
  readonly scope: string
  readonly status: ReturnRequestStatus
  readonly reasonCode: ReturnRequestReason
  readonly additionalInfo: string | null
  readonly requestedAmountCents: number
  readonly createdAt: number
  readonly responseDueAt: number
  readonly messageId: string
  /** Why the beneficiary's bank refused. */
  readonly responseReason: string | null
}

/** No request of this payment has this id. */
export class ReturnRequestNotFound extends Data.TaggedError("ReturnRequestNotFound") {}

/** This payment cannot be asked back now. */
export class ReturnRequestRefused extends Data.TaggedError("ReturnRequestRefused")<{ readonly message: string }> {}

/** What goes wrong. */
export type ReturnRequestFailure = ReturnRequestNotFound | ReturnRequestRefused

/** Why an instant payment is asked back, and how much of it. */
export interface AskBack {
  readonly reasonCode: ReturnRequestReason
  readonly additionalInfo?: string | undefined
  readonly amountCents?: number | undefined
}

export const sendReturnRequestJobName = "bank.return_request.send"
export const expireReturnRequestJobName = "bank.return_request.expire"

/** What they are given. */
export interface ReturnRequestJob {
  readonly requestId: string
}

const refuse = (message: string) => Result.fail(new ReturnRequestRefused({ message }))

/** A new request, or why there can be none. */
export const create = (
  command: AskBack,
  payment: Payment,
  facts: { readonly id: string; readonly messageId: string; readonly now: number }
): Result.Result<BankDecision<ReturnRequest>, ReturnRequestRefused> => {
  if (payment.kind !== "instant" || payment.direction !== "outbound" || payment.status !== "settled") {
    return refuse("Only a settled instant payment of yours can be asked back")
  }
  const requestedAmountCents = command.amountCents ?? payment.amountCents
  if (requestedAmountCents > payment.amountCents) return refuse("More than was paid cannot be asked back")
  const today = easternDateOf(facts.now)
  const lastDate = lastReturnRequestDate(easternDateOf(payment.settledAt!))
  if (command.reasonCode !== "FRAD" && today > lastDate) {
    return refuse("A payment can be asked back for 60 days after its settlement")
  }
  const request: ReturnRequest = {
    ...facts,
    paymentId: payment.id,
    scope: payment.scope,
    status: "pending",
    reasonCode: command.reasonCode,
    additionalInfo: command.additionalInfo ?? null,
    requestedAmountCents,
    createdAt: facts.now,
    responseDueAt: endOfEasternDay(returnRequestAnswerDue(today)),
    responseReason: null
  }
  const job = (name: string, dueAt: number) => ({
    name,
    key: request.id,
    payload: { requestId: request.id } satisfies ReturnRequestJob,
    dueAt
  })
  return Result.succeed(
    conclude({
      state: request,
      jobs: [job(sendReturnRequestJobName, facts.now), job(expireReturnRequestJobName, request.responseDueAt + 1)]
    })
  )
}

const outcomes = {
  IPAY: "accepted",
  CNCL: "accepted",
  PECR: "partially_accepted",
  RJCR: "rejected",
  PDCR: "pending"
} as const satisfies Readonly<Record<string, ReturnRequestStatus>>

/** What the beneficiary's bank says. The money itself comes as a return. `undefined`: nothing changes. */
export const afterAnswer = (
  request: ReturnRequest,
  answer: { readonly status: keyof typeof outcomes; readonly reason: string | undefined }
): BankDecision<ReturnRequest> | undefined => {
  const status = outcomes[answer.status]
  return request.status !== "pending" || status === "pending"
    ? undefined
    : conclude({
        state: { ...request, status, responseReason: answer.reason ?? null },
        // What was granted is looked at once more, when its money should be here.
        cancelledJobs: status === "rejected" ? [{ name: expireReturnRequestJobName, key: request.id }] : []
      })
}

/** What follows for a request when its time is over. */
export interface RequestOverdue {
  readonly decision: BankDecision<ReturnRequest>
  readonly alert: AlertDraft
}

/** Nobody answered in time, or what was granted has not come: an administrator is notified. */
export const expire = (request: ReturnRequest, payment: Pick<Payment, "status">): RequestOverdue | undefined => {
  const overdue = (status: ReturnRequestStatus, message: string): RequestOverdue => ({
    decision: conclude({ state: { ...request, status } }),
    alert: { type: "return_request.unanswered", resource: request.id, message }
  })
  const { status } = request
  if (status === "pending") return overdue("expired", "The beneficiary's bank did not answer within 10 business days")
  return (status === "accepted" || status === "partially_accepted") && payment.status === "settled"
    ? overdue(status, "The beneficiary's bank granted the request, and its money has not come within 10 business days")
    : undefined
}
