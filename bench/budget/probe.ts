/**
 * Loaded into every thread of a server by `--import`: counts statements, passes of JSON, promises and fibers, and samples
 * time and allocations of the main thread, for the parent that asks.
 */
import { Session } from "node:inspector/promises"
import { StatementSync } from "node:sqlite"
import { promiseHooks } from "node:v8"
import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads"
import * as Effect from "effect/Effect"

/** What is counted, in this order, in memory that all threads share. */
export const counted = ["statements", "JSON passes", "JSON bytes", "promises"] as const

/** What the parent sends, and what it gets after `stop`. */
export type ProbeRequest = "counts" | "profile" | "heap" | "stop"

export interface ProbeAnswer {
  readonly counts: Readonly<Record<string, number>>
  readonly fibers: number
  readonly allocatedBytes: number
  /** Microseconds of the main thread by the address of the file that runs. */
  readonly selfMicros: Readonly<Record<string, number>>
}

const key = "bursar-bench-counts"
if (isMainThread) setEnvironmentData(key, new SharedArrayBuffer(8 * counted.length) as never)
const counts = new BigInt64Array(getEnvironmentData(key) as unknown as SharedArrayBuffer)

const add = (place: number, by: number) => void Atomics.add(counts, place, BigInt(by))

for (const name of ["run", "get", "all", "iterate"] as const) {
  const original = StatementSync.prototype[name] as (...args: Array<unknown>) => unknown
  Object.assign(StatementSync.prototype, {
    [name](this: StatementSync, ...args: Array<unknown>) {
      add(0, 1)
      return original.apply(this, args)
    }
  })
}
const { parse, stringify } = JSON
JSON.parse = ((text: string, ...more: []) => {
  add(1, 1)
  add(2, text.length)
  return parse(text, ...more) as unknown
}) as typeof JSON.parse
JSON.stringify = ((...args: Parameters<typeof stringify>) => {
  const text = stringify(...args) as string | undefined
  add(1, 1)
  add(2, text?.length ?? 0)
  return text
}) as typeof JSON.stringify

const fiberNow = (): number => Effect.runFork(Effect.void).id

if (isMainThread) {
  const session = new Session()
  session.connect()
  let stopPromises = (): unknown => undefined
  let running: ProbeRequest = "stop"
  let firstFiber = 0
  const begin = async (asked: ProbeRequest) => {
    running = asked
    if (asked === "counts") {
      counts.fill(0n)
      firstFiber = fiberNow()
      stopPromises = promiseHooks.onInit(() => add(3, 1)) as () => unknown
    } else if (asked === "profile") {
      await session.post("Profiler.enable")
      await session.post("Profiler.setSamplingInterval", { interval: 200 })
      await session.post("Profiler.start")
    } else {
      const collected = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true }
      await session.post("HeapProfiler.startSampling", { samplingInterval: 8_192, ...collected })
    }
  }
  const profiled = async (): Promise<Record<string, number>> => {
    const { profile } = await session.post("Profiler.stop")
    const files = new Map(profile.nodes.map(({ callFrame, id }) => [id, callFrame.url || callFrame.functionName]))
    const micros: Record<string, number> = {}
    profile.samples?.forEach((node, at) => {
      const file = files.get(node) ?? ""
      micros[file] = (micros[file] ?? 0) + (profile.timeDeltas?.[at] ?? 0)
    })
    return micros
  }
  type Node = { readonly selfSize: number; readonly children: ReadonlyArray<Node> }
  const bytesOf = ({ children, selfSize }: Node): number =>
    children.reduce((sum, child) => sum + bytesOf(child), selfSize)
  const end = async (): Promise<ProbeAnswer> => {
    stopPromises()
    const fibers = fiberNow() - firstFiber - 1
    const selfMicros = running === "profile" ? await profiled() : {}
    const heap = running === "heap" ? (await session.post("HeapProfiler.stopSampling")).profile.head : undefined
    return {
      counts: Object.fromEntries(counted.map((name, place) => [name, Number(counts[place])])),
      fibers,
      allocatedBytes: heap === undefined ? 0 : bytesOf(heap),
      selfMicros
    }
  }
  process.on("message", (asked: ProbeRequest) => {
    if (asked === "stop") void end().then((answer) => process.send?.(answer))
    else void begin(asked).then(() => process.send?.("begun"))
  })
  process.channel?.unref()
}
