/** The first schema of the core: events, ledger, jobs, idempotency, webhooks, credentials and settings. */
import type { Migration, OwnedMigrations } from "../../services/Store.ts"
import { core0002 } from "./0002_event_lists.ts"
import { core0003, fillEventIndex } from "./0003_event_index.ts"
import { core0005, core0010 } from "./0005_leased_by.ts"
import { core0006 } from "./0006_books.ts"
import { core0007 } from "./0007_scheduled_attempts.ts"
import { core0008 } from "./0008_job_traces.ts"
import { core0009 } from "./0009_written_ahead.ts"

export const core0001: Migration = {
  id: 1,
  name: "core",
  up: ({ clustered, integer, sequenceKey, text }) => [
    `CREATE TABLE engine_settings (name ${text} PRIMARY KEY, value ${text} NOT NULL)${clustered}`,

    // The outbox and the history: bodies are frozen here and delivered byte for byte.
    `CREATE TABLE events (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      plugin ${text} NOT NULL,
      scope ${text} NOT NULL,
      type ${text} NOT NULL,
      resource ${text} NOT NULL,
      body ${text} NOT NULL,
      created_at ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX events_id ON events (id)`,

    // One row is one balanced journal. (source, step) makes each journal happen once.
    `CREATE TABLE ledger_entries (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      source ${text} NOT NULL,
      step ${text} NOT NULL,
      currency ${text} NOT NULL,
      postings ${text} NOT NULL,
      created_at ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX ledger_entries_step ON ledger_entries (source, step)`,
    `CREATE TABLE ledger_balances (
      scope ${text} NOT NULL,
      account ${text} NOT NULL,
      currency ${text} NOT NULL,
      balance ${integer} NOT NULL,
      PRIMARY KEY (scope, account, currency)
    )${clustered}`,

    // Answers kept for replay.
    `CREATE TABLE idempotency_records (
      sequence ${sequenceKey},
      scope ${text} NOT NULL,
      idempotency_key ${text} NOT NULL,
      fingerprint ${text} NOT NULL,
      request_id ${text} NOT NULL,
      status ${integer} NOT NULL,
      body ${text} NOT NULL,
      expires_at ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX idempotency_records_key ON idempotency_records (scope, idempotency_key)`,

    // Work to do. A row goes when its work is done; a dead one stays until an operator acts.
    `CREATE TABLE jobs (
      sequence ${sequenceKey},
      name ${text} NOT NULL,
      job_key ${text} NOT NULL,
      payload ${text} NOT NULL,
      due_at ${integer} NOT NULL,
      state ${text} NOT NULL DEFAULT 'waiting',
      attempts ${integer} NOT NULL DEFAULT 0,
      lease_until ${integer} NOT NULL DEFAULT 0,
      last_error ${text}
    )`,
    `CREATE UNIQUE INDEX jobs_key ON jobs (name, job_key)`,
    `CREATE INDEX jobs_due ON jobs (due_at, sequence) WHERE state = 'waiting'`,
    // At start, leases of a process that died are looked for: few rows of many.
    `CREATE INDEX jobs_leased ON jobs (lease_until) WHERE lease_until > 0`,
    `CREATE INDEX jobs_dead ON jobs (sequence) WHERE state = 'dead'`,

    `CREATE TABLE webhook_endpoints (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      plugin ${text} NOT NULL,
      scope ${text} NOT NULL,
      status ${text} NOT NULL,
      version ${integer} NOT NULL,
      state ${text} NOT NULL,
      sealed_secret ${text} NOT NULL,
      created_at ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX webhook_endpoints_id ON webhook_endpoints (id)`,
    `CREATE INDEX webhook_endpoints_scope ON webhook_endpoints (plugin, scope, created_at, sequence)`,
    // Which enabled endpoint hears which event type; '*' hears all. A disabled endpoint has no row here.
    `CREATE TABLE webhook_subscriptions (
      plugin ${text} NOT NULL,
      scope ${text} NOT NULL,
      event_type ${text} NOT NULL,
      endpoint_id ${text} NOT NULL,
      PRIMARY KEY (plugin, scope, event_type, endpoint_id)
    )${clustered}`,
    `CREATE TABLE webhook_deliveries (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      event_id ${text} NOT NULL,
      endpoint_id ${text} NOT NULL,
      status ${text} NOT NULL,
      attempts ${integer} NOT NULL,
      first_attempt_at ${integer},
      next_attempt_at ${integer},
      created_at ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX webhook_deliveries_id ON webhook_deliveries (id)`,
    `CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, created_at, sequence)`,
    `CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id)`,
    `CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (endpoint_id) WHERE status = 'pending'`,
    `CREATE TABLE webhook_attempts (
      delivery_id ${text} NOT NULL,
      number ${integer} NOT NULL,
      started_at ${integer} NOT NULL,
      duration_ms ${integer} NOT NULL,
      http_status ${integer},
      error ${text},
      response_excerpt ${text} NOT NULL,
      PRIMARY KEY (delivery_id, number)
    )${clustered}`,

    // Keys issued at run time, by keyed hash only.
    `CREATE TABLE credentials (
      lookup ${text} PRIMARY KEY,
      id ${text} NOT NULL,
      plugin ${text} NOT NULL,
      principal ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      revoked_at ${integer}
    )${clustered}`,
    `CREATE UNIQUE INDEX credentials_id ON credentials (id)`
  ]
}

/** The schema of the core, in order. */
export const coreMigrations: ReadonlyArray<Migration> = [
  core0001,
  core0002,
  core0003,
  core0005,
  core0006,
  core0007,
  core0008,
  core0009,
  core0010
]

/** The core's part of what a store is opened with. */
export const coreSchema: OwnedMigrations = { owner: "core", migrations: coreMigrations, later: [fillEventIndex] }
