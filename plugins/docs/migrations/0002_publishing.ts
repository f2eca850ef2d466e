/** Publications, deliveries of code hosts, and the API models that versions are compared by. */
import type { Migration } from "../../../src/plugin.ts"

export const docs0002: Migration = {
  id: 2,
  name: "publishing",
  up: ({ integer, sequenceKey, text }) => [
    `CREATE TABLE docs_publications (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      document_id ${text} NOT NULL,
      asked_by ${text},
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_publications_id ON docs_publications (id)`,
    `CREATE UNIQUE INDEX docs_publications_asked ON docs_publications (asked_by) WHERE asked_by IS NOT NULL`,

    `CREATE TABLE docs_deliveries (
      scope ${text} NOT NULL,
      delivery ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      answer ${text} NOT NULL,
      PRIMARY KEY (scope, delivery)
    )`,
    `CREATE INDEX docs_deliveries_age ON docs_deliveries (created_at)`,

    `CREATE TABLE docs_version_models (
      version_id ${text} NOT NULL PRIMARY KEY,
      scope ${text} NOT NULL,
      document_id ${text} NOT NULL,
      model ${text} NOT NULL
    )`,
    `CREATE INDEX docs_version_models_document ON docs_version_models (document_id)`
  ]
}
