/**
 * A batch of ACH entries (decisions B.5): valid records become payments, the others are reported and stop nobody. Pure.
 */
import * as Data from "effect/Data"
import type { CreateAch } from "../payments/Lifecycle.ts"
import type { Payment, PaymentStatus } from "../payments/Payment.ts"
import { timestamp, type BankEvent } from "../events.ts"

/** Decisions B.5. */
export const mostRecords = 5_000

/** The problem of a record. */
export interface RecordError {
  readonly index: number
  readonly code: string
  /** Path from the body on, such as `entries[3].receiver.routingNumber`. */
  readonly field: string | null
  readonly message: string
}

/** Problems of the record at `index`. A field is a path in the record, `""` the record itself; without one it is no field's. */
export const recordErrors = (
  index: number,
  problems: ReadonlyArray<Pick<RecordError, "code" | "message"> & { readonly field?: string | undefined }>
): ReadonlyArray<RecordError> =>
  problems.map(({ code, field, message }) => {
    const record = `entries[${index}]`
    return { index, code, field: field === undefined ? null : field === "" ? record : `${record}.${field}`, message }
  })

/** A record that is right becomes a payment of this. */
export interface ValidRecord {
  readonly entryReferenceId: string | null
  readonly command: CreateAch
}

/** A record as it is kept. */
export type BatchRecord =
  | ({ readonly kind: "valid" } & ValidRecord)
  | { readonly kind: "invalid"; readonly entryReferenceId: string | null; readonly errors: ReadonlyArray<RecordError> }

/** ACH payments that were sent together. Times are epoch milliseconds, sums are in cents. */
export interface Batch {
  readonly id: string
  readonly scope: string
  readonly clientId: string
  readonly referenceId: string | null
  readonly idempotencyKey: string | null
  readonly createdAt: number
  /** The administrator who made it in the client's name; absent where the client did. */
  readonly madeBy?: string | undefined
  /** The New York day whose limit its payments count against. */
  readonly limitDay: string
  readonly totalRecords: number
  readonly validRecords: number
  readonly invalidRecords: number
  readonly totalDebitCents: number
  readonly totalCreditCents: number
  /** The first of them; all are in the entries. */
  readonly errors: ReadonlyArray<RecordError>
  readonly completedAt: number | null
}

/** How many records came how far. */
export interface BatchCounts {
  readonly submittedRecords: number
  readonly returnedRecords: number
}

/** No batch of this client has this id. */
export class BatchNotFound extends Data.TaggedError("BatchNotFound") {}

/** Job that makes the payments of a batch, some hundred at a time. */
export const createJobName = "bank.batch.create"
/** Job that looks whether a batch is complete. */
export const checkJobName = "bank.batch.check"

/** What both are given. */
export interface BatchJob {
  readonly batchId: string
}

/** The job that looks, after one of its payments has come to its end. Each end has its own look: none is lost. */
export const checkJob = (batchId: string, cause: string, now: number) => ({
  name: checkJobName,
  key: `${batchId}/${cause}`,
  payload: { batchId } satisfies BatchJob,
  dueAt: now
})

/** Statuses of payments that operators have had. */
const sent: ReadonlySet<PaymentStatus> = new Set(["submitted", "settled", "returned", "failed"])

/** Counts from how many payments have which status. */
export const countsOf = (statuses: ReadonlyMap<string, number>): BatchCounts => ({
  submittedRecords: [...statuses].reduce(
    (sum, [status, count]) => sum + (sent.has(status as "settled") ? count : 0),
    0
  ),
  returnedRecords: statuses.get("returned") ?? 0
})

/** Statuses that nothing follows for a batch; a settled payment is over when its return time is. */
const ends: ReadonlySet<PaymentStatus> = new Set(["returned", "failed", "rejected", "cancelled"])

/** Whether a payment has come to its end, as its batch sees it. */
export const isOver = (payment: Payment): boolean =>
  ends.has(payment.status) || (payment.status === "settled" && payment.ach?.isReturnTimeOver === true)

/** The event of a batch, published once (B89). */
export const completedEvent = (batch: Batch, counts: BatchCounts, now: number): BankEvent => ({
  type: "batch.completed",
  resource: batch.id,
  data: {
    batchId: batch.id,
    rail: "ach",
    status: "completed",
    referenceId: batch.referenceId,
    totalRecords: batch.totalRecords,
    validRecords: batch.validRecords,
    invalidRecords: batch.invalidRecords,
    ...counts,
    totalDebitAmount: batch.totalDebitCents,
    totalCreditAmount: batch.totalCreditCents,
    completedAt: timestamp(now),
    sequence: 1
  }
})
