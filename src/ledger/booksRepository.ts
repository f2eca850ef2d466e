/** Balances of all scopes of a plugin, for operators. */
import * as Effect from "effect/Effect"
import type { Read, RegionStore } from "../services/Store.ts"

/** Balances of one scope in one currency, by account; debits are positive. Beyond 2^53 they are rounded. */
export interface ScopeBalances {
  readonly scope: string
  readonly currency: string
  readonly balances: ReadonlyMap<string, number>
}

/** Scopes and currencies that are read at a time. */
const pairsPerRead = 200

/** Places in the list are named by scope and currency, which have no space in them. */
const placeOf = (scope: string, currency: string) => `${scope} ${currency}`

const pairs = `SELECT DISTINCT scope, currency FROM ledger_balances WHERE plugin = ?`

const withScope = (account: string | undefined): { readonly text: string; readonly params: ReadonlyArray<string> } =>
  account === undefined
    ? { text: "", params: [] }
    : { text: " AND scope >= ? AND scope < ?", params: [`${account}/`, `${account}0`] }

/** How many pairs of scope and currency there are, and which windows of 200 they make. */
export const balancePlaces = (store: RegionStore, plugin: string, account: string | undefined) => {
  const { params, text } = withScope(account)
  return Effect.map(
    store.read<{ readonly scope: string; readonly currency: string }>(
      `${pairs}${text} ORDER BY scope, currency LIMIT 20001`,
      [plugin, ...params]
    ),
    (found) => ({
      total: Math.min(found.length, 20_000),
      capped: found.length > 20_000,
      anchors: found
        .filter((_, at) => at % pairsPerRead === pairsPerRead - 1)
        .map(({ currency, scope }) => placeOf(scope, currency))
    })
  )
}

/** Balances in a window, in the order of scope and currency. */
export const balancesOfAll = (
  store: RegionStore,
  plugin: string,
  of: { readonly account: string | undefined; readonly after: string | undefined }
): Read<ReadonlyArray<ScopeBalances>> => {
  const { params, text } = withScope(of.account)
  const [scope = "", currency = ""] = of.after?.split(" ") ?? []
  const after = of.after === undefined ? "" : " AND (scope > ? OR (scope = ? AND currency > ?))"
  const window = `${pairs}${text}${after} ORDER BY scope, currency LIMIT ${pairsPerRead}`
  const read = store.read<{ scope: string; currency: string; account: string; balance: string }>(
    // As text: a 64-bit sum can be larger than a JavaScript number holds exactly.
    `SELECT b.scope, b.currency, b.account, CAST(b.balance AS TEXT) AS balance FROM ledger_balances AS b
       JOIN (${window}) AS w ON w.scope = b.scope AND w.currency = b.currency
     WHERE b.plugin = ? ORDER BY b.scope, b.currency, b.account`,
    [plugin, ...params, ...(of.after === undefined ? [] : [scope, scope, currency]), plugin]
  )
  return Effect.map(read, (rows) => {
    const made = new Map<string, { scope: string; currency: string; balances: Map<string, number> }>()
    for (const row of rows) {
      const place = placeOf(row.scope, row.currency)
      const known = made.get(place) ?? { scope: row.scope, currency: row.currency, balances: new Map() }
      known.balances.set(row.account, Number(row.balance))
      made.set(place, known)
    }
    return [...made.values()]
  })
}
