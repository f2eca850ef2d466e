/** Bank accounts as rows: one JSON document each, which never holds a number. */
import * as Effect from "effect/Effect"
import { modeOfScope, type Cursor } from "../../../src/domain.ts"
import {
  readKeyset,
  versionedTable,
  VersionConflict,
  type RegionStore,
  type StoreUnavailable,
  type Write
} from "../../../src/plugin.ts"
import type { BankAccount } from "./BankAccount.ts"
import { staticBankAccount } from "./static-bank-accounts.ts"

/** A bank account as it was read, with the version that an update must find; 0 for a static one, which has no row. */
export interface StoredBankAccount {
  readonly account: BankAccount
  readonly version: number
}

const table = versionedTable(
  "cards_bank_accounts",
  ["id", "scope", "customer", "created_at", "state"],
  ["scope", "customer", "created_at"]
)

const rowOf = (scope: string, account: BankAccount) => ({
  id: account.id,
  scope,
  customer: account.customer,
  created_at: account.createdAt,
  state: JSON.stringify(account)
})

export const insert = (scope: string, account: BankAccount): Write => table.insert(rowOf(scope, account))

export const update = (scope: string, account: BankAccount, version: number): Write<VersionConflict> =>
  table.update(rowOf(scope, account), version)

/** The write that deletes a bank account. */
export const remove = (account: BankAccount, version: number): Write<VersionConflict> => ({
  text: `DELETE FROM cards_bank_accounts WHERE id = ? AND version = ?`,
  params: [account.id, version],
  orElse: () => new VersionConflict({ table: "cards_bank_accounts", key: account.id })
})

interface StateRow {
  readonly state: string
  readonly version: number
}

const storedOf = (row: StateRow): StoredBankAccount => ({
  account: JSON.parse(row.state) as BankAccount,
  version: Number(row.version)
})

/** A bank account of a scope, or `undefined`. The static ones exist in test mode only. */
export const findBankAccount = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<StoredBankAccount | undefined, StoreUnavailable> => {
  const fixed = staticBankAccount(id)
  if (fixed !== undefined) {
    return Effect.succeed(modeOfScope(scope) === "test" ? { account: fixed, version: 0 } : undefined)
  }
  return Effect.map(
    store.read<StateRow>(`SELECT state, version FROM cards_bank_accounts WHERE id = ? AND scope = ?`, [id, scope]),
    ([row]) => (row === undefined ? undefined : storedOf(row))
  )
}

/** Bank accounts of a scope, newest first, from a position on; with `customer` those of one. */
export const list = (
  store: RegionStore,
  scope: string,
  of: {
    readonly customer: string | undefined
    readonly after: Cursor.CursorPosition | undefined
    readonly rows: number
  }
): Effect.Effect<ReadonlyArray<BankAccount & { readonly sequence: number }>, StoreUnavailable> =>
  Effect.map(
    readKeyset<StateRow & { readonly sequence: number }>(
      store,
      {
        table: "cards_bank_accounts",
        columns: ["state", "version"],
        where: of.customer === undefined ? ["scope = ?"] : ["scope = ?", "customer = ?"],
        params: of.customer === undefined ? [scope] : [scope, of.customer]
      },
      of.after,
      of.rows
    ),
    (rows) => rows.map((row) => ({ ...storedOf(row).account, sequence: Number(row.sequence) }))
  )
