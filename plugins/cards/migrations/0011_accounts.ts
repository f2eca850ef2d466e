/** What operators decide about accounts while the service runs. */
import type { Migration } from "../../../src/plugin.ts"

export const accounts0011: Migration = {
  id: 11,
  name: "accounts",
  up: ({ clustered, integer, text }) => [
    // In the home region. An account without a row has what the configuration says.
    `CREATE TABLE cards_accounts (
      scope ${text} PRIMARY KEY,
      payouts ${integer} NOT NULL,
      changed_at ${integer} NOT NULL
    )${clustered}`
  ]
}
