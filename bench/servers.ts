/**
 * Starts and stops the two servers that benches compare, each as a child process on a free loopback port with a data
 * folder of its own, and cleans up behind them however the bench ends.
 */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { exchange } from "./exchange.ts"
import { readProcessUsage } from "./process-usage.ts"
import type { ProcessUsage } from "./process-usage.ts"
import { writeLine } from "./report.ts"

const repository = fileURLToPath(new URL("..", import.meta.url))

/** What Node is given before the program by `npm start`. */
export const startOptions: ReadonlyArray<string> = (
  JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { readonly scripts: { readonly start: string } }
).scripts.start
  .split(" ")
  .filter((word) => word.startsWith("--"))

/** What can be started. `ping` answers constant bytes and shows what the load generator itself can do. */
const commands = {
  raw: ["bench/raw/server.ts"],
  bursar: [...startOptions, "bundle/start.js"],
  ping: ["bench/raw/ping-server.ts"]
}

/** The name of a server that can be started. */
type ServerName = keyof typeof commands

/** The name of a server under test. */
export type Subject = Exclude<ServerName, "ping">

/** A folder for everything that one bench run writes, with the accounts file that both servers read. */
export interface Workplace {
  readonly folder: string
  readonly accountsFile: string
  /** Keys of the one account of the benches. */
  readonly keys: ReadonlyArray<string>
  /** Where servers of ours keep their data instead of a folder. */
  readonly databaseUrl?: string
  /** Options of Node before the program, such as `--import`. */
  readonly nodeOptions?: ReadonlyArray<string>
  /** Further settings of servers of ours. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Keys of the bench account. Rate limits count per key, at most 60,000 a minute on the plan `dedicated`; 128 keys let
 * through 128,000 requests a second, which no server here reaches.
 */
const benchKeys = Array.from({ length: 128 }, (_, index) => `sk_test_bench${String(index).padStart(11, "0")}`)

/** The one account that all keys belong to. */
export const benchAccount = "acct_bench"

/** The number by which Linux tells that a folder lies in memory (`TMPFS_MAGIC` of `statfs`). */
const memoryFileSystem = 0x01021994

/** Makes a workplace below `parent` (the system's folder for temporary files when empty); it goes with the process. */
export const makeWorkplace = (parent: string): Workplace => {
  const folder = mkdtempSync(join(parent === "" ? tmpdir() : parent, "bursar-bench-"))
  // A server that was just killed may write a last file meanwhile.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  if (statfsSync(folder).type === memoryFileSystem) {
    writeLine(`${folder} lies in memory, where a commit costs nothing: choose a disk with --folder`)
  }
  const accountsFile = join(folder, "accounts.json")
  const account = { id: benchAccount, keys: benchKeys, plan: "dedicated", merchantCountry: "US", payouts: true }
  writeFileSync(accountsFile, JSON.stringify([account]))
  return { folder, accountsFile, keys: benchKeys }
}

/** What is started as a process of its own, told its port. */
export interface Command {
  /** The name that tables print. */
  readonly subject: string
  /** Arguments of Node. */
  readonly args: (port: number) => ReadonlyArray<string>
  readonly env: (port: number) => Readonly<Record<string, string>>
  /** What it keeps, it keeps here; made where it is missing. */
  readonly folder: string
}

/** A server that was started, ready or not. */
export interface RunningServer {
  readonly subject: string
  readonly pid: number
  readonly port: number
  readonly folder: string
  /** When it was spawned, on the scale of `performance.now()`. */
  readonly spawnedAtMs: number
  readonly usage: () => ProcessUsage
  /** Ends the process and waits for its end. */
  readonly stop: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>
  /** Throws when the process has ended by itself, with the last lines it wrote. */
  readonly assertAlive: () => void
}

const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** Keeps the last 4,000 characters that a server writes; also keeps its pipes from filling up. */
const keepOutput = (child: ChildProcess): (() => string) => {
  let output = ""
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000)
  }
  child.stdout?.on("data", keep)
  child.stderr?.on("data", keep)
  return () => output
}

/** A server answers SIGTERM within 10 s or is killed: the limit that the bundled server promises. */
const stopLimitMs = 10_000

const makeStop =
  (child: ChildProcess, ended: Promise<void>) =>
  async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    child.kill(signal)
    const limit = setTimeout(() => child.kill("SIGKILL"), stopLimitMs)
    await ended
    clearTimeout(limit)
  }

/** Starts a command on a free port and returns at once, before it is ready. */
export const spawnCommand = async ({ args, env, folder, subject }: Command): Promise<RunningServer> => {
  mkdirSync(folder, { recursive: true })
  const port = await findFreePort()
  const spawnedAtMs = performance.now()
  const child = spawn(process.execPath, args(port), {
    cwd: repository,
    // Nothing of the caller's environment: an option such as NODE_OPTIONS would change one run and not the next.
    env: env(port),
    stdio: ["ignore", "pipe", "pipe"]
  })
  const output = keepOutput(child)
  const kill = () => child.kill("SIGKILL")
  // Before the workplace is removed, which was registered earlier.
  process.prependOnceListener("exit", kill)
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => {
      process.off("exit", kill)
      resolve()
    })
  })
  return {
    subject,
    pid: child.pid ?? 0,
    port,
    folder,
    spawnedAtMs,
    usage: () => readProcessUsage(child.pid ?? 0),
    stop: makeStop(child, ended),
    assertAlive: () => {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`the ${subject} server ended by itself (${child.exitCode ?? child.signalCode}):\n${output()}`)
      }
    }
  }
}

/** Starts a server on a data folder and returns at once, before it is ready. */
export const spawnServer = (subject: ServerName, place: Workplace, folder: string): Promise<RunningServer> =>
  spawnCommand({
    subject,
    folder,
    args: () => [...(place.nodeOptions ?? []), ...commands[subject]],
    env: (port) => ({
      PORT: String(port),
      HOST: "127.0.0.1",
      BURSAR_DATA: folder,
      BURSAR_MODE: "sandbox",
      BURSAR_CARDS_ACCOUNTS: place.accountsFile,
      ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      ...place.settings
    })
  })

/** A server has 60 s to become ready, on a data folder of any size. */
const readyLimitMs = 60_000

/** Waits until a server answers a path with a status that counts as ready. */
export const untilReady = async (
  server: RunningServer,
  path: string,
  isReady: (status: number) => boolean
): Promise<RunningServer> => {
  while (performance.now() - server.spawnedAtMs < readyLimitMs) {
    server.assertAlive()
    const answer = await exchange({ port: server.port, method: "GET", path, timeoutMs: 1000 }).catch(() => undefined)
    if (answer !== undefined && isReady(answer.status)) return server
    await pause(10)
  }
  await server.stop("SIGKILL")
  throw new Error(`the ${server.subject} server was not ready after ${readyLimitMs} ms`)
}

/** Starts a server and waits until `GET /ready` answers 200. */
export const startServer = async (
  subject: ServerName,
  place: Workplace,
  folder = join(place.folder, subject)
): Promise<RunningServer> => untilReady(await spawnServer(subject, place, folder), "/ready", (status) => status === 200)
