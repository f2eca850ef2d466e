/**
 * `bursar/node`: an engine in a program on `node:http`, and in frameworks that speak it, such as Express and Fastify. Those that
 * speak Web requests (Hono, route handlers of Next.js) take `engine.fetch` as it is.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { EngineHandle } from "./createEngine.ts"

/** What frameworks add to a request of Node. */
interface FrameworkRequest extends IncomingMessage {
  /** The path before a router took its own off (Express, Connect). */
  readonly originalUrl?: string
  /** What a body parser made of the body. */
  readonly body?: unknown
}

/** How requests come to the engine. */
export interface NodeListenerOptions {
  /**
   * Where browsers and partners reach this program, such as `https://pay.example.com`: the base of links that the engine gives
   * out. Default: `http` or `https` and the `Host` header of the request. Behind a proxy that ends TLS it must be given.
   */
  readonly origin?: string
}

/** Answers a request of Node. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void

const hasBody = ({ method }: IncomingMessage): boolean => method !== "GET" && method !== "HEAD"

/** The body as it came, or as a parser that read it before left it. */
const bodyOf = (request: FrameworkRequest): string | Uint8Array<ArrayBuffer> | ReadableStream | null => {
  if (!hasBody(request)) return null
  if (!request.readableEnded || request.body === undefined) return Readable.toWeb(request) as ReadableStream
  const { body } = request
  if (typeof body === "string") return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

/** Headers in the order and number in which they came. */
const headersOf = ({ rawHeaders }: IncomingMessage, isParsed: boolean): Headers => {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    // The length, and the compression, of a body that was parsed are no longer those of what is sent on.
    if (isParsed && /^content-(?:length|encoding)$/i.test(name)) continue
    headers.append(name, rawHeaders[at + 1]!)
  }
  return headers
}

const originOf = ({ headers, socket }: IncomingMessage): string =>
  `${"encrypted" in socket ? "https" : "http"}://${headers.host ?? "localhost"}`

const write = async (answer: Response, response: ServerResponse): Promise<void> => {
  response.statusCode = answer.status
  response.setHeaders(answer.headers)
  if (answer.body === null) response.end()
  else await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), response)
}

/**
 * Makes a listener of `node:http` that hands every request to the engine, with its path as it came. Where the listener stands below a path
 * (`app.use("/pay", …)`), give the engine mounts with that path: `mounts: { cards: "/pay/cards" }`. It streams in both
 * directions, stops the engine's work when the caller leaves, and works behind body parsers, too: JSON that was parsed is written
 * again, so numbers such as `1.0` arrive as `1`.
 */
export const nodeListener = (engine: Pick<EngineHandle, "fetch">, options: NodeListenerOptions = {}): NodeListener => {
  const answer = async (request: FrameworkRequest, response: ServerResponse) => {
    const leaving = new AbortController()
    response.once("close", () => leaving.abort())
    const body = bodyOf(request)
    const url = `${options.origin ?? originOf(request)}${request.originalUrl ?? request.url ?? "/"}`
    const asked = new Request(url, {
      method: request.method ?? "GET",
      headers: headersOf(request, body !== null && !(body instanceof ReadableStream)),
      body,
      signal: leaving.signal,
      ...(body === null ? {} : { duplex: "half" })
    } as RequestInit)
    await write(await engine.fetch(asked), response)
  }
  return (request, response) => {
    answer(request, response).catch(() => {
      // The caller has left, or the path is none: there is nobody to tell, or nothing better to say.
      if (response.headersSent) response.destroy()
      else response.writeHead(400).end()
    })
  }
}
