/** The stores of a simulation: in memory, or a schema of a Postgres server of its own for each world. */
import { startPostgres } from "../../bench/postgres-server.ts"
import * as Postgres from "../../src/store/dialects/Postgres.ts"
import type { WorldOptions } from "./World.ts"

interface Stores {
  readonly worldOf: (seed: number) => Pick<WorldOptions, "store">
  readonly stop: () => Promise<void>
}

export const storesOf = async (name: string): Promise<Stores> => {
  if (name === "sqlite") return { worldOf: () => ({}), stop: async () => {} }
  if (name !== "postgres") throw new Error(`--store is sqlite or postgres, not ${name}`)
  const { stop, url } = await startPostgres({ durability: "memory" })
  const worldOf = (seed: number) => ({
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
