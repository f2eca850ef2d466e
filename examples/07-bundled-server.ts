/**
 * The bundled server inside your own process: the same settings, the same routes, and a handle that says where it listens. A
 * script of yours can start it before the tests of another program, and stop it after them. Run it:
 *
 *   npm run example -- examples/07-bundled-server.ts
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Bursar } from "bursar/client"
import { configFromEnv, serve } from "bursar/server"
import * as Redacted from "effect/Redacted"

const folder = mkdtempSync(join(tmpdir(), "bursar-"))

// What the command reads from the environment, given as a value. PORT 0 takes any free port.
const config = await configFromEnv({ PORT: "0", BURSAR_DATA: folder, BURSAR_CLOCK: "2026-01-15T09:30:00Z" })

/** Starts the server, and makes a client with the credentials that the sandbox made for itself. */
const start = async () => {
  const server = await serve(config)
  const { bank, cardsKey } = server.credentials
  const client = new Bursar({
    baseUrl: server.url,
    secretKey: Redacted.value(cardsKey!),
    bank: { apiKey: Redacted.value(bank!.apiKey) }
  })
  return { server, client }
}

const order = { amount: 2000, currency: "usd", payment_method: "pm_card_visa", capture_method: "manual" } as const

const first = await start()
const health = await fetch(`${first.server.url}/health`)
console.log(`Listens on ${first.server.address.host}: ${health.status}`)
const payment = await first.client.payments.create(order, { idempotencyKey: "order-1" })
console.log(`${payment.amount} ${payment.status}`)
const bank = await first.client.bank.participants.retrieve("099900014")
console.log(`At the bank: ${bank.data.name}`)
await first.server.close()

// Another start on the same folder: the same data, the same keys, the same clock.
const second = await start()
const again = await second.client.payments.create(order, { idempotencyKey: "order-1" })
console.log(`The same payment: ${again.id === payment.id}`)
await second.client.testHelpers.clock.advance({ seconds: 7 * 86_400 })
console.log(`After seven days: ${(await second.client.payments.retrieve(payment.id)).status}`)
await second.server.close()
rmSync(folder, { recursive: true })
