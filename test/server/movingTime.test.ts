/** Moves of time that are called off on the way, over real sockets: by a caller who leaves, and by SIGTERM. */
import { once } from "node:events"
import { createServer, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it, onTestFinished, vi } from "vitest"
import { temporaryFolder } from "../store/openStore.ts"
import { createPayment, startServer, testKey } from "./runningServer.ts"
import { runUp } from "./serverCommand.ts"

const startOfTime = "2026-01-15T09:30:00.000Z"

const monthSeconds = 30 * 86_400
const monthLater = new Date(Date.parse(startOfTime) + monthSeconds * 1_000).toISOString()

/** A receiver of webhooks that keeps whoever calls waiting, until it is told what to answer from then on. */
const startReceiver = async () => {
  const calls: Array<ServerResponse> = []
  let status: number | undefined = 500
  const receiver = createServer((_, response) => {
    calls.push(response)
    if (status !== undefined) response.writeHead(status).end()
  })
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  await once(receiver.listen(0, "127.0.0.1"), "listening")
  return {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    calls,
    hold: () => void (status = undefined),
    release: () => {
      status = 500
      for (const response of calls) if (!response.writableEnded) response.writeHead(status).end()
    }
  }
}

const headers = { authorization: `Bearer ${testKey}`, "content-type": "application/json" }

const ask = async (url: string, path: string, body: object) => {
  const reply = await fetch(`${url}/cards/v2/${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  return (await reply.json()) as { readonly now: string }
}

/** Begins to move time by a month, on whose way deliveries are tried again, and waits until one of them is under way. */
const beginToMove = async (url: string) => {
  const receiver = await startReceiver()
  await ask(url, "webhook_endpoints", { url: receiver.url, enabled_events: ["*"] })
  await createPayment(url)
  // The first tries fail at once; all others are due later.
  await vi.waitFor(() => expect(receiver.calls.length).toBeGreaterThan(0), { timeout: 20_000 })
  await ask(url, "test_helpers/clock/advance", { seconds: 0 })
  receiver.hold()
  const before = receiver.calls.length
  const move = request(`${url}/cards/v2/test_helpers/clock/advance`, { method: "POST", headers })
  const over = new Promise((resolve) => move.once("close", resolve))
  move.on("error", () => {})
  move.on("response", (response) => response.resume())
  move.end(JSON.stringify({ seconds: monthSeconds }))
  await vi.waitFor(() => expect(receiver.calls.length).toBeGreaterThan(before), { timeout: 20_000 })
  return { receiver, leave: () => move.destroy(), over }
}

const settings = { BURSAR_CLOCK: startOfTime }

it("a caller who leaves a socket ends the move of time that it asked for", async () => {
  const { url } = await startServer(settings)
  const { leave, over, receiver } = await beginToMove(url)
  leave()
  await over
  // The month has more tries than the server needs to see that nobody waits.
  receiver.release()
  // Whoever moves time next waits for the end of the move before.
  const { now } = await ask(url, "test_helpers/clock/advance", { seconds: 0 })
  expect(now > startOfTime && now < monthLater, now).toBe(true)
})

it("SIGTERM ends a move of time, and the process in good order; the clock stays where it was", async () => {
  const cwd = temporaryFolder()
  const { stop, url } = await runUp(settings, [], cwd)
  const { over, receiver } = await beginToMove(url)
  const stopped = stop("SIGTERM")
  await vi.waitFor(() => expect(fetch(`${url}/health`)).rejects.toThrow(), { timeout: 20_000 })
  receiver.release()
  expect((await stopped).code).toBe(0)
  await over
  const again = await runUp(settings, [], cwd)
  const { now } = await ask(again.url, "test_helpers/clock/advance", { seconds: 0 })
  expect(now > startOfTime && now < monthLater, now).toBe(true)
})
