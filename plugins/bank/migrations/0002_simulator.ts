/** What the simulated network remembers. It is the network's, not ours: nothing of a payment is decided by it. */
import type { Migration } from "../../../src/plugin.ts"

export const simulator0002: Migration = {
  id: 2,
  name: "simulator",
  up: ({ clustered, integer, sequenceKey, text }) => [
    `CREATE TABLE bank_sim_transfers (
      message_id ${text} PRIMARY KEY,
      rail ${text} NOT NULL,
      account ${text} NOT NULL,
      amount ${integer} NOT NULL,
      received ${integer} NOT NULL,
      credited ${integer} NOT NULL,
      status ${text} NOT NULL,
      reason ${text},
      state ${text} NOT NULL
    )${clustered}`,
    `CREATE TABLE bank_sim_messages (
      sequence ${sequenceKey},
      rail ${text} NOT NULL,
      direction ${text} NOT NULL,
      message_type ${text} NOT NULL,
      message_id ${text} NOT NULL,
      end_to_end_id ${text},
      uetr ${text},
      credited ${integer} NOT NULL,
      body ${text} NOT NULL,
      created_at ${integer} NOT NULL
    )`,
    `CREATE INDEX bank_sim_messages_end ON bank_sim_messages (end_to_end_id, sequence)`,
    `CREATE TABLE bank_sim_requests (
      id ${text} PRIMARY KEY,
      rail ${text} NOT NULL,
      status ${text} NOT NULL,
      state ${text} NOT NULL
    )${clustered}`,
    `CREATE TABLE bank_sim_faults (
      id ${text} PRIMARY KEY,
      rail ${text} NOT NULL,
      fault ${text} NOT NULL,
      remaining ${integer} NOT NULL,
      delay_ms ${integer} NOT NULL
    )${clustered}`
  ]
}
