/** Keys issued at run time. A key is kept as a keyed hash only: whoever reads the rows cannot use them. */
import * as Effect from "effect/Effect"
import type { Principal } from "../domain/Principal.ts"
import type { RegionStore, StoreUnavailable, UniqueViolation, Write } from "../services/Store.ts"

/** A credential as it is stored. */
export interface Credential {
  readonly id: string
  /** `Signer.fingerprint` of the key's text. */
  readonly lookup: string
  readonly principal: Principal
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
}

const insert = `INSERT INTO credentials (lookup, id, plugin, principal, created_at) VALUES (?, ?, ?, ?, ?)`

/** The write that adds a credential. A key that exists violates a unique constraint. */
export const issue = (credential: Credential): Write => ({
  text: insert,
  params: [
    credential.lookup,
    credential.id,
    credential.principal.plugin,
    JSON.stringify(credential.principal),
    credential.createdAt
  ]
})

/** The principal of a key that was issued and not revoked. */
export const findPrincipal = (
  store: RegionStore,
  of: { readonly plugin: string; readonly lookup: string }
): Effect.Effect<Principal | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly principal: string }>(
      `SELECT principal FROM credentials WHERE lookup = ? AND plugin = ? AND revoked_at IS NULL`,
      [of.lookup, of.plugin]
    ),
    ([row]) => (row === undefined ? undefined : (JSON.parse(row.principal) as Principal))
  )

/** Takes a credential out of use, at engine time `at`. Answers at the next request with it. */
export const revoke = (
  store: RegionStore,
  of: { readonly id: string; readonly at: number }
): Effect.Effect<void, UniqueViolation | StoreUnavailable> =>
  store.write<never>([
    { text: `UPDATE credentials SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL`, params: [of.at, of.id] }
  ])
