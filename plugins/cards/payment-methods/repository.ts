/** Payment methods as rows: one JSON document each, which never holds a card number. */
import * as Effect from "effect/Effect"
import {
  integer,
  orNull,
  text,
  versionedTable,
  type RegionStore,
  type StoreUnavailable,
  type Write
} from "../../../src/plugin.ts"
import type { PaymentMethod } from "./PaymentMethod.ts"
import { storedMethod } from "./stored.ts"

const table = versionedTable(
  "cards_payment_methods",
  { id: text, scope: text, customer: orNull(text), created_at: integer, state: text },
  ["scope", "created_at"]
)

/** The write of a payment method that was just made. */
export const insert = (scope: string, method: PaymentMethod): Write =>
  table.insert({
    id: method.id,
    scope,
    customer: method.customer,
    created_at: method.createdAt,
    state: storedMethod.write(method)
  })

const selectById = `SELECT state FROM cards_payment_methods WHERE id = ? AND scope = ?`

/** A payment method of a scope that was tokenized, or `undefined`. */
export const findTokenized = (
  store: RegionStore,
  scope: string,
  id: string
): Effect.Effect<PaymentMethod | undefined, StoreUnavailable> =>
  Effect.map(store.read<{ readonly state: string }>(selectById, [id, scope]), ([row]) =>
    row === undefined ? undefined : storedMethod.read(row.state, id)
  )
