/** Fetching sources by address, at a host on loopback. */
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect, it, onTestFinished } from "vitest"
import * as NodeDownload from "../../../plugins/docs/network/NodeDownload.ts"
import { Download } from "../../../plugins/docs/sources/Download.ts"

/** A download from a host that answers so. */
const downloadFrom = async (answer: RequestListener) => {
  const server = createServer(answer)
  const listening = Promise.withResolvers<void>()
  server.listen(0, "127.0.0.1", listening.resolve)
  await listening.promise
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetched = Effect.flatMap(Download, ({ fetch }) => fetch({ url: `${origin}/a.md`, maxBytes: 1_000 }))
  return Effect.provide(fetched, NodeDownload.layer([origin]))
}

it("a download that is given up leaves no connection to a host that goes on and on", async () => {
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const download = await downloadFrom((_, response) => {
    response.on("close", closed.resolve)
    response.write("#")
    asked.resolve()
  })
  const fiber = Effect.runFork(download)
  await asked.promise
  await Effect.runPromise(Fiber.interrupt(fiber))
  // By itself it would be closed after 15 seconds without a byte.
  await closed.promise
}, 10_000)

it("a download from a host that changes the protocol ends at once", async () => {
  const download = await downloadFrom(({ socket }) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n")
  })
  const refused = await Effect.runPromise(Effect.flip(download))
  expect(refused).toMatchObject({ code: "source_unreachable", message: "The host speaks another protocol" })
})
