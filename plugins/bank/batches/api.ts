/** Batches on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit, BodyValues } from "../../../src/plugin.ts"
import { encodeAchResult } from "../ach/AchBody.ts"
import { timestamp } from "../events.ts"
import { dataOf, ErrorBody, KeyRequired, listOf, pageQuery, ReferenceId, RequiredScope, text } from "../wire.ts"
import { mostRecords, type Batch, type BatchCounts, type BatchRecord } from "./Batch.ts"
import type { Payment } from "../payments/Payment.ts"

export { readAch } from "../ach/api.ts"

/** Bytes of a batch: 5,000 records of some 1,600. Our choice. */
const bodyLimitBytes = 8_388_608

/** Values of a batch: of 5,000 records, 50 each. */
const bodyValues = 250_000

/** Fields of the defaults, and of each object in them: they are read again for every record. */
const mostDefaults = 100

const isSmall = (value: unknown): boolean =>
  typeof value !== "object" || value === null || Object.keys(value).length <= mostDefaults

const Defaults = Schema.Record(Schema.String, Schema.Unknown)
  .annotate({ expected: "an object" })
  .check(
    Schema.makeFilter(
      (fields: Readonly<Record<string, unknown>>) => isSmall(fields) && Object.values(fields).every(isSmall),
      { expected: `an object of at most ${mostDefaults} fields, and so each object in it` }
    )
  )

/** Body of a batch; its records are read one by one, so that one does not spoil the others. */
export const SubmitBatchBody = Schema.Struct({
  referenceId: Schema.optionalKey(ReferenceId),
  defaults: Schema.optionalKey(Defaults),
  entries: Schema.Array(Schema.Unknown)
    .annotate({ expected: "a list" })
    .check(Schema.isMinLength(1, { expected: "a list of 1 entry or more" }))
    .check(Schema.isMaxLength(mostRecords, { expected: `a list of at most ${mostRecords} entries` }))
})

/** The client's own name of a record. */
export const EntryReference = Schema.Struct({ entryReferenceId: Schema.optionalKey(text(35)) })

const RecordErrorBody = Schema.Struct({
  index: Schema.Int,
  code: Schema.String,
  field: Schema.NullOr(Schema.String),
  message: Schema.String
})

const BatchBody = Schema.Struct({
  batchId: Schema.String,
  status: Schema.Literals(["processing", "completed"]),
  referenceId: Schema.NullOr(Schema.String),
  totalRecords: Schema.Int,
  validRecords: Schema.Int,
  invalidRecords: Schema.Int,
  submittedRecords: Schema.Int,
  returnedRecords: Schema.Int,
  totalDebitAmount: Schema.Int,
  totalCreditAmount: Schema.Int,
  errors: Schema.Array(RecordErrorBody),
  createdAt: Schema.String,
  completedAt: Schema.NullOr(Schema.String)
})

const EntryBody = Schema.Struct({
  index: Schema.Int,
  entryReferenceId: Schema.NullOr(Schema.String),
  /** `invalid`, `processing` until its payment is made, then the payment's. */
  status: Schema.String,
  paymentId: Schema.NullOr(Schema.String),
  payment: Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)),
  errors: Schema.Array(RecordErrorBody)
})

const batchId = { batchId: Schema.String }

/** The endpoints of this slice. */
export const BatchesApi = HttpApiGroup.make("batches").add(
  HttpApiEndpoint.post("submit", "/v2/payments/ach/batches", {
    payload: SubmitBatchBody,
    success: dataOf(BatchBody),
    error: ErrorBody
  })
    .annotate(RequiredScope, "payments:write")
    .annotate(KeyRequired, true)
    .annotate(BodyLimit, bodyLimitBytes)
    .annotate(BodyValues, bodyValues),
  HttpApiEndpoint.get("retrieve", "/v2/payments/ach/batches/:batchId", {
    params: batchId,
    success: dataOf(BatchBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read"),
  HttpApiEndpoint.get("entries", "/v2/payments/ach/batches/:batchId/entries", {
    params: batchId,
    query: pageQuery,
    success: listOf(EntryBody),
    error: ErrorBody
  }).annotate(RequiredScope, "payments:read")
)

/** A batch as it is shown. */
export const encodeBatch = (batch: Batch, counts: BatchCounts): typeof BatchBody.Type => ({
  batchId: batch.id,
  status: batch.completedAt === null ? "processing" : "completed",
  referenceId: batch.referenceId,
  totalRecords: batch.totalRecords,
  validRecords: batch.validRecords,
  invalidRecords: batch.invalidRecords,
  ...counts,
  totalDebitAmount: batch.totalDebitCents,
  totalCreditAmount: batch.totalCreditCents,
  errors: batch.errors,
  createdAt: timestamp(batch.createdAt),
  completedAt: batch.completedAt === null ? null : timestamp(batch.completedAt)
})

/** A record as it is shown. */
export const encodeRecord = ({
  payment,
  position,
  record
}: {
  readonly position: number
  readonly record: BatchRecord
  readonly payment: Payment | undefined
}): typeof EntryBody.Type => ({
  index: position,
  entryReferenceId: record.entryReferenceId,
  status: record.kind === "invalid" ? "invalid" : (payment?.status ?? "processing"),
  paymentId: payment?.id ?? null,
  payment: payment?.ach === undefined ? null : encodeAchResult(payment, payment.ach),
  errors: record.kind === "invalid" ? record.errors : []
})
