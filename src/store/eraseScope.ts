/**
 * Forgets everything that the core keeps for one scope of a plugin in a region, or for all of them: for test helpers that begin anew. What
 * a plugin keeps in tables of its own is the plugin's to forget, in the same unit.
 */
import type { Write } from "../services/Store.ts"
import { jobs } from "./jobRepository.ts"
import { deliveries, events, subscriptions } from "./outboxRepository.ts"
import { statement, value, type SqlStatement } from "../rows/statement.ts"
import { given, key, table, text } from "../rows/Table.ts"

const own = { plugin: key(text), scope: key(text) }

const owned = [
  subscriptions,
  table("webhook_endpoints", own),
  table("ledger_entries", own),
  table("ledger_balances", own)
].map((of) => of as typeof subscriptions)

const removeOwned = owned.map((of) => of.deleting({ plugin: given, scope: given }))
const removeOwnedOfAll = owned.map((of) => of.deleting({ plugin: given }))

const removeAnswers = table("idempotency_records", { scope: text }).deleting({ scope: given })

// The index that lists read is filled from the table of events, so both are named.
const listed = { name: "listed_events" }
const listedOfScope = statement`${listed} WHERE plugin = ${value("plugin")} AND scope = ${value("scope")}`
const listedOfAll = statement`${listed} WHERE plugin = ${value("plugin")}`

const eventsOf = <const Name extends string>(chosen: SqlStatement<Name>) => {
  const ofEvents = statement`event_id IN (SELECT id FROM ${chosen})`
  return [
    statement`DELETE FROM ${jobs} WHERE job_key IN (SELECT id FROM ${chosen})`,
    statement`DELETE FROM ${{ name: "webhook_attempts" }}
      WHERE delivery_id IN (SELECT id FROM ${deliveries} WHERE ${ofEvents})`,
    statement`DELETE FROM ${deliveries} WHERE ${ofEvents}`,
    statement`DELETE FROM ${events} WHERE sequence IN (SELECT sequence FROM ${chosen})`
  ]
}

// SQLite gives the number behind the last row: without a row there, readers that remember the last number would pass by the next events. On
// Postgres two processes may write the same row at the same time, and one is enough.
const keepNumber = statement`INSERT INTO ${events} (id, plugin, scope, type, resource, body, created_at)
  SELECT 'evt_erased_' || (max(sequence) + 1), '', '', 'erased', '', '{}', max(created_at) FROM ${events} HAVING max(sequence) > 0
  ON CONFLICT DO NOTHING`
const removeEarlierKept = statement`DELETE FROM ${events} WHERE sequence IN (SELECT sequence FROM ${listed} WHERE plugin = '')
  AND sequence < (SELECT max(sequence) FROM ${events})`
const numberKept: ReadonlyArray<Write> = [keepNumber.write({}), removeEarlierKept.write({})]

const removeEvents = eventsOf(listedOfScope)
const removeEventsOfAll = eventsOf(listedOfAll)

/** Names that begin with an id and a mark, as a range: in a pattern, a mark of an id such as `_` would stand for any. */
const startingWith = (id: string, mark: string) => ({
  from: `${id}${mark}`,
  to: `${id}${String.fromCharCode(mark.charCodeAt(0) + 1)}`
})

const removeJobsOfAll = statement`DELETE FROM ${jobs} WHERE name >= ${value("from")} AND name < ${value("to")}`

// A text within a payload has its quotes escaped, so that only a field of this name is found.
const removeJobs = statement`${removeJobsOfAll} AND replace(payload, ${value("field")}, '') <> payload`

/**
 * The writes. Jobs go with what they are about, dead ones too: those of the plugin whose payload names the scope as `scope`, and those
 * of subscriptions to its events, whoever subscribed. Attempts at deliveries find nothing any more and end by themselves. An event of no
 * plugin stays in place of the newest, so that no number is given twice.
 */
export const eraseScope = (plugin: string, scope: string): ReadonlyArray<Write> => [
  ...numberKept,
  removeJobs.write({ ...startingWith(plugin, "."), field: `"scope":${JSON.stringify(scope)}` }),
  ...removeEvents.map((each) => each.write({ plugin, scope })),
  ...removeOwned.map((remove) => remove({ plugin, scope })),
  removeAnswers({ scope: `${plugin}:${scope}` })
]

const removeAnswersOfAll = statement`DELETE FROM ${{ name: "idempotency_records" }}
  WHERE scope >= ${value("from")} AND scope < ${value("to")}`

/** The writes for all scopes of a plugin, with all its jobs. */
export const eraseScopes = (plugin: string): ReadonlyArray<Write> => [
  ...numberKept,
  removeJobsOfAll.write(startingWith(plugin, ".")),
  ...removeEventsOfAll.map((each) => each.write({ plugin })),
  ...removeOwnedOfAll.map((remove) => remove({ plugin })),
  removeAnswersOfAll.write(startingWith(plugin, ":"))
]
