/**
 * What a reload of list files costs while customers are screened: S24 (latency, gaps of the event loop, no mixed lists) and
 * S23 (memory of the index, at the peak of a reload and after twenty of them), through the service over a folder. After each
 * reload as long a time without one is watched: what the machine does to both is not the reload's.
 */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Clock, NodeScreening, Screening, type ScreeningSubject, type WatchList } from "bursar"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as References from "effect/References"
import { median, openTable, rounded, writeLine, writeVerdict } from "./report.ts"

const megabyte = 1024 * 1024

/** Screenings a second (S24). */
const perSecond = 500

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const bytes = (): { readonly heap: number; readonly rss: number } => {
  collect()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / megabyte, rss: rss / megabyte }
}

const linesOf = ({ entries }: WatchList): string =>
  entries
    .map(({ aliases, datesOfBirth, entityType, entryId, name, weakAliases }) =>
      JSON.stringify({ id: entryId, type: entityType, name, aliases, weak_aliases: weakAliases, dob: datesOfBirth })
    )
    .join("\n")

/** Written whole or not at all, as `bursar lists import` does. */
const put = (folder: string, list: WatchList, more = ""): void => {
  const name = `custom_${list.list}.jsonl`
  writeFileSync(join(folder, `.${name}`), linesOf(list) + more)
  renameSync(join(folder, `.${name}`), join(folder, name))
}

/** What was seen while screenings were asked for at a fixed rate. Times are milliseconds. */
interface Watched {
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** The longest time in which the event loop did nothing of what it was asked, screenings apart. */
  readonly gap: number
  readonly peakRss: number
}

/** How often the event loop shows that it turns, in milliseconds. */
const beatMs = 1

/** Screens at the rate until `until` says so. */
const watch = async (
  screen: (subject: ScreeningSubject) => void,
  subjects: ReadonlyArray<ScreeningSubject>,
  until: () => boolean
): Promise<Watched> => {
  const latencies: Array<number> = []
  let [gap, peakRss] = [0, 0]
  const started = performance.now()
  let before = started
  while (!until()) {
    gap = Math.max(gap, performance.now() - before - beatMs)
    for (;;) {
      const due = started + (latencies.length * 1000) / perSecond
      if (performance.now() < due) break
      screen(subjects[latencies.length % subjects.length]!)
      // From when it was due: a screening that had to wait for the loop took longer.
      latencies.push(performance.now() - due)
      if (latencies.length % 50 === 0) peakRss = Math.max(peakRss, process.memoryUsage.rss() / megabyte)
    }
    before = performance.now()
    await new Promise((resolve) => setTimeout(resolve, beatMs))
  }
  const sorted = latencies.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0, gap, peakRss }
}

/** Starts the service over a folder. */
const start = async (folder: string) => {
  // A line per loaded list would stand between those of the table.
  const quiet = Layer.succeed(References.MinimumLogLevel, "Warn")
  const layer = NodeScreening.layer({ folder, pollMs: 50 }).pipe(Layer.provide(Clock.layer), Layer.provideMerge(quiet))
  const runtime = ManagedRuntime.make(layer)
  const service = await runtime.runPromise(Screening)
  return {
    screen: (subject: ScreeningSubject) => Effect.runSync(service.screen(subject)),
    onChange: service.onChange!,
    close: () => runtime.dispose()
  }
}

const mostOf = (values: ReadonlyArray<number>): number => values.reduce((one, other) => Math.max(one, other), 0)

const openReloads = () => {
  const row = openTable([
    { title: "reload" },
    { title: "p50 ms", width: 7 },
    { title: "p99 ms", width: 7 },
    { title: "max ms", width: 7 },
    { title: "longest gap ms" },
    { title: "idle p99 ms" },
    { title: "idle max ms" },
    { title: "idle gap ms" },
    { title: "peak RSS MB" },
    { title: "heap MB" }
  ])
  return (name: string, { gap, max, p50, p99, peakRss }: Watched, idle: Watched, heap: number) =>
    row([
      name,
      rounded(p50, 2),
      rounded(p99, 2),
      rounded(max, 1),
      rounded(gap, 1),
      rounded(idle.p99, 2),
      rounded(idle.max, 1),
      rounded(idle.gap, 1),
      rounded(peakRss, 0),
      rounded(heap, 1)
    ])
}

/** Everything that was measured. */
interface Measured {
  /** After each reload, as long. */
  readonly idle: ReadonlyArray<Watched>
  readonly during: ReadonlyArray<Watched>
  /** After each reload, in megabytes. */
  readonly heaps: ReadonlyArray<number>
  /** States of the lists that were answered with. */
  readonly states: number
  readonly rss: { readonly empty: number; readonly first: number; readonly last: number }
}

/** Longest gap of the event loop in a reload, in milliseconds (S24). */
const longestGap = 10

/** How many times its idle value the p99 may be in a reload (S24). */
const highestRatio = 2

const judgeStalls = ({ during, idle }: Measured): void => {
  const idleP99 = median(idle.map(({ p99 }) => p99))
  const gaps = (watched: ReadonlyArray<Watched>) => watched.map(({ gap }) => gap)
  const ratios = (watched: ReadonlyArray<Watched>) => watched.map(({ p99 }) => p99 / idleP99)
  const over = (values: ReadonlyArray<number>, limit: number) => values.filter((value) => value > limit).length
  const beside = (values: ReadonlyArray<number>, idleValues: ReadonlyArray<number>, limit: number) =>
    `  over ${limit}: ${over(values, limit)} of ${values.length} reloads, ` +
    `${over(idleValues, limit)} of ${idleValues.length} times without one (worst ${rounded(mostOf(idleValues), 2)})`
  writeVerdict(
    {
      measure: "S24 longest gap of the event loop in a reload",
      better: "lower",
      floor: longestGap,
      goal: longestGap,
      unit: "ms"
    },
    gaps(during)
  )
  writeLine(beside(gaps(during), gaps(idle), longestGap))
  writeVerdict(
    {
      measure: "S24 p99 in a reload, relative to the median of idle",
      better: "lower",
      floor: highestRatio,
      goal: highestRatio
    },
    ratios(during)
  )
  writeLine(beside(ratios(during), ratios(idle), highestRatio))
}

const judge = (measured: Measured): void => {
  const { during, heaps, rss, states } = measured
  const reloads = during.length
  writeLine()
  writeLine(`S24 states of the lists that were answered with: ${states}, where ${reloads + 1} were loaded`)
  judgeStalls(measured)
  const heap = heaps.at(-1)! / heaps[4]!
  const measure = `S23 heap after ${reloads} reloads, relative to the fifth`
  writeVerdict({ measure, better: "lower", floor: 1.05, goal: 1.05 }, [heap])
  const peak = mostOf(during.map(({ peakRss }) => peakRss))
  writeLine(
    `S23 resident memory: ${rounded(rss.empty, 0)} MB without lists, ${rounded(rss.first, 0)} MB with them, ` +
      `at most ${rounded(peak, 0)} MB in a reload, ${rounded(rss.last, 0)} MB after ${reloads}`
  )
}

/** Watches so many milliseconds. */
const watchFor = (
  milliseconds: number,
  ask: (subject: ScreeningSubject) => void,
  subjects: ReadonlyArray<ScreeningSubject>
): Promise<Watched> => {
  const until = performance.now() + milliseconds
  return watch(ask, subjects, () => performance.now() > until)
}

const newEntry = (number: number): string =>
  `\n${JSON.stringify({ id: `new:${number}`, type: "individual", name: `New Name ${number}` })}`

/** Prints S23 and S24. `subjects` are asked over and over. */
export const measureReload = async (
  lists: ReadonlyArray<WatchList>,
  subjects: ReadonlyArray<ScreeningSubject>,
  reloads: number
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-bench-lists-"))
  try {
    for (const list of lists) put(folder, list)
    const changing = lists.at(-1)!
    const empty = bytes()
    const { close, onChange, screen } = await start(folder)
    const first = bytes()
    const states = new Set<string>()
    const ask = (subject: ScreeningSubject) =>
      void states.add(
        screen(subject)
          .listsScreened.map(({ version }) => version)
          .join()
      )
    await watchFor(10_000, ask, subjects)
    const show = openReloads()
    const [during, idle, heaps]: [Array<Watched>, Array<Watched>, Array<number>] = [[], [], []]
    let seen = 0
    const stop = onChange(() => seen++)
    for (let count = 1; count <= reloads; count++) {
      put(folder, changing, newEntry(count))
      const began = performance.now()
      let ended = Number.POSITIVE_INFINITY
      // The first second with the new index counts as well: what was kept of the old one has to be found anew.
      const watched = await watch(ask, subjects, () => {
        if (seen >= count && ended === Number.POSITIVE_INFINITY) ended = performance.now() + 1_000
        return performance.now() > ended
      })
      during.push(watched)
      idle.push(await watchFor(performance.now() - began, ask, subjects))
      heaps.push(bytes().heap)
      show(String(count), watched, idle.at(-1)!, heaps.at(-1)!)
    }
    stop()
    const rss = { empty: empty.rss, first: first.rss, last: bytes().rss }
    await close()
    judge({ idle, during, heaps, states: states.size, rss })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
