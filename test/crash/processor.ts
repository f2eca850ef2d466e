/**
 * An acquirer outside of the servers that die: it does what it is asked once for each reference, takes its time, and now and then loses
 * its answer. It keeps what it took for each payment.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"

/** What the servers ask. */
export interface ProcessorRequest {
  readonly what: "authorize" | "capture" | "void" | "refund"
  readonly reference: string
  readonly payment: string
  readonly amountMinor: number
  /** Of an authorization: whether the money is taken at once, and whether the issuer declines. */
  readonly captures?: boolean
  readonly declines?: boolean
}

/** A running processor. */
export interface Processor {
  readonly url: string
  /** What it took for each payment it was asked about, less what it gave back. */
  readonly taken: ReadonlyMap<string, number>
  /** How often it was asked under a reference once more. */
  readonly repeated: () => number
  readonly close: () => void
}

/** Longest time until an answer, in milliseconds: so that servers die while they wait for one. */
const slowestMs = 150

/** Of so many answers one is lost. */
const lostOf = 20

/** Starts a processor on a free port. */
export const startProcessor = async (random: () => number): Promise<Processor> => {
  const taken = new Map<string, number>()
  const answers = new Map<string, object>()
  let repeated = 0
  const act = ({ amountMinor, captures, declines, payment, what }: ProcessorRequest): object => {
    if (declines === true) return { declined: true }
    const moves = what === "capture" || captures === true ? amountMinor : what === "refund" ? -amountMinor : 0
    taken.set(payment, (taken.get(payment) ?? 0) + moves)
    return { declined: false }
  }
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(Buffer.concat(await request.toArray()).toString()) as ProcessorRequest
    await pause(random() * slowestMs)
    if (answers.has(asked.reference)) repeated++
    else answers.set(asked.reference, act(asked))
    await pause(random() * slowestMs)
    if (random() < 1 / lostOf) response.destroy()
    else response.end(JSON.stringify(answers.get(asked.reference)))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    repeated: () => repeated,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
