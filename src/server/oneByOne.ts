/**
 * Requests of one connection are answered one after the other. A client may send hundreds in one packet (pipelining, RFC 9112
 * §9.3.2), and Node hands all of them over in one turn of the event loop: other connections would wait for all of them.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

type Waiting = readonly [IncomingMessage, ServerResponse]

/** The handler that begins with a request when the one before it on its connection was answered, in a turn of its own. */
export const oneByOne = (handle: Handler): Handler => {
  /** Connections on which a request is being answered, with those that came meanwhile. */
  const busy = new WeakMap<Duplex, Array<Waiting>>()
  const begin = (waiting: Array<Waiting>, [request, response]: Waiting) => {
    response.once("close", () => {
      const next = waiting.shift()
      if (next === undefined) busy.delete(request.socket)
      // Of a connection that is gone nobody wants the others.
      else if (!request.socket.destroyed) setImmediate(() => begin(waiting, next))
    })
    handle(request, response)
  }
  return (request, response) => {
    const waiting = busy.get(request.socket)
    if (waiting !== undefined) return void waiting.push([request, response])
    const none: Array<Waiting> = []
    busy.set(request.socket, none)
    begin(none, [request, response])
  }
}
