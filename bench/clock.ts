/**
 * P10 and P18: moving the clock. Due jobs per second, each the expiry of an authorization with its journal and events, 32 at each moment; a
 * year over open captures, disputes, payouts and retries of webhooks; and a hundred years on an engine in which nothing falls due.
 * In memory and on disk. It leaves out Postgres.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "bursar"
import { cards, payments, testAccount } from "bursar/cards"
import { sqlite } from "bursar/sqlite"
import { openYear } from "./clock/year.ts"
import { defineBench, numberOption, textOption } from "./options.ts"
import { openTable, rounded, writeLine, writeVerdict } from "./report.ts"

const masterKey = Buffer.alloc(32, 1).toString("base64")

/** Creates that are under way together. */
const inFlight = 32

/** Time between two expiries, in milliseconds. */
const apartMs = 1_000

const start = async (place: string) =>
  createEngine({
    plugins: [cards()],
    store: sqlite(place),
    clock: "2026-01-15T09:30:00Z",
    masterKey,
    log: false
  })

interface Cost {
  readonly elapsedMs: number
  /** Of all threads of this process: what other work on the machine does not change. */
  readonly cpuMs: number
}

const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const begun = performance.now()
  const cpuBefore = process.cpuUsage()
  await work()
  const { system, user } = process.cpuUsage(cpuBefore)
  return { elapsedMs: performance.now() - begun, cpuMs: (system + user) / 1_000 }
}

/** What it costs that so many authorizations expire one after the other. */
const expiries = async (place: string, jobs: number): Promise<Cost> => {
  const engine = await start(place)
  const caller = await engine.caller({ principal: testAccount("acct_bench") })
  const authorize = payments.create(caller, {
    amountMinor: 2000,
    currency: "usd",
    paymentMethod: "pm_card_visa",
    captureMethod: "manual"
  })
  for (let made = 0; made < jobs; made += inFlight) {
    await Promise.all(Array.from({ length: Math.min(inFlight, jobs - made) }, () => engine.call(authorize)))
    await engine.clock.advance(apartMs)
  }
  const cost = await costOf(() => engine.clock.advance("8 days"))
  await engine.close()
  return cost
}

/** What a year over open objects costs. */
const yearOver = async (place: string, objects: number): Promise<Cost> => {
  const year = await openYear(place, masterKey, objects)
  const cost = await costOf(year.pass)
  await year.close()
  return cost
}

/** Milliseconds for a hundred years without anything to do. */
const emptyCentury = async (place: string): Promise<number> => {
  const engine = await start(place)
  const { elapsedMs } = await costOf(() => engine.clock.advance(3_155_760_000_000))
  await engine.close()
  return elapsedMs
}

export const clock = defineBench({
  summary:
    "P10 due jobs per second while the clock is moved, and a year over open objects, P18 a hundred years of an empty engine",
  options: {
    rounds: numberOption(3, { min: 1, max: 100 }, "rounds of each kind"),
    jobs: numberOption(3_200, { min: 1, max: 1_000_000 }, "authorizations that expire"),
    objects: numberOption(10_000, { min: 40, max: 1_000_000 }, "open objects of the year"),
    only: textOption("jobs, year or empty; all without it"),
    folder: textOption("parent of the data folders; the disk under it is measured")
  },
  run: async (options) => {
    const row = openTable([
      { title: "round" },
      { title: "store", width: 8 },
      { title: "jobs /s", width: 8 },
      { title: "cpu µs a job", width: 12 },
      { title: "year ms", width: 8 },
      { title: "cpu ms", width: 8 },
      { title: "100 years ms", width: 12 }
    ])
    const isWanted = (kind: string) => options.only === "" || options.only === kind
    const nothing = () => ({ rates: [] as Array<number>, years: [] as Array<number>, empty: [] as Array<number> })
    const found = { "in memory": nothing(), "on disk": nothing() }
    for (let round = 1; round <= options.rounds; round++) {
      for (const store of ["in memory", "on disk"] as const) {
        const folder = mkdtempSync(join(options.folder === "" ? tmpdir() : options.folder, "bursar-bench-"))
        const placeOf = (name: string) => (store === "in memory" ? ":memory:" : join(folder, name))
        try {
          const { empty, rates, years } = found[store]
          const cost = isWanted("jobs") ? await expiries(placeOf("jobs"), options.jobs) : undefined
          if (cost !== undefined) rates.push((options.jobs * 1_000) / cost.elapsedMs)
          const year = isWanted("year") ? await yearOver(placeOf("year"), options.objects) : undefined
          if (year !== undefined) years.push(year.elapsedMs)
          if (isWanted("empty")) empty.push(await emptyCentury(placeOf("empty")))
          const cpu = ((cost?.cpuMs ?? 0) * 1_000) / options.jobs
          row([
            String(round),
            store,
            rounded(rates.at(-1) ?? 0, 0),
            rounded(cpu, 0),
            rounded(years.at(-1) ?? 0, 0),
            rounded(year?.cpuMs ?? 0, 0),
            rounded(empty.at(-1) ?? 0, 0)
          ])
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      }
    }
    writeLine()
    for (const [store, goal] of [
      ["in memory", 20_000],
      ["on disk", 8_000]
    ] as const) {
      const { empty, rates, years } = found[store]
      if (rates.length > 0)
        writeVerdict({ measure: `P10 ${store}`, better: "higher", floor: 5_000, goal, unit: "/s" }, rates)
      if (years.length > 0)
        writeVerdict({ measure: `P10 year, ${store}`, better: "lower", goal: 3_000, unit: "ms" }, years)
      if (empty.length > 0)
        writeVerdict({ measure: `P18 ${store}`, better: "lower", floor: 1_000, goal: 100, unit: "ms" }, empty)
    }
  }
})
