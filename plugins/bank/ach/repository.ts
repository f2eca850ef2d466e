/** Files both ways as rows, the numbers of traces, and payments by their window, file and trace. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import {
  documentTable,
  given,
  integer,
  key,
  openText,
  readDocument,
  sealed,
  storedAs,
  StoredUnreadable,
  table,
  text,
  VersionConflict,
  type Read,
  type RegionStore,
  type Stored,
  type Write
} from "../../../src/plugin.ts"
import type { PlainDate } from "../calendar/PlainDate.ts"
import { isAch, type AchPayment, type Payment } from "../payments/Payment.ts"
import { storedPayment } from "../payments/stored.ts"
import type { AchFile } from "./AchFile.ts"

const storedFile = storedAs<AchFile>({
  table: "bank_ach_files",
  form: {
    id: "text",
    state: "text",
    createdAt: "number",
    settlesAt: "number",
    name: "text",
    createdOn: "text",
    modifier: "text",
    closesAt: "number",
    entries: "number",
    bytes: "number",
    sha256: "text",
    deliveredAt: "number or null",
    isDue: "boolean",
    acknowledgement: [
      "or null",
      { accepted: "boolean", rejectedBatches: ["list of", "number"], errors: ["list of", "text"], at: "number" }
    ]
  }
})

/** The files that we wrote. */
export const files = documentTable<AchFile, "name" | "created_on" | "modifier">(
  storedFile,
  ["name", "created_on", "modifier"],
  ({ createdOn, modifier, name }) => ({ name, created_on: createdOn, modifier })
)

/** How many files were written on a date: the next one's modifier follows from it. */
export const filesOn = (store: RegionStore, date: PlainDate): Read<number> =>
  Effect.map(
    store.read<{ readonly files: number }>(`SELECT count(*) AS files FROM bank_ach_files WHERE created_on = ?`, [date]),
    ([row]) => row?.files ?? 0
  )

const texts = table("bank_ach_texts", { file_id: key(text), body: sealed(text) })

/** The write that fixes the bytes of a file. There is none that changes them. */
export const keepText = (fileId: string, body: string): Write => texts.insert({ file_id: fileId, body })

export const textOf = (store: RegionStore, fileId: string): Read<string | undefined> =>
  Effect.map(
    store.read<{ readonly body: string }>(`SELECT body FROM bank_ach_texts WHERE file_id = ?`, [fileId]),
    ([row]) => (row === undefined ? undefined : openText(store, row.body))
  )

const traces = table("bank_ach_traces", { bank: key(text), next: integer })

const beginTraces = traces.inserting({ onExisting: "stays" })

const moveTraces = traces.updating({ set: { next: given }, where: { bank: given, next: given } })

/** The next trace numbers of all banks that have sent. */
export const nextTraces = (store: RegionStore): Read<ReadonlyMap<string, number>> =>
  Effect.map(
    store.read<{ readonly bank: string; readonly next: number }>(`SELECT bank, next FROM bank_ach_traces`, []),
    (rows) => new Map(rows.map(({ bank, next }) => [bank, next]))
  )

/** The write that takes trace numbers of a bank, unless somebody else took them first. */
export const takeTraces = (of: {
  readonly bank: string
  readonly from: number | undefined
  readonly next: number
}): Write<VersionConflict> => {
  const { bank, from, next } = of
  const conflict = () => new VersionConflict({ table: traces.name, key: bank })
  return from === undefined
    ? beginTraces({ bank, next }, undefined, conflict)
    : moveTraces({ next }, { bank, next: from }, conflict)
}

interface PaymentRow {
  readonly sequence: number
  readonly state: string
  readonly version: number
}

/** A payment with its version and its place in the order of creation. */
export interface SequencedPayment extends Stored<AchPayment> {
  readonly sequence: number
}

/** A payment that was stored as one of ACH. Throws `StoredUnreadable` where it is none. */
export const achPayment = (payment: Payment): AchPayment => {
  if (isAch(payment)) return payment
  const { table, version } = storedPayment
  throw new StoredUnreadable({ table, id: payment.id, version, why: "it is no ACH payment" })
}

const sequenced =
  (store: RegionStore) =>
  ({ sequence, state, version }: PaymentRow): SequencedPayment => ({
    document: achPayment(readDocument(store, storedPayment, state)),
    version,
    sequence
  })

/** The payments of rows. One that cannot be read is logged, and keeps no other one from going on. */
const readable =
  (store: RegionStore) =>
  (rows: ReadonlyArray<PaymentRow>): Effect.Effect<ReadonlyArray<SequencedPayment>> =>
    Effect.map(
      Effect.forEach(rows, (row) =>
        Effect.sync(() => [sequenced(store)(row)]).pipe(
          Effect.catchDefect((defect) =>
            Effect.as(Effect.logError("An ACH entry is passed over", Cause.die(defect)), [])
          )
        )
      ),
      (found) => found.flat()
    )

/** Entries that wait for a window, in the order in which they were made, without those that cannot be read. */
export const waitingFor = (store: RegionStore, closesAt: number, rows: number) =>
  Effect.flatMap(
    store.read<PaymentRow>(
      `SELECT sequence, state, version FROM bank_payments WHERE ach_window = ? ORDER BY sequence
       LIMIT CAST(? AS INTEGER)`,
      [closesAt, rows]
    ),
    readable(store)
  )

/** Payments of a file after one of them, in order, without those that cannot be read. */
export const inFile = (store: RegionStore, fileId: string, after: number, rows: number) =>
  Effect.flatMap(
    store.read<PaymentRow>(
      `SELECT sequence, state, version FROM bank_payments WHERE ach_file = ? AND sequence > CAST(? AS BIGINT)
       ORDER BY sequence LIMIT CAST(? AS INTEGER)`,
      [fileId, after, rows]
    ),
    readable(store)
  )

/** The payment that an operator names by a trace number. Numbers come again after ten million: the newest is meant. */
export const byTrace = (store: RegionStore, trace: string) =>
  Effect.map(
    store.read<PaymentRow>(
      `SELECT sequence, state, version FROM bank_payments WHERE ach_trace = ? ORDER BY sequence DESC LIMIT 1`,
      [trace]
    ),
    ([row]) => (row === undefined ? undefined : sequenced(store)(row))
  )

/** A file that came in. */
export interface InboundFile {
  readonly sha256: string
  readonly name: string
  readonly text: string
}

const received = table("bank_ach_inbound", { sha256: key(text), name: text, body: sealed(text), received_at: integer })

/** The write that keeps a file that came in, as it came. The same text again violates its key. */
export const keepInbound = ({ name, sha256, text: body }: InboundFile, now: number): Write =>
  received.insert({ sha256, name, body, received_at: now })

/** A file that came in, by its digest. */
export const inbound = (store: RegionStore, sha256: string): Read<InboundFile | undefined> =>
  Effect.map(
    store.read<{ readonly name: string; readonly body: string }>(
      `SELECT name, body FROM bank_ach_inbound WHERE sha256 = ?`,
      [sha256]
    ),
    ([row]) => (row === undefined ? undefined : { sha256, name: row.name, text: openText(store, row.body) })
  )
