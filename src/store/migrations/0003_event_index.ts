/**
 * Lists of events from a table of their own, where the store fills it after the commits (decision 0024). Elsewhere the
 * indexes stay as they were, and the view is the table.
 */
import type { Migration } from "../../services/Store.ts"

const columns = "sequence, plugin, scope, type, resource, created_at"

/** Brings the index up to what was committed. The newest event in it says how far it goes. */
export const fillEventIndex = `INSERT INTO event_index (${columns})
  SELECT ${columns} FROM events WHERE sequence > (SELECT COALESCE(max(sequence), 0) FROM event_index)`

const viewColumns = "sequence, id, plugin, scope, type, resource, body, created_at"

const filledLater: ReadonlyArray<string> = [
  `CREATE TABLE event_index (
    sequence INTEGER PRIMARY KEY,
    plugin TEXT NOT NULL,
    scope TEXT NOT NULL,
    type TEXT NOT NULL,
    resource TEXT NOT NULL,
    created_at INTEGER NOT NULL
  )`,
  fillEventIndex,
  `DROP INDEX events_scope`,
  `DROP INDEX events_type`,
  `DROP INDEX events_resource`,
  `CREATE INDEX event_index_scope ON event_index (plugin, scope, created_at, sequence)`,
  `CREATE INDEX event_index_type ON event_index (plugin, scope, type, created_at, sequence)`,
  `CREATE INDEX event_index_resource ON event_index (resource, plugin, scope, created_at, sequence)`,
  `CREATE TRIGGER events_deleted AFTER DELETE ON events
    BEGIN DELETE FROM event_index WHERE sequence = old.sequence; END`,
  // The two halves never overlap: what is in the index, and what came after it.
  `CREATE VIEW listed_events (${viewColumns}) AS
    SELECT i.sequence, e.id, i.plugin, i.scope, i.type, i.resource, e.body, i.created_at
      FROM event_index AS i CROSS JOIN events AS e ON e.sequence = i.sequence
    UNION ALL
    SELECT ${viewColumns} FROM events WHERE sequence > (SELECT COALESCE(max(sequence), 0) FROM event_index)`
]

export const core0003: Migration = {
  id: 3,
  name: "event_index",
  up: ({ indexesLater }) =>
    indexesLater === true ? filledLater : [`CREATE VIEW listed_events AS SELECT ${viewColumns} FROM events`]
}
