/**
 * What a reload of list files costs while customers are screened: S24 (latency, gaps of the event loop, no mixed lists) and
 * S23 (memory of the index, at the peak of a reload and after twenty of them), through the service over a folder.
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
import { openTable, rounded, writeLine, writeVerdict } from "./report.ts"

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
  const layer = NodeScreening.layer({ folder, pollMs: 50 }).pipe(Layer.provide(Clock.layer))
  const runtime = ManagedRuntime.make(layer)
  const service = await runtime.runPromise(Screening)
  return {
    screen: (subject: ScreeningSubject) => Effect.runSync(service.screen(subject)),
    version: async (list: string) =>
      (await runtime.runPromise(service.lists)).find((one) => one.list === list)?.version ?? "",
    onChange: service.onChange!,
    close: () => runtime.dispose()
  }
}

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
    const answers = new Set<string>()
    const ask = (subject: ScreeningSubject) => {
      const { listsScreened } = screen(subject)
      answers.add(listsScreened.map(({ version }) => version).join())
    }
    const idleUntil = performance.now() + 5_000
    await watch(ask, subjects, () => performance.now() > idleUntil)
    const quietUntil = performance.now() + 5_000
    const idle = await watch(ask, subjects, () => performance.now() > quietUntil)
    const row = openTable([
      { title: "reload" },
      { title: "p50 ms", width: 7 },
      { title: "p99 ms", width: 7 },
      { title: "max ms", width: 7 },
      { title: "longest gap ms" },
      { title: "peak RSS MB" },
      { title: "heap MB" }
    ])
    const show = (name: string, { gap, max, p50, p99, peakRss }: Watched, heap: number) =>
      row([
        name,
        rounded(p50, 2),
        rounded(p99, 2),
        rounded(max, 1),
        rounded(gap, 1),
        rounded(peakRss, 0),
        rounded(heap, 1)
      ])
    show("none", idle, first.heap)
    const during: Array<Watched> = []
    const heaps: Array<number> = []
    let seen = 0
    const stop = onChange(() => seen++)
    for (let count = 1; count <= reloads; count++) {
      put(
        folder,
        changing,
        `\n${JSON.stringify({ id: `new:${count}`, type: "individual", name: `New Name ${count}` })}`
      )
      let ended = Number.POSITIVE_INFINITY
      // The first second with the new index counts as well: what was kept of the old one has to be found anew.
      const watched = await watch(ask, subjects, () => {
        if (seen >= count && ended === Number.POSITIVE_INFINITY) ended = performance.now() + 1_000
        return performance.now() > ended
      })
      during.push(watched)
      heaps.push(bytes().heap)
      show(String(count), watched, heaps.at(-1)!)
    }
    stop()
    const last = bytes()
    await close()
    writeLine()
    writeLine(
      `S24 states of the lists that were answered with: ${answers.size}, one after each of ${reloads} reloads and one before`
    )
    const most = (values: ReadonlyArray<number>) => values.reduce((one, other) => Math.max(one, other), 0)
    writeVerdict(
      { measure: "S24 longest gap of the event loop in a reload", better: "lower", floor: 10, goal: 10, unit: "ms" },
      during.map(({ gap }) => gap)
    )
    writeVerdict(
      { measure: "S24 p99 in a reload, relative to idle", better: "lower", floor: 2, goal: 2 },
      during.map(({ p99 }) => p99 / idle.p99)
    )
    writeVerdict(
      { measure: `S23 heap after ${reloads} reloads, relative to the fifth`, better: "lower", floor: 1.05, goal: 1.05 },
      [last.heap / heaps[4]!]
    )
    const peak = most(during.map(({ peakRss }) => peakRss))
    writeLine(
      `S23 resident memory: ${rounded(empty.rss, 0)} MB without lists, ${rounded(first.rss, 0)} MB with them, ` +
        `at most ${rounded(peak, 0)} MB in a reload, ${rounded(last.rss, 0)} MB after ${reloads}`
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
