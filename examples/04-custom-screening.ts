/**
 * Screening by a remote provider, plugged in with one layer: a time-out of two seconds, and a circuit that opens after
 * three failures in a row, so that the engine leaves a provider that is down alone for half a minute. Without an answer screening is
 * unavailable: nobody is clear because somebody is down. Run it:
 *
 *   npm run example -- examples/04-custom-screening.ts
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createEngine, type HostCall, Screening, ScreeningUnavailable } from "bursar"
import type { ScreeningAnswer, ScreeningSubject } from "bursar"
import { sqlite } from "bursar/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Stands in for the provider: it knows one name, and fails when the program makes it. */
let inOrder = true
const provider = createServer((request, response) => {
  const isListed = new URL(request.url ?? "", "http://provider").searchParams.get("name") === "Gregor Samsa"
  const matches = isListed ? [{ list: "acme", entryId: "7", listedName: "SAMSA, Gregor", score: 100 }] : []
  const listsScreened = [{ list: "acme", stateDate: "2026-01-01", version: "42" }]
  response.writeHead(inOrder ? 200 : 500).end(JSON.stringify({ matches, listsScreened, threshold: 80 }))
})
await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve))
const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/screen`

const failuresToOpen = 3
const openMs = 30_000
let failures = 0
let openUntil = 0

const screen = async ({ name }: ScreeningSubject, { signal }: HostCall): Promise<ScreeningAnswer> => {
  if (performance.now() < openUntil) throw new ScreeningUnavailable({ reason: "failed" })
  try {
    const response = await fetch(`${address}?name=${encodeURIComponent(name)}`, { signal })
    if (!response.ok) throw new Error(`The provider answered ${response.status}`)
    failures = 0
    return (await response.json()) as ScreeningAnswer
  } catch (error) {
    if (++failures >= failuresToOpen) openUntil = performance.now() + openMs
    throw error
  }
}

const remote = Screening.make({ name: "acme-2", timeout: "2 seconds", screen: (who, _, call) => screen(who, call) })
const engine = await createEngine({ plugins: [], store: sqlite(":memory:"), layers: Layer.succeed(Screening, remote) })

const ask = async (name: string) => {
  const asked = Effect.flatMap(Screening, (screening) => screening.screen({ name, entityType: "individual" }))
  console.log(`${name}: ${await engine.call(asked).then(({ outcome }) => outcome, String)}`)
}
await ask("Gregor Samsa")
await ask("Ada Lovelace")
inOrder = false
for (let attempt = 1; attempt <= failuresToOpen; attempt++) await ask("Ada Lovelace")
provider.close()
console.log(`The circuit is ${performance.now() < openUntil ? "open" : "closed"}`)
await engine.close()
