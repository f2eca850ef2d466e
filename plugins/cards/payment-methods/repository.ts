/** Payment methods as rows: one JSON document each, which never holds a card number. */
import * as Effect from "effect/Effect"
import type { Cursor } from "../../../src/domain.ts"
import { ownedDocumentTable, type Read, type RegionStore } from "../../../src/plugin.ts"
import type { PaymentMethod } from "./PaymentMethod.ts"
import { storedMethod } from "./stored.ts"

const table = ownedDocumentTable("method", {
  stored: storedMethod,
  columns: ["customer"],
  columnsOf: ({ customer }: PaymentMethod) => ({ customer })
})

/** Those that were tokenized: static ones are not stored. */
export const { byId, insert, update } = table

/** All payment methods of a customer, oldest first. */
export const allOfCustomer = (store: RegionStore, scope: string, customer: string) =>
  table.where(store, scope, "customer = ? ORDER BY created_at, sequence", [customer])

/** Payment methods of a customer, newest first, from a position on. */
export const listOfCustomer = (
  store: RegionStore,
  scope: string,
  {
    customer,
    ...page
  }: { readonly customer: string; readonly after: Cursor.CursorPosition | undefined; readonly rows: number }
): Read<ReadonlyArray<PaymentMethod & { readonly sequence: number }>> =>
  Effect.map(table.list(store, { ...page, scope, narrowing: { customer } }), (found) =>
    found.map(({ method, sequence }) => ({ ...method, sequence }))
  )
