/** Opens stores for tests: in memory, or on a folder that goes with the test. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onTestFinished } from "vitest"
import { integer, table, text } from "../../src/rows/Table.ts"
import { Migrations, Store, type Migration, type RegionStore, type Write } from "../../src/services/Store.ts"
import { layer } from "../../src/store/dialects/Sqlite.ts"
import { coreSchema } from "../../src/store/migrations/0001_core.ts"

/** A table to try things on. */
export const notes: Migration = {
  id: 1,
  name: "notes",
  up: (dialect) => [
    `CREATE TABLE notes (id ${dialect.text} PRIMARY KEY, text ${dialect.text} NOT NULL, version INTEGER NOT NULL)`
  ]
}

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "bursar-store-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Layer of a store with the core's schema and the notes table. */
export const storeLayer = (folder: string, steps: ReadonlyArray<Migration> = [notes]) =>
  layer({ folder }).pipe(Layer.provide(Layer.succeed(Migrations, [coreSchema, { owner: "notes", migrations: steps }])))

/** Runs a test on the home region of a store that is closed afterwards. */
export const onStore = <A, E>(
  use: (store: RegionStore) => Effect.Effect<A, E>,
  options: { readonly folder?: string; readonly steps?: ReadonlyArray<Migration> } = {}
): Promise<A> =>
  Effect.gen(function* () {
    const store = yield* Store
    return yield* use(yield* store.region(store.home))
  }).pipe(Effect.provide(storeLayer(options.folder ?? ":memory:", options.steps)), Effect.runPromise)

const rows = table("notes", { id: text, text, version: integer })

export const addNote = (id: string, said = ""): Write => rows.insert({ id, text: said, version: 1 })

export const noteIds = (store: RegionStore) =>
  Effect.map(store.read<{ id: string }>(`SELECT id FROM notes ORDER BY id`, []), (rows) => rows.map((row) => row.id))
