/** What screenings of payments found: kept for audit (compliance S33). */
import type { Migration } from "../../../src/plugin.ts"

export const screenings0005: Migration = {
  id: 5,
  name: "screenings",
  up: ({ integer, sequenceKey, text }) => [
    `CREATE TABLE bank_screenings (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      payment_id ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX bank_screenings_id ON bank_screenings (id)`,
    `CREATE INDEX bank_screenings_payment ON bank_screenings (payment_id, created_at, sequence)`
  ]
}
