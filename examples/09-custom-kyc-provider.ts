/**
 * A provider of identity verification of your own, plugged in with one layer, and held to the contract by the suite that
 * comes with the package. This one is a map in memory; yours uploads the images under `reference`. Run it:
 *
 *   npm run example -- examples/09-custom-kyc-provider.ts
 */
import { createEngine } from "bursar"
import { cards, KycProvider, type KycResult } from "bursar/cards"
import { kycProviderSuite } from "bursar/cards/testing"
import { sqlite } from "bursar/sqlite"
import * as Layer from "effect/Layer"

const results = new Map<string, KycResult>()

const providers = KycProvider.make({
  name: "my-provider",
  // Test customers are verified by the bundled simulation unless the provider has a test system of its own.
  testMode: "own",
  timeout: "10 seconds",
  start: async ({ dateOfBirth, reference }) => {
    const result: KycResult =
      dateOfBirth === null ? { outcome: "failed", reason: "document_unreadable" } : { outcome: "verified" }
    results.set(reference, results.get(reference) ?? result)
    return { outcome: "pending" }
  },
  // Asked every five seconds; a provider that tells by a webhook is heard at once through `kyc.report`.
  check: async ({ reference }) => results.get(reference) ?? { outcome: "unknown" }
})

const suite = kycProviderSuite({ providers, verified: { dateOfBirth: "1990-12-10" }, failed: {} })
for (const { run } of suite) await run()
console.log(`The provider keeps all ${suite.length} promises`)

const engine = await createEngine({
  plugins: [cards()],
  store: sqlite(":memory:"),
  clock: "2026-01-15T09:30:00Z",
  layers: Layer.succeed(KycProvider, providers)
})
const ask = async (path: string, body?: object) => {
  const request = new Request(`http://localhost/cards${path}`, {
    headers: { authorization: "Bearer sk_test_any_key_will_do", "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
  })
  return JSON.parse(await (await engine.fetch(request)).text())
}
// 64 by 64 black pixels: the smallest image that is taken.
const image =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAG0lEQVR4nO3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAFGOA0dAAAAAElFTkSuQmCC"
const submission = { document_type: "passport", document_front: image }
const { id } = await ask("/v2/customers", { email: "ada@example.com" })
for (const more of [{}, { date_of_birth: "1990-12-10" }]) {
  console.log((await ask(`/v2/customers/${id}/kyc`, { ...submission, ...more })).kyc_status)
  await engine.clock.advance("5 seconds")
  console.log((await ask(`/v2/customers/${id}/kyc`)).kyc_status)
}
await engine.close()
