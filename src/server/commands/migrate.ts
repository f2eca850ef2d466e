/** `bursar migrate`: brings the tables to this version without serving, such as before a new version is rolled out. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { migrateData } from "../prune.ts"
import { answer, configOf, dataFlags, withProgress } from "./Io.ts"

/** The command: on SQLite while no server runs, on Postgres at any time. */
export const migrateCommand = Command.make("migrate", dataFlags, (flags) =>
  Effect.gen(function* () {
    const config = yield* configOf(flags)
    const regions = yield* withProgress((tell) => migrateData(config, (region) => tell(`Opening ${region}`)))
    yield* answer(
      { regions },
      regions.map((region) => `${region} has the tables of this version`)
    )
  })
).pipe(
  Command.withDescription("Bring the tables of every region to this version, without serving"),
  Command.withShortDescription("Bring the tables to this version")
)
