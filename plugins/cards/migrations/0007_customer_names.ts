/** Customers by name: whom a screening of a name is about as well (decisions B11). */
import type { Migration } from "../../../src/plugin.ts"

export const customerNames0007: Migration = {
  id: 7,
  name: "customer_names",
  up: ({ text }) => [
    // Keyed hash of the name in the form in which names are compared, empty without a name. Null in rows that are older than the column,
    // which are looked through until they are written again.
    `ALTER TABLE cards_customers ADD COLUMN name_hash ${text}`,
    `CREATE INDEX cards_customers_name ON cards_customers (scope, name_hash, sequence)`
  ]
}
