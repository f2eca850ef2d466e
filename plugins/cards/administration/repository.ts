/** What operators decided about accounts, in the home region. */
import * as Effect from "effect/Effect"
import { given, integer, key, table, text, type RegionStore } from "../../../src/plugin.ts"

const keep = table("cards_accounts", { scope: key(text), payouts: integer, changed_at: integer }).inserting({
  onExisting: { set: { payouts: given, changed_at: given } }
})

/** The write that keeps whether a scope may use payouts. */
export const keepPayouts = (scope: string, of: { readonly allowed: boolean; readonly now: number }) =>
  keep({ scope, payouts: of.allowed ? 1 : 0, changed_at: of.now })

/** Whether a scope may use payouts; `undefined` where nobody decided about it. */
export const payoutsOf = (home: RegionStore, scope: string) =>
  Effect.map(
    home.read<{ readonly payouts: number }>(`SELECT payouts FROM cards_accounts WHERE scope = ?`, [scope]),
    ([row]) => (row === undefined ? undefined : row.payouts === 1)
  )
