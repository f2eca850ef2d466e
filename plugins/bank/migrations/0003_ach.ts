/** ACH: files both ways, batches, and what the simulated operator remembers. */
import { createDocuments, type Migration } from "../../../src/plugin.ts"

export const ach0003: Migration = {
  id: 3,
  name: "ach",
  up: (dialect) => {
    const { clustered, integer, sequenceKey, text } = dialect
    return [
      // The window that a queued entry waits for, its file, and the number under which operators know it.
      `ALTER TABLE bank_payments ADD COLUMN ach_window ${integer}`,
      `ALTER TABLE bank_payments ADD COLUMN ach_file ${text}`,
      `ALTER TABLE bank_payments ADD COLUMN ach_trace ${text}`,
      `CREATE INDEX bank_payments_ach_window ON bank_payments (ach_window, sequence) WHERE ach_window IS NOT NULL`,
      `CREATE INDEX bank_payments_ach_file ON bank_payments (ach_file, sequence) WHERE ach_file IS NOT NULL`,
      `CREATE INDEX bank_payments_ach_trace ON bank_payments (ach_trace, sequence) WHERE ach_trace IS NOT NULL`,
      `CREATE INDEX bank_payments_scope_kind ON bank_payments (scope, kind, created_at, sequence)`,
      // What is not ACH is listed together, past any number of entries.
      `CREATE INDEX bank_payments_direct ON bank_payments (scope, created_at, sequence) WHERE kind <> 'ach'`,

      createDocuments(dialect, "bank_ach_files", { name: "text", created_on: "text", modifier: "text" }),
      `CREATE UNIQUE INDEX bank_ach_files_id ON bank_ach_files (id)`,
      `CREATE UNIQUE INDEX bank_ach_files_name ON bank_ach_files (name)`,
      `CREATE UNIQUE INDEX bank_ach_files_modifier ON bank_ach_files (created_on, modifier)`,
      `CREATE TABLE bank_ach_texts (file_id ${text} PRIMARY KEY, body ${text} NOT NULL)${clustered}`,
      `CREATE TABLE bank_ach_traces (bank ${text} PRIMARY KEY, next ${integer} NOT NULL)${clustered}`,
      `CREATE TABLE bank_ach_inbound (
      sha256 ${text} PRIMARY KEY,
      name ${text} NOT NULL,
      body ${text} NOT NULL,
      received_at ${integer} NOT NULL
    )${clustered}`,

      createDocuments(dialect, "bank_ach_batches", { scope: "text" }),
      `CREATE UNIQUE INDEX bank_ach_batches_id ON bank_ach_batches (id)`,
      `CREATE TABLE bank_ach_batch_entries (
      batch_id ${text} NOT NULL,
      position ${integer} NOT NULL,
      payment_id ${text},
      is_open ${integer} NOT NULL,
      state ${text} NOT NULL,
      PRIMARY KEY (batch_id, position)
    )${clustered}`,
      `CREATE UNIQUE INDEX bank_ach_batch_entries_payment ON bank_ach_batch_entries (payment_id)
      WHERE payment_id IS NOT NULL`,
      `CREATE INDEX bank_ach_batch_entries_open ON bank_ach_batch_entries (batch_id, position) WHERE is_open = 1`,

      `CREATE TABLE bank_sim_ach_files (
      name ${text} PRIMARY KEY,
      sha256 ${text} NOT NULL,
      status ${text} NOT NULL,
      received_at ${integer} NOT NULL
    )${clustered}`,
      `CREATE TABLE bank_sim_ach_entries (
      trace ${text} PRIMARY KEY,
      file_name ${text} NOT NULL,
      state ${text} NOT NULL
    )${clustered}`,
      `CREATE INDEX bank_sim_ach_entries_file ON bank_sim_ach_entries (file_name, trace)`,
      `CREATE TABLE bank_sim_ach_answers (
      sequence ${sequenceKey},
      trace ${text} NOT NULL,
      due_at ${integer} NOT NULL,
      file_name ${text},
      state ${text} NOT NULL
    )`,
      `CREATE INDEX bank_sim_ach_answers_due ON bank_sim_ach_answers (due_at, sequence) WHERE file_name IS NULL`,
      `CREATE TABLE bank_sim_ach_outbox (name ${text} PRIMARY KEY, body ${text} NOT NULL)${clustered}`
    ]
  }
}
