/** The bundled server inside a host's own process, for hosts that do not write Effect. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { urlOf } from "./announcement.ts"
import { configFromEnv as readConfig, type ServerConfig } from "./config.ts"
import type { ServerCredentials } from "./credentials.ts"
import { start } from "./serve.ts"

/** A running server. */
export interface ServerHandle {
  /** For a client on the same machine, such as `http://127.0.0.1:4242`. */
  readonly url: string
  readonly address: { readonly host: string; readonly port: number }
  readonly credentials: ServerCredentials
  /** Takes no more connections, finishes what runs, closes the store. Safe to call twice. */
  readonly close: () => Promise<void>
}

const settled = async <A, E>(effect: Effect.Effect<A, E>): Promise<A> => {
  const exit = await Effect.runPromiseExit(effect)
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}

/**
 * Reads a configuration from environment variables, by default the process's own. Rejects with `ConfigRefused`, which
 * tells every problem at once.
 */
export const configFromEnv = (env: Readonly<Record<string, string | undefined>> = process.env): Promise<ServerConfig> =>
  settled(
    Effect.provideService(
      readConfig,
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnvRecord(env, { preserveEmptyStrings: true })
    )
  )

/**
 * Starts the server and answers when it listens. Writes nothing to standard output. Rejects with `StartRefused`, or with
 * the engine's own reason, such as `StoreOpenFailed`.
 */
export const serve = async (config: ServerConfig): Promise<ServerHandle> => {
  const scope = Scope.makeUnsafe()
  let closing: Promise<void> | undefined
  const close = () => (closing ??= Effect.runPromise(Scope.close(scope, Exit.void)))
  try {
    const { credentials, listening } = await settled(Effect.provideService(start(config), Scope.Scope, scope))
    const { host, port } = listening
    return { url: urlOf(listening), address: { host, port }, credentials, close }
  } catch (error) {
    await close()
    throw error
  }
}
