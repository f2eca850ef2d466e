/** Bank accounts as rows: one JSON document each, which never holds a number. */
import * as Effect from "effect/Effect"
import { modeOfScope, type Cursor } from "../../../src/domain.ts"
import { ownedDocumentTable, storedAs, type Read, type RegionStore, type StoredUnder } from "../../../src/plugin.ts"
import type { BankAccount } from "./BankAccount.ts"
import { staticBankAccount } from "./static-bank-accounts.ts"

/** A bank account as it was read, with the version that an update must find; 0 for a static one, which has no row. */
export type StoredBankAccount = StoredUnder<"account", BankAccount>

export const storedAccount = storedAs<BankAccount>({
  table: "cards_bank_accounts",
  form: {
    id: "text",
    currency: "text",
    customer: "text or null",
    createdAt: "number",
    livemode: "boolean",
    status: "text",
    behaviour: { outcome: "text" },
    country: "text",
    accountHolderName: "text",
    bankName: "text or null",
    last4: "text",
    routingNumber: "text or null",
    ibanCountry: "text or null",
    fingerprint: "text",
    failedVerifications: "number",
    instantEligible: "boolean"
  }
})

const table = ownedDocumentTable("account", {
  stored: storedAccount,
  columns: ["customer"],
  columnsOf: (account: BankAccount) => ({ customer: account.customer }),
  fixed: ["customer"]
})

export const { insert, remove, update } = table

/** A bank account of a scope, or `undefined`. The static ones exist in test mode only. */
export const findBankAccount = (store: RegionStore, scope: string, id: string): Read<StoredBankAccount | undefined> => {
  const fixed = staticBankAccount(id)
  if (fixed === undefined) return table.byId(store, scope, id)
  return Effect.succeed(modeOfScope(scope) === "test" ? { account: fixed, version: 0 } : undefined)
}

/** All bank accounts of a customer, oldest first. */
export const allOfCustomer = (store: RegionStore, scope: string, customer: string) =>
  table.where(store, scope, "customer = ? ORDER BY created_at, sequence", [customer])

/** Bank accounts of a scope, newest first, from a position on; with `customer` those of one. */
export const list = (
  store: RegionStore,
  scope: string,
  {
    customer,
    ...page
  }: {
    readonly customer: string | undefined
    readonly after: Cursor.CursorPosition | undefined
    readonly rows: number
  }
): Read<ReadonlyArray<BankAccount & { readonly sequence: number }>> =>
  Effect.map(table.list(store, { ...page, scope, narrowing: { customer } }), (found) =>
    found.map(({ account, sequence }) => ({ ...account, sequence }))
  )
