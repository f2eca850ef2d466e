/**
 * Bodies that mean to hold the event loop up, and honest ones that are as long as they may be, to endpoints of every size of
 * the three services: how long a turn of the server's loop takes at most, and how long another tenant waits for a create
 * meanwhile, in turn with quiet times. It leaves out many hostile callers at once; a slice of work is done in each turn,
 * whoever it is for.
 */
import { fork, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { newRun } from "./check.ts"
import { hostileCases, type Credentials } from "./hostile/cases.ts"
import type { Asked, HostileCase, Told } from "./hostile/sender.ts"
import { load } from "./load.ts"
import { defineBench, numberOption, textOption } from "./options.ts"
import { openTable, rounded, writeLine, writeVerdict } from "./report.ts"
import { makeWorkplace } from "./servers.ts"
import { startWatched, type LongestTurn, type WatchedServer } from "./watched-server.ts"

/** Creates of the other tenant, in a second. */
const ratePerSecond = 100

/**
 * Hostile callers sit on other machines: this one gets what of the processor is left. Even at the lowest priority the system
 * lets it end its slice of some milliseconds before the server goes on; where there is `chrt`, it gives way at once.
 */
const giveWay = (pid: number) => void spawnSync("chrt", ["--all-tasks", "--idle", "--pid", "0", String(pid)])

const startSender = () => {
  const sender = fork(join(import.meta.dirname, "hostile/sender.ts"), [], { execArgv: [] })
  process.once("exit", () => sender.kill("SIGKILL"))
  sender.once("spawn", () => giveWay(sender.pid!))
  const ask = async (asked: Asked): Promise<Told> => {
    sender.send(asked)
    const [told] = (await once(sender, "message")) as [Told]
    return told
  }
  return { ask, stop: () => void sender.kill("SIGTERM") }
}

/** What was found at a path: its worst body. */
interface Found extends LongestTurn, Told {
  readonly kind: string
}

/** Sends one case and finds out for how long it held the loop up. */
const tryCase = async (
  server: WatchedServer,
  sender: ReturnType<typeof startSender>,
  hostile: HostileCase
): Promise<Found> => {
  await sender.ask({ prepare: hostile })
  await server.longest()
  const told = await sender.ask({ send: { port: server.port, key: `hostile-${performance.now()}` } })
  await pause(20)
  const held = await server.longest()
  if (told.status >= 500) throw new Error(`${hostile.path} answered ${told.status} to ${hostile.kind}: ${told.answer}`)
  return { ...held, ...told, kind: hostile.kind }
}

/** The latency that this share of them does not exceed. */
const quantile = (latencies: ReadonlyArray<number>, share: number): number => {
  const sorted = latencies.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

const columns = [
  { title: "path", width: 46 },
  { title: "body", width: 24 },
  { title: "status" },
  { title: "request ms", width: 10 },
  { title: "turn cpu ms", width: 11 },
  { title: "turn wall ms", width: 12 }
]

/** `npm run bench -- hostile`. */
export const hostile = defineBench({
  summary: "how long hostile bodies hold the event loop up, and what another tenant's create waits meanwhile",
  options: {
    seconds: numberOption(5, { min: 1, max: 60 }, "length of a window, quiet and hostile in turn"),
    limit: numberOption(170, { min: 10, max: 600 }, "seconds after which no further window begins"),
    each: numberOption(3, { min: 1, max: 15 }, "every n-th kind of body at an endpoint, the others at the next ones"),
    from: numberOption(0, { min: 0, max: 50 }, "lists bodies whose turn took so many milliseconds of processor"),
    only: textOption("part of the paths or of the names of bodies that are tried, such as /bank/"),
    folder: textOption("parent of the data folder")
  },
  run: async ({ each, folder, from, limit, only, seconds }) => {
    const workplace = makeWorkplace(folder)
    const data = join(workplace.folder, "data")
    const server = await startWatched(data, { BURSAR_CARDS_ACCOUNTS: workplace.accountsFile })
    const credentials = JSON.parse(readFileSync(join(data, "credentials.json"), "utf8")) as Credentials
    const [cardsKey = "", ...keys] = workplace.keys
    const sender = startSender()
    const others = (durationMs: number) => {
      const requests = { kind: "create", keys, run: newRun() } as const
      return load({ port: server.port, connections: 4, durationMs, ratePerSecond, requests, keepsLatencies: true })
    }
    const windowMs = seconds * 1_000
    await others(windowMs)
    const cases = (await hostileCases(server.port, { credentials, cardsKey, each })).filter(
      ({ kind, path }) => path.includes(only) || kind.includes(only)
    )
    const waits = { quiet: new Array<number>(), meanwhile: new Array<number>() }
    const ratios: Array<number> = []
    const turns: Array<number> = []
    const row = openTable(columns)
    const until = performance.now() + limit * 1_000
    let next = 0
    while (next < cases.length && performance.now() < until) {
      await server.longest()
      const quiet = await others(windowMs)
      const rest = await server.longest()
      const ends = performance.now() + windowMs
      const disturbed = others(windowMs)
      while (next < cases.length && performance.now() < ends) {
        const tried = cases[next++]!
        const found = await tryCase(server, sender, tried)
        turns.push(found.cpuMs)
        const figures = [found.tookMs, found.cpuMs, found.wallMs].map((figure) => rounded(figure, 1))
        if (found.cpuMs >= from) row([tried.path.slice(-46), found.kind, found.status, ...figures])
      }
      const meanwhile = await disturbed
      waits.quiet.push(...quiet.latenciesMs)
      waits.meanwhile.push(...meanwhile.latenciesMs)
      ratios.push(meanwhile.p99Ms / quiet.p99Ms)
      const p99s = [quiet, meanwhile].map(({ p99Ms }) => rounded(p99Ms, 1))
      writeLine(
        `window ${ratios.length}: create p99 quiet ${p99s[0]} ms (longest turn ${rounded(rest.cpuMs, 1)} ms cpu, ` +
          `${rounded(rest.wallMs, 1)} ms wall), meanwhile ${p99s[1]} ms`
      )
    }
    server.stop()
    sender.stop()
    writeLine(`${next} of ${cases.length} bodies were sent${next < cases.length ? ": try the rest with --only" : ""}`)
    const [quietP99, meanwhileP99] = [quantile(waits.quiet, 0.99), quantile(waits.meanwhile, 0.99)]
    writeLine(`create p99 over all windows: quiet ${rounded(quietP99, 1)} ms, meanwhile ${rounded(meanwhileP99, 1)} ms`)
    writeVerdict({ measure: "longest turn of the loop, cpu", better: "lower", floor: 50, goal: 20, unit: "ms" }, turns)
    writeLine(`windows, meanwhile / quiet: ${ratios.map((ratio) => rounded(ratio, 2)).join(", ")}`)
    const overall = [meanwhileP99 / quietP99]
    writeVerdict(
      { measure: "create p99 over all windows, meanwhile / quiet", better: "lower", floor: 2, goal: 1.5 },
      overall
    )
  }
})
