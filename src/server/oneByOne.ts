/**
 * Requests of one connection are answered one after the other. A client may send hundreds in one packet (pipelining, RFC 9112
 * §9.3.2), and Node hands all of them over in one turn of the event loop: other connections would wait for all of them.
 */
import type { IncomingMessage, ServerResponse } from "node:http"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** The handler that begins with a request when the one before it on its connection was answered, in a turn of its own. */
export const oneByOne =
  (handle: Handler): Handler =>
  (request, response) => {
    // Node gives a response its connection when the one before it is sent.
    if (response.socket !== null) return handle(request, response)
    response.once("socket", () =>
      setImmediate(() => {
        // Of a connection that is gone nobody wants the answer.
        if (!request.socket.destroyed) handle(request, response)
      })
    )
  }
