/** What the simulated network remembers, as rows of its own. */
import * as Effect from "effect/Effect"
import { openText, type RegionStore, type StoreUnavailable, type Write } from "../../../src/plugin.ts"
import type { ProfileName } from "../messages/iso/profiles.ts"
import type * as Pain013 from "../messages/Pain013.ts"
import type { NetworkTransfer } from "./Transfer.ts"

/** How the network stands to a message. `lost`: it never arrived. `silent`: it says nothing about it. */
export type TransferStatus = "lost" | "pending" | "silent" | "settled" | "rejected"

/** A credit transfer as the network knows it. */
export interface SimulatedTransfer {
  readonly rail: ProfileName
  readonly message: NetworkTransfer
  readonly status: TransferStatus
  readonly reason: string | null
  /** Whether it moved money: true for one message at most, however often it arrives. */
  readonly isCredited: boolean
}

interface TransferRow {
  readonly rail: ProfileName
  readonly status: TransferStatus
  readonly reason: string | null
  readonly credited: number
  readonly state: string
}

/** A transfer by its message id. */
export const findTransfer = (
  store: RegionStore,
  messageId: string
): Effect.Effect<SimulatedTransfer | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<TransferRow>(
      `SELECT rail, status, reason, credited, state FROM bank_sim_transfers WHERE message_id = ?`,
      [messageId]
    ),
    ([row]) =>
      row === undefined
        ? undefined
        : {
            rail: row.rail,
            message: JSON.parse(openText(store, row.state)) as NetworkTransfer,
            status: row.status,
            reason: row.reason,
            isCredited: Number(row.credited) === 1
          }
  )

/** The write that keeps a transfer, or what became of it. */
export const keepTransfer = (transfer: SimulatedTransfer, now: number): Write => ({
  text: `INSERT INTO bank_sim_transfers (message_id, rail, account, amount, received, credited, status, reason, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (message_id) DO UPDATE SET
      credited = excluded.credited, status = excluded.status, reason = excluded.reason, state = excluded.state`,
  params: [
    transfer.message.messageId,
    transfer.rail,
    // What the network does is found in the message. The column stays empty: numbers are not kept in clear.
    "",
    transfer.message.amount.amountMinor,
    now,
    transfer.isCredited ? 1 : 0,
    transfer.status,
    transfer.reason,
    JSON.stringify(transfer.message)
  ],
  seals: [{ param: 8, from: 0 }]
})

/** A line of the network's log. */
export interface LoggedMessage {
  readonly sequence: number
  readonly rail: string
  /** As the engine sees it. */
  readonly direction: "out" | "in"
  readonly messageType: string
  readonly messageId: string
  readonly endToEndId: string | null
  readonly uetr: string | null
  /** Whether this message moved money. */
  readonly isCredited: boolean
  /** Whether it was sent and never arrived. */
  readonly isLost?: boolean | undefined
  readonly body: string
  readonly at: number
}

/** The write that adds a line to the log. */
export const logMessage = (line: Omit<LoggedMessage, "sequence">): Write => ({
  text: `INSERT INTO bank_sim_messages
      (rail, direction, message_type, message_id, end_to_end_id, uetr, credited, lost, body, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  params: [
    line.rail,
    line.direction,
    line.messageType,
    line.messageId,
    line.endToEndId,
    line.uetr,
    line.isCredited ? 1 : 0,
    line.isLost === true ? 1 : 0,
    // Texts of ISO 20022 messages are shown nowhere.
    line.rail === "ach" ? line.body : "",
    line.at
  ],
  seals: line.rail === "ach" ? [{ param: 8, from: 0 }] : undefined
})

/** The write that marks the message that moved money, when that was decided after it had arrived. */
export const markCredited = (messageId: string): Write => ({
  text: `UPDATE bank_sim_messages SET credited = 1 WHERE sequence =
    (SELECT min(sequence) FROM bank_sim_messages WHERE message_id = ? AND direction = 'out' AND lost = 0)`,
  params: [messageId]
})

interface LogRow {
  readonly sequence: number
  readonly rail: string
  readonly direction: "out" | "in"
  readonly message_type: string
  readonly message_id: string
  readonly end_to_end_id: string | null
  readonly uetr: string | null
  readonly credited: number
  readonly lost: number
  readonly body: string
  readonly created_at: number
}

/** The longest log that is shown at once. */
const longestLog = 1_000

/** The messages about one end-to-end reference, or the first thousand of all, in the order in which they passed. */
export const readLog = (
  store: RegionStore,
  endToEndId: string | undefined
): Effect.Effect<ReadonlyArray<LoggedMessage>, StoreUnavailable> =>
  Effect.map(
    endToEndId === undefined
      ? store.read<LogRow>(`SELECT * FROM bank_sim_messages ORDER BY sequence LIMIT CAST(? AS INTEGER)`, [longestLog])
      : store.read<LogRow>(
          `SELECT * FROM bank_sim_messages WHERE end_to_end_id = ? ORDER BY sequence LIMIT CAST(? AS INTEGER)`,
          [endToEndId, longestLog]
        ),
    (rows) =>
      rows.map((row) => ({
        sequence: Number(row.sequence),
        rail: row.rail,
        direction: row.direction,
        messageType: row.message_type,
        messageId: row.message_id,
        endToEndId: row.end_to_end_id,
        uetr: row.uetr,
        isCredited: Number(row.credited) === 1,
        isLost: Number(row.lost) === 1,
        body: openText(store, row.body),
        at: Number(row.created_at)
      }))
  )

/** A request for payment that the network carries. */
export interface SimulatedRequest {
  readonly rail: ProfileName
  readonly message: Pain013.PaymentRequest
  readonly isCancelled: boolean
}

/** A request by the id of its record. */
export const findRequest = (
  store: RegionStore,
  rfpId: string
): Effect.Effect<SimulatedRequest | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly rail: ProfileName; readonly status: string; readonly state: string }>(
      `SELECT rail, status, state FROM bank_sim_requests WHERE id = ?`,
      [rfpId]
    ),
    ([row]) =>
      row === undefined
        ? undefined
        : {
            rail: row.rail,
            message: JSON.parse(openText(store, row.state)) as Pain013.PaymentRequest,
            isCancelled: row.status === "cancelled"
          }
  )

/** The write that keeps a request. */
export const keepRequest = ({ isCancelled, message, rail }: SimulatedRequest): Write => ({
  text: `INSERT INTO bank_sim_requests (id, rail, status, state) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET status = excluded.status`,
  params: [message.endToEndId, rail, isCancelled ? "cancelled" : "open", JSON.stringify(message)],
  seals: [{ param: 3, from: 0 }]
})

/** What can go wrong with a simulated network on purpose (decisions C.5). */
export const faultKinds = ["down", "slow", "drop_requests", "drop_responses", "duplicate", "reorder"] as const

/** A planned fault. */
export interface Fault {
  readonly id: string
  readonly rail: string
  readonly fault: (typeof faultKinds)[number]
  readonly delayMs: number
}

/** The write that plans a fault for the next messages of a rail. */
export const planFault = (fault: Fault & { readonly remaining: number }): Write => ({
  text: `INSERT INTO bank_sim_faults (id, rail, fault, remaining, delay_ms) VALUES (?, ?, ?, ?, ?)`,
  params: [fault.id, fault.rail, fault.fault, fault.remaining, fault.delayMs]
})

/** The oldest fault that is planned for a rail. */
export const nextFault = (store: RegionStore, rail: string): Effect.Effect<Fault | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly id: string; readonly fault: Fault["fault"]; readonly delay_ms: number }>(
      `SELECT id, fault, delay_ms FROM bank_sim_faults WHERE rail = ? AND remaining > 0 ORDER BY id LIMIT 1`,
      [rail]
    ),
    ([row]) => (row === undefined ? undefined : { id: row.id, rail, fault: row.fault, delayMs: Number(row.delay_ms) })
  )

/** The write that counts a fault as happened. */
export const countFault = (id: string): Write => ({
  text: `UPDATE bank_sim_faults SET remaining = remaining - 1 WHERE id = ?`,
  params: [id]
})
