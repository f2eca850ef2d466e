/**
 * The stores of a simulation: in memory, a schema of a Postgres server of its own for each world, or a copy of a data folder that an
 * earlier commit wrote.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { startPostgres } from "../../bench/postgres-server.ts"
import * as Postgres from "../../src/store/dialects/Postgres.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"
import { unpacked } from "../store/unpacked.ts"
import type { WorldOptions } from "./World.ts"

interface Stores {
  readonly worldOf: (seed: number) => Pick<WorldOptions, "processes" | "store">
  readonly stop: () => Promise<void>
}

const onPostgres = async (processes: number): Promise<Stores> => {
  const { stop, url } = await startPostgres({ durability: "memory" })
  const worldOf = (seed: number) => ({
    processes,
    store: () =>
      Postgres.layer({
        regions: { "us-east-1": { url, schema: `world_${seed}` } },
        sharesDatabase: true,
        readers: 1,
        writers: 2
      })
  })
  return { worldOf, stop }
}

/** Data folders that are kept, by their names in `test/store/earlier`. */
export const earlierFolders = ["2026-11-23", "2026-11-23-b"] as const

/** Worlds on copies of data that earlier commits wrote. */
export const onEarlierData = (): Stores => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-simulation-"))
  const worldOf = (seed: number) => {
    const own = join(folder, String(seed))
    mkdirSync(own)
    const file = join(own, "us-east-1.db")
    writeFileSync(file, unpacked(`${earlierFolders[seed % earlierFolders.length]}.db`))
    const data = new DatabaseSync(file)
    // A fault that somebody planned then would hit a payment of the world, and the model does not know it.
    data.exec("DELETE FROM bank_sim_faults")
    data.close()
    return { store: () => sqlite(own) }
  }
  return { worldOf, stop: async () => rmSync(folder, { recursive: true }) }
}

export const storesOf = async (name: string, processes: number): Promise<Stores> => {
  if (name === "sqlite") return { worldOf: () => ({}), stop: async () => {} }
  if (name === "earlier") return onEarlierData()
  if (name === "postgres") return onPostgres(processes)
  throw new Error(`--store is sqlite, postgres or earlier, not ${name}`)
}
