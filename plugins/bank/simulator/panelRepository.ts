/** The simulated network for operators: what passed, and what is planned to go wrong. */
import { given, listing, table, text, type RegionStore } from "../../../src/plugin.ts"

/** A message that passed. */
export interface ListedMessage {
  readonly sequence: number
  readonly rail: string
  readonly direction: "out" | "in"
  readonly message_type: string
  readonly message_id: string
  readonly end_to_end_id: string | null
  readonly lost: number
  readonly created_at: number
}

/** Messages, the latest first. */
export const listedMessages = listing<ListedMessage>({
  table: "bank_sim_messages",
  columns: ["rail", "direction", "message_type", "message_id", "end_to_end_id", "lost", "created_at"],
  filters: {
    direction: { column: "direction" },
    rail: { column: "rail" },
    about: { column: "end_to_end_id" },
    from: { from: "created_at" },
    to: { before: "created_at" }
  }
})

/** A fault that is planned. */
export interface ListedFault {
  readonly id: string
  readonly rail: string
  readonly fault: string
  readonly remaining: number
  readonly delay_ms: number
}

/** Faults that are shown (our choice). */
const mostFaults = 200

/** Faults that have not happened as often as planned, in the order in which they come. */
export const plannedFaults = (store: RegionStore) =>
  store.read<ListedFault>(
    `SELECT id, rail, fault, remaining, delay_ms FROM bank_sim_faults WHERE remaining > 0 ORDER BY id LIMIT ${mostFaults}`,
    []
  )

const removeFaults = table("bank_sim_faults", { rail: text }).deleting({ rail: given })

/** The write that takes back what is planned for a rail. */
export const clearFaults = (rail: string) => removeFaults({ rail })
