/** What a plugin has in a store, for the suite that checks plugins: how many rows, and its journals and events in full. */
import * as Effect from "effect/Effect"
import type { RegionStore } from "../services/Store.ts"

/** Tables of the core whose rows belong to a plugin and a scope. */
const coreTables = ["events", "ledger_entries", "ledger_balances", "webhook_endpoints"] as const

type Counted = ReadonlyArray<{ readonly rows: number | bigint }>

const numberOf = ([row]: Counted): number => Number(row?.rows ?? 0)

/** How many rows each table has, with those of the core that work and deliveries are in. */
export const rowsOf = (store: RegionStore, tables: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach([...tables, ...coreTables, "jobs", "webhook_deliveries"], (table) =>
      Effect.map(store.read<Counted[number]>(`SELECT count(*) AS rows FROM ${table}`, []), (rows) => [
        table,
        numberOf(rows)
      ])
    ),
    (counts): Readonly<Record<string, number>> => Object.fromEntries(counts)
  )

/** Tables in which a scope of a plugin still has rows. Tables of its own without a column `scope` are not looked at. */
export const heldBy = Effect.fnUntraced(function* (
  store: RegionStore,
  { plugin, scope, tables }: { readonly plugin: string; readonly scope: string; readonly tables: ReadonlyArray<string> }
) {
  const held: Array<string> = []
  for (const table of coreTables) {
    const text = `SELECT count(*) AS rows FROM ${table} WHERE plugin = ? AND scope = ?`
    if (numberOf(yield* store.read<Counted[number]>(text, [plugin, scope])) > 0) held.push(table)
  }
  for (const table of tables) {
    const text = `SELECT count(*) AS rows FROM ${table} WHERE scope = ?`
    const counted = yield* Effect.exit(store.read<Counted[number]>(text, [scope]))
    if (counted._tag === "Success" && numberOf(counted.value) > 0) held.push(table)
  }
  return held
})

/** Ids of the plugins that have events or journals. */
export const pluginsIn = (store: RegionStore) =>
  Effect.map(
    store.read<{ readonly plugin: string }>(
      `SELECT DISTINCT plugin FROM (SELECT plugin FROM events UNION ALL SELECT plugin FROM ledger_entries) AS theirs
        WHERE plugin <> ''`,
      []
    ),
    (rows) => rows.map(({ plugin }) => plugin).sort()
  )

/** Events and journals of a plugin in their order. */
export const writtenBy = (store: RegionStore, plugin: string) =>
  Effect.map(
    Effect.all([
      store.read<object>(`SELECT id, scope, type, resource, body FROM events WHERE plugin = ? ORDER BY sequence`, [
        plugin
      ]),
      store.read<object>(
        `SELECT id, scope, source, step, currency, postings FROM ledger_entries WHERE plugin = ? ORDER BY sequence`,
        [plugin]
      )
    ]),
    (written) => JSON.stringify(written)
  )
