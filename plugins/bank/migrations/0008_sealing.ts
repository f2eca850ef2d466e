/** Account numbers and messages that the simulated network kept in clear and nothing reads. The rest is sealed at the start. */
import type { Migration } from "../../../src/plugin.ts"

export const sealing0008: Migration = {
  id: 8,
  name: "sealing",
  up: () => [`UPDATE bank_sim_transfers SET account = ''`, `UPDATE bank_sim_messages SET body = '' WHERE rail <> 'ach'`]
}
