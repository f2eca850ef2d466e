/** What Postgres is sent: numbered placeholders, rows as lists of their columns, and statements that fail when they change nothing. */
import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Result from "effect/Result"
import { given, rowsIn, type Composed, type Insert } from "../../services/Statement.ts"
import type { SqlValue, Write } from "../../services/Store.ts"
import { piecesOf } from "../../rows/placeholders.ts"
import { onExistingText, statementTexts } from "./StatementText.ts"

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

const statementText = statementTexts(placeholder)

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

/** The columns of tables with the names of their types. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Columns that are bound as one list each: so a statement has one text and one prepared form for any number of rows. */
export const lists = (types: ReadonlyArray<string>): string =>
  `unnest(${types.map((type, at) => `CAST(${placeholder(at + 1)} AS ${type}[])`).join(", ")})`

/** Names of the columns of conditions whose values come with each row. */
const givenConditions = ({ onExisting }: Insert): ReadonlyArray<string> =>
  (onExisting?.where ?? []).filter(({ to }) => to === given).map(({ column }) => column)

/** The types of the values that one row of an insert brings; `undefined` when the table is not known. */
export const typesOfRow = (insert: Insert, of: ColumnTypes): ReadonlyArray<string> | undefined => {
  const columns = of.get(insert.table)
  const types = [...insert.columns, ...givenConditions(insert)].map((column) => columns?.get(column))
  return types.every((type) => type !== undefined) ? types : undefined
}

/** Inserts any number of rows. Where it `mustChange`, it fails (`division_by_zero`) unless every row was inserted or changed. */
export const insertOfLists = (insert: Insert, types: ReadonlyArray<string>, mustChange: boolean): string => {
  const { columns, onExisting, table } = insert
  const into = `INSERT INTO ${table} (${columns.join(", ")})`
  const ofConditions = givenConditions(insert)
  if (!mustChange && ofConditions.length === 0) {
    return `${into} SELECT * FROM ${lists(types)}${onExistingText(insert, () => "")}`
  }
  const names = types.map((_, at) => `v${at + 1}`)
  const isOwnRow = (onExisting?.key ?? []).map((name) => `${names[columns.indexOf(name)]} = ${table}.${name}`)
  let conditions = columns.length
  const next = () => `(SELECT ${names[conditions++]} FROM asked WHERE ${isOwnRow.join(" AND ")})`
  const asked = `WITH asked AS (SELECT * FROM ${lists(types)} AS asked (${names.join(", ")}))`
  const rows = `${into} SELECT ${names.slice(0, columns.length).join(", ")} FROM asked${onExistingText(insert, next)}`
  return mustChange
    ? `${asked}, changed AS (${rows} RETURNING 1)
       SELECT 1 / CAST(count(*) = (SELECT count(*) FROM asked) AS INTEGER) AS changed FROM changed`
    : `${asked} ${rows}`
}

/** A statement over rows that come with it. */
export const composedOfLists = ({ pieces, rows = [] }: Composed): string => {
  const names = rows.map(({ name }) => name)
  const query = `SELECT * FROM ${lists(rows.map(({ type }) => type))} WITH ORDINALITY AS given (${names.join(", ")}, place)`
  return pieces.join(query)
}

/** A text that Postgres can hold. It knows no U+0000, and would refuse the statement; the character that stands for what cannot be read does. */
const storable = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text)

/**
 * Values as they are bound. Numbers travel as text without a type, so that Postgres takes the type from the statement:
 * one prepared statement serves small and large numbers alike.
 */
export const bind = (values: ReadonlyArray<SqlValue>): ReadonlyArray<unknown> =>
  values.map((value) => {
    if (typeof value === "string") return storable(value)
    return typeof value === "number" || typeof value === "bigint" ? String(value) : value
  })

const storableValue = (value: SqlValue): SqlValue => (typeof value === "string" ? storable(value) : value)

const inQuotes = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`

/** One value in the written form of a list. */
const listed = (value: SqlValue): string => {
  if (value instanceof Uint8Array) return inQuotes(`\\x${Buffer.from(value).toString("hex")}`)
  return value === null ? "NULL" : typeof value === "string" ? inQuotes(value) : String(value)
}

/** A column of rows as it is bound. Texts travel as they are, since there are many bytes of them. */
export const bindList = (type: string, values: ReadonlyArray<SqlValue>): unknown =>
  type.toUpperCase() === "TEXT"
    ? Result.getOrThrow(PgTypes.array(values.map(storableValue), PgTypes.OID.text))
    : `{${values.map(listed).join(",")}}`
