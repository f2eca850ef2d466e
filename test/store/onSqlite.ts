/** What a test needs to know of the store under it, when it looks beneath the contract. */
import { dialect } from "../../src/store/dialects/Sqlite.ts"

/** Whether the tests run on SQLite: files, query plans, and units that never give way. */
export const onSqlite = dialect.name === "sqlite"

/** The tables of a database. */
export const tablesText = onSqlite
  ? "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
  : "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
