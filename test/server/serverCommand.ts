/** Runs the bundled server as a process of its own, as `npm start` and `bursar` do. */
import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"
import { temporaryFolder } from "../store/openStore.ts"

const main = fileURLToPath(new URL("../../src/server/main.ts", import.meta.url))

type Env = Readonly<Record<string, string>>

/** The command of a server; in a shell that runs `first` before it, where something is to be limited. */
const commandOf = (args: ReadonlyArray<string>, first: string | undefined): [string, ReadonlyArray<string>] => {
  const parts = ["--conditions=bursar-source", main, ...args]
  return first === undefined
    ? [process.execPath, parts]
    : ["sh", ["-c", `${first} && exec "$0" "$@"`, process.execPath, ...parts]]
}

const run = (args: ReadonlyArray<string>, env: Env, cwd: string, first?: string): ChildProcess => {
  const child = spawn(...commandOf(args, first), {
    cwd,
    env: { PORT: "0", NODE_DISABLE_COMPILE_CACHE: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  return child
}

/** Runs to the end. */
export const runOut = async (args: ReadonlyArray<string>, env: Env = {}) => {
  const child = run(args, env, temporaryFolder())
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, "exit")])
  return { stdout, stderr, code: code as number | null }
}

/** Runs while somebody reads what it writes. */
export const runPiped = (args: ReadonlyArray<string>) => {
  const child = run(args, {}, temporaryFolder())
  return { ended: once(child, "exit"), errors: text(child.stderr!), output: child.stdout! }
}

/** Runs until the whole start message is there: it ends with a blank line. */
export const runUp = async (env: Env, args: ReadonlyArray<string> = [], cwd = temporaryFolder(), first?: string) => {
  const child = run(args, env, cwd, first)
  const ended = Promise.all([once(child, "exit"), text(child.stderr!)])
  const lines: Array<string> = []
  for await (const line of createInterface({ input: child.stdout! })) {
    lines.push(line)
    if (line.trim().startsWith("curl ")) break
  }
  const url = /listening on (\S+)/.exec(lines[0] ?? "")?.[1]
  if (url === undefined) throw new Error(`no start message: ${(await ended)[1]}`)
  return {
    url,
    lines,
    pid: child.pid!,
    stop: async (signal: "SIGTERM" | "SIGINT") => {
      child.kill(signal)
      const [[code], stderr] = await ended
      return { code: code as number | null, stderr }
    }
  }
}
