/** Context documents: style guides, glossaries and references that generations are written by. */
import type { Migration } from "../../../src/plugin.ts"

export const docs0003: Migration = {
  id: 3,
  name: "context_documents",
  up: ({ integer, sequenceKey }) => [
    `CREATE TABLE docs_context_documents (
      sequence ${sequenceKey},
      id TEXT NOT NULL,
      scope TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      state TEXT NOT NULL,
      content TEXT NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_context_documents_id ON docs_context_documents (id)`,
    `CREATE INDEX docs_context_documents_scope ON docs_context_documents (scope, created_at, sequence)`
  ]
}
