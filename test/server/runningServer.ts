/** Starts the bundled server in process, on a free port, with the settings of a test; it goes with the test. */
import { onTestFinished } from "vitest"
import { configFromEnv, serve, type ServerHandle } from "../../src/server/index.ts"

/** Settings by the names of their variables. Default: in memory, on a free port of 127.0.0.1. */
export const startServer = async (env: Readonly<Record<string, string>> = {}): Promise<ServerHandle> => {
  const server = await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: ":memory:", ...env }))
  onTestFinished(server.close)
  return server
}

/** The key that the tests of the server use; an open sandbox takes any. */
export const testKey = "sk_test_0123456789"

/** Secrets that a production server takes. Made for these tests; they open nothing. */
export const liveKey = "sk_live_1f8a03b9c27d645e90ab83d2c6f7415e"
export const masterKey = "q0m1y7Jr0wZ3H8oC2vXk5nT9bLd4sUe6GfAaPiQxYzE="

/** A production server with nothing to refuse. */
export const production = {
  BURSAR_MODE: "production",
  BURSAR_MASTER_KEY: masterKey,
  BURSAR_CARDS_KEYS: liveKey
} as const

/** Creates a payment that succeeds. */
export const createPayment = (url: string, key = testKey): Promise<Response> =>
  fetch(`${url}/cards/v2/payments`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ amount: 2000, currency: "usd", payment_method: "pm_card_visa" })
  })

/** Retrieves a payment. */
export const retrievePayment = (url: string, id: string, key = testKey): Promise<Response> =>
  fetch(`${url}/cards/v2/payments/${id}`, { headers: { authorization: `Bearer ${key}` } })
