/** Context documents: style guides, glossaries and references that generations are written by. */
import type { Migration } from "../../../src/plugin.ts"

export const docs0003: Migration = {
  id: 3,
  name: "context_documents",
  up: ({ integer, sequenceKey, text }) => [
    `CREATE TABLE docs_context_documents (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      content ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_context_documents_id ON docs_context_documents (id)`,
    `CREATE INDEX docs_context_documents_scope ON docs_context_documents (scope, created_at, sequence)`
  ]
}
