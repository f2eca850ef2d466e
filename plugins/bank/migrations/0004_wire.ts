/** Recalls of wires, the directory of BICs, and the queue of wires that wait for their rail to open. */
import { createDocuments, type Migration } from "../../../src/plugin.ts"

export const wire0004: Migration = {
  id: 4,
  name: "wire",
  up: (dialect) => {
    const { clustered, text } = dialect
    return [
      createDocuments(dialect, "bank_recalls", {
        scope: "text",
        payment_id: "text",
        open_payment_id: "text or null",
        message_id: "text"
      }),
      `CREATE UNIQUE INDEX bank_recalls_id ON bank_recalls (id)`,
      `CREATE UNIQUE INDEX bank_recalls_message ON bank_recalls (message_id)`,
      `CREATE INDEX bank_recalls_payment ON bank_recalls (payment_id, created_at, sequence)`,
      // One open recall per wire: a second one violates this.
      `CREATE UNIQUE INDEX bank_recalls_open ON bank_recalls (open_payment_id) WHERE open_payment_id IS NOT NULL`,
      `CREATE TABLE bank_bics (bic ${text} PRIMARY KEY, state ${text} NOT NULL)${clustered}`,
      `CREATE INDEX bank_payments_waiting ON bank_payments (created_at, sequence)
      WHERE kind = 'wire' AND status = 'queued'`
    ]
  }
}
