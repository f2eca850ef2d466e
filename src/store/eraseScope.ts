/**
 * Forgets everything that the core keeps for one scope of a plugin in a region: for test helpers that begin anew. What
 * a plugin keeps in tables of its own is the plugin's to forget, in the same unit.
 */
import type { Write } from "../services/Store.ts"

/**
 * The writes. Jobs go with what they are about, dead ones too: those of the plugin whose payload names the scope as `scope`, and those
 * of subscriptions to its events, whoever subscribed. Attempts at deliveries find nothing any more and end by themselves.
 */
export const eraseScope = (plugin: string, scope: string): ReadonlyArray<Write> => {
  const ofEvents = `event_id IN (SELECT id FROM listed_events WHERE plugin = ? AND scope = ?)`
  const owned = [plugin, scope]
  return [
    {
      // A text within a payload has its quotes escaped, so that only a field of this name is found.
      text: `DELETE FROM jobs WHERE name LIKE ? AND replace(payload, ?, '') <> payload`,
      params: [`${plugin}.%`, `"scope":${JSON.stringify(scope)}`]
    },
    {
      text: `DELETE FROM jobs WHERE job_key IN (SELECT id FROM listed_events WHERE plugin = ? AND scope = ?)`,
      params: owned
    },
    {
      text: `DELETE FROM webhook_attempts WHERE delivery_id IN (SELECT id FROM webhook_deliveries WHERE ${ofEvents})`,
      params: owned
    },
    { text: `DELETE FROM webhook_deliveries WHERE ${ofEvents}`, params: owned },
    { text: `DELETE FROM webhook_subscriptions WHERE plugin = ? AND scope = ?`, params: owned },
    { text: `DELETE FROM webhook_endpoints WHERE plugin = ? AND scope = ?`, params: owned },
    {
      text: `DELETE FROM events WHERE sequence IN (SELECT sequence FROM listed_events WHERE plugin = ? AND scope = ?)`,
      params: owned
    },
    { text: `DELETE FROM ledger_entries WHERE plugin = ? AND scope = ?`, params: owned },
    { text: `DELETE FROM ledger_balances WHERE plugin = ? AND scope = ?`, params: owned },
    { text: `DELETE FROM idempotency_records WHERE scope = ?`, params: [`${plugin}:${scope}`] }
  ]
}
