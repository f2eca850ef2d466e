/**
 * P11: durable creates over HTTP with the data in Postgres, relative to raw on SQLite. The database runs on the same
 * machine and flushes every commit. Leaves out a network between the two, several processes, TLS and receivers.
 */
import { join } from "node:path"
import { checkServer, newRun } from "./check.ts"
import { comparisonOptions, defineBench } from "./options.ts"
import { startPostgres } from "./postgres-server.ts"
import { writeLine, writeVerdict } from "./report.ts"
import { ratios, runPairs } from "./rounds.ts"
import { makeWorkplace, startServer } from "./servers.ts"

/** The bench `postgres`. */
export const postgres = defineBench({
  summary: "P11: durable creates over HTTP on Postgres, throughput relative to raw on SQLite",
  options: comparisonOptions,
  run: async (options) => {
    const place = makeWorkplace(options.folder)
    const database = await startPostgres({
      durability: "disk",
      ...(options.folder === "" ? {} : { parent: options.folder })
    })
    try {
      const raw = await startServer("raw", place)
      const ours = await startServer(options.ours, { ...place, databaseUrl: database.url }, join(place.folder, "ours"))
      for (const server of [raw, ours]) await checkServer(server, place)
      writeLine("other cpu: the database, while ours is measured")
      const pairs = await runPairs({
        ...options,
        raw,
        ours,
        sharesMachine: true,
        plan: () => ({ kind: "create", keys: place.keys, run: newRun() })
      })
      await Promise.all([raw.stop(), ours.stop()])
      writeLine()
      writeVerdict(
        { measure: "P11 create on Postgres, ours/raw", better: "higher", floor: 0.25, goal: 0.45 },
        ratios(pairs)
      )
    } finally {
      await database.stop()
    }
  }
})
