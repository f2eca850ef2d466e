/** Renames accounts in journals and balances that were written before: for a plugin that changes how it names them. */
import * as Effect from "effect/Effect"
import type { RegionStore, StoreUnavailable, UniqueViolation, Write } from "../services/Store.ts"
import { given, integer, table, text } from "../rows/Table.ts"
import { addToBalance, heldBalances, storedPostings, type Imbalance } from "./post.ts"

/** Journals that are renamed in one transaction (our choice). */
const rowsAtOnce = 200

type BalanceRow = Omit<Imbalance, "posted">

const removeBalance = heldBalances.deleting({
  plugin: given,
  scope: given,
  account: given,
  currency: given,
  balance: given
})

const replacePostings = table("ledger_entries", { sequence: integer, postings: text }).updating({
  set: { postings: given },
  where: { sequence: given }
})

/** Moves a balance to another name. Whoever moves it first takes the row away from the others. */
const moveBalance = ({ account, balance, currency, plugin, scope }: BalanceRow, name: string): ReadonlyArray<Write> => [
  removeBalance({ plugin, scope, account, currency, balance }),
  { ...addToBalance({ plugin, scope, account: name, currency, balance }), ifPreviousChanged: true }
]

/**
 * Renames every account of a plugin for which `nameOf` gives another name. It may be run again and from several processes; run it
 * before anything posts under the new names.
 */
export const renameAccounts = Effect.fnUntraced(function* (
  store: RegionStore,
  plugin: string,
  nameOf: (account: string) => string
): Effect.fn.Return<void, StoreUnavailable | UniqueViolation> {
  // As text: a 64-bit sum can be larger than a JavaScript number holds exactly.
  const balances = yield* store.read<Omit<BalanceRow, "balance"> & { readonly balance: string }>(
    `SELECT plugin, scope, account, currency, CAST(balance AS TEXT) AS balance FROM ledger_balances WHERE plugin = ?`,
    [plugin]
  )
  for (const row of balances) {
    const name = nameOf(row.account)
    if (name !== row.account) yield* store.write(moveBalance({ ...row, balance: BigInt(row.balance) }, name))
  }
  let after = 0
  for (;;) {
    const rows = yield* store.read<{ readonly sequence: number; readonly postings: string }>(
      `SELECT sequence, postings FROM ledger_entries WHERE sequence > CAST(? AS BIGINT) AND plugin = ?
       ORDER BY sequence LIMIT ${rowsAtOnce}`,
      [after, plugin]
    )
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.sequence
    const writes = rows.flatMap(({ postings, sequence }): ReadonlyArray<Write> => {
      const renamed = storedPostings.write(
        storedPostings.read(postings).map(([account, signed]) => [nameOf(account), signed])
      )
      return renamed === postings ? [] : [replacePostings({ postings: renamed }, { sequence })]
    })
    if (writes.length > 0) yield* store.write(writes)
  }
})
