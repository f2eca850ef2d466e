/** A receiver of webhooks that notes everything it got. It takes its time to answer, so that processes die in the middle of an attempt. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** What arrived. */
export interface Receipt {
  readonly body: string
  /** System time, in milliseconds. */
  readonly at: number
}

/** A running receiver. */
export interface Receiver {
  readonly url: string
  /** The first receipt of each event, by its id. */
  readonly received: ReadonlyMap<string, Receipt>
  /** Events that came once more with another body: one event, one body. */
  readonly changed: ReadonlyArray<string>
  /** How many requests came in. */
  readonly requests: () => number
  readonly close: () => void
}

/** Longest time until an answer, in milliseconds. */
const slowestMs = 200

/** Starts a receiver on a free port. */
export const startReceiver = async (random: () => number): Promise<Receiver> => {
  const received = new Map<string, Receipt>()
  const changed: Array<string> = []
  let requests = 0
  const note = (body: string) => {
    const { eventId, id } = JSON.parse(body) as { id?: string; eventId?: string }
    const name = id ?? eventId ?? "an event without an id"
    const first = received.get(name)
    if (first === undefined) received.set(name, { body, at: Date.now() })
    else if (first.body !== body) changed.push(name)
  }
  const server = createServer((request, response) => {
    requests++
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("error", () => {})
    request.on("end", () => {
      note(Buffer.concat(chunks).toString())
      setTimeout(() => response.end(), random() * slowestMs)
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    changed,
    requests: () => requests,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
