/**
 * `npm run crash -- --kills 200 [--store postgres] [--processor] [--power-loss] [--seed 7]`: kills real servers under load, or harms what
 * they rest on, and audits what is left. Prints figures, and every sentence of what does not hold; exits with 1 if there is one.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startPostgres } from "../../bench/postgres-server.ts"
import { contend } from "./contention.ts"
import { makeDisk } from "./Disk.ts"
import { startFailover } from "./failover.ts"
import { onFaultyDisk, waitSeconds } from "./faultyDisk.ts"
import { startFleet, type Fleet } from "./fleet.ts"
import { startLinks } from "./links.ts"
import { startPooler } from "./pooler.ts"
import { startProcessor } from "./processor.ts"
import { postgresRows, sqliteRows } from "./rows.ts"
import { dice, killAtRandom, runCrashTest, type CrashReport, type CrashTest } from "./run.ts"

const write = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    store: { type: "string", default: "sqlite" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    callers: { type: "string", default: "8" },
    pause: { type: "string", default: "150" },
    folder: { type: "string", default: tmpdir() },
    contend: { type: "boolean", default: false },
    pooler: { type: "boolean", default: false },
    failover: { type: "boolean", default: false },
    processor: { type: "boolean", default: false },
    "faulty-disk": { type: "boolean", default: false },
    "faulty-links": { type: "boolean", default: false },
    "power-loss": { type: "boolean", default: false }
  }
})

const kills = Number(values.kills)
const load = { seed: Number(values.seed), callers: Number(values.callers), pauseMs: Number(values.pause) }

/** The acquirer outside, where one is wanted. */
const processor = values.processor ? await startProcessor(dice(load.seed + 1)) : undefined
const outside = processor === undefined ? {} : { processorUrl: processor.url }

/** What is run on servers that know the acquirer. */
const testOf = (test: Omit<CrashTest, keyof typeof load | "processor">) =>
  runCrashTest({ ...load, ...(processor && { processor }), ...test })

/** Servers that move time, or work beside it, are killed so soon after each other that a move is hardly ever over. */
const killMovers = (fleet: Fleet, processes: number) =>
  killAtRandom(fleet, { kills: Math.min(kills, 10), processes, longestMs: 400 })

const onSqlite = async (folder: string): Promise<CrashReport> => {
  const fleet = await startFleet({ folder, processes: 1, ...outside })
  const read = sqliteRows(join(folder, "data", "us-east-1.db"))
  return testOf({
    fleet,
    read,
    faults: killAtRandom(fleet, { kills, processes: 1 }),
    faultsOfMove: killMovers(fleet, 1)
  })
}

const onPostgres = async (folder: string): Promise<CrashReport> => {
  const server = await startPostgres({ durability: "disk", parent: values.folder })
  const pooler = values.pooler ? await startPooler(server.url, join(folder, "pooler")) : undefined
  const fleet = await startFleet({ folder, processes: 3, databaseUrl: pooler?.url ?? server.url, ...outside })
  const read = postgresRows(server.url)
  const contention = values.contend ? contend(read, kills) : undefined
  const faults = contention?.faults ?? killAtRandom(fleet, { kills, processes: 3 })
  const report = await testOf({ fleet, read, faults, faultsOfMove: killMovers(fleet, 3) })
  if (contention !== undefined) write(`transactions that lost: ${JSON.stringify(await contention.lost())}`)
  pooler?.stop()
  await server.stop()
  return report
}

/** What a server made for itself and has used must be the same after every loss: without its key the data are lost. */
const secrets = ["master.key", "credentials.json"]

const withPowerLoss = async (folder: string): Promise<CrashReport> => {
  const data = join(folder, "data")
  const disk = makeDisk(data, join(folder, "calls.log"))
  const fleet = await startFleet({ folder, processes: 1, under: disk.record })
  const read = () => secrets.map((name) => readFileSync(join(data, name), "utf8")).join("")
  const used = read()
  const onKilled = (random: () => number) => {
    disk.cutPower(random)
    if (read() !== used) throw new Error("the key of the data was lost")
  }
  // The first loss comes as soon as it listens, to a disk that keeps nothing but what was flushed.
  await fleet.kill(0)
  onKilled(() => 1)
  await fleet.start(0)
  const faults = killAtRandom(fleet, { kills, processes: 1, onKilled })
  return runCrashTest({ ...load, fleet, read: sqliteRows(join(data, "us-east-1.db")), faults })
}

/**
 * Where no server dies, callers must not lose one answer: they see 503 with `Retry-After`, and nothing else. A job whose end could not be
 * written waits for its lease: its process is alive, so that nobody else takes it up.
 */
const allAlive = async (test: Pick<CrashTest, "fleet" | "read" | "faults" | "holdsBreak">): Promise<CrashReport> => {
  const report = await testOf({ ...test, outageMs: 90_000 })
  const { lost } = report.tally
  const ofLost = lost === 0 ? [] : [`${lost} requests were never answered although no server died`]
  return { ...report, violations: [...report.violations, ...ofLost] }
}

const withFailover = async (folder: string): Promise<CrashReport> => {
  const database = await startFailover(values.folder, kills)
  const fleet = await startFleet({ folder, processes: 3, databaseUrl: database.url, ...outside })
  const report = await allAlive({ fleet, read: database.read, faults: database.faults })
  await database.stop()
  return report
}

const withFaultyLinks = async (folder: string): Promise<CrashReport> => {
  const server = await startPostgres({ durability: "disk", parent: values.folder })
  const links = await startLinks(server.url, kills)
  const fleet = await startFleet({ folder, processes: 3, databaseUrl: links.url, ...outside })
  const report = await allAlive({ fleet, read: postgresRows(server.url), faults: links.faults, holdsBreak: true })
  links.close()
  await server.stop()
  return report
}

const withFaultyDisk = async (folder: string): Promise<CrashReport> => {
  const data = join(folder, "data")
  const under = onFaultyDisk(data, join(folder, "calls.log"))
  const fleet = await startFleet({ folder, processes: 1, under, ...outside })
  return allAlive({ fleet, read: sqliteRows(join(data, "us-east-1.db")), faults: waitSeconds(kills) })
}

const run = values["power-loss"]
  ? withPowerLoss
  : values["faulty-disk"]
    ? withFaultyDisk
    : values["faulty-links"]
      ? withFaultyLinks
      : values.failover
        ? withFailover
        : values.store === "postgres"
          ? onPostgres
          : onSqlite
const folder = mkdtempSync(join(values.folder, "bursar-crash-"))
// Programs of other users read in it.
chmodSync(folder, 0o755)
const startedAt = Date.now()
write(`${kills} kills, seed ${values.seed}, data in ${folder}`)
const { violations, ...figures } = await run(folder)
const asked = processor === undefined ? {} : { askedAgain: processor.repeated() }
write(JSON.stringify({ ...figures, ...asked, seconds: Math.round((Date.now() - startedAt) / 1000) }, undefined, 2))
for (const violation of violations.slice(0, 50)) write(violation)
write(violations.length === 0 ? "Everything holds." : `${violations.length} things do not hold; see ${folder}`)
if (violations.length === 0) rmSync(folder, { recursive: true, force: true })
process.exit(violations.length === 0 ? 0 : 1)
