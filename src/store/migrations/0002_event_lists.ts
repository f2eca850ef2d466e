/** Lists of events: of a scope, of one type, and of one resource, each newest first. */
import type { Migration } from "../../services/Store.ts"

export const core0002: Migration = {
  id: 2,
  name: "event_lists",
  up: () => [
    `CREATE INDEX events_scope ON events (plugin, scope, created_at, sequence)`,
    `CREATE INDEX events_type ON events (plugin, scope, type, created_at, sequence)`,
    // Ids of resources are unique across scopes, so the scope is only checked.
    `CREATE INDEX events_resource ON events (resource, created_at, sequence)`
  ]
}
