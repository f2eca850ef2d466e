/**
 * P1 and P2: durable creates over HTTP. Every answer is sent after its commit is on disk. Leaves out TLS, network,
 * webhook receivers and requests that are refused.
 */
import { checkServer, newRun } from "./check.ts"
import { comparisonOptions, defineBench } from "./options.ts"
import { writeFigure, writeLine, writeVerdict } from "./report.ts"
import { ratios, runPairs } from "./rounds.ts"
import type { Round } from "./rounds.ts"
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
    writeLine()
    const relative = (of: (round: Round) => number) => pairs.map(({ ours, raw }) => of(ours) / of(raw))
    writeVerdict({ measure: "P1 create, ours/raw", better: "higher", floor: 0.35, goal: 0.55 }, ratios(pairs))
    writeVerdict(
      { measure: "P2 create p50, ours/raw", better: "lower", floor: 2.9, goal: 1.8 },
      relative((round) => round.p50Ms)
    )
    writeVerdict(
      { measure: "P2 create p99, ours/raw", better: "lower", floor: 1.3, goal: 1 },
      relative((round) => round.p99Ms)
    )
    writeFigure(
      { measure: "create, ours", better: "higher", unit: "/s" },
      pairs.map(({ ours }) => ours.rps)
    )
    writeFigure(
      { measure: "create, raw", better: "higher", unit: "/s" },
      pairs.map(({ raw }) => raw.rps)
    )
  }
})
