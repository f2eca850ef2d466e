/** Keys issued at run time. A key is kept as a keyed hash only: whoever reads the rows cannot use them. */
import * as Effect from "effect/Effect"
import type { Principal } from "../domain/Principal.ts"
import type { Read, RegionStore, StoreUnavailable, UniqueViolation, Write } from "../services/Store.ts"
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

/** A credential that was issued, also one that was revoked since. */
export interface IssuedCredential extends Credential {
  /** Engine time; `undefined` while it is in use. */
  readonly revokedAt: number | undefined
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
  form: { plugin: "text", account: "text", mode: "text", credential: "text", scopes: ["list of", "text"], plan: "text" }
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

interface Row {
  readonly id: string
  readonly lookup: string
  readonly principal: string
  readonly created_at: number
  readonly revoked_at: number | null
}

const selected = `SELECT id, lookup, principal, created_at, revoked_at FROM credentials WHERE plugin = ?`

const issuedOf = ({ created_at, id, lookup, principal, revoked_at }: Row): IssuedCredential => ({
  id,
  lookup,
  principal: storedPrincipal.read(principal),
  createdAt: created_at,
  revokedAt: revoked_at ?? undefined
})

/** A key that was issued, whether it is revoked or not. */
export const findIssued = (
  store: RegionStore,
  of: { readonly plugin: string; readonly lookup: string }
): Read<IssuedCredential | undefined> =>
  Effect.map(store.read<Row>(`${selected} AND lookup = ?`, [of.plugin, of.lookup]), ([row]) => row && issuedOf(row))

/** The principal of a key that was issued and not revoked. */
export const findPrincipal = (
  store: RegionStore,
  of: { readonly plugin: string; readonly lookup: string }
): Read<Principal | undefined> =>
  Effect.map(findIssued(store, of), (found) => (found?.revokedAt === undefined ? found?.principal : undefined))

/** A key that was issued, by its id. */
export const issuedById = (
  store: RegionStore,
  of: { readonly plugin: string; readonly id: string }
): Read<IssuedCredential | undefined> =>
  Effect.map(store.read<Row>(`${selected} AND id = ?`, [of.plugin, of.id]), ([row]) => row && issuedOf(row))

/** Keys that are listed at most (our choice). */
const mostListed = 1_000

/** The keys of a plugin that were issued, the latest first, at most 1,000. */
export const listIssued = (store: RegionStore, plugin: string): Read<ReadonlyArray<IssuedCredential>> =>
  Effect.map(store.read<Row>(`${selected} ORDER BY created_at DESC, id DESC LIMIT ${mostListed}`, [plugin]), (rows) =>
    rows.map(issuedOf)
  )

const change = table("credentials", { id: text, plugin: text, principal: text }).updating({
  set: { principal: given },
  where: { id: given, plugin: given }
})

/** The write that gives a key another principal, such as one with another plan. Requests have it from the next one on. */
export const changePrincipal = (id: string, principal: Principal): Write =>
  change({ principal: storedPrincipal.write(principal) }, { id, plugin: principal.plugin })

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
