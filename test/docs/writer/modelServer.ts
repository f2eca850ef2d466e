/** A local server that speaks the chat completions protocol as a script tells it, and remembers what it was asked. */
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: any
}

/** Answers a request. */
export type Reply = (response: ServerResponse, request: SeenRequest) => void | Promise<void>

export interface ModelServer {
  /** Base address, as it is configured. */
  readonly url: string
  readonly requests: Array<SeenRequest>
  /** Settles when a client goes away before it was answered. */
  readonly abandoned: Promise<void>
}

/** Starts a server that answers each request by the next reply; the last one goes on. */
export const startModelServer = async (...replies: ReadonlyArray<Reply>): Promise<ModelServer> => {
  const requests: Array<SeenRequest> = []
  let abandon = () => {}
  const abandoned = new Promise<void>((resolve) => (abandon = resolve))
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { headers, method = "", url = "" } = request
    const seen = { method, path: url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) }
    requests.push(seen)
    response.on("close", () => void (response.writableFinished || abandon()))
    await replies[Math.min(requests.length, replies.length) - 1]!(response, seen)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests, abandoned }
}

/** A piece of a streamed answer. */
export const piece = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] })

/** The piece that ends one. */
export const finish = (reason: string) =>
  JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: reason }], usage: null })

/** The piece that counts tokens. */
export const usage = (input: number, output: number) =>
  JSON.stringify({
    choices: [],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
  })

/** Events of a stream, each with one datum. */
export const events = (...data: ReadonlyArray<string>): string => data.map((datum) => `data: ${datum}\n\n`).join("")

/** Sends raw bytes as a stream, as many at a time as `size` says. */
export const sending =
  (text: string, size = Number.POSITIVE_INFINITY): Reply =>
  async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size))
      // Each write is a packet of its own.
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  }

/** A whole answer that says a text. */
export const saying = (text: string, tokens: readonly [number, number] = [100, 20]): Reply =>
  sending(events(piece(text), finish("stop"), usage(...tokens), "[DONE]"))

/** An answer that is none. */
export const failing =
  (status: number, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(typeof body === "string" ? body : JSON.stringify(body))
  }

/** Answers that depend on the material of each request. */
export const answering =
  (say: (material: any) => string): Reply =>
  (response, request) => {
    const user: string = request.body.messages.at(-1).content
    return saying(say(JSON.parse(user.replace(/^<material>|<\/material>$/g, ""))))(response, request)
  }
