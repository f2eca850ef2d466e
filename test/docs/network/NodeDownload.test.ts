/** Fetching sources by address, at a host on loopback. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { it, onTestFinished } from "vitest"
import * as NodeDownload from "../../../plugins/docs/network/NodeDownload.ts"
import { Download } from "../../../plugins/docs/sources/Download.ts"

it("a download that is given up leaves no connection to a host that goes on and on", async () => {
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = createServer((_, response) => {
    response.on("close", closed.resolve)
    response.write("#")
    asked.resolve()
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, "127.0.0.1", listening.resolve)
  await listening.promise
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetched = Effect.flatMap(Download, ({ fetch }) => fetch({ url: `${origin}/a.md`, maxBytes: 1_000 }))
  const fiber = Effect.runFork(Effect.provide(fetched, NodeDownload.layer([origin])))
  await asked.promise
  await Effect.runPromise(Fiber.interrupt(fiber))
  // By itself it would be closed after 15 seconds without a byte.
  await closed.promise
}, 10_000)
