/** The statement of a migration that makes a table of documents. */
import type { Dialect } from "../services/Store.ts"

/**
 * Makes a table of documents with columns that they are found by: `createDocuments(dialect, "shop_orders", { scope: "text" })`. Its
 * indexes are statements of their own. Released migrations rely on it: what it makes never changes.
 */
export const createDocuments = (
  { integer, sequenceKey, text }: Dialect,
  table: string,
  columns: Readonly<Record<string, "integer" | "integer or null" | "text" | "text or null">>
): string => {
  const types = {
    integer: `${integer} NOT NULL`,
    "integer or null": integer,
    text: `${text} NOT NULL`,
    "text or null": text
  }
  const lines = [
    `sequence ${sequenceKey}`,
    ...Object.entries({
      id: "text",
      ...columns,
      created_at: "integer",
      state: "text",
      version: "integer"
    } as const).map(([name, type]) => `${name} ${types[type]}`)
  ]
  return `CREATE TABLE ${table} (\n      ${lines.join(",\n      ")}\n    )`
}
