/** `bursar serve`: runs the server until a signal or the program stops it. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { announce } from "../announcement.ts"
import { configFromEnv } from "../config.ts"
import { misspelled } from "../misspelled.ts"
import { start } from "../serve.ts"

/** Starts the server with the configuration in these variables, says where it is, and never ends by itself. */
export const serveCommand = (env: Readonly<Record<string, string | undefined>>): Effect.Effect<never, unknown> =>
  Effect.scoped(
    Effect.gen(function* () {
      for (const line of misspelled(env)) process.stderr.write(`${line}\n`)
      // A variable that is set to nothing says something in one place: the CI webhook's secret.
      const environment = ConfigProvider.fromEnvRecord(env, { preserveEmptyStrings: true })
      const started = yield* start(
        yield* Effect.provideService(configFromEnv, ConfigProvider.ConfigProvider, environment)
      )
      process.stdout.write(announce(started))
      return yield* Effect.never
    })
  )
