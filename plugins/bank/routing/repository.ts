/** Routing rules as rows. */
import * as Effect from "effect/Effect"
import { documentTable, type RegionStore, type StoreUnavailable, type Write } from "../../../src/plugin.ts"
import type { RoutingRule } from "./RoutingRule.ts"

type Dated = RoutingRule & { readonly createdAt: number }

/** The rules. */
export const rules = documentTable<Dated, "priority">("bank_routing_rules", ["priority"], ({ priority }) => ({
  priority
}))

/** Every rule, by priority and then age: administrators keep tens of them, not thousands. */
export const allRules = (store: RegionStore): Effect.Effect<ReadonlyArray<Dated>, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly state: string }>(`SELECT state FROM bank_routing_rules ORDER BY priority, sequence`, []),
    (rows) => rows.map((row) => JSON.parse(row.state) as Dated)
  )

/** The write that removes a rule. */
export const removeRule = (id: string): Write => ({
  text: `DELETE FROM bank_routing_rules WHERE id = ?`,
  params: [id]
})
