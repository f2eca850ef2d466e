/**
 * The same work by tools that others use instead: creates, retrieves and lists on stores of several sizes, memory, and
 * what is left after a clean restart. Ours is as `npm start` runs it: each answer is on disk, while the others keep
 * everything in memory. It leaves out everything that only ours does.
 */
import { join } from "node:path"
import { exchange } from "./exchange.ts"
import { newRun } from "./check.ts"
import { load } from "./load.ts"
import { comparisonOptions, defineBench, numberOption, numbersOption, textOption } from "./options.ts"
import type { OptionValues } from "./options.ts"
import { peers } from "./peers/catalogue.ts"
import { installPeers } from "./peers/install.ts"
import { openTable, rounded, writeFigure, writeLine } from "./report.ts"
import { ourApi } from "./requests.ts"
import type { PaymentApi, SinglePlan } from "./requests.ts"
import { findMiddleCursors } from "./seed.ts"
import { makeWorkplace, spawnCommand, startServer, untilReady } from "./servers.ts"
import type { RunningServer, Workplace } from "./servers.ts"

/** A tool or ours. */
interface Contestant {
  readonly name: string
  readonly keys: ReadonlyArray<string>
  readonly api: PaymentApi
  readonly start: () => Promise<RunningServer>
}

/** A contestant that runs, with what was created in it so far. */
interface Running extends Contestant {
  server: RunningServer
  readonly ids: Array<string>
}

const peerOptions = {
  payments: numbersOption([10_000, 100_000], { min: 200, max: 1_000_000 }, "sizes of the store"),
  pairs: numberOption(3, { min: 1, max: 100 }, "rounds of each kind, all tools in turn"),
  seconds: numberOption(2, { min: 1, max: 600 }, "length of a round"),
  connections: numberOption(8, { min: 1, max: 1024 }, "keep-alive connections, one outstanding request each"),
  install: textOption("folder that the tools are installed in and stay in for the next run"),
  folder: comparisonOptions.folder
}

/** One tool counts 5,000 requests an hour of each key; these are enough for ten million. */
const peerKeys = Array.from({ length: 2_000 }, (_, index) => `sk_test_peer${String(index).padStart(12, "0")}`)

const contestantsOf = (place: Workplace, modules: string): ReadonlyArray<Contestant> => [
  { name: "bursar", keys: place.keys, api: ourApi, start: () => startServer("bursar", place) },
  ...peers.map(({ api, args, env, name, program }) => ({
    name,
    api,
    keys: peerKeys,
    start: async () => {
      const folder = join(place.folder, name)
      const server = await spawnCommand({
        subject: name,
        folder,
        args: (port) => [join(modules, program), ...args(port)],
        env
      })
      return untilReady(server, "/", (status) => status < 500)
    }
  }))
]

/** Connections while a store is filled. */
const fillConnections = 64

/** Creates until so many payments are there. All ids are kept: lists begin at one of the middle. */
const fill = async ({ api, ids, keys, server }: Running, payments: number) => {
  const maxRequests = payments - ids.length
  if (maxRequests <= 0) return
  const requests = { kind: "create", keys, run: newRun(), api } as const
  const made = await load({ port: server.port, connections: fillConnections, maxRequests, requests, collectEvery: 1 })
  ids.push(...made.ids)
}

/** Where pages around the middle begin. */
const middleOf = async (running: Running, place: Workplace): Promise<ReadonlyArray<string>> => {
  const at = Math.floor(running.ids.length / 2)
  return running.api === ourApi
    ? findMiddleCursors(running.server, place, running.ids.length)
    : running.ids.slice(at, at + 20)
}

const kinds = ["retrieve", "list, first page", "list, middle", "create"] as const

const planOf = (
  kind: (typeof kinds)[number],
  { api, ids, keys }: Running,
  middle: ReadonlyArray<string>
): SinglePlan =>
  kind === "create"
    ? { kind, keys, api, run: newRun() }
    : kind === "retrieve"
      ? { kind, keys, api, ids: ids.slice(0, 10_000) }
      : { kind: "list", keys, api, limit: 10, cursors: kind === "list, middle" ? middle : [] }

/** Measures all kinds of work at one size, all contestants in turn, the one that writes last. */
const measureSize = async (
  all: ReadonlyArray<Running>,
  place: Workplace,
  options: OptionValues<typeof peerOptions>
) => {
  const size = all[0]?.ids.length ?? 0
  const middles = new Map<Running, ReadonlyArray<string>>()
  for (const each of all) middles.set(each, await middleOf(each, place))
  const row = openTable([
    { title: "payments", width: 8 },
    { title: "tool", width: 20 },
    { title: "work", width: 16 },
    { title: "rps", width: 7 },
    { title: "p50 ms", width: 7 },
    { title: "p99 ms", width: 8 },
    { title: "RSS MiB" }
  ])
  for (const kind of kinds) {
    const rates = new Map<Running, Array<number>>(all.map((each) => [each, []]))
    // The first round is for the compilers.
    for (let round = 0; round <= options.pairs; round++) {
      for (const each of all) {
        const found = await load({
          port: each.server.port,
          connections: options.connections,
          durationMs: options.seconds * 1000,
          requests: planOf(kind, each, middles.get(each) ?? [])
        })
        if (round === 0) continue
        rates.get(each)?.push(found.rps)
        const figures = [rounded(found.rps, 0), rounded(found.p50Ms, 2), rounded(found.p99Ms, 2)]
        row([String(size), each.name, kind, ...figures, rounded(each.server.usage().rssMb, 0)])
      }
    }
    const [ours, ...others] = all
    for (const other of others) {
      const theirs = rates.get(other) ?? []
      const relative = (rates.get(ours!) ?? []).map((rate, round) => rate / theirs[round]!)
      writeFigure({ measure: `${kind}, ${size}, ours/${other.name}`, better: "higher" }, relative)
    }
  }
}

/** Ends and starts a contestant again; how many of its last payments are still there. */
const countKept = async (running: Running): Promise<string> => {
  const asked = running.ids.slice(-100)
  await running.server.stop()
  running.server = await running.start()
  let kept = 0
  for (const id of asked) {
    const headers = { authorization: `Bearer ${running.keys[0]}` }
    const path = `${running.api.path}/${id}`
    const { status } = await exchange({ port: running.server.port, method: "GET", path, headers })
    if (status === 200) kept += 1
  }
  return `${kept} of ${asked.length}`
}

/** `npm run bench -- peers`. */
export const comparePeers = defineBench({
  summary: "the same work by tools from npm that others use instead (installs them; some 6 minutes)",
  options: peerOptions,
  run: async (options) => {
    const place = makeWorkplace(options.folder)
    const modules = installPeers(options.install === "" ? join(place.folder, "peers") : options.install)
    const all: Array<Running> = []
    for (const each of contestantsOf(place, modules)) all.push({ ...each, ids: [], server: await each.start() })
    for (const { name, version, work } of peers) writeLine(`${name} ${version}: ${work}`)
    for (const payments of options.payments.toSorted((left, right) => left - right)) {
      for (const each of all) await fill(each, payments)
      await measureSize(all, place, options)
    }
    for (const each of all) writeLine(`${each.name}: ${await countKept(each)} payments are there after a restart`)
    await Promise.all(all.map(({ server }) => server.stop()))
  }
})
