/** The schema of the plugin, in order. */
import type { Migration } from "../../../src/plugin.ts"
import { bank0001 } from "./0001_bank.ts"
import { simulator0002 } from "./0002_simulator.ts"

export const bankMigrations: ReadonlyArray<Migration> = [bank0001, simulator0002]
