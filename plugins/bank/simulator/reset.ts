/** Beginning anew: everything that moved in the sandbox, of all clients, and what the simulated networks remember of it. */
import { eraseScopes, table, type CallerShape } from "../../../src/plugin.ts"
import { planAudited } from "../administration/operations.ts"

/** The tables that are emptied. A test holds the list to the schema, and says why the others stay. */
export const tablesEmptied = [
  "bank_payments",
  "bank_limit_use",
  "bank_rail_events",
  "bank_holds",
  "bank_rfps",
  "bank_return_requests",
  "bank_alerts",
  "bank_ach_files",
  "bank_ach_texts",
  "bank_ach_inbound",
  "bank_ach_batches",
  "bank_ach_batch_entries",
  "bank_recalls",
  "bank_screenings",
  "bank_network_messages",
  "bank_sim_transfers",
  "bank_sim_messages",
  "bank_sim_requests",
  "bank_sim_faults",
  "bank_sim_ach_files",
  "bank_sim_ach_entries",
  "bank_sim_ach_answers",
  "bank_sim_ach_outbox"
] as const

const removals = tablesEmptied.map((name) => table(name, {}).deleting({}))

/** Forgets everything of the service in the region but who may call, what was set up, the trail and the time. */
export const reset = (caller: CallerShape) =>
  planAudited(caller, undefined, { action: "sandbox.reset", resource: "sandbox" }, [
    ...eraseScopes("bank"),
    ...removals.map((remove) => remove({}))
  ])
