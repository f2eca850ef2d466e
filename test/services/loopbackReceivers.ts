/** Receivers on loopback and requests to them, for the tests of `NodeNotifier`. */
import * as http from "node:http"
import * as https from "node:https"
import * as net from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { loopbackAllowed } from "../../src/services/AddressGuard.ts"
import type { NodeNotifierOptions } from "../../src/services/NodeNotifier.ts"
import * as NodeNotifier from "../../src/services/NodeNotifier.ts"
import type { NotifierRequest } from "../../src/services/Notifier.ts"
import { Notifier } from "../../src/services/Notifier.ts"

/** Listens on a free loopback port until the test ends. */
export const listen = <S extends net.Server>(server: S): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        resume(Effect.succeed((server.address() as net.AddressInfo).port))
      })
    }),
    () =>
      Effect.sync(() => {
        server.close()
        if (server instanceof http.Server || server instanceof https.Server) server.closeAllConnections()
      })
  )

/** An HTTP receiver on loopback. */
export const receiver = (listener: http.RequestListener) => listen(http.createServer(listener))

/** A server of raw sockets; they are destroyed with the test. */
export const rawReceiver = (onSocket: (socket: net.Socket) => void) =>
  Effect.gen(function* () {
    const sockets = new Set<net.Socket>()
    yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => socket.destroy())))
    return yield* listen(
      net.createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => {})
        onSocket(socket)
      })
    )
  })

/** A delivery to a loopback receiver, with changes. */
export const requestTo = (url: string, changes: Partial<NotifierRequest> = {}): NotifierRequest => ({
  url,
  headers: { "Content-Type": "application/json" },
  body: '{"id":"evt_1","note":"20 €"}',
  timeoutMs: 10_000,
  policy: loopbackAllowed,
  ...changes
})

/** Sends one request with a notifier of its own, which is closed afterwards. */
export const send = (request: NotifierRequest, options: NodeNotifierOptions = {}) =>
  Effect.flatMap(Notifier, (notifier) => notifier.send(request)).pipe(Effect.provide(NodeNotifier.layerWith(options)))

/** The error of one request that must fail. */
export const failureOf = (request: NotifierRequest, options: NodeNotifierOptions = {}) =>
  Effect.flip(send(request, options))

/** A resolver for which every name is this machine. */
export const resolve = () => Promise.resolve(["127.0.0.1"])

/** Address of a receiver made by `receiver`. */
export const localhost = (port: number, path = "/") => `http://127.0.0.1:${port}${path}`
