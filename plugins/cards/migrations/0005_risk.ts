/** What the risk engine counts, and what each account has set. */
import { createDocuments, type Migration } from "../../../src/plugin.ts"

export const risk0005: Migration = {
  id: 5,
  name: "risk",
  up: (dialect) => {
    const { clustered, integer, text } = dialect
    return [
      // How often something happened in one second, such as payments with a card. `at` ends a row's use.
      `CREATE TABLE cards_risk_attempts (
      scope ${text} NOT NULL,
      subject ${text} NOT NULL,
      at ${integer} NOT NULL,
      times ${integer} NOT NULL,
      PRIMARY KEY (scope, subject, at)
    )${clustered}`,
      `CREATE INDEX cards_risk_attempts_at ON cards_risk_attempts (at)`,

      // Which cards were seen somewhere, and when last.
      `CREATE TABLE cards_risk_cards (
      scope ${text} NOT NULL,
      subject ${text} NOT NULL,
      card ${text} NOT NULL,
      at ${integer} NOT NULL,
      PRIMARY KEY (scope, subject, card)
    )${clustered}`,
      `CREATE INDEX cards_risk_cards_at ON cards_risk_cards (at)`,

      // Which devices a customer paid on; `run`: how many payments in a row, to the last one on it.
      `CREATE TABLE cards_risk_devices (
      scope ${text} NOT NULL,
      customer ${text} NOT NULL,
      device ${text} NOT NULL,
      times ${integer} NOT NULL,
      run ${integer} NOT NULL,
      at ${integer} NOT NULL,
      PRIMARY KEY (scope, customer, device)
    )${clustered}`,
      `CREATE INDEX cards_risk_devices_at ON cards_risk_devices (at)`,
      `CREATE INDEX cards_risk_devices_newest ON cards_risk_devices (scope, customer, at)`,

      `CREATE INDEX cards_payments_succeeded ON cards_payments (scope, customer, created_at, sequence)
      WHERE status = 'succeeded' AND customer IS NOT NULL`,

      `CREATE TABLE cards_risk_settings (
      scope ${text} PRIMARY KEY,
      review_at ${integer} NOT NULL,
      block_at ${integer} NOT NULL
    )${clustered}`,

      createDocuments(dialect, "cards_risk_rules", { scope: "text" }),
      `CREATE UNIQUE INDEX cards_risk_rules_id ON cards_risk_rules (id)`,
      `CREATE INDEX cards_risk_rules_scope ON cards_risk_rules (scope, created_at, sequence)`
    ]
  }
}
