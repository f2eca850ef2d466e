/**
 * How long the service keeps what led to a document. Documents, their versions and the sources of projects stay until they are deleted; the
 * stream of a generation goes 15 minutes after its end.
 */
import type { PluginRetention } from "../../src/plugin.ts"

/** The periods and their sources. */
export const retention: PluginRetention = {
  tables: [
    {
      name: "generations",
      table: "docs_generations",
      days: 400,
      source: "our choice: a year and a month after the start, once ended",
      neededWhile: `aged.status IN ('queued', 'running')`
    },
    {
      name: "sources",
      table: "docs_sources",
      days: 400,
      source: "our choice: as the generation that it came with, which alone leads to it",
      neededWhile: `aged.project_id IS NOT NULL`
    },
    {
      name: "publications",
      table: "docs_publications",
      days: 400,
      source: "our choice: a year and a month after the start, once ended",
      neededWhile: `aged.state LIKE '%"status":"pending"%'`
    }
  ]
}
