/** Publications, deliveries of code hosts, and the API models that versions are compared by. */
import type { Migration } from "../../../src/plugin.ts"

export const docs0002: Migration = {
  id: 2,
  name: "publishing",
  up: ({ integer, sequenceKey }) => [
    `CREATE TABLE docs_publications (
      sequence ${sequenceKey},
      id TEXT NOT NULL,
      scope TEXT NOT NULL,
      document_id TEXT NOT NULL,
      asked_by TEXT,
      created_at ${integer} NOT NULL,
      state TEXT NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_publications_id ON docs_publications (id)`,
    `CREATE UNIQUE INDEX docs_publications_asked ON docs_publications (asked_by) WHERE asked_by IS NOT NULL`,

    `CREATE TABLE docs_deliveries (
      scope TEXT NOT NULL,
      delivery TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      answer TEXT NOT NULL,
      PRIMARY KEY (scope, delivery)
    )`,
    `CREATE INDEX docs_deliveries_age ON docs_deliveries (created_at)`,

    `CREATE TABLE docs_version_models (
      version_id TEXT NOT NULL PRIMARY KEY,
      scope TEXT NOT NULL,
      document_id TEXT NOT NULL,
      model TEXT NOT NULL
    )`,
    `CREATE INDEX docs_version_models_document ON docs_version_models (document_id)`
  ]
}
