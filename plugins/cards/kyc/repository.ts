/** Verifications as rows: columns are what is looked for, the rest of the entity is one JSON document. */
import * as Effect from "effect/Effect"
import { ownedDocumentTable, storedAs, type RegionStore, type StoredUnder } from "../../../src/plugin.ts"
import type { Verification } from "./Verification.ts"

/** A verification as it was read, with the version that an update must find. */
export type StoredVerification = StoredUnder<"verification", Verification>

export const storedVerification = storedAs<Verification>({
  table: "cards_kyc_verifications",
  form: {
    id: "text",
    customer: "text",
    createdAt: "number",
    livemode: "boolean",
    status: "text",
    reason: "text or null",
    documentType: "text",
    images: ["list of", { param: "text", sha256: "text", type: "text", bytes: "number" }],
    dateOfBirth: "text or null",
    providerReference: "text or null",
    decidedAt: "number or null"
  }
})

const table = ownedDocumentTable("verification", {
  stored: storedVerification,
  columns: ["customer", "status"],
  columnsOf: ({ customer, status }: Verification) => ({ customer, status }),
  fixed: ["customer"]
})

export const { byId, insert, update } = table

/** The newest verification of a customer, or `undefined`. */
export const latestOf = (store: RegionStore, scope: string, customer: string) =>
  Effect.map(table.where(store, scope, "customer = ? ORDER BY sequence DESC LIMIT 1", [customer]), ([newest]) => newest)
