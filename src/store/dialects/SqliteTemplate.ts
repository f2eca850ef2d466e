/**
 * Databases in memory that begin as a copy of one with the same schema: hundreds of statements take tens of milliseconds,
 * a copy of their pages takes half of one. Tests make thousands of engines, and each has an empty database of its own.
 */
import { backup, DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import type { Migration, OwnedMigrations, RegionName, RegionStore } from "../../services/Store.ts"
import { migrate } from "../migrate.ts"

/** Schemas kept at a time, a megabyte each; the one that was made first goes. Our choice: a test file has one or two. */
const mostKept = 8

/** Pages copied at a time: all. */
const rate = 1_000_000

let templates = 0
const kept = new Map<string, DatabaseSync>()

const numbers = new WeakMap<Migration, number>()
let numbered = 0

const numberOf = (step: Migration): number => {
  const known = numbers.get(step)
  if (known !== undefined) return known
  numbers.set(step, (numbered += 1))
  return numbered
}

/** Names a schema by the very steps that make it: two plugins may have steps of the same names. */
const schemaKey = (owners: ReadonlyArray<OwnedMigrations>): string =>
  owners.map(({ migrations, owner }) => `${owner} ${migrations.map(numberOf).join(" ")}`).join("\n")

/** Node 22 takes the name of a file there and no address: a text that is one becomes a file of that name. */
const isNoName = (error: unknown): boolean =>
  error instanceof TypeError && "code" in error && error.code === "ERR_INVALID_ARG_TYPE"

/** Copies a database into another one, which has no tables yet: its pages, or on Node 22 its rows, in some milliseconds more. */
const copyPages = async (from: DatabaseSync, to: string): Promise<void> => {
  try {
    await backup(from, new URL(to), { rate })
  } catch (error) {
    if (!isNoName(error)) throw error
    from.exec(`VACUUM INTO '${to}'`)
  }
}

/** Another name for a database in memory that connections of this process share. */
export const memoryLocation = (purpose: string): string =>
  `file:///bursar-${purpose}-${(templates += 1)}?mode=memory&cache=shared`

/** Makes the database at a location one with this schema. Answers whether there was one to copy. */
const copySchema = async (key: string, location: string): Promise<boolean> => {
  const template = kept.get(key)
  if (template === undefined) return false
  await copyPages(template, location)
  return true
}

/** Keeps the schema of a database that has no rows yet beside those of its migrations. */
const keepSchema = async (key: string, from: DatabaseSync): Promise<void> => {
  if (kept.has(key)) return
  const location = memoryLocation("schema")
  const template = new DatabaseSync(location)
  try {
    await copyPages(from, location)
  } catch {
    // A database that is being written may refuse. The next one with this schema is asked again.
    return template.close()
  }
  kept.set(key, template)
  if (kept.size <= mostKept) return
  const [oldest] = kept
  kept.delete(oldest![0])
  oldest![1].close()
}

/** What a store in memory begins with, and where it keeps its regions, for whoever wants to begin another one with that. */
export interface MemoryImages {
  readonly from: ReadonlyMap<RegionName, DatabaseSync>
  readonly opened: Map<RegionName, string>
}

/** Holds the databases of a store, which would go with it. They can be begun with once the store is closed. */
export const holdOpened = ({ opened }: MemoryImages): ReadonlyMap<RegionName, DatabaseSync> =>
  new Map(Array.from(opened, ([name, location]) => [name, new DatabaseSync(location)]))

/** Brings a region's schema up to date. In memory, where a schema is always made anew, it is copied if it was made before. */
export const prepare = Effect.fnUntraced(function* (
  store: RegionStore,
  owners: ReadonlyArray<OwnedMigrations>,
  memory:
    { readonly location: string; readonly db: DatabaseSync; readonly images?: MemoryImages | undefined } | undefined
) {
  if (memory === undefined) return yield* migrate(store, owners)
  const image = memory.images?.from.get(store.name)
  memory.images?.opened.set(store.name, memory.location)
  if (image !== undefined) return yield* Effect.promise(() => copyPages(image, memory.location))
  const key = schemaKey(owners)
  if (yield* Effect.promise(() => copySchema(key, memory.location))) return
  yield* migrate(store, owners)
  yield* Effect.promise(() => keepSchema(key, memory.db))
})
