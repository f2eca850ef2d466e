/** A server of a host who has an acquirer of its own: cards and bank on one store, and each authorization asked at `PROCESSOR_URL`. */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createEngine } from "bursar"
import { bank } from "bursar/bank"
import { Acquirer, cards } from "bursar/cards"
import { nodeListener } from "bursar/node"
import { postgres } from "bursar/postgres"
import { sqlite } from "bursar/sqlite"
import * as Layer from "effect/Layer"
import type { bankClients, cardAccounts } from "./fleet.ts"
import type { ProcessorRequest } from "./processor.ts"

const env = process.env as Readonly<Record<string, string>>
const read = <A>(name: string) => JSON.parse(readFileSync(env[name]!, "utf8")) as A
const accounts = read<typeof cardAccounts>("BURSAR_CARDS_ACCOUNTS").map(({ id, keys }) => ({
  id,
  keys,
  plan: "dedicated" as const
}))
const clients = read<typeof bankClients>("BURSAR_BANK_CLIENTS")

const ask = async (asked: ProcessorRequest, signal: AbortSignal): Promise<boolean> => {
  const response = await fetch(env["PROCESSOR_URL"]!, { method: "POST", body: JSON.stringify(asked), signal })
  return ((await response.json()) as { readonly declined: boolean }).declined
}

const acquirers = Acquirer.make({
  name: "crash",
  testMode: "own",
  timeout: "2 seconds",
  authorize: async ({ amountMinor, capture, payment, paymentMethod, reference }, { signal }) => {
    const declines = paymentMethod.behaviour.outcome !== "succeeds"
    const asked = { what: "authorize", reference, payment, amountMinor, captures: capture, declines } as const
    return (await ask(asked, signal))
      ? { outcome: "declined", code: "card_declined", message: "No" }
      : { outcome: "authorized", acquirerReference: `crash-${payment}` }
  },
  capture: async ({ amountMinor, payment, reference }, { signal }) => {
    await ask({ what: "capture", reference, payment, amountMinor }, signal)
    return { outcome: "captured" }
  },
  void: async ({ payment, reference }, { signal }) => {
    await ask({ what: "void", reference, payment, amountMinor: 0 }, signal)
    return { outcome: "voided" }
  },
  refund: async ({ amountMinor, payment, reference }, { signal }) => {
    await ask({ what: "refund", reference, payment, amountMinor }, signal)
    return { outcome: "succeeded" }
  }
})

const engine = await createEngine({
  plugins: [cards({ mode: "sandbox", accounts }), bank({ mode: "sandbox", clients, requestsPerMinute: 1_000_000 })],
  store: env["DATABASE_URL"] === undefined ? sqlite(env["BURSAR_DATA"]!) : postgres(env["DATABASE_URL"]),
  masterKey: Buffer.alloc(32, 7).toString("base64"),
  allowLoopbackWebhooks: true,
  layers: Layer.succeed(Acquirer, acquirers)
})
const server = createServer(nodeListener(engine))
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.once("SIGTERM", () => {
  server.close(() => void engine.close().then(() => process.exit(0)))
  server.closeIdleConnections()
})
