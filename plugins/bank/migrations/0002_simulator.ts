/** What the simulated network remembers. It is the network's, not ours: nothing of a payment is decided by it. */
import type { Migration } from "../../../src/plugin.ts"

export const simulator0002: Migration = {
  id: 2,
  name: "simulator",
  up: ({ clustered, integer, sequenceKey }) => [
    `CREATE TABLE bank_sim_transfers (
      message_id TEXT PRIMARY KEY,
      rail TEXT NOT NULL,
      account TEXT NOT NULL,
      amount ${integer} NOT NULL,
      received ${integer} NOT NULL,
      credited ${integer} NOT NULL,
      status TEXT NOT NULL,
      reason TEXT,
      state TEXT NOT NULL
    )${clustered}`,
    `CREATE TABLE bank_sim_messages (
      sequence ${sequenceKey},
      rail TEXT NOT NULL,
      direction TEXT NOT NULL,
      message_type TEXT NOT NULL,
      message_id TEXT NOT NULL,
      end_to_end_id TEXT,
      uetr TEXT,
      credited ${integer} NOT NULL,
      body TEXT NOT NULL,
      created_at ${integer} NOT NULL
    )`,
    `CREATE INDEX bank_sim_messages_end ON bank_sim_messages (end_to_end_id, sequence)`,
    `CREATE TABLE bank_sim_requests (
      id TEXT PRIMARY KEY,
      rail TEXT NOT NULL,
      status TEXT NOT NULL,
      state TEXT NOT NULL
    )${clustered}`,
    `CREATE TABLE bank_sim_faults (
      id TEXT PRIMARY KEY,
      rail TEXT NOT NULL,
      fault TEXT NOT NULL,
      remaining ${integer} NOT NULL,
      delay_ms ${integer} NOT NULL
    )${clustered}`
  ]
}
