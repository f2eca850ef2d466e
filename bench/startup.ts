/**
 * P6: from spawning the process to the first answered create, on an empty folder, on folders with payments, and on the
 * same folders after `kill -9` in the middle of creates. The file system cache is warm; a cold disk is left out.
 */
import { setTimeout as pause } from "node:timers/promises"
import { createOnce, getPayments, newRun } from "./check.ts"
import { exchange, ExchangeTimeout } from "./exchange.ts"
import { load } from "./load.ts"
import { choiceOption, comparisonOptions, defineBench, numberOption, numbersOption, textOption } from "./options.ts"
import { median, openTable, rounded, writeLine, writeVerdict } from "./report.ts"
import { makeSeededFolder } from "./seed.ts"
import type { SeededFolder } from "./seed.ts"
import { makeWorkplace, spawnServer } from "./servers.ts"
import type { RunningServer, Subject, Workplace } from "./servers.ts"

/** When a starting server answered for the first time, in milliseconds since it was spawned. */
interface Start {
  readonly server: RunningServer
  readonly listeningMs: number
  readonly readyMs: number
  readonly createdMs: number
  /** Requests that were accepted and never answered: a server that listens before it can answer. */
  readonly unanswered: number
}

/** A client gives up on a request after this time and tries again. */
const patienceMs = 1000
/** A start that takes longer than this has failed. */
const startLimitMs = 60_000
const retryMs = 2

const untilAnswered = async (server: RunningServer, attempt: () => Promise<{ readonly status: number }>) => {
  const elapsedMs = () => performance.now() - server.spawnedAtMs
  let listeningMs: number | undefined
  let unanswered = 0
  while (elapsedMs() < startLimitMs) {
    server.assertAlive()
    try {
      const { status } = await attempt()
      listeningMs ??= elapsedMs()
      if (status === 200) return { listeningMs, answeredMs: elapsedMs(), unanswered }
      if (status !== 503) throw new Error(`a starting server answered ${status}`)
    } catch (error) {
      if (error instanceof ExchangeTimeout) unanswered += 1
      // Anything with a code is a refused or broken connection: not listening yet.
      else if (!(error instanceof Error && "code" in error)) throw error
    }
    await pause(retryMs)
  }
  throw new Error(`the ${server.subject} server did not answer in ${startLimitMs} ms`)
}

const startAndCreate = async (subject: Subject, place: Workplace, folder: string): Promise<Start> => {
  const server = await spawnServer(subject, place, folder)
  const { port } = server
  const timeoutMs = patienceMs
  const ready = await untilAnswered(server, () => exchange({ port, method: "GET", path: "/ready", timeoutMs }))
  const run = newRun()
  const created = await untilAnswered(server, () => createOnce(port, place.keys[0] ?? "", run, timeoutMs))
  return {
    server,
    listeningMs: ready.listeningMs,
    readyMs: ready.answeredMs,
    createdMs: created.answeredMs,
    unanswered: ready.unanswered + created.unanswered
  }
}

/** Kills the server while it answers creates; returns the last payments that it had answered. */
const killUnderLoad = async (server: RunningServer, place: Workplace): Promise<ReadonlyArray<string>> => {
  const killAfterMs = 1500
  const checked = 100
  const [{ ids }] = await Promise.all([
    load({
      port: server.port,
      connections: 32,
      durationMs: 10 * killAfterMs,
      requests: { kind: "create", keys: place.keys, run: newRun() },
      collectEvery: 1,
      endsWithServer: true
    }),
    pause(killAfterMs).then(() => server.stop("SIGKILL"))
  ])
  return ids.slice(-checked)
}

const countLost = async (server: RunningServer, place: Workplace, ids: ReadonlyArray<string>): Promise<number> => {
  let lost = 0
  for (const id of ids) {
    const { status } = await getPayments(server.port, place.keys[0] ?? "", `/${id}`)
    if (status !== 200) lost += 1
  }
  return lost
}

/** Starts a server `rounds` times after a clean end and `rounds` times after a kill; prints and returns the times. */
const measureFolder = async (
  subject: Subject,
  place: Workplace,
  { folder }: SeededFolder,
  rounds: number,
  print: (condition: string, start: Start, lost: number | string) => void
) => {
  const clean: Array<number> = []
  const killed: Array<number> = []
  for (let round = 0; round < rounds; round += 1) {
    const start = await startAndCreate(subject, place, folder)
    print("clean", start, "")
    clean.push(start.createdMs)
    const answered = await killUnderLoad(start.server, place)
    const again = await startAndCreate(subject, place, folder)
    print("killed", again, await countLost(again.server, place, answered))
    killed.push(again.createdMs)
    await again.server.stop()
  }
  return { clean, killed }
}

/** The bench `startup`. */
export const startup = defineBench({
  summary: "P6: spawn to first answered create, empty and with payments, after a clean end and after kill -9",
  options: {
    ours: comparisonOptions.ours,
    compare: choiceOption(["yes", "no"], "whether raw is started too"),
    rounds: numberOption(3, { min: 1, max: 50 }, "starts per condition"),
    payments: numbersOption([0, 100_000], { min: 0, max: 1_000_000 }, "sizes of the store"),
    cache: textOption("folder that keeps seeded data folders for the next run"),
    folder: comparisonOptions.folder
  },
  run: async ({ ours, compare, rounds, payments, cache, folder }) => {
    const place = makeWorkplace(folder)
    const subjects = new Set<Subject>(compare === "yes" ? ["raw", ours] : [ours])
    const row = openTable([
      { title: "payments", width: 8 },
      { title: "server", width: 6 },
      { title: "after", width: 6 },
      { title: "listening ms" },
      { title: "ready ms" },
      { title: "created ms" },
      { title: "unanswered" },
      { title: "lost of 100" }
    ])
    const results: Array<{ subject: Subject; size: number; clean: Array<number>; killed: Array<number> }> = []
    for (const size of payments) {
      for (const subject of subjects) {
        const seeded = await makeSeededFolder(subject, place, { payments: size, cache })
        const times = await measureFolder(subject, place, seeded, rounds, (condition, start, lost) => {
          const figures = [start.listeningMs, start.readyMs, start.createdMs].map((value) => rounded(value, 0))
          row([String(size), subject, condition, ...figures, start.unanswered, lost])
        })
        results.push({ subject, size, ...times })
      }
    }
    writeLine()
    const oursBySize = results.filter((result) => result.subject === ours).sort((left, right) => left.size - right.size)
    for (const { size, clean, killed } of oursBySize) {
      for (const [condition, times] of Object.entries({ clean, killed })) {
        const measure = `P6 start, ${size} payments, ${condition}`
        writeVerdict({ measure, better: "lower", floor: 700, goal: 400, unit: "ms" }, times)
        const growthMs = median(times) - median(oursBySize[0]?.clean ?? [])
        writeLine(`  ${rounded(growthMs, 0)} ms more than the smallest store, clean (goal: at most 30 at 1000000)`)
      }
    }
  }
})
