/**
 * P7: resident memory of the server with a given number of payments, at rest and under minutes of mixed load at a fixed
 * rate. Leaves out webhook receivers, the console and other plugins' traffic.
 */
import { setTimeout as pause } from "node:timers/promises"
import { newRun } from "./check.ts"
import { load } from "./load.ts"
import { comparisonOptions, defineBench, numberOption, textOption } from "./options.ts"
import { openTable, rounded, writeLine, writeVerdict } from "./report.ts"
import { makeSeededFolder, seedPayments } from "./seed.ts"
import { makeWorkplace, startServer } from "./servers.ts"
import type { RunningServer } from "./servers.ts"

const rssOf = (server: RunningServer): number => {
  server.assertAlive()
  const { rssMb } = server.usage()
  if (rssMb === undefined) throw new Error("this system does not tell the memory of a process (no /proc)")
  return rssMb
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Reads the memory every second until `ended` holds. */
const sample = async (server: RunningServer, ended: () => boolean): Promise<ReadonlyArray<number>> => {
  const samples: Array<number> = []
  while (!ended()) {
    samples.push(rssOf(server))
    await pause(1000)
  }
  return samples
}

const reports = 10
const restMs = 3000

/** The bench `memory`. */
export const memory = defineBench({
  summary: "P7: resident memory with N payments, at rest and under load",
  options: {
    ours: comparisonOptions.ours,
    payments: numberOption(100_000, { min: 1, max: 1_000_000 }, "payments in the store before the load"),
    minutes: numberOption(1, { min: 0.1, max: 60 }, "length of the load; the goal speaks of 10"),
    rate: numberOption(2000, { min: 10, max: 50_000 }, "requests per second of the load; a tenth are creates"),
    cache: textOption("folder that keeps seeded data folders for the next run"),
    folder: comparisonOptions.folder
  },
  run: async ({ ours, payments, minutes, rate, cache, folder }) => {
    const place = makeWorkplace(folder)
    const seeded = await makeSeededFolder(ours, place, { payments, cache })
    const server = await startServer(ours, place, seeded.folder)
    const row = openTable([{ title: "when", width: 28 }, { title: "" }, { title: "RSS MiB", width: 8 }])
    const print = (when: string, rss: number) => row([when, "", rounded(rss, 1)])
    print("started", rssOf(server))

    const { keys } = place
    const replayed = { run: newRun(), count: 1000 }
    const create = { kind: "create", keys, run: replayed.run } as const
    await load({ port: server.port, connections: 32, maxRequests: replayed.count, requests: create })
    let over = false
    const running = load({
      port: server.port,
      connections: 32,
      durationMs: minutes * 60_000,
      ratePerSecond: rate,
      requests: {
        kind: "mixed",
        parts: [
          { share: 1, plan: { kind: "create", keys, run: newRun() } },
          { share: 6, plan: { kind: "retrieve", keys, ids: seeded.ids } },
          { share: 2, plan: { kind: "list", keys, limit: 10, cursors: [] } },
          { share: 1, plan: { kind: "replay", keys, ...replayed } }
        ]
      }
    }).finally(() => {
      over = true
    })
    const [samples, result] = await Promise.all([sample(server, () => over), running])
    const part = Math.max(1, Math.ceil(samples.length / reports))
    for (let start = 0; start < samples.length; start += part) {
      print(`under load, second ${start} on`, mean(samples.slice(start, start + part)))
    }
    print("highest under load", Math.max(...samples))
    await pause(restMs)
    print("after the load", rssOf(server))
    await seedPayments(server, place, payments)
    print("after as many creates again", rssOf(server))
    await server.stop()

    writeLine(`\nload: ${rounded(result.rps, 0)} requests a second, p99 ${rounded(result.p99Ms, 2)} ms`)
    const [early, late] = [samples.slice(part, 2 * part), samples.slice(-part)].map(mean)
    writeLine(`growth from the second tenth of the load to the last: ${rounded((late ?? 0) - (early ?? 0), 1)} MiB`)
    writeVerdict({ measure: "P7 highest RSS", better: "lower", floor: 200, goal: 150, unit: "MiB" }, samples)
  }
})
