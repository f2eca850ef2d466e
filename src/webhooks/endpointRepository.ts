/** Webhook endpoints as rows, with the subscriptions that the outbox fans out by. Writes are data for `commit`. */
import * as Effect from "effect/Effect"
import type { CursorPosition } from "../domain/Cursor.ts"
import { statement, value } from "../rows/statement.ts"
import { storedAs } from "../rows/storedAs.ts"
import { given, integer, text, versionedTable } from "../rows/Table.ts"
import type { Read, RegionStore, VersionConflict, Write } from "../services/Store.ts"
import { subscriptions } from "../store/outboxRepository.ts"
import { beforeNewest, dropPending, type Listed } from "./deliveryRepository.ts"
import { TooManyEndpoints, type WebhookEndpoint } from "./Endpoint.ts"

/** An endpoint with its secrets as they are stored. */
export interface StoredEndpoint {
  readonly endpoint: WebhookEndpoint
  readonly sealedSecrets: string
}

const table = versionedTable(
  "webhook_endpoints",
  { id: text, plugin: text, scope: text, status: text, state: text, sealed_secret: text, created_at: integer },
  ["plugin", "scope", "created_at"]
)

/** An endpoint as it is stored. */
export interface EndpointRow {
  readonly sequence: number
  readonly id: string
  readonly plugin: string
  readonly scope: string
  readonly status: "enabled" | "disabled"
  readonly version: number
  readonly state: string
  readonly sealed_secret: string
  readonly created_at: number
}

type EndpointState = Pick<WebhookEndpoint, "url" | "enabledEvents" | "description" | "apiVersion" | "signatureFormat">

const stored = storedAs<EndpointState>({
  table: "webhook_endpoints",
  form: {
    url: "text",
    enabledEvents: ["list of", "text"],
    description: "text",
    apiVersion: "text",
    signatureFormat: "text"
  }
})

const stateOf = ({ apiVersion, description, enabledEvents, signatureFormat, url }: WebhookEndpoint): string =>
  stored.write({ url, enabledEvents, description, apiVersion, signatureFormat })

const columnsOf = ({ endpoint, sealedSecrets }: StoredEndpoint) => ({
  id: endpoint.id,
  plugin: endpoint.plugin,
  scope: endpoint.scope,
  status: endpoint.status,
  state: stateOf(endpoint),
  sealed_secret: sealedSecrets,
  created_at: endpoint.createdAt
})

const endpointOf = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  plugin: row.plugin,
  scope: row.scope,
  status: row.status,
  ...stored.read(row.state, row.id),
  createdAt: row.created_at,
  version: row.version
})

const storedOf = (row: EndpointRow | undefined): StoredEndpoint | undefined =>
  row === undefined ? undefined : { endpoint: endpointOf(row), sealedSecrets: row.sealed_secret }

const columns = "sequence, id, plugin, scope, status, version, state, sealed_secret, created_at"

/** The endpoint of an id in a scope, or `undefined`. */
export const byId = (
  store: RegionStore,
  of: { readonly plugin: string; readonly scope: string; readonly id: string }
): Read<StoredEndpoint | undefined> =>
  Effect.map(
    store.read<EndpointRow>(`SELECT ${columns} FROM webhook_endpoints WHERE id = ? AND plugin = ? AND scope = ?`, [
      of.id,
      of.plugin,
      of.scope
    ]),
    ([row]) => storedOf(row)
  )

/** The endpoint that a delivery goes to, whoever owns it, or `undefined` when it was deleted. */
export const forDelivery = (store: RegionStore, endpointId: string): Read<StoredEndpoint | undefined> =>
  Effect.map(store.read<EndpointRow>(`SELECT ${columns} FROM webhook_endpoints WHERE id = ?`, [endpointId]), ([row]) =>
    storedOf(row)
  )

/** Endpoints of a scope, newest first: at most `rows` of them after a position. */
export const listPage = (
  store: RegionStore,
  of: {
    readonly plugin: string
    readonly scope: string
    readonly after: CursorPosition | undefined
    readonly rows: number
  }
): Read<ReadonlyArray<Listed<WebhookEndpoint>>> => {
  const { createdAt, sequence } = of.after ?? beforeNewest
  return Effect.map(
    store.read<EndpointRow>(
      `SELECT ${columns} FROM webhook_endpoints
       WHERE plugin = ? AND scope = ? AND (created_at, sequence) < (?, ?)
       ORDER BY created_at DESC, sequence DESC LIMIT ?`,
      [of.plugin, of.scope, createdAt, sequence, of.rows]
    ),
    (rows) => rows.map((row) => ({ ...endpointOf(row), sequence: row.sequence }))
  )
}

/** How many endpoints a scope has. */
export const count = (store: RegionStore, of: { readonly plugin: string; readonly scope: string }): Read<number> =>
  Effect.map(
    store.read<{ readonly endpoints: number }>(
      `SELECT count(*) AS endpoints FROM webhook_endpoints WHERE plugin = ? AND scope = ?`,
      [of.plugin, of.scope]
    ),
    ([row]) => row?.endpoints ?? 0
  )

// The count is part of the statement, and registrations take turns: two at a time cannot both take the last place.
const insertWithin = statement`INSERT INTO ${table}
    (id, plugin, scope, status, state, sealed_secret, created_at, version)
  SELECT ${value("id")}, ${value("plugin")}, ${value("scope")}, ${value("status")}, ${value("state")},
    ${value("sealed_secret")}, ${value("created_at")}, 1
  WHERE (SELECT count(*) FROM ${table} WHERE plugin = ${value("plugin")} AND scope = ${value("scope")}) < ${value("most")}`

/** The writes of a new endpoint. Fails with `TooManyEndpoints` when the scope filled up in the meantime. */
export const insert = (stored: StoredEndpoint, maxEndpoints: number): ReadonlyArray<Write<TooManyEndpoints>> => {
  const { endpoint } = stored
  const tooMany = () => new TooManyEndpoints({ maxEndpoints })
  return [
    {
      ...insertWithin.write({ ...columnsOf(stored), most: maxEndpoints }, tooMany),
      takesTurns: `${endpoint.plugin}:${endpoint.scope}`
    },
    ...subscribe(endpoint)
  ]
}

/** The writes of a changed endpoint: `endpoint` is at the version after the one that was read. */
export const update = (stored: StoredEndpoint): ReadonlyArray<Write<VersionConflict>> => {
  const { endpoint } = stored
  return [
    table.update(columnsOf(stored), endpoint.version - 1),
    unsubscribe(endpoint),
    ...subscribe(endpoint),
    ...(endpoint.status === "disabled" ? dropPending(endpoint.id) : [])
  ]
}

/** The writes that remove an endpoint as it was read. Its deliveries stay as history; pending ones are dropped. */
export const remove = (endpoint: WebhookEndpoint): ReadonlyArray<Write<VersionConflict>> => [
  table.remove(endpoint.id, endpoint.version),
  unsubscribe(endpoint),
  ...dropPending(endpoint.id)
]

const removeSubscriptions = subscriptions.deleting({ plugin: given, scope: given, endpoint_id: given })

const unsubscribe = ({ id, plugin, scope }: WebhookEndpoint): Write =>
  removeSubscriptions({ plugin, scope, endpoint_id: id })

const subscribe = ({ enabledEvents, id, plugin, scope, status }: WebhookEndpoint): ReadonlyArray<Write> =>
  status === "disabled"
    ? []
    : enabledEvents.map((type) => subscriptions.insert({ plugin, scope, event_type: type, endpoint_id: id }))
