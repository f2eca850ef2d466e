/** Deletes what is no longer kept from the data of a server, and gives the space of a data folder back to the system. */
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Engine, type RegionalPruned } from "../engine/Engine.ts"
import { Clock } from "../services/Clock.ts"
import { Migrations, Store, StoreOpenFailed, type OwnedMigrations, type RegionName } from "../services/Store.ts"
import { inMemory } from "../store/dialects/Sqlite.ts"
import { attempt, dataFilesIn, withFolderLocked } from "./backup.ts"
import type { ServerConfig } from "./config.ts"
import { bundledPlugins } from "./plugins.ts"
import { CommandRefused } from "./refusal.ts"
import { settings } from "./settings.ts"
import { storeOf } from "./store.ts"

const refused = (message: string) => new CommandRefused({ message: `Nothing was done: ${message}` })

const byServer =
  "a server runs on these data and deletes what is no longer kept by itself, about once a day. Ask it to do so now by " +
  "POST /admin/prune with the admin token (GET counts), or stop it first"

/** The plugins as far as their tables go: no request is served, so no key is needed. */
const pluginsOf = (config: ServerConfig) =>
  bundledPlugins(config, Redacted.make(Buffer.alloc(32).toString("base64")), () => {
    throw new Error("There are no credentials where nothing is served")
  })

const checkPlace = ({ databases, folder }: ServerConfig): Effect.Effect<void, CommandRefused> => {
  if (databases !== undefined) return Effect.void
  if (folder === inMemory) return Effect.fail(refused(`${settings.folder.name} is ${inMemory}, which keeps nothing`))
  return dataFilesIn(folder).length === 0 ? Effect.fail(refused(`${folder} holds no data`)) : Effect.void
}

/** The tables of this version. */
export const schemasOf = (config: ServerConfig): Effect.Effect<ReadonlyArray<OwnedMigrations>, unknown> =>
  Effect.provide(Migrations, Engine.storeSettings({ plugins: pluginsOf(config) }))

const storeAlone = (config: ServerConfig) => {
  const plugins = pluginsOf(config)
  return { plugins, store: storeOf(config).pipe(Layer.provide(Engine.storeSettings({ plugins }))) }
}

/** Opens the store of every region, which brings its tables to this version, and answers their names. */
export const migrateData = (
  config: ServerConfig,
  begins: (region: RegionName) => void = () => {}
): Effect.Effect<ReadonlyArray<RegionName>, unknown> =>
  Effect.andThen(
    checkPlace(config),
    Effect.gen(function* () {
      const store = yield* Store
      const regions = yield* Effect.forEach(yield* store.existing, (name) =>
        Effect.andThen(
          Effect.sync(() => begins(name)),
          store.region(name)
        )
      )
      return regions.map(({ name }) => name)
    }).pipe(Effect.provide(storeAlone(config).store))
  ).pipe(
    Effect.mapError((error) =>
      error instanceof StoreOpenFailed && error.reason === "in_use"
        ? refused("a server runs on these data, and has brought them to its version when it started. Stop it first")
        : error
    )
  )

/** Deletes what is no longer kept, or counts it with `keep`. On Postgres servers may run on the data meanwhile. */
export const pruneData = (
  config: ServerConfig,
  options: { readonly keep: boolean }
): Effect.Effect<ReadonlyArray<RegionalPruned>, unknown> => {
  const { plugins, store } = storeAlone(config)
  return Effect.andThen(
    checkPlace(config),
    Engine.prune({ plugins, retention: config.retention }, options).pipe(Effect.provide([store, Clock.layer]))
  ).pipe(
    Effect.mapError((error) =>
      error instanceof StoreOpenFailed && error.reason === "in_use" ? refused(byServer) : error
    )
  )
}

/** A data file that was written anew. Sizes are bytes. */
export interface Compacted {
  readonly file: string
  readonly before: number
  readonly after: number
}

const sizeOf = (path: string): number =>
  [path, `${path}-wal`].filter((file) => existsSync(file)).reduce((sum, file) => sum + statSync(file).size, 0)

const compactFile = (path: string): void => {
  const database = new DatabaseSync(path)
  try {
    // A file of an earlier version gives space back step by step from now on, too.
    database.exec("PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
  } finally {
    database.close()
  }
}

/** Writes the files of a data folder anew, without free space. No server may run on it; it needs the space of a file once more. */
export const compact = ({
  databases,
  folder
}: ServerConfig): Effect.Effect<ReadonlyArray<Compacted>, CommandRefused> =>
  databases !== undefined
    ? Effect.fail(refused("Postgres gives space back by itself (autovacuum); VACUUM FULL gives back all of it"))
    : attempt(folder, () =>
        withFolderLocked(folder, async () =>
          dataFilesIn(folder).map((file) => {
            const path = join(folder, file)
            const before = sizeOf(path)
            compactFile(path)
            return { file, before, after: sizeOf(path) }
          })
        )
      )
