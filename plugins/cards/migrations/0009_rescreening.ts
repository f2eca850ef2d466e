/** Which lists customers were last compared with, and who may not pay although it was deleted. */
import type { Migration } from "../../../src/plugin.ts"

export const rescreening0009: Migration = {
  id: 9,
  name: "rescreening",
  up: ({ clustered, integer, text }) => [
    // Id of a row of cards_list_states; null while there is no name to look for or no answer yet. Of customers from before nobody
    // knows, so that they are compared with everything.
    `ALTER TABLE cards_customers ADD COLUMN screened_lists ${text}`,
    `UPDATE cards_customers SET screened_lists = ''`,
    `CREATE INDEX cards_customers_lists ON cards_customers (screened_lists, sequence)`,

    // Lists in the versions in which they were consulted together.
    `CREATE TABLE cards_list_states (
      id ${text} PRIMARY KEY,
      lists ${text} NOT NULL,
      first_used_at ${integer} NOT NULL
    )${clustered}`,

    // Nothing of the customer is left but that nothing may be processed for it.
    `CREATE TABLE cards_blocked_customers (
      id ${text} PRIMARY KEY,
      scope ${text} NOT NULL,
      block ${text} NOT NULL,
      deleted_at ${integer} NOT NULL
    )${clustered}`,
    `CREATE INDEX cards_blocked_customers_scope ON cards_blocked_customers (scope)`
  ]
}
