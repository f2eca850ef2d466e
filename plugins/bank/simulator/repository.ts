/** What the simulated network remembers, as rows of its own. */
import * as Effect from "effect/Effect"
import {
  given,
  integer,
  keptRead,
  key,
  openText,
  orNull,
  plus,
  sealed,
  statement,
  storedAs,
  table,
  text,
  value,
  type Read,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import { idOfReference } from "../messages/iso/identifiers.ts"
import { profiles, type ProfileName } from "../messages/iso/profiles.ts"
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

const storedTransfer = storedAs<NetworkTransfer>({
  table: "bank_sim_transfers",
  form: {
    createdAt: "number",
    amount: { amountMinor: "number", currency: "text" },
    endToEndId: "text",
    messageId: "text",
    settlementDate: "text",
    chargeBearer: "text",
    instructingAgent: {},
    instructedAgent: {},
    debtor: { name: "text" },
    debtorAgent: {},
    creditorAgent: {},
    creditor: { name: "text" },
    instructedAmount: ["if there", { amountMinor: "number", currency: "text" }]
  }
})

const storedRequest = storedAs<Pain013.PaymentRequest>({
  table: "bank_sim_requests",
  form: {
    createdAt: "number",
    amount: { amountMinor: "number", currency: "text" },
    endToEndId: "text",
    messageId: "text",
    debtor: { name: "text" },
    debtorAgent: {},
    creditorAgent: {},
    creditor: { name: "text" },
    creditorAccount: {},
    paymentInformationId: "text",
    requestedExecution: {}
  }
})

export const findTransfer = (store: RegionStore, messageId: string): Read<SimulatedTransfer | undefined> =>
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
            message: storedTransfer.read(openText(store, row.state)),
            status: row.status,
            reason: row.reason,
            isCredited: row.credited === 1
          }
  )

const putTransfer = table("bank_sim_transfers", {
  message_id: key(text),
  rail: text,
  account: text,
  amount: integer,
  received: integer,
  credited: integer,
  status: text,
  reason: orNull(text),
  state: sealed(text)
}).inserting({ onExisting: { set: { credited: given, status: given, reason: given, state: given } } })

/** The write that keeps a transfer, or what became of it. */
export const keepTransfer = (transfer: SimulatedTransfer, now: number): Write =>
  putTransfer({
    message_id: transfer.message.messageId,
    rail: transfer.rail,
    // What the network does is found in the message. The column stays empty: numbers are not kept in clear.
    account: "",
    amount: transfer.message.amount.amountMinor,
    received: now,
    credited: transfer.isCredited ? 1 : 0,
    status: transfer.status,
    reason: transfer.reason,
    state: storedTransfer.write(transfer.message)
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

const messages = table("bank_sim_messages", {
  rail: text,
  direction: text,
  message_type: text,
  message_id: text,
  end_to_end_id: orNull(text),
  uetr: orNull(text),
  credited: integer,
  lost: integer,
  body: sealed(text),
  created_at: integer
})

/** The write that adds a line to the log. */
export const logMessage = (line: Omit<LoggedMessage, "sequence">): Write =>
  messages.insert({
    rail: line.rail,
    direction: line.direction,
    message_type: line.messageType,
    message_id: line.messageId,
    end_to_end_id: line.endToEndId,
    uetr: line.uetr,
    credited: line.isCredited ? 1 : 0,
    lost: line.isLost === true ? 1 : 0,
    // Texts of ISO 20022 messages are shown nowhere.
    body: line.rail === "ach" ? line.body : "",
    created_at: line.at
  })

const credit = statement`UPDATE ${messages} SET credited = 1 WHERE sequence =
  (SELECT min(sequence) FROM ${messages} WHERE end_to_end_id = ${value("reference")}
    AND message_id = ${value("message")} AND direction = 'out' AND lost = 0)`

/** The write that marks the message that moved money: the first that arrived, also where two processes sent it at once. */
export const markCredited = ({ message, rail }: Pick<SimulatedTransfer, "message" | "rail">): Write =>
  credit.write({ reference: idOfReference(profiles[rail], message.endToEndId), message: message.messageId })

interface LogRow extends Omit<LoggedMessage, "isCredited" | "isLost"> {
  readonly credited: number
  readonly lost: number
}

const logColumns = `sequence, rail, direction, message_type AS "messageType", message_id AS "messageId",
  end_to_end_id AS "endToEndId", uetr, credited, lost, body, created_at AS at`

/** The longest log that is shown at once. */
const longestLog = 1_000

/** The messages about one end-to-end reference, or the first thousand of all, in the order in which they passed. */
export const readLog = (store: RegionStore, endToEndId: string | undefined): Read<ReadonlyArray<LoggedMessage>> =>
  Effect.map(
    endToEndId === undefined
      ? store.read<LogRow>(`SELECT ${logColumns} FROM bank_sim_messages ORDER BY sequence LIMIT CAST(? AS INTEGER)`, [
          longestLog
        ])
      : store.read<LogRow>(
          `SELECT ${logColumns} FROM bank_sim_messages WHERE end_to_end_id = ? ORDER BY sequence
           LIMIT CAST(? AS INTEGER)`,
          [endToEndId, longestLog]
        ),
    (rows) =>
      rows.map(({ body, credited, lost, ...line }) => ({
        ...line,
        isCredited: credited === 1,
        isLost: lost === 1,
        body: openText(store, body)
      }))
  )

/** A request for payment that the network carries. */
export interface SimulatedRequest {
  readonly rail: ProfileName
  readonly message: Pain013.PaymentRequest
  readonly isCancelled: boolean
}

/** A request by the id of its record. */
export const findRequest = (store: RegionStore, rfpId: string): Read<SimulatedRequest | undefined> =>
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
            message: storedRequest.read(openText(store, row.state)),
            isCancelled: row.status === "cancelled"
          }
  )

const putRequest = table("bank_sim_requests", {
  id: key(text),
  rail: text,
  status: text,
  state: sealed(text)
}).inserting({ onExisting: { set: { status: given } } })

export const keepRequest = ({ isCancelled, message, rail }: SimulatedRequest): Write =>
  putRequest({
    id: message.endToEndId,
    rail,
    status: isCancelled ? "cancelled" : "open",
    state: storedRequest.write(message)
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

const faults = table("bank_sim_faults", {
  id: key(text),
  rail: text,
  fault: text,
  remaining: integer,
  delay_ms: integer
})

/** The write that plans a fault for the next messages of a rail. */
export const planFault = (fault: Fault & { readonly remaining: number }): Write =>
  faults.insert({
    id: fault.id,
    rail: fault.rail,
    fault: fault.fault,
    remaining: fault.remaining,
    delay_ms: fault.delayMs
  })

const readFault = keptRead({
  tables: ["bank_sim_faults"],
  text: `SELECT id, rail, fault, delay_ms AS "delayMs" FROM bank_sim_faults
    WHERE rail = ? AND remaining > 0 ORDER BY id LIMIT 1`,
  make: ([fault]: ReadonlyArray<Fault>) => fault
})

/** The oldest fault that is planned for a rail. */
export const nextFault = (store: RegionStore, rail: string): Read<Fault | undefined> => readFault(store, [rail])

const countDown = faults.updating({ set: { remaining: plus(-1) }, where: { id: given } })

/** The write that counts a fault as happened. */
export const countFault = (id: string): Write => countDown({}, { id })
