/** Verifications of customers. Images are in no column: what is kept of them is their digests, in `state`. */
import { createDocuments, type Migration } from "../../../src/plugin.ts"

export const kyc0008: Migration = {
  id: 8,
  name: "kyc",
  up: (dialect) => [
    createDocuments(dialect, "cards_kyc_verifications", { scope: "text", customer: "text", status: "text" }),
    `CREATE UNIQUE INDEX cards_kyc_verifications_id ON cards_kyc_verifications (id)`,
    `CREATE INDEX cards_kyc_verifications_customer ON cards_kyc_verifications (scope, customer, sequence)`
  ]
}
