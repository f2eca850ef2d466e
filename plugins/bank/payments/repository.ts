/** Payments as rows, and how much of its limits a client has used. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import {
  documentTable,
  given,
  integer,
  key,
  plus,
  readDocument,
  readKeyset,
  type KeysetRow,
  type KeysetQuery,
  statement,
  table,
  text,
  value,
  type ListedDocument,
  type Read,
  type RegionStore,
  type Stored,
  type Write
} from "../../../src/plugin.ts"
import { personalFields } from "../sealedColumns.ts"
import { isInSuspense, type Payment, type PaymentStatus } from "./Payment.ts"
import { storedPayment } from "./stored.ts"

export const payments = documentTable<
  Payment,
  | "scope"
  | "kind"
  | "rail"
  | "status"
  | "amount"
  | "reference_id"
  | "idempotency_key"
  | "uetr"
  | "message_id"
  | "ach_window"
  | "ach_file"
  | "ach_trace"
  | "suspense"
>(
  storedPayment,
  [
    "scope",
    "kind",
    "rail",
    "status",
    "amount",
    "reference_id",
    "idempotency_key",
    "uetr",
    "message_id",
    "ach_window",
    "ach_file",
    "ach_trace",
    "suspense"
  ],
  (payment) => ({
    scope: payment.scope,
    kind: payment.kind,
    rail: payment.rail,
    status: payment.status,
    amount: payment.amountCents,
    reference_id: payment.referenceId,
    idempotency_key: payment.idempotencyKey,
    // Both are unique among what we send. What others send bears the ids that they chose, which may come twice.
    uetr: payment.direction === "inbound" ? payment.id : payment.uetr,
    message_id: payment.direction === "inbound" ? null : payment.messageId,
    // Set while an entry waits for its window.
    ach_window: payment.status === "queued" && payment.ach?.place === null ? payment.ach.window.closesAt : null,
    ach_file: payment.ach?.place?.fileId ?? null,
    ach_trace: payment.ach?.place?.traceNumber ?? null,
    // Null as long as nothing lies there, which keeps its index small.
    suspense: isInSuspense(payment) ? payment.suspense!.amountCents : null
  }),
  personalFields.bank_payments,
  ["scope", "kind", "reference_id", "idempotency_key", "uetr"]
)

/** What a list of payments may be narrowed by (decisions B.1). Times are epoch milliseconds, inclusive. */
export interface PaymentFilter {
  readonly kind?: Payment["kind"] | undefined
  /** Leaves out ACH payments, which have a list of their own. */
  readonly isDirect?: true | undefined
  readonly status?: PaymentStatus | undefined
  readonly rail?: string | undefined
  readonly referenceId?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly createdFrom?: number | undefined
  readonly createdTo?: number | undefined
}

/** Payments of a scope, newest first, from a position on. */
export const list = (
  store: RegionStore,
  scope: string,
  filter: PaymentFilter,
  after: Cursor.CursorPosition | undefined,
  rows: number
): Read<ReadonlyArray<ListedDocument<Payment>>> => {
  const where: KeysetQuery["where"] = [
    ["scope = ?", scope],
    ["kind = ?", filter.kind],
    // In words, so that the index of these is used.
    ...(filter.isDirect === true ? ["kind <> 'ach'"] : []),
    ["status = ?", filter.status],
    ["rail = ?", filter.rail],
    ["reference_id = ?", filter.referenceId],
    ["idempotency_key = ?", filter.idempotencyKey],
    ["created_at >= ?", filter.createdFrom],
    ["created_at <= ?", filter.createdTo]
  ]
  return listed(store, where, after, rows)
}

/** Payments that wait for a person, of all clients, newest first. */
export const listPending = (
  store: RegionStore,
  after: Cursor.CursorPosition | undefined,
  rows: number
): Read<ReadonlyArray<ListedDocument<Payment>>> => listed(store, ["status = 'pending_approval'"], after, rows)

const listed = (
  store: RegionStore,
  where: KeysetQuery["where"],
  after: Cursor.CursorPosition | undefined,
  rows: number
) =>
  Effect.map(
    readKeyset<{ readonly state: string } & KeysetRow>(
      store,
      { table: "bank_payments", columns: ["state"], where },
      after,
      rows
    ),
    (found): ReadonlyArray<ListedDocument<Payment>> =>
      found.map((row) => ({ ...readDocument(store, storedPayment, row.state), sequence: row.sequence }))
  )

/** Payments that one read looks for: the text stays the same however many calls wait. */
const idsPerRead = 100

const noLongerOpenText = `SELECT id FROM bank_payments WHERE (status NOT IN ('queued', 'submitted') OR (kind = 'wire' AND status = 'submitted'))
  AND id IN (${Array.from({ length: idsPerRead }, () => "?").join(", ")})`

/** Which of these payments are no longer on their way: a read for every hundred calls that wait. */
export const noLongerOpen = Effect.fnUntraced(function* (store: RegionStore, ids: ReadonlyArray<string>) {
  const found: Array<string> = []
  for (let from = 0; from < ids.length; from += idsPerRead) {
    const asked = ids.slice(from, from + idsPerRead)
    const params = [...asked, ...Array.from({ length: idsPerRead - asked.length }, () => asked[0]!)]
    const rows = yield* store.read<{ readonly id: string }>(noLongerOpenText, params)
    for (const { id } of rows) found.push(id)
  }
  return found
})

/** Wires that wait for their rail to open, in the order in which they were made, from a position on. */
export const waitingWires = (
  store: RegionStore,
  after: Cursor.CursorPosition,
  rows: number
): Read<ReadonlyArray<Stored<Payment> & { readonly at: Cursor.CursorPosition }>> =>
  Effect.map(
    store.read<{
      readonly state: string
      readonly version: number
      readonly created_at: number
      readonly sequence: number
    }>(
      `SELECT state, version, created_at, sequence FROM bank_payments
       WHERE kind = 'wire' AND status = 'queued' AND (created_at > ? OR (created_at = ? AND sequence > ?))
       ORDER BY created_at, sequence LIMIT CAST(? AS INTEGER)`,
      [after.createdAt, after.createdAt, after.sequence, rows]
    ),
    (found) =>
      found.map((row) => ({
        document: readDocument(store, storedPayment, row.state),
        version: row.version,
        at: { createdAt: row.created_at, sequence: row.sequence }
      }))
  )

/** How much of its daily limit a client has used, in cents. */
export const usedOn = (store: RegionStore, of: { readonly clientId: string; readonly day: string }): Read<number> =>
  Effect.map(
    store.read<{ readonly used: number }>(`SELECT used FROM bank_limit_use WHERE client_id = ? AND day = ?`, [
      of.clientId,
      of.day
    ]),
    ([row]) => row?.used ?? 0
  )

const limitUse = table("bank_limit_use", { client_id: key(text), day: key(text), used: integer })

// Values are given once, as a row of their own: a database that infers their types sees each of them in one place.
const useWithin = statement`INSERT INTO ${limitUse} (client_id, day, used)
  SELECT asked.client_id, asked.day, asked.amount FROM
    (SELECT ${value("clientId")} AS client_id, ${value("day")} AS day,
       CAST(${value("amountCents")} AS BIGINT) AS amount, CAST(${value("mostCents")} AS BIGINT) AS most) AS asked
  WHERE asked.amount <= asked.most
  ON CONFLICT (client_id, day) DO UPDATE SET used = bank_limit_use.used + excluded.used
    WHERE bank_limit_use.used + excluded.used <= CAST(${value("mostCents")} AS BIGINT)`

/** The write that counts an amount against a client's day, and fails when that would go over its limit. */
export const useLimit = <E>(
  of: { readonly clientId: string; readonly day: string; readonly amountCents: number; readonly mostCents: number },
  orElse: () => E
): Write<E> => useWithin.write(of, orElse)

const addUse = limitUse.updating({ set: { used: plus(given) }, where: { client_id: given, day: given } })

/** The write that changes what a payment uses of its client's day, without a look at the limit. */
export const changeUse = (payment: Pick<Payment, "clientId" | "limitDay">, byCents: number): Write =>
  addUse({ used: byCents }, { client_id: payment.clientId, day: payment.limitDay })

const endRecord = table("bank_ach_batch_entries", { payment_id: text, is_open: integer }).updating({
  set: { is_open: 0 },
  where: { payment_id: given, is_open: 1 }
})

/** The write that ends the record of a payment in its batch; once, however often it is run. */
export const endBatchRecord = (paymentId: string): Write => endRecord({}, { payment_id: paymentId })

const railEvents = table("bank_rail_events", { rail_event_id: key(text), resource: text, created_at: integer })

/** The write that notes news of a network; the same news again violates its key, and the unit is not kept. */
export const noteRailEvent = (of: {
  readonly railEventId: string
  readonly resource: string
  readonly now: number
}): Write => railEvents.insert({ rail_event_id: of.railEventId, resource: of.resource, created_at: of.now })
