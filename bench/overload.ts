/**
 * More than the server can do: creates at twice its own rate for minutes, and connections that are held idle, send slowly
 * or read slowly beside ordinary creates. What is answered, whether memory stays, and how soon the server recovers. It
 * leaves out a network, TLS and a proxy before the server.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { newRun } from "./check.ts"
import { load } from "./load.ts"
import type { LoadPlan } from "./load.ts"
import { comparisonOptions, defineBench, numberOption } from "./options.ts"
import type { Held, Hold } from "./overload/holder.ts"
import { median, openTable, rounded, writeFigure, writeLine, writeVerdict } from "./report.ts"
import { makeWorkplace, startServer } from "./servers.ts"
import type { RunningServer, Workplace } from "./servers.ts"

/** The first key is left to the connections that are held: a thousand that ask without reading use its limit up. */
const create = (place: Workplace) => ({ kind: "create", keys: place.keys.slice(1), run: newRun() }) as const

const rss = (server: RunningServer): number => {
  server.assertAlive()
  return server.usage().rssMb ?? Number.NaN
}

/** Has its server collect its garbage on a signal (`overload/collecting.ts`) and say what it holds then. */
const collecting = (place: Workplace): Workplace => ({
  ...place,
  nodeOptions: ["--import", join(import.meta.dirname, "overload/collecting.ts")],
  settings: { BENCH_HELD: heldFile(place) }
})

const heldFile = (place: Workplace) => join(place.folder, "held")

/** A server that is busy collects after what it is doing: it has a minute. */
const heldLimitMs = 60_000

/** What the heap of the server's main thread holds, in MiB, without garbage. */
const heldMemory = async (server: RunningServer, place: Workplace): Promise<number> => {
  const file = heldFile(place)
  rmSync(file, { force: true })
  process.kill(server.pid, "SIGUSR2")
  for (let waited = 0; waited < heldLimitMs; waited += 50) {
    if (existsSync(file)) return Number(readFileSync(file, "utf8"))
    await pause(50)
  }
  throw new Error(`the server has not collected its garbage after ${heldLimitMs / 1000} s`)
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** What the server does without overload: its rate, and the latency at half of it. */
interface Rated {
  readonly rate: number
  readonly p99Ms: number
}

/** Seconds of a window in which latency is measured. */
const windowSeconds = 4

const halfLoad = (server: RunningServer, place: Workplace, rate: number, seconds: number) =>
  load({
    port: server.port,
    connections: 32,
    durationMs: seconds * 1000,
    ratePerSecond: rate / 2,
    requests: create(place)
  })

const rated = async (server: RunningServer, place: Workplace): Promise<Rated> => {
  const closed = (seconds: number) =>
    load({ port: server.port, connections: 32, durationMs: seconds * 1000, requests: create(place) })
  await closed(10)
  const { rps } = await closed(5)
  const windows = [1, 2, 3].map(() => () => halfLoad(server, place, rps, windowSeconds))
  const found: Array<number> = []
  for (const window of windows) found.push((await window()).p99Ms)
  writeLine(`rated: ${rounded(rps, 0)} creates a second; p99 at half of it ${rounded(median(found), 1)} ms`)
  return { rate: rps, p99Ms: median(found) }
}

/** After this time without recovery the bench gives up. */
const recoveryLimitMs = 60_000

/** Seconds from the end of overload until a second of creates at half the rate is about as fast as before. */
const recovery = async (server: RunningServer, place: Workplace, { p99Ms, rate }: Rated): Promise<number> => {
  const begun = performance.now()
  while (performance.now() - begun < recoveryLimitMs) {
    const at = performance.now()
    const window = await halfLoad(server, place, rate, 1)
    if (window.p99Ms <= 2 * p99Ms) return (at - begun) / 1000
  }
  throw new Error(`the server has not recovered after ${recoveryLimitMs / 1000} s`)
}

/** Runs a load and reads the memory every second meanwhile. */
const watched = async (server: RunningServer, plan: Omit<LoadPlan, "port">) => {
  const samples: Array<number> = []
  const reading = setInterval(() => samples.push(rss(server)), 1000)
  const result = await load({ ...plan, port: server.port }).finally(() => clearInterval(reading))
  return { result, samples }
}

const overloaded = async (
  server: RunningServer,
  place: Workplace,
  { connections, minutes, rated }: { readonly connections: number; readonly minutes: number; readonly rated: Rated }
) => {
  const before = await heldMemory(server, place)
  const { result, samples } = await watched(server, {
    connections,
    durationMs: minutes * 60_000,
    ratePerSecond: 2 * rated.rate,
    requests: create(place),
    mayRefuse: true
  })
  const answers = Object.entries(result.statuses).map(([status, times]) => `${times} times ${status}`)
  writeLine(`twice the rate for ${minutes} minutes, ${connections} connections: ${answers.join(", ")}`)
  // V8 takes some minutes until it has as much as it ever needs; what goes on growing after them is a leak.
  const part = Math.max(1, Math.ceil(samples.length / 4))
  const [early, late] = [samples.slice(part, 2 * part), samples.slice(-part)].map(mean)
  writeFigure({ measure: "answers, relative to the rate without overload", better: "higher" }, [
    result.rps / rated.rate
  ])
  writeFigure({ measure: "p99 under overload", better: "lower", unit: "ms" }, [result.p99Ms])
  writeFigure({ measure: "highest memory under overload", better: "lower", unit: "MiB" }, samples)
  const growth = (late ?? 0) / (early ?? 0)
  writeVerdict({ measure: "memory, last quarter relative to the second", better: "lower", floor: 1.1, goal: 1.05 }, [
    growth
  ])
  writeVerdict({ measure: "recovery", better: "lower", floor: 10, goal: 3, unit: "s" }, [
    await recovery(server, place, rated)
  ])
  const { requests } = result
  const more = (await heldMemory(server, place)) - before
  writeLine(
    `held after a collection: ${rounded(before, 1)} MiB before, ${rounded(more, 1)} more after ${requests} creates`
  )
  writeVerdict(
    { measure: "memory held after overload, more than before", better: "lower", floor: 10, goal: 5, unit: "MiB" },
    [more]
  )
}

/** Waits until the server has done what was sent to it, such as the answers that nobody reads; 30 s at most. */
const settled = async (server: RunningServer): Promise<void> => {
  for (let waited = 0; waited < 30; waited++) {
    const before = server.usage().cpuSeconds ?? 0
    await pause(1000)
    if ((server.usage().cpuSeconds ?? 0) - before < 0.1) return
  }
}

/** Holds connections open and measures creates beside them. */
const beside = async (server: RunningServer, place: Workplace, rated: Rated, held: Omit<Held, "port" | "key">) => {
  const holder = fork(join(import.meta.dirname, "overload/holder.ts"), [], { execArgv: [] })
  const kill = () => holder.kill("SIGKILL")
  process.once("exit", kill)
  const count = async (asked: Held | "count") => {
    holder.send(asked)
    const [open] = (await once(holder, "message")) as [number]
    return open
  }
  const before = rss(server)
  const open = await count({ ...held, port: server.port, key: place.keys[0]! })
  await settled(server)
  const window = await halfLoad(server, place, rated.rate, windowSeconds)
  const during = rss(server)
  const left = await count("count")
  process.off("exit", kill)
  kill()
  await once(holder, "close")
  return { open, left, p99Ms: window.p99Ms, memoryMb: during - before }
}

const holds: ReadonlyArray<Hold> = ["idle", "slow head", "slow body", "slow reader"]

/** `npm run bench -- overload`. */
export const overload = defineBench({
  summary: "twice what the server can do, for half an hour; idle connections, slow senders and readers",
  options: {
    minutes: numberOption(30, { min: 0.1, max: 60 }, "length of the overload"),
    connections: numberOption(2_000, { min: 32, max: 10_000 }, "connections of the overload, one request each"),
    idle: numberOption(10_000, { min: 1, max: 15_000 }, "idle connections; of each other kind there are a tenth"),
    rounds: numberOption(3, { min: 1, max: 100 }, "rounds of each kind of held connections"),
    folder: comparisonOptions.folder
  },
  run: async ({ connections, folder, idle, minutes, rounds }) => {
    const place = makeWorkplace(folder)
    const server = await startServer("bursar", collecting(place))
    const found = await rated(server, place)
    await overloaded(server, place, { connections, minutes, rated: found })
    const row = openTable([
      { title: "held", width: 12 },
      { title: "opened", width: 7 },
      { title: "left", width: 7 },
      { title: "p99 ms", width: 8 },
      { title: "MiB more" }
    ])
    for (const hold of holds) {
      const ratios: Array<number> = []
      for (let round = 0; round < rounds; round++) {
        const quiet = await halfLoad(server, place, found.rate, windowSeconds)
        const many = hold === "idle" ? idle : Math.ceil(idle / 10)
        const held = await beside(server, place, found, { hold, connections: many })
        ratios.push(held.p99Ms / quiet.p99Ms)
        row([hold, held.open, held.left, rounded(held.p99Ms, 1), rounded(held.memoryMb, 1)])
      }
      writeVerdict(
        { measure: `create p99 beside connections: ${hold}, relative to quiet`, better: "lower", floor: 2, goal: 1.2 },
        ratios
      )
    }
    await server.stop()
  }
})
