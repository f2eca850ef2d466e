/** The HTTP(S) listener on Node: its limits, and how it goes out of service without breaking off an answer. */
import * as http from "node:http"
import * as https from "node:https"
import type { AddressInfo } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type { EngineShape } from "../engine/Engine.ts"
import type { HttpApp } from "../engine/mounted.ts"
import { guarded, type Handler } from "../engine/NodeRequests.ts"
import { standardError } from "../services/log.ts"
import type { ServerConfig } from "./config.ts"
import { listenRefused, type StartRefused } from "./refusal.ts"

/** Limits of a connection, in milliseconds unless named otherwise; all our choice. */
const limits = {
  /** Longer than the 60 s for which common proxies keep an idle connection: the side that closes first must be theirs. */
  keepAliveTimeout: 75_000,
  /** Headers come in one packet or two; a client that takes longer only holds the connection. */
  headersTimeout: 15_000,
  /** The largest body, a KYC request of 24 MiB, at 2 Mbit/s. */
  requestTimeout: 120_000,
  /** How often the two limits above are looked at. */
  connectionsCheckingInterval: 5_000,
  /** In bytes: Node's default, stated because keys and signatures travel in headers. */
  maxHeaderSize: 16_384
} as const

/**
 * Connections that the system keeps until they are taken; Linux allows 4,096 by default. Those of a burst that finds no place
 * are reset, or wait for their client's next try: with Node's 511, of 2,000 at once some were lost on a busy machine.
 */
const backlog = 4_096

/** How long running requests may take after the listener was told to stop; the store needs the rest of the 10 s. */
const drainMs = 7_000

/** How often connections that have become idle are closed while stopping. */
const sweepMs = 25

/** Where the server can be reached. */
export interface Listening {
  readonly host: string
  readonly port: number
  readonly protocol: "http" | "https"
}

const makeServer = ({ tls }: ServerConfig): http.Server =>
  tls === undefined
    ? http.createServer(limits)
    : // Spec cards §5.6: TLS 1.2 or higher.
      https.createServer({ ...limits, cert: tls.certificate, key: Redacted.value(tls.key), minVersion: "TLSv1.2" })

const open = (server: http.Server, config: ServerConfig): Effect.Effect<Listening, StartRefused> =>
  Effect.callback((resume) => {
    const { host, port, tls } = config
    const onError = (error: Error) => resume(Effect.fail(listenRefused(config, error)))
    server.once("error", onError)
    server.listen({ host, port, backlog }, () => {
      server.off("error", onError)
      // Such as no file descriptor left for a connection: that one is lost, and the server goes on.
      server.on("error", (error) => standardError.write(`A connection could not be accepted: ${error.message}\n`))
      const { port: bound } = server.address() as AddressInfo
      resume(Effect.succeed({ host, port: bound, protocol: tls === undefined ? "http" : "https" }))
    })
  })

/** How long connections that wait may be taken before the port is closed (our choice): hundreds are, in a tenth of it. */
const takeMs = 500

/**
 * Takes no more connections and answers when the last one has ended; what still runs after `drainMs` is cut off. Closing a port resets
 * the connections that wait to be taken, and a turn of the event loop takes one. So all are taken before it, and requests wait
 * meanwhile: whoever has an answer may come again.
 */
const drain = (server: http.Server, answer: Handler): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const held: Array<() => void> = []
    let [isClosed, taken] = [false, 0]
    server.on("connection", () => void (taken += 1))
    server.removeAllListeners("request").on("request", (request, response) => {
      // A client that keeps its connection busy would keep it open for ever.
      response.setHeader("connection", "close")
      if (isClosed) answer(request, response)
      else held.push(() => answer(request, response))
    })
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    const untilMs = performance.now() + takeMs
    const closeAfterTurn = (before: number) =>
      setImmediate(() => {
        if (taken > before && performance.now() < untilMs) return closeAfterTurn(taken)
        isClosed = true
        server.close(() => {
          clearInterval(sweep)
          clearTimeout(cut)
          resume(Effect.void)
        })
        for (const answerNow of held) answerNow()
      })
    closeAfterTurn(-1)
  })

/**
 * Listens until the scope closes. The application must be complete: a request is answered from the first connection on.
 * Requests run and are logged as the engine says; its `beforeStop` ends those that only wait.
 */
export const listen = (
  app: HttpApp,
  config: ServerConfig,
  { beforeStop, requests }: Pick<EngineShape, "beforeStop" | "requests">
): Effect.Effect<Listening, StartRefused, Scope.Scope> =>
  Effect.gen(function* () {
    const server = makeServer(config)
    const scope = yield* Scope.make()
    // Not the listener of NodeHttpServer itself, which opens the port before it can answer.
    // It keeps the context in which it is made, and so how its fibers take turns: what `runSync` runs lets nobody else in.
    const context = yield* requests
    const handler = Effect.setContext(NodeHttpServer.makeHandler(app, { scope }), context)
    const answer = guarded(yield* handler)
    server.on("request", answer)
    return yield* Effect.acquireRelease(open(server, config), () =>
      Effect.all([drain(server, answer), beforeStop], { concurrency: "unbounded" }).pipe(
        Effect.andThen(Scope.close(scope, Exit.void))
      )
    )
  })
