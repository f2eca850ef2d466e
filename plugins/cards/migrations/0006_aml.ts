/** Monitoring against money laundering: movements, what is known of customers, alerts and their history. */
import { createDocuments, type Migration } from "../../../src/plugin.ts"

export const aml0006: Migration = {
  id: 6,
  name: "aml",
  up: (dialect) => {
    const { clustered, integer, sequenceKey, text } = dialect
    return [
      // What the rules were told, once and for all: amounts are converted when they are written.
      `CREATE TABLE cards_aml_movements (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      customer ${text} NOT NULL,
      kind ${text} NOT NULL,
      at ${integer} NOT NULL,
      usd_minor ${integer} NOT NULL,
      grey ${integer} NOT NULL,
      instrument ${text} NOT NULL,
      grouped ${integer} NOT NULL,
      rate_id ${text} NOT NULL,
      state ${text} NOT NULL
    )`,
      `CREATE UNIQUE INDEX cards_aml_movements_id ON cards_aml_movements (id)`,
      `CREATE INDEX cards_aml_movements_customer ON cards_aml_movements (scope, customer, at, sequence)`,
      `CREATE INDEX cards_aml_movements_instrument ON cards_aml_movements (scope, instrument, at, sequence)
      WHERE grouped = 1`,

      // The monitoring state of a customer or an instrument, added up from its movements.
      `CREATE TABLE cards_aml_states (
      id ${text} PRIMARY KEY,
      scope ${text} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )${clustered}`,
      `CREATE INDEX cards_aml_states_scope ON cards_aml_states (scope)`,

      // accepting: whether further findings of the rule, customer and period go there.
      createDocuments(dialect, "cards_aml_alerts", {
        scope: "text",
        customer: "text",
        rule: "text",
        period: "text",
        status: "text",
        sar_required: "integer",
        accepting: "integer"
      }),
      `CREATE UNIQUE INDEX cards_aml_alerts_id ON cards_aml_alerts (id)`,
      `CREATE UNIQUE INDEX cards_aml_alerts_accepting ON cards_aml_alerts (scope, customer, rule, period)
      WHERE accepting = 1`,
      `CREATE INDEX cards_aml_alerts_scope ON cards_aml_alerts (scope, created_at, sequence)`,
      `CREATE INDEX cards_aml_alerts_status ON cards_aml_alerts (scope, status, created_at, sequence)`,
      `CREATE INDEX cards_aml_alerts_sar ON cards_aml_alerts (scope, sar_required, created_at, sequence)`,
      `CREATE INDEX cards_aml_alerts_customer ON cards_aml_alerts (scope, customer, created_at, sequence)`,

      `CREATE TABLE cards_aml_audit (
      sequence ${sequenceKey},
      scope ${text} NOT NULL,
      alert ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL
    )`,
      `CREATE INDEX cards_aml_audit_alert ON cards_aml_audit (scope, alert, created_at, sequence)`
    ]
  }
}
