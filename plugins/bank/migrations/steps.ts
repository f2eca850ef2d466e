/** The schema of the plugin, in order. */
import type { Migration } from "../../../src/plugin.ts"
import { bank0001 } from "./0001_bank.ts"
import { simulator0002 } from "./0002_simulator.ts"
import { ach0003 } from "./0003_ach.ts"
import { wire0004 } from "./0004_wire.ts"
import { screenings0005 } from "./0005_screenings.ts"
import { lostMessages0006 } from "./0006_lost_messages.ts"
import { networkMessages0007 } from "./0007_network_messages.ts"
import { sealing0008 } from "./0008_sealing.ts"
import { suspense0009 } from "./0009_suspense.ts"

export const bankMigrations: ReadonlyArray<Migration> = [
  bank0001,
  simulator0002,
  ach0003,
  wire0004,
  screenings0005,
  lostMessages0006,
  networkMessages0007,
  sealing0008,
  suspense0009
]
