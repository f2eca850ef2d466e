/** Batches on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { BodyLimit, BodyValues, Publication, Wire } from "../../../src/plugin.ts"
import { OriginatorBody, publishedFields } from "../ach/api.ts"
import { AchResultBody } from "../ach/AchBody.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import {
  acceptedOf,
  Cents,
  dataOf,
  Id,
  listOf,
  pageQuery,
  pathId,
  ReferenceId,
  SentTime,
  text,
  UnknownFields
} from "../wire.ts"
import { mostRecords, type Batch, type BatchCounts, type BatchRecord, type RecordError } from "./Batch.ts"
import type { Payment } from "../payments/Payment.ts"

export { readAch, withReceiver } from "../ach/api.ts"

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

const submitBatch = <Usual extends Schema.Top, Entry extends Schema.Top>(defaults: Usual, entry: Entry) =>
  Wire.body("SubmitBatch", "Many ACH entries at once.", {
    referenceId: [Schema.optionalKey(ReferenceId), "Your own reference of the batch."],
    defaults: [
      Schema.optionalKey(defaults),
      "Fields of an entry that hold for all of them; those of an entry win. Parts of `originator` are taken one by one."
    ],
    entries: [
      Schema.Array(entry)
        .annotate({ expected: "a list" })
        .check(Schema.isMinLength(1, { expected: "a list of 1 entry or more" }))
        .check(Schema.isMaxLength(mostRecords, { expected: `a list of at most ${mostRecords} entries` })),
      "The entries, each as in `POST /v2/payments/ach`. The batch's `errors` say what is wrong with one; it stops no other."
    ]
  })

/** Body of a batch; its records are read one by one, so that one does not spoil the others. */
export const SubmitBatchBody = submitBatch(Defaults, Schema.Unknown)

/** The client's own name of a record. */
export const EntryReference = Wire.body("EntryReference", "Your own reference of an entry.", {
  entryReferenceId: [Schema.optionalKey(text(35)), "Your own reference of the entry."]
})

const BatchedOriginator = OriginatorBody.mapFields(Struct.map(Schema.optionalKey)).annotate({
  identifier: "BatchedAchOriginator",
  description: "Who sends an entry. What is left out is that of the batch's `defaults`."
})

const batchedFields = {
  ...Schema.Struct(publishedFields).mapFields(Struct.map(Schema.optionalKey)).fields,
  originator: Schema.optionalKey(BatchedOriginator)
}

/** A batch as it is published: with the fields of its entries, which are judged one by one when it is read. */
export const PublishedBatch = submitBatch(
  Schema.Struct(batchedFields).annotate({
    identifier: "BatchDefaults",
    description: "Fields that hold for all entries of a batch."
  }),
  Schema.Struct({ ...EntryReference.fields, ...batchedFields }).annotate({
    identifier: "BatchedAchPayment",
    description: "An ACH entry of a batch. A field that `CreateAchPayment` requires may stand in `defaults` instead."
  })
)

const RecordErrorBody = Wire.object<RecordError>()("BatchRecordError", "What is wrong with an entry of a batch.", {
  index: [Schema.Int, "Which entry, from 0."],
  code: [Schema.String, "For programs: the codes of `POST /v2/payments/ach`."],
  field: [Schema.NullOr(Schema.String), "The field, from the body on; `null` where it is none."],
  message: [Schema.String, "The same for people."]
})

const count = (of: (batch: Batch) => number, words: string) =>
  [Schema.Int, ({ batch }: ShownBatch) => of(batch), words] as const

/** A batch as it is shown, with the counts of its records. */
export interface ShownBatch {
  readonly batch: Batch
  readonly counts: BatchCounts
}

const BatchBody = Wire.object<ShownBatch>()("Batch", "Many ACH entries that were sent at once.", {
  batchId: [Id, ({ batch }) => batch.id, "The batch."],
  status: [
    Schema.Literals(["processing", "completed"]),
    ({ batch }) => (batch.completedAt === null ? "processing" : "completed"),
    "`completed`: every payment has come to its end."
  ],
  referenceId: [Schema.NullOr(Schema.String), ({ batch }) => batch.referenceId, "Your own reference."],
  totalRecords: count((batch) => batch.totalRecords, "How many entries it has."),
  validRecords: count((batch) => batch.validRecords, "How many became payments."),
  invalidRecords: count((batch) => batch.invalidRecords, "How many are wrong."),
  submittedRecords: [Schema.Int, ({ counts }) => counts.submittedRecords, "How many were sent."],
  returnedRecords: [Schema.Int, ({ counts }) => counts.returnedRecords, "How many came back."],
  totalDebitAmount: [Cents, ({ batch }) => batch.totalDebitCents, "All debits together."],
  totalCreditAmount: [Cents, ({ batch }) => batch.totalCreditCents, "All credits together."],
  errors: [Schema.Array(RecordErrorBody), ({ batch }) => batch.errors, "The first things that are wrong."],
  createdAt: [SentTime, ({ batch }) => batch.createdAt, "When it was made."],
  completedAt: [Schema.NullOr(SentTime), ({ batch }) => batch.completedAt, "When it was completed; `null` before that."]
})

/** A record as it is shown, with the payment that it became. */
export interface ShownRecord {
  readonly position: number
  readonly record: BatchRecord
  readonly payment: Payment | undefined
}

const achOf = ({ payment }: ShownRecord) => (payment?.ach === undefined ? null : { payment, ach: payment.ach })

export const EntryBody = Wire.object<ShownRecord>()("BatchEntry", "An entry of a batch.", {
  index: [Schema.Int, ({ position }) => position, "Its place in the batch, from 0."],
  entryReferenceId: [
    Schema.NullOr(Schema.String),
    ({ record }) => record.entryReferenceId,
    "Your own reference of it."
  ],
  status: [
    Schema.String,
    ({ payment, record }) => (record.kind === "invalid" ? "invalid" : (payment?.status ?? "processing")),
    "`invalid`, `processing` until its payment is made, then the payment's."
  ],
  paymentId: [Schema.NullOr(Id), ({ payment }) => payment?.id ?? null, "Its payment; `null` where there is none."],
  payment: [Schema.NullOr(AchResultBody), achOf, "The payment itself; `null` where there is none."],
  errors: [
    Schema.Array(RecordErrorBody),
    ({ record }) => (record.kind === "invalid" ? record.errors : []),
    "Everything that is wrong with it."
  ]
})

const batchPath = pathId("batchId", "The batch.")
const read = { scope: "payments:read" } as const

export const BatchesApi = HttpApiGroup.make("batches")
  .add(
    HttpApiEndpoint.post("submit", "/v2/payments/ach/batches", {
      // Without a name: the name is that of the published one.
      payload: Schema.Struct(SubmitBatchBody.fields),
      success: [acceptedOf(BatchBody), dataOf(BatchBody)],
      error: refused("RailAccessDenied", "AmountLimitExceeded")
    })
      .annotateMerge(
        operation(
          "Submit a batch",
          "Makes payments of up to 5,000 entries. The answer lists the entries that are wrong; they stop no other entry. A repetition whose batch is completed is answered with 200.",
          { scope: "payments:write", key: true }
        )
      )
      .annotate(Publication.Media, { request: { "application/json": PublishedBatch } })
      .annotate(BodyLimit, bodyLimitBytes)
      .annotate(BodyValues, bodyValues),
    HttpApiEndpoint.get("retrieve", "/v2/payments/ach/batches/:batchId", {
      params: batchPath,
      success: dataOf(BatchBody),
      error: refused("BatchNotFound")
    }).annotateMerge(operation("Retrieve a batch", "How far it has come.", read)),
    HttpApiEndpoint.get("entries", "/v2/payments/ach/batches/:batchId/entries", {
      params: batchPath,
      query: pageQuery,
      success: listOf(EntryBody),
      error: refused("BatchNotFound", "InvalidCursor")
    }).annotateMerge(operation("List entries of a batch", "In the order of the batch, with their payments.", read))
  )
  .annotate(UnknownFields, "ignore")
  .annotateMerge(Publication.tag("ACH batches", "Many entries at once."))

/** A batch as it is shown. */
export const encodeBatch = (batch: Batch, counts: BatchCounts) => BatchBody.write({ batch, counts })
