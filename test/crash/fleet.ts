/**
 * Real server processes, as `npm start` runs them, on one folder or one database. They can be killed and started again; all go
 * with the program that started them.
 */
import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { startOptions } from "../../bench/servers.ts"

const repository = fileURLToPath(new URL("../..", import.meta.url))

/** Accounts of the cards service, by their keys. */
export const cardAccounts = Array.from({ length: 4 }, (_, at) => ({
  id: `acct_crash${at}`,
  keys: [`sk_test_crash000${at}`],
  plan: "dedicated",
  merchantCountry: "US",
  payouts: true
}))

/** Clients of the bank service. Each may send 120 requests a minute: many of them make a load. */
export const bankClients = Array.from({ length: 24 }, (_, at) => ({
  clientId: `cli_crash${at}`,
  clientSecret: `secret_crash_0123456789_${at}`,
  apiKey: `key_crash_0123456789_${at}`
}))

/** How servers are started. */
export interface FleetPlan {
  /** Holds settings, the log of the servers, and `data`. */
  readonly folder: string
  readonly processes: number
  readonly databaseUrl?: string
  /** A server of a host who asks this processor, instead of the one that `npm start` runs. */
  readonly processorUrl?: string
  /** What runs the server instead of Node alone, such as a tracer: its command line, without Node's. */
  readonly under?: () => ReadonlyArray<string>
}

/** The servers. */
export interface Fleet {
  /** Addresses of those that answer. */
  readonly bases: () => ReadonlyArray<string>
  /** Ends a server as a failing machine would. */
  readonly kill: (at: number) => Promise<void>
  /** Starts it again and waits until it listens. */
  readonly start: (at: number) => Promise<void>
  /** Starts a server and kills it so soon that it is still opening its data. */
  readonly stumble: (afterMs: number) => Promise<void>
  /** Ends all as an operator would, and answers their exit codes. */
  readonly stop: () => Promise<ReadonlyArray<number | null>>
}

interface Running {
  readonly child: ChildProcess
  readonly base: string
}

const addressIn = async (child: ChildProcess): Promise<string> => {
  for await (const line of createInterface({ input: child.stdout! })) {
    const found = /listening on (http:\S+)/.exec(line)
    if (found !== null) {
      child.stdout!.resume()
      return found[1]!
    }
  }
  throw new Error(`a server ended before it listened, with code ${child.exitCode}`)
}

const settingsOf = ({ databaseUrl, folder, processorUrl }: FleetPlan) => {
  const accounts = join(folder, "accounts.json")
  const clients = join(folder, "clients.json")
  mkdirSync(folder, { recursive: true })
  writeFileSync(accounts, JSON.stringify(cardAccounts))
  writeFileSync(clients, JSON.stringify(bankClients))
  return {
    PATH: process.env["PATH"],
    PORT: "0",
    BURSAR_DATA: join(folder, "data"),
    BURSAR_CARDS_ACCOUNTS: accounts,
    BURSAR_BANK_CLIENTS: clients,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    // Its sources are compiled once, not at every start.
    ...(processorUrl === undefined ? {} : { PROCESSOR_URL: processorUrl, NODE_COMPILE_CACHE: join(folder, "compiled") })
  }
}

/** Starts one server after the other. */
export const startFleet = async (plan: FleetPlan): Promise<Fleet> => {
  const env = settingsOf(plan)
  const log = join(plan.folder, "servers.log")
  const running = new Map<number, Running>()
  const launch = (): ChildProcess => {
    const program = plan.processorUrl === undefined ? "bundle/start.js" : "test/crash/hostServer.ts"
    const server = [process.execPath, ...startOptions, program]
    const [first, ...args] = [...(plan.under?.() ?? []), ...server]
    // A group of its own, so that a tracer goes with its server.
    const child = spawn(first!, args, { cwd: repository, env, stdio: ["ignore", "pipe", "pipe"], detached: true })
    const killOnExit = () => signal(child, "SIGKILL")
    process.once("exit", killOnExit)
    child.once("exit", () => process.off("exit", killOnExit))
    child.stderr!.on("data", (text: Buffer) => appendFileSync(log, text))
    return child
  }
  const start = async (at: number) => {
    const child = launch()
    running.set(at, { child, base: await addressIn(child) })
    child.once("exit", () => running.get(at)?.child === child && running.delete(at))
  }
  const stumble = async (afterMs: number) => {
    const child = launch()
    // All that it ran is gone when its output is closed.
    const ended = once(child, "close")
    await pause(afterMs)
    signal(child, "SIGKILL")
    await ended
  }
  const end = async (at: number, name: "SIGKILL" | "SIGTERM") => {
    const child = running.get(at)?.child
    running.delete(at)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null
    // All that it ran is gone when its output is closed.
    const ended = once(child, "close")
    signal(child, name)
    await ended
    return child.exitCode
  }
  for (let at = 0; at < plan.processes; at++) await start(at)
  return {
    bases: () => Array.from(running.values(), ({ base }) => base),
    start,
    stumble,
    kill: async (at) => void (await end(at, "SIGKILL")),
    stop: () => Promise.all(Array.from(running.keys(), (at) => end(at, "SIGTERM")))
  }
}

/** To the process and everything that it runs under. */
const signal = ({ pid }: ChildProcess, name: "SIGKILL" | "SIGTERM"): void => {
  try {
    process.kill(-pid!, name)
  } catch {
    // It has ended by itself.
  }
}
