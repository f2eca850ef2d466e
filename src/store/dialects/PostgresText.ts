/** What Postgres is sent: numbered placeholders, and statements that fail when they change nothing. */
import { rowsIn } from "../../services/Statement.ts"
import type { SqlValue, Write } from "../../services/Store.ts"
import { piecesOf } from "../../rows/placeholders.ts"
import { statementTexts } from "./StatementText.ts"

const placeholder = (number: number): string => `$${number}`

const numbered = new Map<string, string>()

/** A read as Postgres takes it: `?` becomes `$1`, `$2` …, outside quotes and comments. Texts are constant, so a program has few. */
export const plain = (text: string): string => {
  let known = numbered.get(text)
  if (known === undefined) {
    known = piecesOf(text).reduce((before, piece, at) => `${before}${placeholder(at)}${piece}`)
    numbered.set(text, known)
  }
  return known
}

/** The text of a statement, for so many rows. */
export const statementText = statementTexts(placeholder)

/**
 * A statement that fails (`division_by_zero`) when it changes no row. So a whole unit travels in one go, COMMIT included:
 * a refused statement aborts the transaction, and its COMMIT rolls back.
 */
const guarded = statementTexts(
  placeholder,
  (text) => `WITH changed AS (${text} RETURNING 1) SELECT 1 / count(*) AS changed FROM changed`
)

/** The text of a write, which fails when the write has to change a row and does not. */
export const writeText = ({ orElse, statement, values }: Write<unknown>): string =>
  (orElse === undefined ? statementText : guarded)(statement, rowsIn(statement, values))

/**
 * Values as they are bound. Numbers travel as text without a type, so that Postgres takes the type from the statement:
 * one prepared statement serves small and large numbers alike.
 */
export const bind = (values: ReadonlyArray<SqlValue>): ReadonlyArray<unknown> =>
  values.map((value) => (typeof value === "number" || typeof value === "bigint" ? String(value) : value))
