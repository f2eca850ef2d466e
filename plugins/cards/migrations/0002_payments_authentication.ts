/** What strong customer authentication counts. */
import type { Migration } from "../../../src/plugin.ts"

export const paymentsAuthentication0002: Migration = {
  id: 2,
  name: "payments_authentication",
  up: ({ clustered, integer, text }) => [
    `CREATE TABLE cards_sca (
      scope ${text} NOT NULL,
      subject ${text} NOT NULL,
      times ${integer} NOT NULL,
      sum_eur_minor ${integer} NOT NULL,
      PRIMARY KEY (scope, subject)
    )${clustered}`
  ]
}
