/** Batches and their records as rows. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import {
  documentTable,
  given,
  integer,
  key,
  openText,
  orNull,
  readDocument,
  sealed,
  storedAs,
  table,
  text,
  writeAhead,
  type Read,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import type { Payment } from "../payments/Payment.ts"
import { achForm, partyForm, storedPayment, wireForm } from "../payments/stored.ts"
import type { Batch, BatchRecord } from "./Batch.ts"

const errorsForm = ["list of", { index: "number", code: "text", field: "text or null", message: "text" }] as const

const storedBatch = storedAs<Batch>({
  table: "bank_ach_batches",
  form: {
    id: "text",
    createdAt: "number",
    clientId: "text",
    scope: "text",
    referenceId: "text or null",
    idempotencyKey: "text or null",
    limitDay: "text",
    totalRecords: "number",
    validRecords: "number",
    invalidRecords: "number",
    totalDebitCents: "number",
    totalCreditCents: "number",
    errors: errorsForm,
    completedAt: "number or null"
  }
})

export const batches = documentTable<Batch, "scope">(storedBatch, ["scope"], ({ scope }) => ({ scope }))

const records = table("bank_ach_batch_entries", {
  batch_id: key(text),
  position: key(integer),
  payment_id: orNull(text),
  is_open: integer,
  state: sealed(text)
})

const storedRecord = storedAs<BatchRecord>({
  table: "bank_ach_batch_entries",
  form: [
    "one of",
    [
      {
        kind: "text",
        entryReferenceId: "text or null",
        command: {
          amountCents: "number",
          originator: partyForm,
          beneficiary: partyForm,
          ach: achForm,
          wire: ["if there", wireForm]
        }
      },
      { kind: "text", entryReferenceId: "text or null", errors: errorsForm }
    ]
  ]
})

/** The write that keeps a record at its place. Those that become payments are open until these have ended. */
const keepRecord = (batchId: string, position: number, record: BatchRecord): Write =>
  records.insert({
    batch_id: batchId,
    position,
    payment_id: null,
    is_open: record.kind === "valid" ? 1 : 0,
    state: storedRecord.write(record)
  })

/** Records that are written at once: a unit of somebody else waits for so many. Our choice. */
const recordsAtOnce = 100

/**
 * Writes the records of a batch that is to come, some in each transaction: nobody reads them before the batch is there.
 * Answers the write that belongs in the batch's unit.
 */
export const writeRecordsAhead = (
  store: RegionStore,
  batch: Pick<Batch, "id" | "createdAt">,
  judged: ReadonlyArray<BatchRecord>
) =>
  writeAhead(
    store,
    { table: records.name, column: "batch_id", value: batch.id, order: "position", now: batch.createdAt },
    recordsInSteps(batch.id, judged)
  )

function* recordsInSteps(batchId: string, judged: ReadonlyArray<BatchRecord>): Generator<ReadonlyArray<Write>, void> {
  for (let from = 0; from < judged.length; from += recordsAtOnce) {
    yield judged.slice(from, from + recordsAtOnce).map((record, at) => keepRecord(batchId, from + at, record))
  }
}

/** A record has its payment. */
export class RecordTaken extends Data.TaggedError("RecordTaken") {}

const take = records.updating({
  set: { payment_id: given },
  where: { batch_id: given, position: given, payment_id: null, is_open: 1 }
})

/** The write that gives a record its payment, unless it has one. */
export const takeRecord = (batchId: string, position: number, paymentId: string): Write<RecordTaken> =>
  take({ payment_id: paymentId }, { batch_id: batchId, position }, () => new RecordTaken())

interface RecordRow {
  readonly position: number
  readonly state: string
}

export interface PlacedRecord {
  readonly position: number
  readonly record: BatchRecord
}

const recordIn = (store: RegionStore, state: string) => storedRecord.read(openText(store, state))

/** Records without a payment after a place, in order. */
export const withoutPayment = (
  store: RegionStore,
  of: { readonly batchId: string; readonly after: number; readonly rows: number }
): Read<ReadonlyArray<PlacedRecord>> =>
  Effect.map(
    store.read<RecordRow>(
      `SELECT position, state FROM bank_ach_batch_entries
       WHERE batch_id = ? AND is_open = 1 AND payment_id IS NULL AND position > CAST(? AS BIGINT)
       ORDER BY position LIMIT CAST(? AS INTEGER)`,
      [of.batchId, of.after, of.rows]
    ),
    (found) => found.map(({ position, state }) => ({ position, record: recordIn(store, state) }))
  )

/** Whether anything of a batch is still to come. */
export const isOpen = (store: RegionStore, batchId: string): Read<boolean> =>
  Effect.map(
    store.read<{ readonly position: number }>(
      `SELECT position FROM bank_ach_batch_entries WHERE batch_id = ? AND is_open = 1 LIMIT 1`,
      [batchId]
    ),
    (rows) => rows.length > 0
  )

/** How many payments of a batch have which status. */
export const statusesOf = (store: RegionStore, batchId: string): Read<ReadonlyMap<string, number>> =>
  Effect.map(
    store.read<{ readonly status: string; readonly payments: number }>(
      `SELECT p.status AS status, count(*) AS payments FROM bank_ach_batch_entries AS e
       JOIN bank_payments AS p ON p.id = e.payment_id WHERE e.batch_id = ? GROUP BY p.status`,
      [batchId]
    ),
    (rows) => new Map(rows.map(({ payments, status }) => [status, payments]))
  )

/** A record with its payment, if it has one. */
export interface ListedRecord extends PlacedRecord {
  readonly payment: Payment | undefined
}

/** Records of a batch after a place, in their order. */
export const list = (
  store: RegionStore,
  of: { readonly batchId: string; readonly after: number; readonly rows: number }
): Read<ReadonlyArray<ListedRecord>> =>
  Effect.map(
    store.read<RecordRow & { readonly payment: string | null }>(
      `SELECT e.position AS position, e.state AS state, p.state AS payment FROM bank_ach_batch_entries AS e
       LEFT JOIN bank_payments AS p ON p.id = e.payment_id
       WHERE e.batch_id = ? AND e.position > CAST(? AS BIGINT) ORDER BY e.position LIMIT CAST(? AS INTEGER)`,
      [of.batchId, of.after, of.rows]
    ),
    (found) =>
      found.map(({ payment, position, state }) => ({
        position,
        record: recordIn(store, state),
        payment: payment === null ? undefined : readDocument(store, storedPayment, payment)
      }))
  )

/** Entries of a batch by the file that they left in: identifiers of the files, in the order of the first entry in each. */
export const tracesByFile = (store: RegionStore, batchId: string): Read<ReadonlyMap<string, ReadonlySet<string>>> =>
  Effect.map(
    store.read<{ readonly file: string; readonly trace: string }>(
      `SELECT p.ach_file AS file, p.ach_trace AS trace FROM bank_ach_batch_entries AS e
       JOIN bank_payments AS p ON p.id = e.payment_id
       WHERE e.batch_id = ? AND p.ach_file IS NOT NULL ORDER BY e.position`,
      [batchId]
    ),
    (rows) =>
      new Map(
        [...Map.groupBy(rows, ({ file }) => file)].map(([file, of]) => [file, new Set(of.map(({ trace }) => trace))])
      )
  )
