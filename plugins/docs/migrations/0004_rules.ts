/** Custom rules and rule sets of the style checks. */
import type { Migration } from "../../../src/plugin.ts"

export const docs0004: Migration = {
  id: 4,
  name: "rules",
  up: ({ integer, sequenceKey, text }) => [
    `CREATE TABLE docs_rules (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_rules_id ON docs_rules (id)`,
    `CREATE INDEX docs_rules_scope ON docs_rules (scope, created_at, sequence)`,

    `CREATE TABLE docs_rule_sets (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_rule_sets_id ON docs_rule_sets (id)`,
    `CREATE INDEX docs_rule_sets_scope ON docs_rule_sets (scope, created_at, sequence)`
  ]
}
