/** ACH: files both ways, batches, and what the simulated operator remembers. */
import type { Migration } from "../../../src/plugin.ts"

export const ach0003: Migration = {
  id: 3,
  name: "ach",
  up: ({ clustered, integer, sequenceKey }) => [
    // The window that a queued entry waits for, its file, and the number under which operators know it.
    `ALTER TABLE bank_payments ADD COLUMN ach_window ${integer}`,
    `ALTER TABLE bank_payments ADD COLUMN ach_file TEXT`,
    `ALTER TABLE bank_payments ADD COLUMN ach_trace TEXT`,
    `CREATE INDEX bank_payments_ach_window ON bank_payments (ach_window, sequence) WHERE ach_window IS NOT NULL`,
    `CREATE INDEX bank_payments_ach_file ON bank_payments (ach_file, sequence) WHERE ach_file IS NOT NULL`,
    `CREATE INDEX bank_payments_ach_trace ON bank_payments (ach_trace, sequence) WHERE ach_trace IS NOT NULL`,
    `CREATE INDEX bank_payments_scope_kind ON bank_payments (scope, kind, created_at, sequence)`,
    // What is not ACH is listed together, past any number of entries.
    `CREATE INDEX bank_payments_direct ON bank_payments (scope, created_at, sequence) WHERE kind <> 'ach'`,

    `CREATE TABLE bank_ach_files (
      sequence ${sequenceKey},
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      created_on TEXT NOT NULL,
      modifier TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      state TEXT NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX bank_ach_files_id ON bank_ach_files (id)`,
    `CREATE UNIQUE INDEX bank_ach_files_name ON bank_ach_files (name)`,
    `CREATE UNIQUE INDEX bank_ach_files_modifier ON bank_ach_files (created_on, modifier)`,
    `CREATE TABLE bank_ach_texts (file_id TEXT PRIMARY KEY, body TEXT NOT NULL)${clustered}`,
    `CREATE TABLE bank_ach_traces (bank TEXT PRIMARY KEY, next ${integer} NOT NULL)${clustered}`,
    `CREATE TABLE bank_ach_inbound (
      sha256 TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      body TEXT NOT NULL,
      received_at ${integer} NOT NULL
    )${clustered}`,

    `CREATE TABLE bank_ach_batches (
      sequence ${sequenceKey},
      id TEXT NOT NULL,
      scope TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      state TEXT NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX bank_ach_batches_id ON bank_ach_batches (id)`,
    `CREATE TABLE bank_ach_batch_entries (
      batch_id TEXT NOT NULL,
      position ${integer} NOT NULL,
      payment_id TEXT,
      is_open ${integer} NOT NULL,
      state TEXT NOT NULL,
      PRIMARY KEY (batch_id, position)
    )${clustered}`,
    `CREATE UNIQUE INDEX bank_ach_batch_entries_payment ON bank_ach_batch_entries (payment_id)
      WHERE payment_id IS NOT NULL`,
    `CREATE INDEX bank_ach_batch_entries_open ON bank_ach_batch_entries (batch_id, position) WHERE is_open = 1`,

    `CREATE TABLE bank_sim_ach_files (
      name TEXT PRIMARY KEY,
      sha256 TEXT NOT NULL,
      status TEXT NOT NULL,
      received_at ${integer} NOT NULL
    )${clustered}`,
    `CREATE TABLE bank_sim_ach_entries (
      trace TEXT PRIMARY KEY,
      file_name TEXT NOT NULL,
      state TEXT NOT NULL
    )${clustered}`,
    `CREATE INDEX bank_sim_ach_entries_file ON bank_sim_ach_entries (file_name, trace)`,
    `CREATE TABLE bank_sim_ach_answers (
      sequence ${sequenceKey},
      trace TEXT NOT NULL,
      due_at ${integer} NOT NULL,
      file_name TEXT,
      state TEXT NOT NULL
    )`,
    `CREATE INDEX bank_sim_ach_answers_due ON bank_sim_ach_answers (due_at, sequence) WHERE file_name IS NULL`,
    `CREATE TABLE bank_sim_ach_outbox (name TEXT PRIMARY KEY, body TEXT NOT NULL)${clustered}`
  ]
}
