/** `bursar serve`: runs the server until it is told to stop. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { announce } from "../announcement.ts"
import { configFromEnv } from "../config.ts"
import { misspelled } from "../misspelled.ts"
import { start } from "../serve.ts"

/** A variable that is set to nothing says something in one place: the CI webhook's secret. */
const environment = ConfigProvider.fromEnv({ preserveEmptyStrings: true })

/** Starts the server with the configuration of the environment, says where it is, and never ends by itself. */
export const serveCommand: Effect.Effect<never, unknown> = Effect.scoped(
  Effect.gen(function* () {
    for (const line of misspelled(process.env)) process.stderr.write(`${line}\n`)
    const started = yield* start(
      yield* Effect.provideService(configFromEnv, ConfigProvider.ConfigProvider, environment)
    )
    process.stdout.write(announce(started))
    return yield* Effect.never
  })
)
