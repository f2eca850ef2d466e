/** The history of a resource, read from the outbox as tests need it: no index serves it. */
import * as Effect from "effect/Effect"
import type { RegionStore } from "../../src/services/Store.ts"
import type { OutboxEvent } from "../../src/store/outboxRepository.ts"

/** Events of a resource, oldest first. */
export const eventsOf = (store: RegionStore, of: { readonly scope: string; readonly resource: string }) =>
  Effect.map(
    store.read<Omit<OutboxEvent, "createdAt"> & { readonly created_at: number }>(
      `SELECT id, type, resource, body, created_at FROM events WHERE scope = ? AND resource = ? ORDER BY sequence`,
      [of.scope, of.resource]
    ),
    (rows) => rows.map(({ created_at, ...row }) => ({ ...row, createdAt: Number(created_at) }))
  )
