/**
 * What the load generator itself can do: the same requests against a server that costs next to nothing. A number of
 * another bench is only good while it is well below this one.
 */
import { newRun } from "./check.ts"
import { comparisonOptions, defineBench } from "./options.ts"
import { writeFigure } from "./report.ts"
import { measureRound, openRoundTable } from "./rounds.ts"
import { makeWorkplace, startServer } from "./servers.ts"

/** The bench `client`. */
export const client = defineBench({
  summary: "the most the load generator can send, so that other numbers can be trusted",
  options: {
    pairs: comparisonOptions.pairs,
    seconds: comparisonOptions.seconds,
    connections: comparisonOptions.connections
  },
  run: async ({ connections, pairs, seconds }) => {
    const place = makeWorkplace("")
    const server = await startServer("ping", place)
    const print = openRoundTable()
    const rates: Array<number> = []
    for (let round = 1; round <= pairs; round += 1) {
      const requests = { kind: "create", keys: place.keys, run: newRun() } as const
      const found = await measureRound(server, { connections, durationMs: seconds * 1000, requests })
      print(String(round), server.subject, found)
      rates.push(found.rps)
    }
    await server.stop()
    writeFigure({ measure: "requests that can be sent", better: "higher", unit: "/s" }, rates)
  }
})
