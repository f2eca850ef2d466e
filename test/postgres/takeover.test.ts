/** What a process that crashed was doing, another process takes up within seconds: no payment and no webhook waits for a lease. */
import { readFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { expect, it, onTestFinished, vi } from "vitest"
import { paymentBody } from "../bank/host.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { freshDatabase, run } from "./database.ts"
import { create, startProcess } from "./serverProcess.ts"

/**
 * From when the other process goes on. It looks after the others every two seconds (`presence.test.ts` has the bound by its own
 * clock); the lease of a payment is more than a minute.
 */
const takenUp = { timeout: 10_000, interval: 50 }

/** Two servers on one database. The second one stands still until it goes on, so that the first one gets the work. */
const startTwo = async () => {
  const folder = temporaryFolder()
  const url = await freshDatabase()
  const env = { BURSAR_ALLOW_CRASH: "1" }
  const first = await startProcess(folder, url, env)
  const second = await startProcess(folder, url, env)
  const { bank } = JSON.parse(readFileSync(join(folder, "credentials.json"), "utf8")) as { bank: { apiKey: string } }
  second.pause()
  return { first, second, url, apiKey: bank.apiKey }
}

it("an instant payment whose process crashed at the send is settled by another process", async () => {
  const { apiKey, first, second } = await startTwo()
  const ask = async (base: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${base}/bank${path}`, {
      method,
      headers: { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return (await response.json()) as any
  }
  await ask(first.base, "POST", "/v2/simulator/crash", { at: "before_send" })
  // The answer never comes: the process ends at the send.
  await ask(first.base, "POST", "/v2/payments/instant", paymentBody()).catch(() => undefined)
  second.goOn()
  await vi.waitFor(async () => {
    const { data } = await ask(second.base, "GET", "/v2/payments/instant")
    expect(data).toMatchObject([{ status: "settled" }])
  }, takenUp)
}, 60_000)

it("a webhook whose process crashed during the attempt is sent by another process", async () => {
  const { first, second, url } = await startTwo()
  const attempts: Array<ServerResponse> = []
  // The first attempt is never answered.
  const receiver = createServer((_, response) => {
    if (attempts.push(response) > 1) response.end()
  }).listen(0, "127.0.0.1")
  onTestFinished(() => receiver.closeAllConnections())
  onTestFinished(() => void receiver.close())
  await vi.waitFor(() => expect(receiver.listening).toBe(true))
  const { port } = receiver.address() as AddressInfo
  const endpoint = await fetch(`${first.base}/cards/v2/webhook_endpoints`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_0123456789", "content-type": "application/json" },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/`, enabled_events: ["payment.succeeded"] })
  })
  expect(endpoint.status).toBe(200)
  await create(first.base, "order-1")
  await vi.waitFor(() => expect(attempts).toHaveLength(1), takenUp)
  await first.kill()
  second.goOn()
  await vi.waitFor(() => expect(attempts.length).toBeGreaterThan(1), takenUp)
  await vi.waitFor(
    async () => expect(await run(url, "SELECT status FROM webhook_deliveries")).toEqual([{ status: "delivered" }]),
    takenUp
  )
}, 60_000)
