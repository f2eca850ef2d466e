/**
 * From the portable SQL of repositories and migrations to what Postgres is sent: numbered placeholders, statements that
 * fail when they change nothing, and texts that sort by their bytes as they do on SQLite.
 */
import type { Migration, OwnedMigrations, SqlValue } from "../../services/Store.ts"

/** Quoted texts and names, in which a question mark is no placeholder. */
const quotedOrPlaceholder = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\?/g

/** `?` becomes `$1`, `$2` …, outside quotes and comments. */
export const numberPlaceholders = (text: string): string => {
  let count = 0
  return text.replace(quotedOrPlaceholder, (found) => (found === "?" ? `$${++count}` : found))
}

/** Makes a function whose answers are remembered; texts are constant, so a program has few. */
const remembered = (translate: (text: string) => string): ((text: string) => string) => {
  const known = new Map<string, string>()
  return (text) => {
    let translated = known.get(text)
    if (translated === undefined) {
      translated = translate(text)
      known.set(text, translated)
    }
    return translated
  }
}

/** A statement as Postgres reads it. */
export const plain = remembered(numberPlaceholders)

/**
 * A statement that fails (`division_by_zero`) when it changes no row. So a whole unit travels in one go, COMMIT included:
 * a refused statement aborts the transaction, and its COMMIT rolls back.
 */
export const guarded = remembered(
  (text) => `WITH changed AS (${numberPlaceholders(text)} RETURNING 1) SELECT 1 / count(*) AS changed FROM changed`
)

/**
 * Values as they are bound. Numbers travel as text without a type, so that Postgres takes the type from the statement:
 * one prepared statement serves small and large numbers alike.
 */
export const bind = (params: ReadonlyArray<SqlValue>): ReadonlyArray<unknown> =>
  params.map((value) => (typeof value === "number" || typeof value === "bigint" ? String(value) : value))

const definesColumns = /^\s*(CREATE\s+TABLE|ALTER\s+TABLE)\b/i

/** A column's type, which is written in capitals; not the target of a cast. */
const textType = /(?<!\bAS\s+)\bTEXT\b(?!\s+COLLATE)/g

/** A database may sort texts by the rules of a language; identifiers and codes are sorted by their bytes. */
export const sortByBytes = (statement: string): string =>
  definesColumns.test(statement) ? statement.replace(textType, `TEXT COLLATE "C"`) : statement

/** Migrations whose texts sort by bytes. */
export const portable = (owners: ReadonlyArray<OwnedMigrations>): ReadonlyArray<OwnedMigrations> =>
  owners.map((owned) => ({
    ...owned,
    migrations: owned.migrations.map((step): Migration => ({
      ...step,
      up: (dialect) => step.up(dialect).map(sortByBytes)
    }))
  }))
