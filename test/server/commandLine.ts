/** The `bursar` command in the process of a test, and servers for it. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { onTestFinished } from "vitest"
import { runCli } from "../../src/server/commands/cli.ts"
import { Io, type Env } from "../../src/server/commands/Io.ts"
import { configFromEnv, serve, type ServerHandle } from "../../src/server/index.ts"
import { exitCodeOf } from "../../src/server/run.ts"
import { temporaryFolder } from "../store/openStore.ts"
import { testKey } from "./runningServer.ts"

/** Runs a command line to its end. */
export const bursar = async (args: ReadonlyArray<string>, env: Env = {}, progress?: (text: string) => void) => {
  const out: Array<string> = []
  const err: Array<string> = []
  const io = { env, progress, out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
  const exit = await Effect.runPromiseExit(Effect.provideService(runCli(args), Io, io))
  const code = exitCodeOf(exit, (line) => err.push(line))
  return { code, out: out.join("\n"), err: err.join("\n"), json: () => JSON.parse(out.join("\n")) as never }
}

/** Starts a command that goes on, and gives its lines as they come. */
export const following = (args: ReadonlyArray<string>, env: Env) => {
  const lines: Array<string> = []
  const waiting = new Map<RegExp, (line: string) => void>()
  const out = (line: string) => {
    lines.push(line)
    for (const [pattern, found] of waiting) if (pattern.test(line)) found(line)
  }
  const fiber = Effect.runFork(Effect.provideService(runCli(args), Io, { env, out, err: out }))
  const stop = () => Effect.runPromise(Fiber.interrupt(fiber))
  onTestFinished(async () => void (await stop()))
  return {
    line: (pattern: RegExp) => {
      const known = lines.find((line) => pattern.test(line))
      return known !== undefined ? Promise.resolve(known) : new Promise<string>((found) => waiting.set(pattern, found))
    },
    ended: Effect.runPromise(Fiber.await(fiber)),
    stop
  }
}

export const to = (server: ServerHandle): Env => ({ BURSAR_URL: server.url, BURSAR_KEY: testKey })

/** A server on a folder, which keeps its credentials there. */
export const startOnFolder = async (): Promise<{
  readonly server: ServerHandle
  readonly folder: string
  readonly env: Env
}> => {
  const folder = temporaryFolder()
  const server = await serve(await configFromEnv({ PORT: "0", BURSAR_DATA: folder }))
  onTestFinished(server.close)
  return { server, folder, env: { BURSAR_URL: server.url, BURSAR_DATA: folder } }
}
