/** What is to be known of the runs of a job when a process is gone. */
import type { Migration } from "../../services/Store.ts"

/** Which process a job is lent to: the others need not wait for its lease to end. */
export const core0005: Migration = {
  id: 5,
  name: "leased_by",
  up: ({ integer }) => [`ALTER TABLE jobs ADD COLUMN leased_by ${integer} NOT NULL DEFAULT 0`]
}

/** How many of its runs up to the last one did not end: a job that ends its process is given up. */
export const core0010: Migration = {
  id: 10,
  name: "unended_runs",
  up: ({ integer }) => [`ALTER TABLE jobs ADD COLUMN unended ${integer} NOT NULL DEFAULT 0`]
}
