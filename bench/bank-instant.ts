/**
 * P20: instant payments over HTTP to the simulated network, relative to creates of raw. Each is answered when it is settled
 * and all of it is on disk: its intent, the messages, the outcome. Engine time stands, so that the network answers at once:
 * what is measured is the work, not the wait. Leaves out TLS, webhook receivers, and payments that are held or refused.
 */
import { join } from "node:path"
import { instantApi, makeBankClients } from "./bank-body.ts"
import { checkServer, newRun } from "./check.ts"
import { exchange } from "./exchange.ts"
import { comparisonOptions, defineBench } from "./options.ts"
import { writeFigure, writeLine, writeVerdict } from "./report.ts"
import { idempotencyKey } from "./requests.ts"
import { ratios, runPairs, type Pair } from "./rounds.ts"
import { makeWorkplace, startServer, type RunningServer } from "./servers.ts"

/** Enough for 4,000 payments a second within their limit of 120 a minute each: the goal is above a thousand. */
const clientCount = 2_000

/** A Wednesday noon in New York. */
const standingAt = "2026-06-17T16:00:00.000Z"

/** Fails unless a payment is answered as settled, and its repetition with the same bytes. */
const checkInstant = async ({ port }: RunningServer, key: string): Promise<void> => {
  const headers = {
    "x-api-key": key,
    "content-type": "application/json",
    "idempotency-key": idempotencyKey(newRun(), 0)
  }
  const pay = () => exchange({ port, method: "POST", path: instantApi.path, headers, body: instantApi.body })
  const first = await pay()
  const { data } = JSON.parse(first.body) as { readonly data?: { readonly status?: string } }
  if (first.status !== 200 || data?.status !== "settled") throw new Error(`not settled: ${first.status} ${first.body}`)
  const again = await pay()
  if (again.body !== first.body) throw new Error(`a repetition gives other bytes: ${again.status} ${again.body}`)
}

/** The bench `bank-instant`. */
export const bankInstant = defineBench({
  summary: "P20: durable instant payments over HTTP with the simulated network, relative to creates of raw",
  options: comparisonOptions,
  run: async (options) => {
    const place = makeWorkplace(options.folder)
    const clients = makeBankClients(place.folder, clientCount)
    const raw = await startServer("raw", place)
    await checkServer(raw, place)
    const isOurs = options.ours === "bursar"
    const settings = { ...clients.settings, BURSAR_CLOCK: standingAt }
    const ours = await startServer(options.ours, { ...place, settings }, join(place.folder, "ours"))
    if (isOurs) await checkInstant(ours, clients.keys[0]!)
    const pairs = await runPairs({
      ...options,
      raw,
      ours,
      plan: (server) =>
        server === ours && isOurs
          ? { kind: "create", keys: clients.keys, run: newRun(), api: instantApi }
          : { kind: "create", keys: place.keys, run: newRun() }
    })
    await Promise.all([raw.stop(), ours.stop()])
    writeLine()
    const ofOurs = (of: (pair: Pair["ours"]) => number) => pairs.map(({ ours }) => of(ours))
    writeVerdict({ measure: "P20 instant, ours/raw", better: "higher", floor: 0.15, goal: 0.25 }, ratios(pairs))
    writeFigure(
      { measure: "instant, ours", better: "higher", unit: "/s" },
      ofOurs(({ rps }) => rps)
    )
    writeFigure(
      { measure: "instant p50, ours", better: "lower", unit: "ms" },
      ofOurs(({ p50Ms }) => p50Ms)
    )
    writeFigure(
      { measure: "instant p99, ours", better: "lower", unit: "ms" },
      ofOurs(({ p99Ms }) => p99Ms)
    )
    writeFigure(
      { measure: "processor time of one instant payment, ours", better: "lower", unit: "ms" },
      ofOurs(({ cpuShare, rps }) => (cpuShare / rps) * 1_000)
    )
  }
})
