/**
 * What one request costs: statements, bytes, passes of JSON, promises, fibers, allocations, and microseconds of the main
 * thread by part of the engine. It runs the sources, since a bundle shows no parts, and the probe costs time of its own:
 * counts are exact, times are shares.
 */
import { once } from "node:events"
import { join } from "node:path"
import { instantApi, makeBankClients } from "./bank-body.ts"
import { counted, type ProbeAnswer, type ProbeRequest } from "./budget/probe.ts"
import { newRun } from "./check.ts"
import { load, type LoadResult } from "./load.ts"
import { comparisonOptions, defineBench, numberOption } from "./options.ts"
import { readProcessUsage } from "./process-usage.ts"
import { keepFigure, openTable, rounded, writeLine } from "./report.ts"
import { makeRequestFactory, type RequestPlan, type SinglePlan } from "./requests.ts"
import { makeWorkplace } from "./servers.ts"
import { forkServer } from "./watched-server.ts"

/** Parts of a request's way, by the file that runs; the first that fits. */
const stages: ReadonlyArray<readonly [stage: string, files: RegExp]> = [
  ["idle", /^\((?:idle|program)\)$/],
  ["collector", /^\(garbage collector\)$/],
  ["statements", /^node:(?:internal\/)?sqlite|StatementUnit|SqlitePrepared|SqliteTemplate/],
  ["hand over, commit", /\/src\/store\//],
  ["gate", /\/src\/http\/(?:Gate|GatedRoutes|RateLimit|Caller|Claims|watchedRequest)|\/src\/engine\//],
  [
    "decode",
    /\/src\/http\/(?:Strict|Long|Request|Canonical|Schema|Parameters|Body|Host|Idempotency)|effect\/dist\/Schema/
  ],
  ["render", /\/src\/http\//],
  ["gather, decide", /\/plugins\/|\/src\/(?:ledger|domain|services|jobs|webhooks|rows)\//],
  ["fibers", /effect\/dist\/(?!http)/],
  ["socket, HTTP", /^node:|effect\/dist\/http|^[a-zA-Z]*(?:write|read)[a-zA-Z]*$/]
]

const stageOf = (file: string): string => stages.find(([, files]) => files.test(file))?.[0] ?? "native and other"

/** How instant payments are sent: a share of the requests, at many connections. */
const [slower, slowLanes] = [5, 64]

const isSlow = (plan: SinglePlan): boolean => "api" in plan && plan.api !== undefined

/** The cost of one request of a kind. */
interface Cost {
  readonly counts: Readonly<Record<string, number>>
  readonly stages: Readonly<Record<string, number>>
}

/** `npm run bench -- budget`. */
export const budget = defineBench({
  summary: "what a create, a retrieve, a list and an instant payment cost: counts, bytes, microseconds per stage",
  options: {
    requests: numberOption(
      3_000,
      { min: 100, max: 1_000_000 },
      "requests of each kind and pass, after as many to warm up"
    ),
    connections: numberOption(8, { min: 1, max: 1024 }, "keep-alive connections, one outstanding request each"),
    folder: comparisonOptions.folder
  },
  run: async ({ connections, folder, requests }) => {
    const place = makeWorkplace(folder)
    const data = join(place.folder, "data")
    // There are four passes within a minute or so.
    const clients = makeBankClients(place.folder, Math.ceil(requests / 25))
    const settings = { BURSAR_CARDS_ACCOUNTS: place.accountsFile, ...clients.settings }
    const program = "src/server/main.ts"
    const { child, port } = await forkServer({ folder: data, loaded: "bench/budget/probe.ts", program, settings })
    const ask = async (asked: ProbeRequest): Promise<ProbeAnswer> => {
      child.send(asked)
      const [answer] = (await once(child, "message")) as [ProbeAnswer]
      return answer
    }
    const run = (plan: RequestPlan, many = requests, lanes = connections) =>
      load({ port, connections: lanes, maxRequests: many, requests: plan, collectEvery: 1 })
    const passOf = async (kind: Exclude<ProbeRequest, "stop">, send: () => Promise<LoadResult>) => {
      await ask(kind)
      const made = (await send()).requests
      return { made, answer: await ask("stop") }
    }
    const costOf = async (plan: () => SinglePlan): Promise<Cost> => {
      // The simulated network settles a payment after some 700 ms: many at once, and fewer of them.
      const send = () => (isSlow(plan()) ? run(plan(), Math.ceil(requests / slower), slowLanes) : run(plan()))
      await send()
      const written = readProcessUsage(child.pid ?? 0).writtenBytes ?? Number.NaN
      const { answer, made } = await passOf("counts", send)
      const writtenAfter = readProcessUsage(child.pid ?? 0).writtenBytes ?? Number.NaN
      const heap = await passOf("heap", send)
      const times = await passOf("profile", send)
      const spent: Record<string, number> = {}
      for (const [file, micros] of Object.entries(times.answer.selfMicros)) {
        const stage = stageOf(file)
        spent[stage] = (spent[stage] ?? 0) + micros / times.made
      }
      return {
        counts: {
          ...Object.fromEntries(counted.map((name) => [name, (answer.counts[name] ?? 0) / made])),
          fibers: answer.fibers / made,
          "bytes of request": makeRequestFactory(plan())(0).length,
          "bytes to disk": (writtenAfter - written) / made,
          "allocated bytes": heap.answer.allocatedBytes / heap.made
        },
        stages: spent
      }
    }
    const { keys } = place
    const { ids } = await run({ kind: "create", keys, run: newRun() })
    const plans: Readonly<Record<string, () => SinglePlan>> = {
      create: () => ({ kind: "create", keys, run: newRun() }),
      retrieve: () => ({ kind: "retrieve", keys, ids }),
      list: () => ({ kind: "list", keys, limit: 10, cursors: [] }),
      "bank instant": () => ({ kind: "create", keys: clients.keys, run: newRun(), api: instantApi })
    }
    const costs = new Map<string, Cost>()
    for (const [name, plan] of Object.entries(plans)) costs.set(name, await costOf(plan))
    child.kill("SIGTERM")
    await once(child, "close")
    writeBudget(costs)
  }
})

const writeBudget = (costs: ReadonlyMap<string, Cost>): void => {
  const kinds = [...costs.keys()]
  const row = openTable([{ title: "of one request", width: 20 }, ...kinds.map((title) => ({ title, width: 13 }))])
  const rows = (part: "counts" | "stages", names: ReadonlyArray<string>, unit: string) => {
    for (const name of names) {
      const values = kinds.map((kind) => costs.get(kind)?.[part][name] ?? 0)
      row([`${name}${unit}`, ...values.map((value) => rounded(value, value < 100 ? 1 : 0))])
      for (const [at, value] of values.entries()) {
        keepFigure({ measure: `${kinds[at]}: ${name}`, better: "lower", ...(unit === "" ? {} : { unit: "µs" }) }, [
          value
        ])
      }
    }
  }
  rows("counts", Object.keys(costs.get("create")?.counts ?? {}), "")
  const used = [...stages.map(([stage]) => stage), "native and other"].filter((stage) => stage !== "idle")
  rows("stages", used, ", µs")
  writeLine()
  writeLine("microseconds are of the main thread under a sampling profiler; the writer's thread is not in them")
}
