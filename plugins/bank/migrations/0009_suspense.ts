/** Transfers with money in suspense, so that operators find them without reading every transfer. */
import type { Migration } from "../../../src/plugin.ts"

export const suspense0009: Migration = {
  id: 9,
  name: "suspense",
  up: ({ integer }) => [
    `ALTER TABLE bank_payments ADD COLUMN suspense ${integer}`,
    `CREATE INDEX bank_payments_suspense ON bank_payments (sequence) WHERE suspense IS NOT NULL`
  ]
}
