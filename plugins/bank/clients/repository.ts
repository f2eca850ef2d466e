/** Clients and their tokens as rows. */
import * as Effect from "effect/Effect"
import {
  atMost,
  documentTable,
  given,
  integer,
  keptRead,
  key,
  same,
  storedAs,
  table,
  text,
  VersionConflict,
  type Read,
  type RegionStore,
  type Write
} from "../../../src/plugin.ts"
import type { Client } from "./Client.ts"

export const storedClient = storedAs<Client>({
  table: "bank_clients",
  form: {
    scopes: ["list of", "text"],
    id: "text",
    createdAt: "number",
    name: "text",
    rails: ["list of", "text"],
    secCodes: ["list of", "text"],
    limits: { perTransaction: "number or null", daily: "number or null", perRail: {} },
    fednowEligible: "boolean",
    active: "boolean",
    secretLookup: "text",
    keyLookup: "text",
    accounts: ["if there", ["list of", { routingNumber: "text", lookup: "text", last4: "text" }]]
  }
})

export const clients = documentTable<Client, "key_lookup">(storedClient, ["key_lookup"], (client) => ({
  key_lookup: client.keyLookup
}))

interface ClientRow {
  readonly state: string
}

const clientIn = ([row]: ReadonlyArray<ClientRow>): Client | undefined =>
  row === undefined ? undefined : storedClient.read(row.state)

const readById = keptRead({
  tables: ["bank_clients"],
  text: "SELECT state FROM bank_clients WHERE id = ?",
  make: clientIn
})

const readByKey = keptRead({
  tables: ["bank_clients"],
  text: "SELECT state FROM bank_clients WHERE key_lookup = ?",
  make: clientIn
})

/** A client by its id, to be looked at and not changed. */
export const findClient = (store: RegionStore, id: string) => readById(store, [id])

const readHolding = keptRead({
  tables: ["bank_clients"],
  text: "SELECT state FROM bank_clients WHERE state LIKE ? ORDER BY created_at, sequence",
  make: (rows: ReadonlyArray<ClientRow>) => rows.map(({ state }) => storedClient.read(state))
})

/** Clients that have an account, named by its lookup, among their accounts: the oldest first. */
export const clientsWith = (store: RegionStore, account: string): Read<ReadonlyArray<Client>> =>
  Effect.map(readHolding(store, [`%${account}%`]), (found) =>
    found.filter(({ accounts }) => accounts?.some(({ lookup }) => lookup === account))
  )

/** The client with this API key. */
export const findByKey = (store: RegionStore, lookup: string) => readByKey(store, [lookup])

const unchanged = table("bank_clients", { id: key(text), version: integer }).updating({
  set: { version: same },
  where: { id: given, version: given }
})

/** The write that fails when a client was changed since it was read, and that a change waits for. */
export const sameClient = (id: string, version: number): Write<VersionConflict> =>
  unchanged({}, { id, version }, () => new VersionConflict({ table: "bank_clients", key: id }))

const tokens = table("bank_tokens", { lookup: key(text), client_id: text, scopes: text, expires_at: integer })

/** The write that keeps a token: as a keyed hash only. */
export const keepToken = (token: {
  readonly lookup: string
  readonly clientId: string
  readonly scopes: ReadonlyArray<string>
  readonly expiresAt: number
}): Write =>
  tokens.insert({
    lookup: token.lookup,
    client_id: token.clientId,
    scopes: token.scopes.join(" "),
    expires_at: token.expiresAt
  })

const removeExpired = tokens.deleting({ expires_at: atMost(given) })

/** The write that forgets tokens that have expired. */
export const forgetExpired = (now: number): Write => removeExpired({ expires_at: now })

const removeTokens = tokens.deleting({ client_id: given })

/** The write that revokes every token of a client, at once. */
export const revokeTokens = (clientId: string): Write => removeTokens({ client_id: clientId })

/** The client of a token that has not expired, with the scopes it was issued for. */
export const byToken = (
  store: RegionStore,
  of: { readonly lookup: string; readonly now: number }
): Read<{ readonly client: Client; readonly scopes: ReadonlyArray<string> } | undefined> =>
  Effect.map(
    store.read<{ readonly scopes: string; readonly state: string }>(
      `SELECT bank_tokens.scopes AS scopes, bank_clients.state AS state FROM bank_tokens
       JOIN bank_clients ON bank_clients.id = bank_tokens.client_id
       WHERE bank_tokens.lookup = ? AND bank_tokens.expires_at > ?`,
      [of.lookup, of.now]
    ),
    ([row]) => (row === undefined ? undefined : { client: storedClient.read(row.state), scopes: row.scopes.split(" ") })
  )
