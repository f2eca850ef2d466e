/** Books per plugin: two plugins may name an account alike, and one that forgets its books leaves the others' alone. */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { ChartOfAccounts } from "../../domain/Ledger.ts"
import type { Migration } from "../../services/Store.ts"

export const core0006: Migration = {
  id: 6,
  name: "books",
  up: ({ clustered, integer, text }) => [
    // Rows that were written before belong to whoever declares their accounts: see `claimBooks`.
    `ALTER TABLE ledger_entries ADD COLUMN plugin ${text} NOT NULL DEFAULT ''`,
    `DROP INDEX ledger_entries_step`,
    `CREATE UNIQUE INDEX ledger_entries_step ON ledger_entries (plugin, source, step)`,
    `CREATE TABLE ledger_books (
      plugin ${text} NOT NULL,
      scope ${text} NOT NULL,
      account ${text} NOT NULL,
      currency ${text} NOT NULL,
      balance ${integer} NOT NULL,
      PRIMARY KEY (plugin, scope, account, currency)
    )${clustered}`,
    `INSERT INTO ledger_books SELECT '', scope, account, currency, balance FROM ledger_balances`,
    `DROP TABLE ledger_balances`,
    `ALTER TABLE ledger_books RENAME TO ledger_balances`
  ]
}

/**
 * Gives a plugin the journals and balances that were written before books had owners, and that name its accounts. It
 * changes nothing where there are none.
 */
export const claimBooks = (sql: SqlClient, plugin: string, chart: ChartOfAccounts<string>) => {
  // Accounts of one journal are one plugin's, so its first one tells. Either text ends where a name does.
  const claim = (table: string, text: string, before: string) => {
    const beginnings = chart.names.map((name) => `${before}${name}${chart.accounts[name]?.named === true ? ":" : '"'}`)
    const isOwn = beginnings.map(
      (beginning) => sql`substr(${sql.literal(text)}, 1, ${beginning.length}) = ${beginning}`
    )
    return sql`UPDATE ${sql(table)} SET plugin = ${plugin} WHERE plugin = '' AND ${sql.or(isOwn)}`
  }
  return chart.names.length === 0
    ? Effect.void
    : Effect.andThen(claim("ledger_entries", "postings", `[["`), claim("ledger_balances", `account || '"'`, ""))
}
