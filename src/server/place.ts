/** Where the server that runs on a data folder listens: it notes that in the folder, so that commands on the folder know. */
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { inMemory } from "../store/dialects/Sqlite.ts"
import type { ServerConfig } from "./config.ts"
import { replaceSecretFile } from "./secretFile.ts"

const fileIn = (folder: string): string => join(folder, ".listening")

/** Notes the port until the scope closes. Without the note the server runs as well. */
export const notePort = ({ folder }: ServerConfig, port: number): Effect.Effect<void, never, Scope.Scope> =>
  folder === inMemory
    ? Effect.void
    : Effect.acquireRelease(
        Effect.ignore(
          Effect.try(() => replaceSecretFile(fileIn(folder), JSON.stringify({ port, process: process.pid })))
        ),
        () => Effect.ignore(Effect.try(() => rmSync(fileIn(folder), { force: true })))
      )

/** A process of another user cannot be signalled, but it is there. */
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** The port of the server on a folder, or `undefined` where none runs: one that was killed leaves its note. */
export const notedPort = (folder: string): number | undefined => {
  try {
    const { port, process: pid }: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(fileIn(folder), "utf8"))
    return typeof port === "number" && typeof pid === "number" && isAlive(pid) ? port : undefined
  } catch {
    return undefined
  }
}
