/**
 * A payments engine inside a plain node:http app. The app has a route of its own, which takes a payment in process, and
 * mounts the whole cards API beside it, under /cards. Run it, then stop it with Ctrl-C:
 *
 *   npm run example -- examples/01-embed-node-http.ts
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { createEngine } from "bursar"
import { cards, payments, testAccount } from "bursar/cards"
import { nodeListener } from "bursar/node"
import { sqlite } from "bursar/sqlite"

const account = "acct_shop"
const key = "sk_test_of_the_shop"
const plugin = cards({ mode: "sandbox", accounts: [{ id: account, keys: [key] }] })
const engine = await createEngine({ plugins: [plugin], store: sqlite(":memory:") })

/** The app's own route: an order is paid by a call of a function, and the payment comes back as a value. */
const payOrder = async (response: ServerResponse) => {
  const caller = await engine.caller({ principal: testAccount(account), idempotencyKey: "order 1" })
  const order = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
  const payment = await engine.call(payments.create(caller, order))
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ payment: payment.id, state: payment.state }))
}

/** The cards API, below /cards. */
const passToEngine = nodeListener(engine)

const route = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.url?.startsWith("/cards/")) return passToEngine(request, response)
  if (request.method === "POST" && request.url === "/orders/1/pay") return payOrder(response)
  response.writeHead(404).end()
}

const server = createServer((request, response) => {
  route(request, response).catch(() => {
    response.statusCode = 500
    response.end()
  })
})

server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  console.log(`Pay an order:  curl -X POST ${base}/orders/1/pay`)
  console.log(`See payments:  curl ${base}/cards/v2/payments -H 'Authorization: Bearer ${key}'`)
})

process.once("SIGINT", () => server.close(() => void engine.close().then(() => console.log("Closed"))))
