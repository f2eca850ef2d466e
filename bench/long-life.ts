/**
 * A store that ran for a year beside a small one: the same creates, retrieves, lists, a day of the clock and the start, in
 * turn; then a fifth of its events is deleted while payments are made. It leaves out payments that changed since, Postgres,
 * and answers kept for replay, which go after a day.
 */
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { createEngine } from "bursar"
import { bank } from "bursar/bank"
import { cards } from "bursar/cards"
import { sqlite } from "bursar/sqlite"
import { newRun } from "./check.ts"
import { exchange } from "./exchange.ts"
import { load } from "./load.ts"
import { growStore } from "./long-life/grow.ts"
import { comparisonOptions, defineBench, numberOption } from "./options.ts"
import { median, openTable, rounded, writeFigure, writeLine, writeVerdict } from "./report.ts"
import { ourApi, type RequestPlan } from "./requests.ts"
import { findMiddleCursors, seedPayments } from "./seed.ts"
import { makeWorkplace, startServer } from "./servers.ts"
import type { RunningServer, Workplace } from "./servers.ts"

/** Payments that are made over HTTP and copied; the smaller store is ten times as large. */
const made = 1_000
const smallPayments = 10 * made

/** Days over which a store's payments are spread, and how many of them are kept when it is pruned: a fifth goes. */
const days = 390
const keptDays = 312

/** One of the two stores, with a server or without. */
interface Store {
  readonly name: string
  readonly payments: number
  readonly folder: string
  readonly ids: ReadonlyArray<string>
}

interface Serving extends Store {
  readonly server: RunningServer
  readonly middle: ReadonlyArray<string>
}

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

/** Makes both stores out of the same payments. */
const makeStores = async (place: Workplace, payments: number, eventsPerPayment: number): Promise<[Store, Store]> => {
  const seed = await startServer("bursar", place, join(place.folder, "seed"))
  await seedPayments(seed, place, made)
  await seed.stop()
  const make = (name: string, size: number): Store => {
    const folder = join(place.folder, name)
    cpSync(seed.folder, folder, { recursive: true })
    const begun = performance.now()
    const { events, ids } = growStore(folder, { payments: size, eventsPerPayment, days })
    const seconds = rounded((performance.now() - begun) / 1000, 0)
    const gigabytes = rounded(sizeOf(folder) / 1e9, 2)
    writeLine(`${name}: ${size} payments, ${events} events, ${gigabytes} GB, in ${seconds} s`)
    return { name, payments: size, folder, ids }
  }
  return [make("small", smallPayments), make("large", payments)]
}

const kinds = ["create", "retrieve", "list, first page", "list, middle", "events, first page"] as const
type Kind = (typeof kinds)[number]

const planOf = (kind: Kind, { keys }: Workplace, { ids, middle }: Serving): RequestPlan => {
  if (kind === "create") return { kind, keys, run: newRun() }
  if (kind === "retrieve") return { kind, keys, ids }
  const api = kind === "events, first page" ? { ...ourApi, path: "/cards/v2/events" } : ourApi
  return { kind: "list", keys, limit: 10, cursors: kind === "list, middle" ? middle : [], api }
}

interface Rounds {
  readonly rounds: number
  readonly seconds: number
}

/** How much longer the large store takes than the small one. */
const verdict = (measure: string, large: ReadonlyArray<number>, small: ReadonlyArray<number>): void =>
  writeVerdict(
    { measure: `${measure}, large/small`, better: "lower", floor: 1.3, goal: 1.3 },
    large.map((value, round) => value / small[round]!)
  )

const measureRequests = async (place: Workplace, stores: ReadonlyArray<Store>, { rounds, seconds }: Rounds) => {
  const serving: Array<Serving> = []
  for (const store of stores) {
    const server = await startServer("bursar", place, store.folder)
    serving.push({ ...store, server, middle: await findMiddleCursors(server, place, store.payments) })
  }
  const row = openTable([
    { title: "store", width: 8 },
    { title: "work", width: 20 },
    { title: "rps", width: 7 },
    { title: "p50 ms", width: 7 },
    { title: "p99 ms", width: 8 }
  ])
  for (const kind of kinds) {
    const taken = new Map<string, Array<number>>(stores.map(({ name }) => [name, []]))
    // The first round is for the compilers and the cache of files.
    for (let round = 0; round <= rounds; round++) {
      for (const each of serving) {
        const requests = planOf(kind, place, each)
        const found = await load({ port: each.server.port, connections: 8, durationMs: seconds * 1000, requests })
        if (round === 0) continue
        taken.get(each.name)?.push(1 / found.rps)
        row([each.name, kind, rounded(found.rps, 0), rounded(found.p50Ms, 2), rounded(found.p99Ms, 2)])
      }
    }
    verdict(kind, taken.get("large") ?? [], taken.get("small") ?? [])
  }
  for (const { server } of serving) await server.stop()
}

const measureStarts = async (place: Workplace, stores: ReadonlyArray<Store>, rounds: number) => {
  const taken = new Map<string, Array<number>>(stores.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const { folder, name } of stores) {
      const server = await startServer("bursar", place, folder)
      taken.get(name)?.push(performance.now() - server.spawnedAtMs)
      await server.stop()
    }
  }
  for (const [name, times] of taken) writeLine(`start, ${name}: ${rounded(median(times), 0)} ms`)
  verdict("start", taken.get("large") ?? [], taken.get("small") ?? [])
}

/** Moves the clock a day, in process: housekeeping and whatever else is due then runs. */
const moveDay = async ({ folder }: Store): Promise<number> => {
  const masterKey = readFileSync(join(folder, "master.key"), "utf8").trim()
  const engine = await createEngine({ plugins: [cards(), bank()], store: sqlite(folder), masterKey, log: false })
  const begun = performance.now()
  await engine.clock.advance("1 day")
  const elapsedMs = performance.now() - begun
  await engine.close()
  return elapsedMs
}

const measureClock = async (stores: readonly [Store, Store], rounds: number) => {
  const [small, large]: [Array<number>, Array<number>] = [[], []]
  for (let round = 0; round < rounds; round++) {
    small.push(await moveDay(stores[0]))
    large.push(await moveDay(stores[1]))
  }
  writeLine(`a day of the clock: small ${rounded(median(small), 0)} ms, large ${rounded(median(large), 0)} ms`)
  verdict("a day of the clock", large, small)
}

/** Creates in a second while the store is pruned. */
const createRate = 200

/** How long pruning may take, from start to end. */
const pruneLimitMs = 3_600_000

const measurePruning = async (place: Workplace, { folder }: Store, { rounds, seconds }: Rounds) => {
  const settings = { BURSAR_RETENTION_CARDS_EVENTS: String(keptDays) }
  const server = await startServer("bursar", { ...place, settings }, folder)
  const { admin } = JSON.parse(readFileSync(join(folder, "credentials.json"), "utf8")) as { admin: { token: string } }
  const headers = { authorization: `Bearer ${admin.token}` }
  const window = () =>
    load({
      port: server.port,
      connections: 8,
      durationMs: seconds * 1000,
      ratePerSecond: createRate,
      requests: { kind: "create", keys: place.keys, run: newRun() }
    })
  await window()
  const quiet: Array<number> = []
  for (let round = 0; round < rounds; round++) quiet.push((await window()).p99Ms)
  const pruned: { took?: string } = {}
  const begun = performance.now()
  const pruning = exchange({
    port: server.port,
    method: "POST",
    path: "/admin/prune",
    headers,
    timeoutMs: pruneLimitMs
  })
    .then(({ body, status }) =>
      status === 200 ? body : Promise.reject(new Error(`pruning answered ${status} ${body}`))
    )
    .finally(() => {
      pruned.took = `${rounded((performance.now() - begun) / 1000, 1)} s`
    })
  const meanwhile: Array<number> = []
  while (pruned.took === undefined) meanwhile.push((await window()).p99Ms)
  const gone = /"cards.events","days":\d+,"rows":(\d+)/.exec(await pruning)?.[1]
  writeLine(`pruning took ${pruned.took} and deleted ${gone ?? "no"} events`)
  await server.stop()
  const rest = median(quiet)
  writeFigure({ measure: "create p99, quiet", better: "lower", unit: "ms" }, quiet)
  writeVerdict(
    {
      measure: "create p99 while a fifth of the events is deleted, relative to quiet",
      better: "lower",
      floor: 2,
      goal: 2
    },
    meanwhile.map((p99) => p99 / rest)
  )
}

/** `npm run bench -- long-life`. */
export const longLife = defineBench({
  summary: "a store of a million payments and ten million events beside a small one (half an hour and more, 20 GB)",
  options: {
    payments: numberOption(
      1_000_000,
      { min: 20_000, max: 2_000_000 },
      "payments of the large store, in whole thousands"
    ),
    events: numberOption(10, { min: 2, max: 20 }, "events of each payment, an even number"),
    rounds: numberOption(3, { min: 1, max: 100 }, "rounds of each kind, small and large in turn"),
    seconds: numberOption(3, { min: 1, max: 600 }, "length of a round"),
    folder: comparisonOptions.folder
  },
  run: async (options) => {
    const place = makeWorkplace(options.folder)
    const stores = await makeStores(place, options.payments, options.events)
    await measureRequests(place, stores, options)
    await measureStarts(place, stores, options.rounds)
    await measureClock(stores, options.rounds)
    await measurePruning(place, stores[1], options)
  }
})
