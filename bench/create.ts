/**
 * P1 and P2: durable creates over HTTP. Every answer is sent after its commit is on disk. Leaves out TLS, network,
 * webhook receivers and requests that are refused.
 */
import { checkServer, newRun } from "./check.ts"
import { comparisonOptions, defineBench } from "./options.ts"
import { writeLine, writeVerdict } from "./report.ts"
import { ratios, runPairs } from "./rounds.ts"
import { makeWorkplace, startServer } from "./servers.ts"
import { join } from "node:path"

/** The bench `create`. */
export const create = defineBench({
  summary: "P1, P2: durable creates over HTTP, throughput relative to raw and latency",
  options: comparisonOptions,
  run: async (options) => {
    const place = makeWorkplace(options.folder)
    const raw = await startServer("raw", place)
    const ours = await startServer(options.ours, place, join(place.folder, "ours"))
    for (const server of [raw, ours]) await checkServer(server, place)
    const pairs = await runPairs({
      ...options,
      raw,
      ours,
      plan: () => ({ kind: "create", keys: place.keys, run: newRun() })
    })
    await Promise.all([raw.stop(), ours.stop()])
    const ourRounds = pairs.map((pair) => pair.ours)
    writeLine()
    writeVerdict({ measure: "P1 create, ours/raw", better: "higher", floor: 0.35, goal: 0.55 }, ratios(pairs))
    writeVerdict(
      { measure: "P2 p50", better: "lower", floor: 4, goal: 2.5, unit: "ms" },
      ourRounds.map((round) => round.p50Ms)
    )
    writeVerdict(
      { measure: "P2 p99", better: "lower", floor: 25, goal: 10, unit: "ms" },
      ourRounds.map((round) => round.p99Ms)
    )
  }
})
