/** The listener: how its requests run, and how many connections may wait. */
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { Worker } from "node:worker_threads"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { expect, it, onTestFinished } from "vitest"
import type { ServerConfig } from "../../src/server/config.ts"
import { listen } from "../../src/server/listener.ts"

const config = { host: "127.0.0.1", port: 0 } as ServerConfig
const engine = { beforeStop: Effect.void, requests: Effect.succeed(Context.empty()) }

it("lets others have their turn where a request yields", async () => {
  let [turns, isOver] = [0, false]
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  const app = Effect.gen(function* () {
    setImmediate(count)
    for (let slice = 0; slice < 20; slice++) yield* Effect.yieldNow
    isOver = true
    return HttpServerResponse.text(String(turns))
  })
  const told = await Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(listen(app, config, engine), ({ port }) =>
        Effect.promise(() => fetch(`http://127.0.0.1:${port}/`).then((response) => response.text()))
      )
    )
  )
  expect(Number(told)).toBeGreaterThanOrEqual(15)
})

it.each([
  ["authorization: Bearer a\r\nAuthorization: Bearer b", 400],
  ["Idempotency-Key: a\r\nidempotency-key: a", 400],
  ["Idempotency-Key: a, b", 200],
  ["X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 5.6.7.8", 200]
])("answers a request with %j by %i", async (lines, status) => {
  const app = Effect.succeed(HttpServerResponse.text(""))
  const asked = Effect.flatMap(listen(app, config, engine), ({ port }) =>
    Effect.promise(async () => {
      const socket = connect(port, "127.0.0.1", () => socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${lines}\r\n\r\n`))
      const [answer] = await once(socket, "data")
      socket.destroy()
      return String(answer)
    })
  )
  const answer = await Effect.runPromise(Effect.scoped(asked))
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  if (status === 400) expect(answer).toMatch(/several (authorization|idempotency-key) headers: send one/)
})

/** Connections that Linux lets wait at most, and none elsewhere. */
const mayWait = process.platform === "linux" ? Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8")) : 0

/** Opens connections to the port that it is told, counts those that stand, and says how many had an answer when all have ended. */
const client = `
  const { connect } = require("node:net")
  const { parentPort, workerData } = require("node:worker_threads")
  let [answered, ended] = [0, 0]
  const end = () => {
    if ((ended += 1) === workerData.many) parentPort.postMessage(answered)
  }
  parentPort.on("message", (port) => {
    for (let opened = 0; opened < workerData.many; opened++) {
      const socket = connect(port, "127.0.0.1").on("error", () => {}).on("close", end)
      socket.once("data", () => void (answered += 1)).on("connect", () => {
        socket.write("GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
        Atomics.add(workerData.stand, 0, 1)
        Atomics.notify(workerData.stand, 0)
      })
    }
  })
  parentPort.postMessage("ready")
`

/** A listener that is busy until so many clients have connected, so that it accepts none of them, and then has to stop. */
const stopWhileWaiting = async (many: number) => {
  const stand = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(client, { eval: true, workerData: { stand, many } })
  onTestFinished(() => void thread.terminate())
  await once(thread, "message")
  const told = once(thread, "message")
  const app = Effect.succeed(HttpServerResponse.text(""))
  await Effect.runPromise(
    Effect.scoped(
      Effect.map(listen(app, config, engine), ({ port }) => {
        thread.postMessage(port)
        const until = performance.now() + 10_000
        // Nothing else runs here meanwhile, so that no connection is taken.
        for (let seen = 0; seen < many && performance.now() < until; seen = Atomics.load(stand, 0)) {
          Atomics.wait(stand, 0, seen, until - performance.now())
        }
      })
    )
  )
  return { stand: stand[0], told }
}

it.runIf(mayWait >= 1_000)("keeps a thousand connections that come while it is busy", async () => {
  expect((await stopWhileWaiting(1_000)).stand).toBe(1_000)
})

it.runIf(mayWait >= 1_000)(
  "answers the clients that had connected but were not accepted before it had to stop",
  async () => {
    const { told } = await stopWhileWaiting(100)
    expect(await told).toEqual([100])
  }
)
