/** Messages that the simulated network lost: they stand in its log, marked. */
import type { Migration } from "../../../src/plugin.ts"

export const lostMessages0006: Migration = {
  id: 6,
  name: "lost_messages",
  up: ({ integer }) => [`ALTER TABLE bank_sim_messages ADD COLUMN lost ${integer} NOT NULL DEFAULT 0`]
}
