/** Finds versions by their text: what lies in a repository may be a document of ours. */
import type { Migration } from "../../../src/plugin.ts"

export const docs0005: Migration = {
  id: 5,
  name: "version_texts",
  up: () => [`CREATE INDEX docs_versions_text ON docs_versions (scope, sha256)`]
}
