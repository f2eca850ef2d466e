/** Interleaved rounds: raw, ours, raw, ours … under the same load, printed as they finish, and the ratio of each pair. */
import { setTimeout as pause } from "node:timers/promises"
import { load } from "./load.ts"
import type { LoadPlan, LoadResult } from "./load.ts"
import { readMachineCpuSeconds } from "./process-usage.ts"
import { openTable, rounded, writeLine } from "./report.ts"
import type { RunningServer } from "./servers.ts"

/** One round of one server. */
export interface Round extends LoadResult {
  /** Processor time of the server as a share of one core; `NaN` where the system does not tell it. */
  readonly cpuShare: number
  /** Processor time of the load process as a share of one core; near 1 the client may be what is measured. */
  readonly clientCpuShare: number
  /** Cores kept busy by anything but server and client: what disturbed the round. */
  readonly otherCpuShare: number
  /** Bytes sent to storage per request. */
  readonly writtenPerRequest: number
}

/** A raw round and the round of ours that followed it. */
export interface Pair {
  readonly raw: Round
  readonly ours: Round
}

/** What the rounds of a comparison have in common; `plan` is called for each load, because create runs must differ. */
export interface Comparison {
  readonly raw: RunningServer
  readonly ours: RunningServer
  readonly pairs: number
  readonly seconds: number
  /**
   * Seconds that each server is warmed up before the first round. A server of ours answers its first 20,000 creates at half
   * its speed, until the compiler of the runtime has settled; raw, which is little code, settles in a second.
   */
  readonly warm: number
  readonly connections: number
  readonly plan: (server: RunningServer) => LoadPlan["requests"]
  /** Whether what is measured works in other processes as well, such as a database. */
  readonly sharesMachine?: boolean
}

/** Time for a server to finish what the round before left behind (garbage, a checkpoint). Our choice. */
const restMs = 250

const growth = (before: number | undefined, after: number | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : after - before

/** Above this share of a core, other work on the machine decides more than the difference that is looked for. */
const disturbedFrom = 0.1

/** Measures one round of one server. */
export const measureRound = async (server: RunningServer, plan: Omit<LoadPlan, "port">): Promise<Round> => {
  const machineBefore = readMachineCpuSeconds()
  const before = server.usage()
  const result = await load({ ...plan, port: server.port })
  const after = server.usage()
  const machine = growth(machineBefore, readMachineCpuSeconds()) ?? Number.NaN
  const serverCpu = growth(before.cpuSeconds, after.cpuSeconds) ?? Number.NaN
  const written = growth(before.writtenBytes, after.writtenBytes) ?? Number.NaN
  return {
    ...result,
    cpuShare: serverCpu / result.seconds,
    clientCpuShare: result.clientCpuSeconds / result.seconds,
    otherCpuShare: Math.max(0, machine - serverCpu - result.clientCpuSeconds) / result.seconds,
    writtenPerRequest: written / result.requests
  }
}

/** Opens the table that rounds are printed in. */
export const openRoundTable = () => {
  const row = openTable([
    { title: "round", width: 5 },
    { title: "server", width: 8 },
    { title: "rps", width: 8 },
    { title: "p50 ms", width: 7 },
    { title: "p99 ms", width: 7 },
    { title: "max ms", width: 7 },
    { title: "not 2xx" },
    { title: "server cpu" },
    { title: "client cpu" },
    { title: "other cpu" },
    { title: "disk B/req", width: 10 },
    { title: "ours/raw" }
  ])
  return (label: string, server: string, round: Round, ratio?: number) =>
    row([
      label,
      server,
      rounded(round.rps, 0),
      rounded(round.p50Ms, 2),
      rounded(round.p99Ms, 2),
      rounded(round.maxMs, 1),
      round.refused,
      rounded(round.cpuShare, 2),
      rounded(round.clientCpuShare, 2),
      rounded(round.otherCpuShare, 2),
      rounded(round.writtenPerRequest, 0),
      rounded(ratio, 3)
    ])
}

/** Warms both servers up, then measures the pairs and prints every round. */
export const runPairs = async (comparison: Comparison): Promise<ReadonlyArray<Pair>> => {
  const { raw, ours, connections, seconds } = comparison
  const roundOf = async (server: RunningServer, durationMs = seconds * 1000) => {
    await pause(restMs)
    return measureRound(server, { connections, durationMs, requests: comparison.plan(server) })
  }
  for (const server of [raw, ours]) await roundOf(server, comparison.warm * 1000)
  const print = openRoundTable()
  const pairs: Array<Pair> = []
  while (pairs.length < comparison.pairs) {
    const label = String(pairs.length + 1)
    const rawRound = await roundOf(raw)
    print(label, "raw", rawRound)
    const oursRound = await roundOf(ours)
    print(label, ours.subject, oursRound, oursRound.rps / rawRound.rps)
    pairs.push({ raw: rawRound, ours: oursRound })
  }
  const disturbed = pairs.filter((pair) => Math.max(pair.raw.otherCpuShare, pair.ours.otherCpuShare) > disturbedFrom)
  if (disturbed.length > 0 && comparison.sharesMachine !== true) {
    writeLine(
      `${disturbed.length} of ${pairs.length} pairs were disturbed by other work on this machine: measure again`
    )
  }
  return pairs
}

/** The throughput of ours as a share of raw's, per pair. */
export const ratios = (pairs: ReadonlyArray<Pair>): ReadonlyArray<number> =>
  pairs.map((pair) => pair.ours.rps / pair.raw.rps)
