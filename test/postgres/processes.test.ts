/** Three real server processes on one database: what was answered stays, whatever becomes of the process that answered. */
import { expect, it, onTestFinished } from "vitest"
import { startFleet } from "../crash/fleet.ts"
import { postgresRows } from "../crash/rows.ts"
import { killAtRandom, runCrashTest } from "../crash/run.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { freshDatabase } from "./database.ts"

it("under load on all, kill -9 of one after the other loses and doubles nothing, and the books balance", async () => {
  const databaseUrl = await freshDatabase()
  const processes = 3
  const fleet = await startFleet({ folder: temporaryFolder(), processes, databaseUrl })
  onTestFinished(async () => void (await fleet.stop()))
  const report = await runCrashTest({
    fleet,
    read: postgresRows(databaseUrl),
    seed: 1,
    callers: 6,
    pauseMs: 60,
    // Other tests share the processors.
    outageMs: 30_000,
    faults: killAtRandom(fleet, { kills: 3, processes }),
    faultsOfMove: killAtRandom(fleet, { kills: 3, processes, longestMs: 100 })
  })
  expect(report.violations).toEqual([])
  expect(report).toMatchObject({ kills: 6 })
  expect(report.killsOfMove).toBeGreaterThan(0)
  expect(report.tally.lost).toBeGreaterThan(0)
}, 180_000)
