/** Monitoring against money laundering: movements, what is known of customers, alerts and their history. */
import type { Migration } from "../../../src/plugin.ts"

export const aml0006: Migration = {
  id: 6,
  name: "aml",
  up: ({ clustered, integer, sequenceKey }) => [
    // What the rules were told, once and for all: amounts are converted when they are written.
    `CREATE TABLE cards_aml_movements (
      sequence ${sequenceKey},
      id TEXT NOT NULL,
      scope TEXT NOT NULL,
      customer TEXT NOT NULL,
      kind TEXT NOT NULL,
      at ${integer} NOT NULL,
      usd_minor ${integer} NOT NULL,
      grey ${integer} NOT NULL,
      instrument TEXT NOT NULL,
      grouped ${integer} NOT NULL,
      rate_id TEXT NOT NULL,
      state TEXT NOT NULL
    )`,
    `CREATE UNIQUE INDEX cards_aml_movements_id ON cards_aml_movements (id)`,
    `CREATE INDEX cards_aml_movements_customer ON cards_aml_movements (scope, customer, at, sequence)`,
    `CREATE INDEX cards_aml_movements_instrument ON cards_aml_movements (scope, instrument, at, sequence)
      WHERE grouped = 1`,

    // What is known of a customer or an instrument: a fold over its movements.
    `CREATE TABLE cards_aml_states (
      id TEXT PRIMARY KEY,
      scope TEXT NOT NULL,
      state TEXT NOT NULL,
      version ${integer} NOT NULL
    )${clustered}`,
    `CREATE INDEX cards_aml_states_scope ON cards_aml_states (scope)`,

    // accepting: whether further findings of the rule, customer and period go there.
    `CREATE TABLE cards_aml_alerts (
      sequence ${sequenceKey},
      id TEXT NOT NULL,
      scope TEXT NOT NULL,
      customer TEXT NOT NULL,
      rule TEXT NOT NULL,
      period TEXT NOT NULL,
      status TEXT NOT NULL,
      sar_required ${integer} NOT NULL,
      accepting ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      state TEXT NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX cards_aml_alerts_id ON cards_aml_alerts (id)`,
    `CREATE UNIQUE INDEX cards_aml_alerts_accepting ON cards_aml_alerts (scope, customer, rule, period)
      WHERE accepting = 1`,
    `CREATE INDEX cards_aml_alerts_scope ON cards_aml_alerts (scope, created_at, sequence)`,
    `CREATE INDEX cards_aml_alerts_status ON cards_aml_alerts (scope, status, created_at, sequence)`,
    `CREATE INDEX cards_aml_alerts_sar ON cards_aml_alerts (scope, sar_required, created_at, sequence)`,
    `CREATE INDEX cards_aml_alerts_customer ON cards_aml_alerts (scope, customer, created_at, sequence)`,

    `CREATE TABLE cards_aml_audit (
      sequence ${sequenceKey},
      scope TEXT NOT NULL,
      alert TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      state TEXT NOT NULL
    )`,
    `CREATE INDEX cards_aml_audit_alert ON cards_aml_audit (scope, alert, created_at, sequence)`
  ]
}
