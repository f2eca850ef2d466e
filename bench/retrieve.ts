/**
 * P3 and P8: retrieves of scattered payments, and replays of earlier creates relative to retrieves on the same server.
 * Leaves out payments that were changed since (captures, refunds) and anything but the answer of 200.
 */
import { join } from "node:path"
import { checkServer, newRun } from "./check.ts"
import { load } from "./load.ts"
import { comparisonOptions, defineBench, numberOption } from "./options.ts"
import { writeLine, writeVerdict } from "./report.ts"
import { ratios, runPairs } from "./rounds.ts"
import { makeWorkplace, startServer } from "./servers.ts"
import type { RunningServer, Workplace } from "./servers.ts"

/** What a server holds before the rounds: ids to retrieve, and a run whose creates can be repeated. */
interface Prepared {
  readonly ids: ReadonlyArray<string>
  readonly run: number
}

const prepare = async (server: RunningServer, place: Workplace, payments: number): Promise<Prepared> => {
  await checkServer(server, place)
  const run = newRun()
  const requests = { kind: "create", keys: place.keys, run } as const
  const { ids } = await load({ port: server.port, connections: 32, maxRequests: payments, requests, collectEvery: 1 })
  return { ids, run }
}

/** The bench `retrieve`. */
export const retrieve = defineBench({
  summary: "P3, P8: retrieve relative to raw, and replay of an idempotent request relative to retrieve",
  options: {
    ...comparisonOptions,
    payments: numberOption(10_000, { min: 1, max: 100_000 }, "payments to retrieve and to repeat, made beforehand")
  },
  run: async (options) => {
    const place = makeWorkplace(options.folder)
    const raw = await startServer("raw", place)
    const ours = await startServer(options.ours, place, join(place.folder, "ours"))
    const ofRaw = await prepare(raw, place, options.payments)
    const ofOurs = await prepare(ours, place, options.payments)
    const preparedOf = (server: RunningServer) => (server === raw ? ofRaw : ofOurs)
    const comparison = { ...options, raw, ours }

    writeLine("retrieve")
    const retrieves = await runPairs({
      ...comparison,
      plan: (server) => ({ kind: "retrieve", keys: place.keys, ids: preparedOf(server).ids })
    })
    writeLine("\nreplay")
    const replays = await runPairs({
      ...comparison,
      plan: (server) => ({
        kind: "replay",
        keys: place.keys,
        run: preparedOf(server).run,
        count: options.payments
      })
    })
    await Promise.all([raw.stop(), ours.stop()])

    writeLine()
    writeVerdict({ measure: "P3 retrieve, ours/raw", better: "higher", floor: 0.45, goal: 0.6 }, ratios(retrieves))
    writeVerdict(
      { measure: "P8 replay/retrieve, ours", better: "higher", floor: 0.6, goal: 0.8 },
      replays.map((pair, index) => pair.ours.rps / (retrieves[index]?.ours.rps ?? Number.NaN))
    )
  }
})
