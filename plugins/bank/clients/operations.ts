/** Clients: administrators make and change them, and they receive tokens. */
import * as Effect from "effect/Effect"
import {
  carryOutUnkeyed,
  Clock,
  Ids,
  readPage,
  Signer,
  type CallerShape,
  type PageRequest,
  type Plan,
  type RegionStore,
  type Stored,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { scopeOf } from "../../../src/domain.ts"
import { planAudited } from "../administration/operations.ts"
import type { AccountHolder } from "../accounts.ts"
import { StateConflict } from "../payments/Payment.ts"
import { nothing, planned } from "../plans.ts"
import { BankSettings } from "../settings.ts"
import { webhooks } from "../webhooks/operations.ts"
import { webhookProfile } from "../webhooks/profile.ts"
import {
  AccountAccessDenied,
  clientDefaults,
  ClientNotFound,
  limitsOf,
  type Client,
  type ClientConfig,
  type ClientDraft
} from "./Client.ts"
import { clients, clientsWith, findClient, forgetExpired, keepToken, revokeTokens, sameClient } from "./repository.ts"

/** Random bytes of a secret or a key. */
const secretBytes = 32

/** Credentials that are shown once. */
export interface ClientSecrets {
  readonly clientSecret: string
  readonly apiKey: string
}

/** A client, with its secrets where they were made just now. */
export interface ShownClient {
  readonly client: Client
  readonly secrets?: ClientSecrets
}

const lookups = Effect.fnUntraced(function* (secrets: ClientSecrets) {
  const signer = yield* Signer
  return {
    secretLookup: signer.fingerprint("bank client secret", secrets.clientSecret),
    keyLookup: signer.fingerprint("bank api key", secrets.apiKey)
  }
})

const newSecrets = Effect.map(Ids, (ids): ClientSecrets => ({
  clientSecret: `bank_secret_${ids.secret(secretBytes)}`,
  apiKey: `bank_key_${ids.secret(secretBytes)}`
}))

const lookupOf = (signer: Pick<Signer["Service"], "fingerprint">, { accountNumber, routingNumber }: AccountHolder) =>
  signer.fingerprint("bank client account", `${routingNumber} ${accountNumber}`)

/** The parts of a client that are stored. */
const kept = Effect.fnUntraced(function* <Draft extends Partial<ClientDraft>>({ accounts, ...draft }: Draft) {
  if (accounts === undefined) return draft
  const signer = yield* Signer
  return {
    ...draft,
    accounts: accounts.map((account) => ({
      routingNumber: account.routingNumber,
      lookup: lookupOf(signer, account),
      last4: account.accountNumber.slice(-4)
    }))
  }
})

/** What may be said about a client: never a lookup. */
export const shown = ({
  accounts,
  configured: _configured,
  keyLookup: _key,
  secretLookup: _secret,
  ...client
}: Client) => ({
  ...client,
  ...(accounts === undefined
    ? {}
    : { accounts: accounts.map(({ last4, routingNumber }) => ({ routingNumber, last4 })) })
})

/** A client by its id. Fails with `ClientNotFound`. */
export const retrieve = Effect.fnUntraced(function* (store: RegionStore, id: string) {
  return (yield* findClient(store, id)) ?? (yield* new ClientNotFound())
})

/**
 * Tells which accounts a client may use: those of its list. Without a list it may use none in production, and every
 * account in a sandbox.
 */
export const accountAccess = Effect.fnUntraced(function* ({ accounts }: Pick<Client, "accounts">) {
  const { mode } = yield* BankSettings
  if (accounts === undefined) return () => mode === "sandbox"
  const signer = yield* Signer
  const lookups = new Set(accounts.map(({ lookup }) => lookup))
  return (holder: AccountHolder): boolean => lookups.has(lookupOf(signer, holder))
})

/** The client that money for an account is for: the oldest that is active and has it on its list. */
export const clientOf = Effect.fnUntraced(function* (store: RegionStore, holder: AccountHolder) {
  const named = yield* clientsWith(store, lookupOf(yield* Signer, holder))
  return named.find(({ active }) => active)
})

/** Fails with `AccountAccessDenied` where an account is none of the client's; `field` names it in the request. */
export const requireAccount = Effect.fnUntraced(function* (client: Client, holder: AccountHolder, field: string) {
  const mayUse = yield* accountAccess(client)
  if (!mayUse(holder)) return yield* new AccountAccessDenied({ field })
})

/** Clients, newest first. */
export const list = (caller: CallerShape, page: Pick<PageRequest, "limit" | "cursor">) =>
  readPage(caller, { ...page, endpoint: "bank.clients", filters: {} }, (after, rows) =>
    clients.list(caller.store, {}, after, rows)
  )

/** Makes a client; its secrets are shown now and never again. */
export const create = Effect.fnUntraced(function* (caller: CallerShape, draft: ClientDraft) {
  const clock = yield* Clock
  const ids = yield* Ids
  const secrets = yield* newSecrets
  const client: Client = {
    ...(yield* kept(draft)),
    ...(yield* lookups(secrets)),
    id: ids.next("cli"),
    createdAt: clock.now()
  }
  const audited = { action: "client.create", resource: client.id, after: shown(client) }
  return yield* planAudited<ShownClient>(caller, { client, secrets }, audited, [clients.insert(client)])
})

const found = Effect.fnUntraced(function* ({ store }: CallerShape, id: string) {
  return (yield* clients.byId(store, id)) ?? (yield* new ClientNotFound())
})

/** A client that may be changed: one that was deleted stays as it is. */
const changeable = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const client = yield* found(caller, id)
  if (client.document.deletedAt === undefined) return client
  return yield* new StateConflict({ message: "The client was deleted. Make a new one" })
})

const changed = Effect.fnUntraced(function* (
  caller: CallerShape,
  { document, version }: Stored<Client>,
  of: {
    readonly action: string
    readonly change: Partial<Client>
    readonly revokes: boolean
    readonly secrets?: ClientSecrets
    readonly writes?: ReadonlyArray<Write<VersionConflict>>
  }
) {
  const { action, change, revokes, writes = [], ...shownToo } = of
  const client: Client = { ...document, ...change }
  return yield* planAudited<ShownClient, VersionConflict>(
    caller,
    { client, ...shownToo },
    { action, resource: client.id, before: shown(document), after: shown(client) },
    [clients.update(client, version), ...(revokes ? [revokeTokens(client.id)] : []), ...writes]
  )
})

/**
 * Changes a client. Taken out of use, its key and its tokens are refused at once. Fails with `ClientNotFound`, or `StateConflict`
 * where it was deleted.
 */
export const update = Effect.fnUntraced(function* (caller: CallerShape, id: string, draft: Partial<ClientDraft>) {
  const client = yield* changeable(caller, id)
  const change = yield* kept(draft)
  return yield* changed(caller, client, { action: "client.update", change, revokes: change.active === false })
})

/** The writes that end every webhook of a scope, with what is pending for it. */
const endWebhooks = Effect.fnUntraced(function* (owner: CallerShape) {
  const page = { limit: webhookProfile.maxEndpoints, cursor: undefined }
  const { data } = yield* Effect.catchTag(webhooks.list(owner, page), "InvalidCursor", Effect.die)
  const plans = yield* Effect.forEach(data, ({ id }) =>
    // Its client was faster.
    Effect.catchTag(webhooks.remove(owner, id), "EndpointNotFound", () => Effect.succeed(nothing))
  )
  return plans.flatMap(({ unit }) => unit?.writes ?? [])
})

/** Takes a client out of use for good: its webhooks end, what it made stays. Once: a repetition changes nothing. Fails with `ClientNotFound`. */
export const remove = Effect.fnUntraced(function* (
  caller: CallerShape,
  id: string
): Effect.fn.Return<Plan<ShownClient, VersionConflict>, ClientNotFound | StoreUnavailable, Clock | Ids | Signer> {
  const client = yield* found(caller, id)
  if (client.document.deletedAt !== undefined) return { outcome: { client: client.document } }
  const change = { active: false, deletedAt: (yield* Clock).now() }
  const writes = yield* endWebhooks({ ...caller, scope: scopeOf({ account: id, mode: caller.principal.mode }) })
  return yield* changed(caller, client, { action: "client.delete", change, revokes: true, writes })
})

/** Replaces the key and the secret; the old ones are refused at once, and tokens that were issued for them. Fails as `update`. */
export const rotateKey = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const client = yield* changeable(caller, id)
  const secrets = yield* newSecrets
  const change = yield* lookups(secrets)
  return yield* changed(caller, client, { action: "client.rotate_key", change, revokes: true, secrets })
})

/** Revokes every token of a client, at once. Fails with `ClientNotFound`. */
export const revoke = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const client = yield* found(caller, id)
  return yield* changed(caller, client, { action: "client.revoke_tokens", change: {}, revokes: true })
})

/** The client whose credentials these are, if it is active. */
export const authenticate = Effect.fnUntraced(function* (store: RegionStore, clientId: string, clientSecret: string) {
  const signer = yield* Signer
  const known = yield* clients.byId(store, clientId)
  const lookup = signer.fingerprint("bank client secret", clientSecret)
  return known?.document.active === true && known.document.secretLookup === lookup ? known : undefined
})

/**
 * The plan of a token for a client as it was authenticated: whoever rotates its secret meanwhile leaves none. It is kept as a keyed hash
 * only, and under no idempotency key: a repetition may come from anybody.
 */
export const planToken = Effect.fnUntraced(function* (
  caller: Pick<CallerShape, "scope">,
  of: { readonly client: Stored<Client>; readonly scopes: ReadonlyArray<string>; readonly lifetimeSeconds: number }
) {
  const { id } = of.client.document
  const now = (yield* Clock).now()
  const signer = yield* Signer
  const token = `bank_token_${(yield* Ids).secret(secretBytes)}`
  const kept = {
    lookup: signer.fingerprint("bank token", token),
    clientId: id,
    scopes: of.scopes,
    expiresAt: now + of.lifetimeSeconds * 1_000
  }
  const writes = [sameClient(id, of.client.version), forgetExpired(now), keepToken(kept)]
  return yield* planned<string, VersionConflict>(token, { scope: caller.scope, now, writes })
})

const configured = Effect.fnUntraced(function* (
  store: RegionStore,
  config: ClientConfig,
  isAudited: boolean
): Effect.fn.Return<Plan<undefined, VersionConflict>, StoreUnavailable, Clock | Ids | Signer> {
  const { apiKey, clientId, clientSecret, limits = {}, ...draft } = config
  const known = yield* clients.byId(store, clientId)
  const hash = (yield* Signer).fingerprint("bank client configuration", JSON.stringify(config))
  if (known?.document.configured === hash || known?.document.deletedAt !== undefined) return { outcome: undefined }
  const client: Client = {
    ...clientDefaults,
    name: clientId,
    ...(yield* kept(draft)),
    limits: limitsOf(limits),
    ...(yield* lookups({ apiKey, clientSecret })),
    id: clientId,
    configured: hash,
    createdAt: known?.document.createdAt ?? (yield* Clock).now()
  }
  const write = known === undefined ? clients.insert(client) : clients.update(client, known.version)
  return yield* planned<undefined, VersionConflict>(undefined, {
    scope: "admin/test",
    writes:
      client.active && known?.document.secretLookup === client.secretLookup ? [write] : [write, revokeTokens(clientId)],
    audited: isAudited
      ? {
          by: { actor: "system", requestId: null },
          action: "client.configure",
          resource: clientId,
          before: known === undefined ? undefined : shown(known.document),
          after: shown(client)
        }
      : undefined
  })
})

/**
 * Brings the configured clients into being, or up to date where their configuration is another one than the last time. Otherwise a
 * start leaves them as administrators have them: a client that was deactivated, or a key that was replaced, stays so. One that was
 * deleted stays deleted whatever its configuration. Run at start.
 */
export const configure = (
  store: RegionStore,
  configs: ReadonlyArray<ClientConfig>,
  /** Whether the audit trail says so: not of the client that every sandbox has. */
  isAudited = true
) =>
  Effect.forEach(configs, (config) => carryOutUnkeyed(store, configured(store, config, isAudited)), { discard: true })
