/** Approval rules as rows. */
import * as Effect from "effect/Effect"
import { documentTable, type RegionStore, type StoreUnavailable, type Write } from "../../../src/plugin.ts"
import type { ApprovalRule } from "./ApprovalRule.ts"

/** The rules. */
export const rules = documentTable<ApprovalRule, "priority">("bank_approval_rules", ["priority"], ({ priority }) => ({
  priority
}))

/** Every rule, by priority and then age. */
export const allRules = (store: RegionStore): Effect.Effect<ReadonlyArray<ApprovalRule>, StoreUnavailable> =>
  Effect.map(
    store.read<{ readonly state: string }>(`SELECT state FROM bank_approval_rules ORDER BY priority, sequence`, []),
    (rows) => rows.map((row) => JSON.parse(row.state) as ApprovalRule)
  )

/** The write that removes a rule. */
export const removeRule = (id: string): Write => ({
  text: `DELETE FROM bank_approval_rules WHERE id = ?`,
  params: [id]
})
