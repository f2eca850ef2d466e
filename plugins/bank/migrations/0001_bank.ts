/** Clients, payments with what hangs on them, and the administrators' data. */
import type { Dialect, Migration } from "../../../src/plugin.ts"

/** Columns that every table of documents has. */
const document = ({ integer, sequenceKey, text }: Dialect, more: string) => `(
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      ${more}
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`

export const bank0001: Migration = {
  id: 1,
  name: "bank",
  up: (dialect) => {
    const { clustered, integer, sequenceKey, text } = dialect
    return [
      `CREATE TABLE bank_clients ${document(dialect, `key_lookup ${text} NOT NULL,`)}`,
      `CREATE UNIQUE INDEX bank_clients_id ON bank_clients (id)`,
      `CREATE UNIQUE INDEX bank_clients_key ON bank_clients (key_lookup)`,
      `CREATE INDEX bank_clients_created ON bank_clients (created_at, sequence)`,
      `CREATE TABLE bank_tokens (
      lookup ${text} PRIMARY KEY,
      client_id ${text} NOT NULL,
      scopes ${text} NOT NULL,
      expires_at ${integer} NOT NULL
    )${clustered}`,
      `CREATE INDEX bank_tokens_client ON bank_tokens (client_id)`,
      `CREATE INDEX bank_tokens_expiry ON bank_tokens (expires_at)`,

      `CREATE TABLE bank_payments ${document(
        dialect,
        `scope ${text} NOT NULL,
      kind ${text} NOT NULL,
      rail ${text} NOT NULL,
      status ${text} NOT NULL,
      amount ${integer} NOT NULL,
      reference_id ${text},
      idempotency_key ${text},
      uetr ${text} NOT NULL,
      message_id ${text},`
      )}`,
      `CREATE UNIQUE INDEX bank_payments_id ON bank_payments (id)`,
      `CREATE UNIQUE INDEX bank_payments_uetr ON bank_payments (uetr)`,
      `CREATE UNIQUE INDEX bank_payments_message ON bank_payments (message_id) WHERE message_id IS NOT NULL`,
      `CREATE INDEX bank_payments_scope ON bank_payments (scope, created_at, sequence)`,
      `CREATE INDEX bank_payments_scope_status ON bank_payments (scope, status, created_at, sequence)`,
      `CREATE INDEX bank_payments_reference ON bank_payments (scope, reference_id, created_at, sequence)
      WHERE reference_id IS NOT NULL`,
      `CREATE INDEX bank_payments_key ON bank_payments (scope, idempotency_key, created_at, sequence)
      WHERE idempotency_key IS NOT NULL`,
      `CREATE INDEX bank_payments_approval ON bank_payments (created_at, sequence) WHERE status = 'pending_approval'`,
      `CREATE TABLE bank_limit_use (
      client_id ${text} NOT NULL,
      day ${text} NOT NULL,
      used ${integer} NOT NULL,
      PRIMARY KEY (client_id, day)
    )${clustered}`,
      `CREATE TABLE bank_rail_events (
      rail_event_id ${text} PRIMARY KEY,
      resource ${text} NOT NULL,
      created_at ${integer} NOT NULL
    )${clustered}`,

      `CREATE TABLE bank_holds ${document(dialect, `payment_id ${text} NOT NULL, status ${text} NOT NULL,`)}`,
      `CREATE UNIQUE INDEX bank_holds_id ON bank_holds (id)`,
      `CREATE UNIQUE INDEX bank_holds_payment ON bank_holds (payment_id)`,
      `CREATE INDEX bank_holds_created ON bank_holds (created_at, sequence)`,
      `CREATE INDEX bank_holds_status ON bank_holds (status, created_at, sequence)`,
      `CREATE TABLE bank_exceptions ${document(dialect, `entry_id ${text} NOT NULL,`)}`,
      `CREATE UNIQUE INDEX bank_exceptions_id ON bank_exceptions (id)`,
      `CREATE INDEX bank_exceptions_entry ON bank_exceptions (entry_id, created_at, sequence)`,

      `CREATE TABLE bank_rfps ${document(
        dialect,
        `scope ${text} NOT NULL, rail ${text} NOT NULL, status ${text} NOT NULL, reference_id ${text}, message_id ${text} NOT NULL,`
      )}`,
      `CREATE UNIQUE INDEX bank_rfps_id ON bank_rfps (id)`,
      `CREATE UNIQUE INDEX bank_rfps_message ON bank_rfps (message_id)`,
      `CREATE INDEX bank_rfps_scope ON bank_rfps (scope, created_at, sequence)`,
      `CREATE INDEX bank_rfps_scope_status ON bank_rfps (scope, status, created_at, sequence)`,
      `CREATE TABLE bank_return_requests ${document(
        dialect,
        `scope ${text} NOT NULL, payment_id ${text} NOT NULL, open_payment_id ${text}, message_id ${text} NOT NULL,`
      )}`,
      `CREATE UNIQUE INDEX bank_return_requests_id ON bank_return_requests (id)`,
      `CREATE UNIQUE INDEX bank_return_requests_message ON bank_return_requests (message_id)`,
      // One open request per payment: a second one violates this.
      `CREATE UNIQUE INDEX bank_return_requests_open ON bank_return_requests (open_payment_id)
      WHERE open_payment_id IS NOT NULL`,

      `CREATE TABLE bank_routing_rules ${document(dialect, `priority ${integer} NOT NULL,`)}`,
      `CREATE UNIQUE INDEX bank_routing_rules_id ON bank_routing_rules (id)`,
      `CREATE TABLE bank_approval_rules ${document(dialect, `priority ${integer} NOT NULL,`)}`,
      `CREATE UNIQUE INDEX bank_approval_rules_id ON bank_approval_rules (id)`,
      `CREATE TABLE bank_participants (
      directory_version ${integer} NOT NULL,
      routing_number ${text} NOT NULL,
      state ${text} NOT NULL,
      PRIMARY KEY (directory_version, routing_number)
    )${clustered}`,
      `CREATE TABLE bank_settings (name ${text} PRIMARY KEY, state ${text} NOT NULL, version ${integer} NOT NULL)${clustered}`,
      `CREATE TABLE bank_alerts ${document(dialect, `status ${text} NOT NULL, resource ${text} NOT NULL,`)}`,
      `CREATE UNIQUE INDEX bank_alerts_id ON bank_alerts (id)`,
      `CREATE INDEX bank_alerts_created ON bank_alerts (created_at, sequence)`,
      `CREATE INDEX bank_alerts_status ON bank_alerts (status, created_at, sequence)`,
      `CREATE TABLE bank_audit (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      actor ${text} NOT NULL,
      action ${text} NOT NULL,
      resource ${text} NOT NULL,
      request_id ${text},
      before ${text},
      after ${text},
      created_at ${integer} NOT NULL
    )`,
      `CREATE INDEX bank_audit_created ON bank_audit (created_at, sequence)`,
      `CREATE INDEX bank_audit_resource ON bank_audit (resource, created_at, sequence)`
    ]
  }
}
