/** Keys issued at run time. A key is kept as a keyed hash only: whoever reads the rows cannot use them. */
import * as Effect from "effect/Effect"
import type { Principal } from "../domain/Principal.ts"
import type { RegionStore, StoreUnavailable, UniqueViolation, Write } from "../services/Store.ts"
import { storedAs } from "../rows/storedAs.ts"
import { given, integer, key, table, text } from "../rows/Table.ts"

/** A credential as it is stored. */
export interface Credential {
  readonly id: string
  /** `Signer.fingerprint` of the key's text. */
  readonly lookup: string
  readonly principal: Principal
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
}

const credentials = table("credentials", {
  lookup: key(text),
  id: text,
  plugin: text,
  principal: text,
  created_at: integer
})

const storedPrincipal = storedAs<Principal>({
  table: "credentials",
  form: { plugin: "text", account: "text", mode: "text", credential: "text", scopes: "list", plan: "text" }
})

/** The write that adds a credential. A key that exists violates a unique constraint. */
export const issue = (credential: Credential): Write =>
  credentials.insert({
    lookup: credential.lookup,
    id: credential.id,
    plugin: credential.principal.plugin,
    principal: storedPrincipal.write(credential.principal),
    created_at: credential.createdAt
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
    ([row]) => (row === undefined ? undefined : storedPrincipal.read(row.principal))
  )

const end = table("credentials", { id: text, revoked_at: integer }).updating({
  set: { revoked_at: given },
  where: { id: given, revoked_at: null }
})

/** Takes a credential out of use, at engine time `at`. Answers at the next request with it. */
export const revoke = (
  store: RegionStore,
  of: { readonly id: string; readonly at: number }
): Effect.Effect<void, UniqueViolation | StoreUnavailable> =>
  store.write<never>([end({ revoked_at: of.at }, { id: of.id })])
