/** Checks, before anything is measured, that a server does what the bench is about to count. */
import { randomBytes } from "node:crypto"
import { exchange } from "./exchange.ts"
import type { Exchange } from "./exchange.ts"
import { createBody, idempotencyKey, paymentsPath } from "./requests.ts"
import type { RunningServer, Workplace } from "./servers.ts"

/** A number that no other load on the same data folder has had; the idempotency keys of the load derive from it. */
export const newRun = (): number => randomBytes(4).readUInt32BE()

/** One create as the load sends it. Fails on any answer but 200. */
export const createOnce = (port: number, key: string, run: number, timeoutMs = 5000): Promise<Exchange> =>
  exchange({
    port,
    method: "POST",
    path: paymentsPath,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey(run, 0)
    },
    body: createBody,
    timeoutMs
  })

/** One authorized GET below the payments path; `tail` is what follows it. */
export const getPayments = (port: number, key: string, tail: string): Promise<Exchange> =>
  exchange({ port, method: "GET", path: `${paymentsPath}${tail}`, headers: { authorization: `Bearer ${key}` } })

/** An answer of 200 as an object; anything else is an error that shows the answer. */
export const expectObject = (what: string, answer: Exchange): Record<string, unknown> => {
  if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${answer.body}`)
  return JSON.parse(answer.body) as Record<string, unknown>
}

const expect = (server: RunningServer, what: string, holds: boolean): void => {
  if (!holds) throw new Error(`the ${server.subject} server does not do what is measured: ${what}`)
}

/**
 * Creates, repeats, retrieves and lists one payment. The repeated create must give the same bytes, and a second key
 * must see the payment: the benches spread their load over the keys of one account.
 */
export const checkServer = async (server: RunningServer, place: Workplace): Promise<void> => {
  const [key = "", otherKey = ""] = place.keys
  const run = newRun()
  const created = await createOnce(server.port, key, run)
  const payment = expectObject("create", created)
  expect(server, "create answers a payment", payment["object"] === "payment" && payment["status"] === "succeeded")
  const again = await createOnce(server.port, key, run)
  expect(server, "a repeated create gives the same bytes", again.status === 200 && again.body === created.body)
  expect(server, "a repeated create is marked", again.headers["idempotent-replayed"] === "true")
  const retrieved = expectObject("retrieve", await getPayments(server.port, otherKey, `/${String(payment["id"])}`))
  expect(server, "retrieve gives the payment to every key of the account", retrieved["id"] === payment["id"])
  const page = expectObject("list", await getPayments(server.port, key, "?limit=10"))
  const entries = page["data"] as ReadonlyArray<Record<string, unknown>>
  expect(
    server,
    "list starts with the newest payment",
    page["object"] === "list" && entries[0]?.["id"] === payment["id"]
  )
}
