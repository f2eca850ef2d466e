/** Clients and their tokens as rows. */
import * as Effect from "effect/Effect"
import { documentTable, type RegionStore, type StoreUnavailable, type Write } from "../../../src/plugin.ts"
import type { Client } from "./Client.ts"

/** The clients. */
export const clients = documentTable<Client, "key_lookup">("bank_clients", ["key_lookup"], (client) => ({
  key_lookup: client.keyLookup
}))

/** The write that keeps a token: as a keyed hash only. */
export const keepToken = (token: {
  readonly lookup: string
  readonly clientId: string
  readonly scopes: ReadonlyArray<string>
  readonly expiresAt: number
}): Write => ({
  text: `INSERT INTO bank_tokens (lookup, client_id, scopes, expires_at) VALUES (?, ?, ?, ?)`,
  params: [token.lookup, token.clientId, token.scopes.join(" "), token.expiresAt]
})

/** The write that forgets tokens that have expired. */
export const forgetExpired = (now: number): Write => ({
  text: `DELETE FROM bank_tokens WHERE expires_at <= ?`,
  params: [now]
})

/** The write that revokes every token of a client, at once. */
export const revokeTokens = (clientId: string): Write => ({
  text: `DELETE FROM bank_tokens WHERE client_id = ?`,
  params: [clientId]
})

/** The client of a token that has not expired, with the scopes it was issued for. */
export const byToken = (
  store: RegionStore,
  of: { readonly lookup: string; readonly now: number }
): Effect.Effect<{ readonly client: Client; readonly scopes: ReadonlyArray<string> } | undefined, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly scopes: string; readonly state: string }>(
      `SELECT bank_tokens.scopes AS scopes, bank_clients.state AS state FROM bank_tokens
       JOIN bank_clients ON bank_clients.id = bank_tokens.client_id
       WHERE bank_tokens.lookup = ? AND bank_tokens.expires_at > ?`,
      [of.lookup, of.now]
    ),
    ([row]) =>
      row === undefined ? undefined : { client: JSON.parse(row.state) as Client, scopes: row.scopes.split(" ") }
  )
