/** The trace in which a job was scheduled, as a `traceparent` (W3C Trace Context); null where nobody traced. */
import type { Migration } from "../../services/Store.ts"

export const core0008: Migration = {
  id: 8,
  name: "job_traces",
  up: ({ text }) => [`ALTER TABLE jobs ADD COLUMN trace ${text}`]
}
