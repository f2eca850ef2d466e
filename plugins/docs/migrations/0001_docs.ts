/** Projects, sources, generations, documents and their versions. */
import type { Migration } from "../../../src/plugin.ts"

export const docs0001: Migration = {
  id: 1,
  name: "docs",
  up: ({ integer, sequenceKey, text }) => [
    `CREATE TABLE docs_projects (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      repository_key ${text},
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_projects_id ON docs_projects (id)`,
    `CREATE INDEX docs_projects_scope ON docs_projects (scope, created_at, sequence)`,
    `CREATE INDEX docs_projects_repository ON docs_projects (scope, repository_key, created_at, sequence)
      WHERE repository_key IS NOT NULL`,

    `CREATE TABLE docs_sources (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      project_id ${text},
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      content ${text},
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_sources_id ON docs_sources (id)`,
    `CREATE INDEX docs_sources_project ON docs_sources (scope, project_id, created_at, sequence)
      WHERE project_id IS NOT NULL`,

    `CREATE TABLE docs_generations (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      project_id ${text},
      status ${text} NOT NULL,
      doc_type ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_generations_id ON docs_generations (id)`,
    `CREATE INDEX docs_generations_scope ON docs_generations (scope, created_at, sequence)`,
    `CREATE INDEX docs_generations_status ON docs_generations (scope, status, created_at, sequence)`,
    `CREATE INDEX docs_generations_type ON docs_generations (scope, doc_type, created_at, sequence)`,
    `CREATE INDEX docs_generations_project ON docs_generations (scope, project_id, created_at, sequence)
      WHERE project_id IS NOT NULL`,

    `CREATE TABLE docs_documents (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      project_id ${text},
      doc_type ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_documents_id ON docs_documents (id)`,
    `CREATE INDEX docs_documents_scope ON docs_documents (scope, created_at, sequence)`,
    `CREATE UNIQUE INDEX docs_documents_project ON docs_documents (scope, project_id, doc_type)
      WHERE project_id IS NOT NULL`,

    `CREATE TABLE docs_versions (
      sequence ${sequenceKey},
      id ${text} NOT NULL,
      scope ${text} NOT NULL,
      document_id ${text} NOT NULL,
      number ${integer} NOT NULL,
      sha256 ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      state ${text} NOT NULL,
      content ${text} NOT NULL,
      version ${integer} NOT NULL
    )`,
    `CREATE UNIQUE INDEX docs_versions_id ON docs_versions (id)`,
    `CREATE UNIQUE INDEX docs_versions_number ON docs_versions (document_id, number)`,
    `CREATE INDEX docs_versions_document ON docs_versions (document_id, created_at, sequence)`
  ]
}
