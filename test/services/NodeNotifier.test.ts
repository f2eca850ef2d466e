import type * as http from "node:http"
import type * as net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as NodeNotifier from "../../src/services/NodeNotifier.ts"
import { Notifier } from "../../src/services/Notifier.ts"
import { failureOf, localhost, rawReceiver, receiver, requestTo, send } from "./loopbackReceivers.ts"

describe("the exchange", () => {
  it.effect("C221 POSTs the body's exact bytes with the caller's headers, and tells status, text and duration", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const port = yield* receiver((incoming, outgoing) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("end", () => {
          const { "content-length": length, "content-type": type, "svc-signature": signature } = incoming.headers
          seen.push(incoming.method, incoming.url, length, type, signature, Buffer.concat(chunks).toString("utf8"))
          outgoing.end("ok")
        })
      })
      const headers = { "Content-Type": "application/json", "SVC-Signature": "1767225600,abc" }
      const response = yield* send(requestTo(localhost(port, "/hooks?a=b"), { headers }))
      assert.deepStrictEqual([response.status, response.bodyExcerpt], [200, "ok"])
      assert.isTrue(Number.isInteger(response.durationMs) && response.durationMs >= 0)
      const body = '{"id":"evt_1","note":"20 €"}'
      assert.deepStrictEqual(seen, ["POST", "/hooks?a=b", "30", "application/json", "1767225600,abc", body])
    })
  )

  for (const status of [204, 410, 500]) {
    it.effect(`C235 tells the status ${status} as it is`, () =>
      Effect.gen(function* () {
        const port = yield* receiver((_, outgoing) => outgoing.writeHead(status).end())
        assert.strictEqual((yield* send(requestTo(localhost(port)))).status, status)
      })
    )
  }

  it.effect("C235 does not follow a redirect: the status is the answer", () =>
    Effect.gen(function* () {
      const paths: Array<string | undefined> = []
      const port = yield* receiver((incoming, outgoing) => {
        paths.push(incoming.url)
        outgoing.writeHead(incoming.url === "/" ? 307 : 200, { Location: "/elsewhere" }).end()
      })
      assert.strictEqual((yield* send(requestTo(localhost(port)))).status, 307)
      assert.deepStrictEqual(paths, ["/"])
    })
  )

  it.effect("answers for a body without an end once it has read enough, and closes the connection", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const port = yield* receiver((incoming, outgoing) => {
        incoming.socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        outgoing.on("error", () => {})
        const pour = () => {
          while (!outgoing.destroyed && outgoing.write("x".repeat(16_384)));
          if (!outgoing.destroyed) outgoing.once("drain", pour)
        }
        pour()
      })
      const notifier = yield* Notifier
      const response = yield* notifier.send(requestTo(localhost(port)))
      assert.deepStrictEqual([response.status, response.bodyExcerpt.length], [200, 1024])
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(NodeNotifier.layer))
  )

  it.effect("uses one connection for requests that follow each other, and leaves nothing behind on it", () =>
    Effect.gen(function* () {
      const warnings: Array<Error> = []
      const onWarning = (warning: Error) => warnings.push(warning)
      process.on("warning", onWarning)
      yield* Effect.addFinalizer(() => Effect.sync(() => process.off("warning", onWarning)))
      const ports = new Set<number | undefined>()
      const port = yield* receiver((incoming, outgoing) => {
        ports.add(incoming.socket.remotePort)
        outgoing.end("x".repeat(5000))
      })
      const notifier = yield* Notifier
      for (let count = 0; count < 20; count += 1) yield* notifier.send(requestTo(localhost(port)))
      assert.strictEqual(ports.size, 1)
      // Node warns of more than ten listeners of a kind.
      assert.deepStrictEqual(warnings, [])
    }).pipe(Effect.provide(NodeNotifier.layer))
  )

  it.effect("opens at most 64 connections to one host, and serves what waits for one", () =>
    Effect.gen(function* () {
      const held: Array<http.ServerResponse> = []
      const connections = new Set<net.Socket>()
      let mostOpen = 0
      const port = yield* receiver((incoming, outgoing) => {
        connections.add(incoming.socket)
        mostOpen = Math.max(mostOpen, connections.size)
        incoming.socket.once("close", () => connections.delete(incoming.socket))
        held.push(outgoing)
        // Nobody is answered before all connections are in use.
        if (mostOpen >= NodeNotifier.maxConnectionsPerHost) for (const waiting of held.splice(0)) waiting.end()
      })
      const notifier = yield* Notifier
      const sends = Array.from({ length: 80 }, () => notifier.send(requestTo(localhost(port))))
      const responses = yield* Effect.all(sends, { concurrency: "unbounded" })
      assert.strictEqual(responses.filter(({ status }) => status === 200).length, 80)
      assert.strictEqual(mostOpen, 64)
    }).pipe(Effect.provide(NodeNotifier.layer))
  )

  it.effect("sends once more on a new connection when the receiver closed an idle one as it was used", () =>
    Effect.gen(function* () {
      const bodies: Array<number> = []
      let connections = 0
      const port = yield* rawReceiver((socket) => {
        connections += 1
        let requests = 0
        socket.on("data", () => {
          requests += 1
          bodies.push(connections)
          // The second request of a connection meets a receiver that has just closed it.
          if (requests === 2) socket.resetAndDestroy()
          else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        })
      })
      const notifier = yield* Notifier
      yield* notifier.send(requestTo(localhost(port)))
      assert.strictEqual((yield* notifier.send(requestTo(localhost(port)))).status, 200)
      assert.strictEqual(connections, 2)
      assert.strictEqual(bodies.at(-1), 2)
    }).pipe(Effect.provide(NodeNotifier.layer))
  )
})

describe("failures", () => {
  it.effect("C235 gives up a receiver that never answers when the time is over, and closes the connection", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const port = yield* receiver((incoming) => {
        incoming.socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
      })
      const notifier = yield* Notifier
      const error = yield* Effect.flip(notifier.send(requestTo(localhost(port), { timeoutMs: 50 })))
      assert.strictEqual(error.reason, "timeout")
      assert.isAtLeast(error.durationMs, 45)
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(NodeNotifier.layer))
  )

  it.effect("counts the body into the time: a status alone is no complete answer", () =>
    Effect.gen(function* () {
      const port = yield* receiver((_, outgoing) => outgoing.writeHead(200, { "Content-Length": 10 }).write("five!"))
      assert.strictEqual((yield* failureOf(requestTo(localhost(port), { timeoutMs: 50 }))).reason, "timeout")
    })
  )

  it.effect("counts name resolution into the time", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(requestTo("https://hooks.merchant.example/", { timeoutMs: 50 }), {
        resolve: () => new Promise(() => {})
      })
      assert.strictEqual(error.reason, "timeout")
    })
  )

  it.effect("tells a receiver that closes before it answers, after one request only", () =>
    Effect.gen(function* () {
      let requests = 0
      const port = yield* receiver((incoming) => {
        requests += 1
        incoming.socket.destroy()
      })
      const error = yield* failureOf(requestTo(localhost(port)))
      assert.strictEqual(error.reason, "connection_closed")
      assert.strictEqual(requests, 1)
    })
  )

  it.effect("tells a receiver that closes in the middle of its answer", () =>
    Effect.gen(function* () {
      const port = yield* rawReceiver((socket) => {
        socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfive!"))
      })
      assert.strictEqual((yield* failureOf(requestTo(localhost(port)))).reason, "connection_closed")
    })
  )

  it.effect("tells an answer that is not HTTP", () =>
    Effect.gen(function* () {
      const port = yield* rawReceiver((socket) => {
        socket.once("data", () => socket.end("220 mail.merchant.example ESMTP\r\n"))
      })
      assert.strictEqual((yield* failureOf(requestTo(localhost(port)))).reason, "invalid_response")
    })
  )

  it.effect("C235 tells an answer that changes the protocol at once, and closes the connection", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const port = yield* rawReceiver((socket) => {
        socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        socket.once("data", () => socket.write("HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"))
      })
      assert.strictEqual((yield* failureOf(requestTo(localhost(port)))).reason, "invalid_response")
      yield* Deferred.await(closed)
    })
  )

  it.effect("tells a port where nobody listens", () =>
    Effect.gen(function* () {
      // A port that was free a moment ago.
      const port = yield* Effect.scoped(receiver(() => {}))
      const error = yield* failureOf(requestTo(localhost(port)))
      assert.deepStrictEqual([error.reason, error.detail], ["connect", "ECONNREFUSED"])
    })
  )

  it.effect("closes the connection when it is interrupted", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const closed = yield* Deferred.make<void>()
      const port = yield* receiver((incoming) => {
        incoming.socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        Deferred.doneUnsafe(arrived, Effect.void)
      })
      const notifier = yield* Notifier
      const sending = yield* Effect.forkChild(notifier.send(requestTo(localhost(port))))
      yield* Deferred.await(arrived)
      yield* Fiber.interrupt(sending)
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(NodeNotifier.layer))
  )

  it.effect("closes idle connections when the engine closes", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const port = yield* receiver((incoming, outgoing) => {
        incoming.socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        outgoing.end()
      })
      yield* send(requestTo(localhost(port)))
      yield* Deferred.await(closed)
    })
  )
})
