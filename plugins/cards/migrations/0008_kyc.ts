/** Verifications of customers. Images are in no column: what is kept of them is their digests, in `state`. */
import type { Migration } from "../../../src/plugin.ts"

export const kyc0008: Migration = {
  id: 8,
  name: "kyc",
  up: ({ integer, sequenceKey, text }) => [
    `CREATE TABLE cards_kyc_verifications (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      customer ${text} NOT NULL,
      status ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX cards_kyc_verifications_id ON cards_kyc_verifications (id)`,
    `CREATE INDEX cards_kyc_verifications_customer ON cards_kyc_verifications (scope, customer, sequence)`
  ]
}
