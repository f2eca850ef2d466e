/** A server on loopback that stands before an engine, as a proxy does, and spoils what passes when a test says so. */
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** What becomes of a request: it passes; it gets no answer; its answer is lost, breaks off or falls silent; or the front answers. */
export type Act =
  | "pass"
  | "hang"
  | "lose"
  | "break"
  | "stall"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

/** A request that came. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  /** Done when the answer has ended or its connection has. */
  readonly ended: Promise<unknown>
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

/** How many bytes pass of an answer that breaks off: the first event of a stream and the start of the second. */
const bytesOfBroken = 300

const give = async (answer: Response, response: ServerResponse, act: Act): Promise<void> => {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  for await (const chunk of answer.body ?? []) {
    if (act === "break" || act === "stall") {
      response.write(chunk.subarray(0, bytesOfBroken), () => act === "break" && response.destroy())
      return
    }
    response.write(chunk)
  }
  response.end()
}

/** Opens one. What is not in `acts` passes. */
export const openFront = async (engine: { readonly fetch: (request: Request) => Promise<Response> }) => {
  const acts: Array<Act> = []
  const seen: Array<Seen> = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request)
      const { method = "GET", url: path = "/" } = request
      seen.push({ method, path, headers: request.headers as Seen["headers"], body, ended: once(response, "close") })
      const act = acts.shift() ?? "pass"
      if (act === "hang") return
      if (typeof act === "object") {
        response.writeHead(act.status, act.headers).end(act.body)
        return
      }
      const init = { method, headers: request.headers as Record<string, string> }
      const address = `http://${request.headers.host}${path}`
      const answer = await engine.fetch(new Request(address, body === "" ? init : { ...init, body }))
      if (act === "lose") {
        await answer.text()
        request.socket.destroy()
      } else await give(answer, response, act)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, acts, seen, close, [Symbol.asyncDispose]: close }
}
