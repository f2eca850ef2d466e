/**
 * What comes before a request of Node is handled. Those of one connection are answered one after the other: a client may send
 * hundreds in one packet (pipelining, RFC 9112 §9.3.2), and Node hands all of them over in one turn of the event loop, so that
 * other connections would wait for all of them. One with two of what a request has once is refused.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Requests that may wait on a connection (our choice): each takes nearly 2 kB, and Node parses on whatever waits. */
const mostWaiting = 256

/** Answers a request of Node. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The handler that begins with a request when the one before it on its connection was answered, in a turn of its own. A
 * connection on which more wait is ended.
 */
const oneByOne = (handle: Handler): Handler => {
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

/** Headers that a request has once. Node joins two, or passes over the second, and so would what stands before it: in its own way. */
const single = ["authorization", "content-type", "host", "idempotency-key"] as const

/** Answers a request that has such a header twice with 400, and whether it did. */
const refusesRepeated = ({ headers, rawHeaders }: IncomingMessage, response: ServerResponse): boolean => {
  if (rawHeaders.length === Object.keys(headers).length * 2) return false
  const names = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [name.toLowerCase()] : []))
  const repeated = single.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (repeated === undefined) return false
  response.writeHead(400, { "content-type": "text/plain" }).end(`The request has several ${repeated} headers: send one`)
  return true
}

/** The handler with both in front of it. */
export const guarded = (handle: Handler): Handler =>
  oneByOne((request, response) => {
    if (!refusesRepeated(request, response)) handle(request, response)
  })
