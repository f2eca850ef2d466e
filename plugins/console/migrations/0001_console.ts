/** Sessions of people who operate an engine, and what they did. */
import type { Migration } from "../../../src/plugin.ts"

const console0001: Migration = {
  id: 1,
  name: "console",
  up: ({ clustered, integer, sequenceKey, text }) => [
    // Times of sessions are the wall's: a clock that stands must keep nobody signed in.
    `CREATE TABLE console_sessions (
      id ${text} PRIMARY KEY,
      role ${text} NOT NULL,
      opened_with ${text} NOT NULL,
      name ${text} NOT NULL,
      made_at ${integer} NOT NULL,
      used_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    )${clustered}`,
    `CREATE TABLE console_audit (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      session ${text} NOT NULL,
      role ${text} NOT NULL,
      action ${text} NOT NULL,
      resource ${text} NOT NULL,
      reason ${text} NOT NULL,
      result ${text} NOT NULL,
      detail ${text} NOT NULL,
      created_at ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX console_audit_id ON console_audit (id)`
  ]
}

/** The schema of the plugin, in order. Released steps never change. */
export const consoleMigrations: ReadonlyArray<Migration> = [console0001]
