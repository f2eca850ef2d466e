/**
 * The load generator: runs one load in a process of its own, so that client and server never share an event loop, and
 * refuses to give a number for a load in which any answer was not 2xx.
 */
import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { RequestPlan } from "./requests.ts"

/** One load against one server on loopback. It ends at `durationMs` or `maxRequests`, whichever comes first. */
export interface LoadPlan {
  readonly port: number
  readonly connections: number
  readonly requests: RequestPlan
  readonly durationMs?: number
  readonly maxRequests?: number
  /** Sends at most this many requests per second; left out, each connection sends as soon as it was answered. */
  readonly ratePerSecond?: number
  /** Keeps the id of every so-many-th payment that was answered. */
  readonly collectEvery?: number
  /** Gives every single latency. */
  readonly keepsLatencies?: boolean
  /** The server is going to be killed under this load: closed connections end the load instead of failing it. */
  readonly endsWithServer?: boolean
  /** The server is asked for more than it can do: 429 and 503 with `Retry-After` do not fail the load. */
  readonly mayRefuse?: boolean
}

/** What a load measured. Latencies run from writing a request to its last byte of answer. */
export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  readonly rps: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Processor time of the load process during the load. */
  readonly clientCpuSeconds: number
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>
  /** Answers other than 2xx, and those that the plan lets the server give. */
  readonly refused: number
  readonly firstRefusal: string | undefined
  readonly ids: ReadonlyArray<string>
  /** Every latency, in no order; empty unless the plan asks for them. */
  readonly latenciesMs: ReadonlyArray<number>
}

/** Upper bounds of one load, so that a mistyped option cannot occupy a machine for a day. Our choice. */
const bounds = { connections: 10_000, durationMs: 3_600_000, maxRequests: 5_000_000 }

const workerPath = fileURLToPath(new URL("load-worker.ts", import.meta.url))

const checkBounds = (plan: LoadPlan): void => {
  if (plan.durationMs === undefined && plan.maxRequests === undefined) throw new Error("a load needs an end")
  for (const name of ["connections", "durationMs", "maxRequests"] as const) {
    const value = plan[name]
    if (value !== undefined && !(value > 0 && value <= bounds[name])) {
      throw new Error(`${name} of a load must be above 0 and at most ${bounds[name]}, not ${value}`)
    }
  }
}

const runWorker = (plan: LoadPlan): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const worker = fork(workerPath, [], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] })
    const stopWorker = () => worker.kill("SIGKILL")
    process.once("exit", stopWorker)
    worker.once("message", (message: { result?: LoadResult; failure?: string }) => {
      if (message.result !== undefined) resolve(message.result)
      else reject(new Error(`the load failed: ${message.failure}`))
    })
    worker.once("error", reject)
    worker.once("exit", (code, signal) => {
      process.off("exit", stopWorker)
      reject(new Error(`the load process ended without a result (${code ?? signal})`))
    })
    worker.send(plan)
  })

/** Runs a load and returns its figures. Fails when a connection breaks or when any answer is not 2xx. */
export const load = async (plan: LoadPlan): Promise<LoadResult> => {
  checkBounds(plan)
  const result = await runWorker(plan)
  if (result.refused > 0) {
    throw new Error(
      `${result.refused} of ${result.requests} answers were not 2xx, so there is no number. The first one:\n${result.firstRefusal}`
    )
  }
  return result
}
