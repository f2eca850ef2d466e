/** The kinds of documents that the core and the bundled plugins keep. Other test files of the worker declare some of their own. */
import { declaredDocuments } from "../../src/plugin.ts"
import { tablesOf } from "../../src/store/migrate.ts"
import { coreMigrations } from "../../src/store/migrations/0001_core.ts"
import { published } from "../published/services.ts"

const tables = new Set(
  [coreMigrations, ...published.map(({ migrations }) => migrations)].flatMap((steps) => tablesOf(steps))
)

/** What stands before the first dot in names of their jobs. All jobs are in one table, those of other plugins too. */
const namers = new Set(["core", "webhooks", ...published.map(({ id }) => id)])

/** Those that were declared so far. Part of a table is written after a slash. */
export const bundledDocuments = () =>
  declaredDocuments().filter(({ table }) => {
    const [name = "", part = ""] = table.split("/")
    return tables.has(name) && (name !== "jobs" || namers.has(part.split(".")[0]!))
  })
