/** The bundled server as a child process that tells for how long its event loop was held up. */
import { fork, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { startOptions } from "./servers.ts"

const repository = fileURLToPath(new URL("..", import.meta.url))

/** The longest turn of an event loop, in milliseconds. */
export interface LongestTurn {
  readonly wallMs: number
  readonly cpuMs: number
}

/** A server whose event loop is watched. */
export interface WatchedServer {
  readonly port: number
  /** The longest turn since the last call. */
  readonly longest: () => Promise<LongestTurn>
  readonly stop: () => void
}

/** How long a server may take to start. */
const startLimitMs = 30_000

/** Starts a program of the server on a data folder, as `npm start` does, on a free port of loopback, with more loaded into it. */
export const forkServer = async ({
  folder,
  loaded,
  program,
  settings = {}
}: {
  readonly folder: string
  /** What is loaded before the program, and the program: paths below the repository. */
  readonly loaded: string
  readonly program: string
  readonly settings?: Readonly<Record<string, string>>
}): Promise<{ readonly child: ChildProcess; readonly port: number }> => {
  const child = fork(join(repository, program), {
    cwd: repository,
    execArgv: [...startOptions, "--import", join(repository, loaded)],
    env: { PORT: "0", HOST: "127.0.0.1", BURSAR_DATA: folder, BURSAR_MODE: "sandbox", ...settings },
    stdio: ["ignore", "pipe", "inherit", "ipc"]
  })
  // Before the folder is removed, whose removal was registered earlier.
  process.prependOnceListener("exit", () => child.kill("SIGKILL"))
  let said = ""
  child.stdout?.on("data", (chunk: Buffer) => void (said += chunk.toString()))
  let port: string | undefined
  for (let waited = 0; port === undefined && waited < startLimitMs; waited += 20) {
    await pause(20)
    port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1]
  }
  if (port === undefined) throw new Error(`the server did not start: ${said}`)
  return { child, port: Number(port) }
}

/** Starts the bundled server and watches its event loop. */
export const startWatched = async (
  folder: string,
  settings: Readonly<Record<string, string>> = {}
): Promise<WatchedServer> => {
  const loaded = "bench/event-loop-watch.ts"
  const { child, port } = await forkServer({ folder, loaded, program: "bundle/start.js", settings })
  return {
    port,
    longest: async () => {
      child.send("read")
      const [held] = (await once(child, "message")) as [LongestTurn]
      return held
    },
    stop: () => void child.kill("SIGTERM")
  }
}
