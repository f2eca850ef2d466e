/** When an attempt was to be made, beside when it was. Attempts logged before have none. */
import type { Migration } from "../../services/Store.ts"

export const core0007: Migration = {
  id: 7,
  name: "scheduled_attempts",
  up: ({ integer }) => [`ALTER TABLE webhook_attempts ADD COLUMN scheduled_at ${integer}`]
}
