/** What screenings of payments found: kept for audit (compliance S33). */
import { createDocuments, type Migration } from "../../../src/plugin.ts"

export const screenings0005: Migration = {
  id: 5,
  name: "screenings",
  up: (dialect) => [
    createDocuments(dialect, "bank_screenings", { payment_id: "text" }),
    `CREATE UNIQUE INDEX bank_screenings_id ON bank_screenings (id)`,
    `CREATE INDEX bank_screenings_payment ON bank_screenings (payment_id, created_at, sequence)`
  ]
}
