/** `bursar backup` and `bursar restore`: copies of the data folder. */
import { resolve } from "node:path"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { inMemory } from "../../store/dialects/Sqlite.ts"
import { backUp, restore } from "../backup.ts"
import type { ServerConfig } from "../config.ts"
import { fileNames } from "../credentials.ts"
import { CommandRefused } from "../refusal.ts"
import { settings } from "../settings.ts"
import { answer, configOf, dataFlags, withProgress } from "./Io.ts"

const folderOf = ({ databases, folder }: ServerConfig) => {
  if (databases !== undefined) {
    return Effect.fail(
      new CommandRefused({
        message: `the data are in Postgres (${settings.database.name}): use pg_dump and pg_restore, or your provider's copies`
      })
    )
  }
  return folder === inMemory
    ? Effect.fail(new CommandRefused({ message: `${settings.folder.name} is ${inMemory}, which keeps nothing` }))
    : Effect.succeed(folder)
}

const dataFolder = (flags: Readonly<Record<string, unknown>>) => Effect.flatMap(configOf(flags), folderOf)

const told = (files: ReadonlyArray<string>) => files.join(", ")

/** A key that is a setting lies in no folder, and whoever keeps the copy alone has lost what is sealed. */
const adviceOn = (files: ReadonlyArray<string>): string =>
  files.includes(fileNames.masterKey)
    ? "It opens what is sealed: keep it as safe as the data"
    : `The master key is not in it, and nothing else opens what is sealed: keep ${settings.masterKey.name} as safe, elsewhere`

/** `bursar backup FOLDER`: a copy of the data folder, also while a server runs on it. */
export const backupCommand = Command.make(
  "backup",
  { folder: Argument.String("folder"), ...dataFlags },
  ({ folder, ...flags }) =>
    Effect.gen(function* () {
      const to = resolve(folder)
      const from = yield* dataFolder(flags)
      const files = yield* withProgress((tell) => backUp({ from, to, tell }))
      yield* answer({ folder: to, files }, [`${to} holds a copy of ${told(files)}. ${adviceOn(files)}`])
    })
).pipe(
  Command.withDescription("Copy the data folder into an empty FOLDER, also while a server runs on it (SQLite)"),
  Command.withShortDescription("Copy the data folder")
)

/** `bursar restore FOLDER`: puts a copy back into an empty data folder. */
export const restoreCommand = Command.make(
  "restore",
  { folder: Argument.String("folder"), ...dataFlags },
  ({ folder, ...flags }) =>
    Effect.gen(function* () {
      const to = yield* dataFolder(flags)
      const files = yield* withProgress((tell) => restore({ from: resolve(folder), to, tell }))
      yield* answer({ folder: to, files }, [`${to} holds ${told(files)} again`])
    })
).pipe(
  Command.withDescription("Put a copy made by backup back into a data folder that holds no data (SQLite)"),
  Command.withShortDescription("Put a copy back")
)
