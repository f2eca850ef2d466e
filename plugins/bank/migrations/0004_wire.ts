/** Recalls of wires, the directory of BICs, and the queue of wires that wait for their rail to open. */
import type { Migration } from "../../../src/plugin.ts"

export const wire0004: Migration = {
  id: 4,
  name: "wire",
  up: ({ clustered, integer, sequenceKey }) => [
    `CREATE TABLE bank_recalls (
      sequence ${sequenceKey},
      id TEXT NOT NULL,
      scope TEXT NOT NULL,
      payment_id TEXT NOT NULL,
      open_payment_id TEXT,
      message_id TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      state TEXT NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX bank_recalls_id ON bank_recalls (id)`,
    `CREATE UNIQUE INDEX bank_recalls_message ON bank_recalls (message_id)`,
    `CREATE INDEX bank_recalls_payment ON bank_recalls (payment_id, created_at, sequence)`,
    // One open recall per wire: a second one violates this.
    `CREATE UNIQUE INDEX bank_recalls_open ON bank_recalls (open_payment_id) WHERE open_payment_id IS NOT NULL`,
    `CREATE TABLE bank_bics (bic TEXT PRIMARY KEY, state TEXT NOT NULL)${clustered}`,
    `CREATE INDEX bank_payments_waiting ON bank_payments (created_at, sequence)
      WHERE kind = 'wire' AND status = 'queued'`
  ]
}
