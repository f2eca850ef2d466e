/** Single requests outside a load: waiting for a server, checking answers, walking a list. Not for measuring. */
import { request } from "node:http"

/** One answer; header names are in lower case. */
export interface Exchange {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** One request to a server on loopback. */
export interface ExchangeRequest {
  readonly port: number
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
}

/** Sends one request on a connection of its own; fails on a broken connection or after `timeoutMs` (5 s). */
export const exchange = (plan: ExchangeRequest): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      { host: "127.0.0.1", port: plan.port, method: plan.method, path: plan.path, headers: plan.headers, agent: false },
      (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
        incoming.on("error", reject)
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString()
          })
        )
      }
    )
    // A limit for the whole exchange: a socket time-out would start again with every byte.
    const limit = setTimeout(() => outgoing.destroy(new ExchangeTimeout()), plan.timeoutMs ?? 5000)
    outgoing.on("error", reject)
    outgoing.on("close", () => clearTimeout(limit))
    outgoing.end(plan.body)
  })

/** The server accepted the connection and did not answer in time. */
export class ExchangeTimeout extends Error {
  override readonly name = "ExchangeTimeout"
  constructor() {
    super("no answer in time")
  }
}
