/**
 * `bursar/node`: an engine in a program on `node:http`, and in frameworks that speak it, such as Express and Fastify. Those that
 * speak Web requests (Hono, route handlers of Next.js) take `engine.fetch` as it is.
 */
import "../services/refuseOldNode.ts"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { EngineHandle } from "./createEngine.ts"
import { guarded } from "./NodeRequests.ts"

/** What frameworks add to a request of Node. */
interface FrameworkRequest extends IncomingMessage {
  /** The path before a router took its own off (Express, Connect). */
  readonly originalUrl?: string
  /** What a body parser made of the body. */
  readonly body?: unknown
  /** The body to the byte, where whoever read it kept it, as signatures need it (`verify` of Express's parsers, raw-body plugins). */
  readonly rawBody?: unknown
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

/** A body that a parser read before, as it may have been; `undefined` where nobody says what was read. */
const parsedBody = ({
  body: parsed,
  headers,
  rawBody: body = parsed
}: FrameworkRequest): string | Uint8Array<ArrayBuffer> | undefined => {
  if (body === undefined || typeof body === "string") return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)
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

/** The path of a request as it came: a router may have taken its own off, and a proxy may send a whole address. */
const pathOf = ({ originalUrl, url = "/" }: FrameworkRequest): string => {
  const target = originalUrl ?? url
  if (target.startsWith("/")) return target
  const whole = URL.parse(target)
  return whole === null ? "/" : whole.pathname + whole.search
}

const originOf = ({ headers, socket }: IncomingMessage): string =>
  `${"encrypted" in socket ? "https" : "http"}://${headers.host ?? "localhost"}`

/** Whether the host of a request can be part of an address. */
const isUsable = (request: IncomingMessage, origin: string | undefined): boolean =>
  URL.canParse(origin ?? originOf(request))

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
 * again, so numbers such as `1.0` arrive as `1` and signatures over the body are wrong, unless `request.rawBody` has it to the byte. Requests of one connection are answered one after the other.
 */
export const nodeListener = (engine: Pick<EngineHandle, "fetch">, options: NodeListenerOptions = {}): NodeListener => {
  const requestOf = (request: FrameworkRequest, signal: AbortSignal): Request => {
    const { method = "GET" } = request
    const isParsed = hasBody(request) && request.readableDidRead
    const parsed = isParsed ? parsedBody(request) : undefined
    const body = hasBody(request) ? (isParsed ? parsed : (Readable.toWeb(request) as ReadableStream)) : null
    return new Request(`${options.origin ?? originOf(request)}${pathOf(request)}`, {
      method,
      headers: headersOf(request, isParsed),
      body: body ?? null,
      signal,
      ...(body === null ? {} : { duplex: "half" })
    } as RequestInit)
  }

  const answer = async (request: FrameworkRequest, response: ServerResponse) => {
    const leaving = new AbortController()
    response.once("close", () => leaving.abort())
    await write(await engine.fetch(requestOf(request, leaving.signal)), response)
    // What the engine did not read, such as the body of a request that it refused, must not stand in the way of the next one.
    if (!request.readableEnded && !request.destroyed) request.removeAllListeners("data").resume()
  }

  if (typeof engine?.fetch !== "function")
    throw new TypeError("nodeListener needs an engine: await createEngine(…) first")
  return guarded((request, response) => {
    const end = (status: number, message?: string) => {
      // Where the answer has begun, the caller has left: there is nobody to tell.
      if (response.headersSent) response.destroy()
      else response.writeHead(status, { "content-type": "text/plain" }).end(message)
    }
    if (hasBody(request) && request.readableDidRead && parsedBody(request) === undefined) {
      return end(500, "The body was read before it came to the engine. Mount the engine before what reads bodies")
    }
    // A request of the Web cannot have this method (fetch.spec.whatwg.org, "forbidden method").
    if (request.method === "TRACE") return end(501, "This server does not trace requests")
    if (!isUsable(request, options.origin)) return end(400, "The request needs a Host header that names a host")
    answer(request, response).catch(() => end(500))
  })
}
