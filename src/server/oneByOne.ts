/**
 * Requests of one connection are answered one after the other. A client may send hundreds in one packet (pipelining, RFC 9112
 * §9.3.2), and Node hands all of them over in one turn of the event loop: other connections would wait for all of them.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Requests that may wait on a connection (our choice): each takes nearly 2 kB, and Node parses on whatever waits. */
const mostWaiting = 256

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The handler that begins with a request when the one before it on its connection was answered, in a turn of its own. A
 * connection on which more wait is ended.
 */
export const oneByOne = (handle: Handler): Handler => {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    // Node gives a response its connection when the one before it is sent.
    if (response.socket !== null) return handle(request, response)
    const before = waiting.get(socket) ?? 0
    if (before >= mostWaiting) return void socket.destroy()
    waiting.set(socket, before + 1)
    response.once("socket", () => {
      waiting.set(socket, waiting.get(socket)! - 1)
      setImmediate(() => {
        // Of a connection that is gone nobody wants the answer.
        if (!socket.destroyed) handle(request, response)
      })
    })
  }
}
