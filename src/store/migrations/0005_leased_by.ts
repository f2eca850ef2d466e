/** Which process a job is lent to, so that the others need not wait for its lease to end when it is gone. */
import type { Migration } from "../../services/Store.ts"

export const core0005: Migration = {
  id: 5,
  name: "leased_by",
  up: ({ integer }) => [`ALTER TABLE jobs ADD COLUMN leased_by ${integer} NOT NULL DEFAULT 0`]
}
