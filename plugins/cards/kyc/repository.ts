/** Verifications as rows: columns are what is looked for, the rest of the entity is one JSON document. */
import * as Effect from "effect/Effect"
import {
  integer,
  storedAs,
  text,
  versionedTable,
  type RegionStore,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import type { Verification } from "./Verification.ts"

/** A verification as it was read, with the version that an update must find. */
export interface StoredVerification {
  readonly verification: Verification
  readonly version: number
}

/** How verifications are stored. */
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
    images: "list",
    dateOfBirth: "text or null",
    providerReference: "text or null",
    decidedAt: "number or null"
  }
})

const table = versionedTable(
  "cards_kyc_verifications",
  { id: text, scope: text, customer: text, status: text, created_at: integer, state: text },
  ["scope", "customer", "created_at"]
)

const rowOf = (scope: string, verification: Verification) => ({
  id: verification.id,
  scope,
  customer: verification.customer,
  status: verification.status,
  created_at: verification.createdAt,
  state: storedVerification.write(verification)
})

export const insert = (scope: string, verification: Verification): Write => table.insert(rowOf(scope, verification))

export const update = (scope: string, verification: Verification, version: number): Write<VersionConflict> =>
  table.update(rowOf(scope, verification), version)

interface StateRow {
  readonly state: string
  readonly version: number
}

const storedOf = ([row]: ReadonlyArray<StateRow>): StoredVerification | undefined =>
  row === undefined ? undefined : { verification: storedVerification.read(row.state), version: Number(row.version) }

/** A verification of a scope, or `undefined`. */
export const byId = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredVerification | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(`SELECT state, version FROM cards_kyc_verifications WHERE id = ? AND scope = ?`, [id, scope]),
    storedOf
  )

/** The newest verification of a customer, or `undefined`. */
export const latestOf = (
  store: RegionStore,
  scope: string,
  customer: string
): Effect.Effect<StoredVerification | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<StateRow>(
      `SELECT state, version FROM cards_kyc_verifications WHERE scope = ? AND customer = ? ORDER BY sequence DESC LIMIT 1`,
      [scope, customer]
    ),
    storedOf
  )
