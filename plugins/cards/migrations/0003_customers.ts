/** Customers and what hangs on them: e-mail addresses, screenings, subscriptions, bank accounts; and account settings. */
import { createDocuments, type Migration } from "../../../src/plugin.ts"

export const customers0003: Migration = {
  id: 3,
  name: "customers",
  up: (dialect) => {
    const { clustered, integer, sequenceKey, text } = dialect
    return [
      createDocuments(dialect, "cards_customers", { scope: "text", email_hash: "text" }),
      `CREATE UNIQUE INDEX cards_customers_id ON cards_customers (id)`,
      `CREATE UNIQUE INDEX cards_customers_email ON cards_customers (scope, email_hash)`,
      `CREATE INDEX cards_customers_scope ON cards_customers (scope, created_at, sequence)`,

      // In the home region: whose an address is, in whichever region the customer lives. Only a keyed hash of it.
      `CREATE TABLE cards_customer_emails (
      scope ${text} NOT NULL,
      email_hash ${text} NOT NULL,
      customer ${text} NOT NULL,
      region ${text} NOT NULL,
      claimed_at ${integer} NOT NULL,
      PRIMARY KEY (scope, email_hash)
    )${clustered}`,

      createDocuments(dialect, "cards_screenings", { scope: "text", customer: "text or null", result: "text" }),
      `CREATE UNIQUE INDEX cards_screenings_id ON cards_screenings (id)`,
      `CREATE INDEX cards_screenings_customer ON cards_screenings (scope, customer, created_at, sequence)
      WHERE customer IS NOT NULL`,

      // Entries that a test adds to the lists of its own account.
      `CREATE TABLE cards_screening_entries (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      name_key ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL
    )`,
      `CREATE INDEX cards_screening_entries_name ON cards_screening_entries (scope, name_key)`,

      `CREATE TABLE cards_subscriptions (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      customer ${text} NOT NULL,
      status ${text} NOT NULL,
      created_at ${integer} NOT NULL
    )`,
      `CREATE UNIQUE INDEX cards_subscriptions_id ON cards_subscriptions (id)`,
      `CREATE INDEX cards_subscriptions_active ON cards_subscriptions (scope, customer) WHERE status = 'active'`,

      createDocuments(dialect, "cards_bank_accounts", { scope: "text", customer: "text" }),
      `CREATE UNIQUE INDEX cards_bank_accounts_id ON cards_bank_accounts (id)`,
      `CREATE INDEX cards_bank_accounts_scope ON cards_bank_accounts (scope, created_at, sequence)`,
      `CREATE INDEX cards_bank_accounts_customer ON cards_bank_accounts (scope, customer, created_at, sequence)`,

      // In the home region: the version of the API that an account is served without naming one.
      `CREATE TABLE cards_version_pins (
      account ${text} PRIMARY KEY,
      version ${text} NOT NULL,
      pinned_at ${integer} NOT NULL
    )${clustered}`
    ]
  }
}
