/** The short form of `npm run crash`: real servers are killed under load on SQLite, and everything that was answered is there once. */
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { temporaryFolder } from "../store/openStore.ts"
import { startFleet } from "./fleet.ts"
import { sqliteRows } from "./rows.ts"
import { killAtRandom, runCrashTest } from "./run.ts"

it("kill -9 under load loses nothing that was answered and doubles nothing", async () => {
  const folder = temporaryFolder()
  const fleet = await startFleet({ folder, processes: 1 })
  onTestFinished(async () => void (await fleet.stop()))
  const report = await runCrashTest({
    fleet,
    read: sqliteRows(join(folder, "data", "us-east-1.db")),
    seed: 1,
    callers: 4,
    pauseMs: 60,
    // Other tests share the processors.
    outageMs: 30_000,
    faults: killAtRandom(fleet, { kills: 5, processes: 1 }),
    faultsOfMove: killAtRandom(fleet, { kills: 2, processes: 1, longestMs: 100 })
  })
  expect(report.violations).toEqual([])
  expect(report).toMatchObject({ kills: 7 })
  expect(report.killsOfMove).toBeGreaterThan(0)
  expect(report.tally.lost).toBeGreaterThan(0)
  expect(report.events).toBeGreaterThan(report.payments)
})
