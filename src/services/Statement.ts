/**
 * Statements of writes as data: what is done to which table, with places for values. A statement is declared once and used
 * for every write of its kind; each dialect makes its text, and remembers it by the statement's identity.
 */

/** What a column holds. Booleans are stored as 0 and 1, JSON as text, times as epoch milliseconds. */
export type SqlValue = string | number | bigint | null | Uint8Array

/**
 * For hosts in JavaScript: throws where an id that is looked for is left out, or is an object. Drivers take such values for something
 * else: `node:sqlite` takes an object for named parameters.
 */
export const checkAsked = (values: ReadonlyArray<unknown>): void => {
  for (const value of values) {
    if (typeof value === "string" || typeof value === "number" || typeof value === "bigint" || value === null) continue
    if (value instanceof Uint8Array) continue
    throw new TypeError(`An id must be a text, not ${value === undefined ? "undefined" : `of type ${typeof value}`}`)
  }
}

/** Stands for a value that comes with the write, under the name of the column. */
export const given: unique symbol = Symbol("given")

/** A value of the write, or one that is always the same and stands in the text. */
export type Operand = typeof given | string | number | null

/** How a column is compared. `=` with `null` asks for a column without a value. */
export type Comparison = "=" | "<" | "<=" | ">" | ">="

/** A condition on the row that is there. All conditions of a statement must hold. */
export interface Condition {
  readonly column: string
  readonly comparison: Comparison
  readonly to: Operand
}

/** What becomes of a column: a value, what it holds and so much more, or what it holds. */
export interface Assignment {
  readonly column: string
  readonly how: "set" | "plus" | "same"
  readonly to: Operand
}

/** Which values of a statement are encrypted before they are stored, and from where on. */
export interface SealedValue {
  /** Place among the values of a row. */
  readonly at: number
  /** `whole` text, or what comes after its first line: a document without its personal fields. */
  readonly part: "whole" | "after the first line"
}

/** A value of an inserted row that may be too long for one transaction. */
export interface LongValue {
  /** Places among the values of a row: of the text, and of the key of the row. */
  readonly at: number
  readonly keyAt: number
  readonly column: string
  readonly keyColumn: string
}

/** Adds rows: as many as the values are enough for. */
export interface Insert {
  readonly kind: "insert"
  /** Texts that are stored in pieces where they are long. */
  readonly long?: ReadonlyArray<LongValue> | undefined
  readonly table: string
  readonly columns: ReadonlyArray<string>
  /** What happens where a row of this key exists. Without it that is a `UniqueViolation`; with nothing to `set` the row stays. */
  readonly onExisting?: {
    readonly key: ReadonlyArray<string>
    /** A value that is `given` here is the one that the new row would have had. */
    readonly set: ReadonlyArray<Assignment>
    /** The row changes only if all of these hold. Their values come after those of the row. */
    readonly where: ReadonlyArray<Condition>
  }
  readonly sealed: ReadonlyArray<SealedValue>
}

/** Changes the rows for which all conditions hold. Values of assignments come first. */
export interface Update {
  readonly kind: "update"
  readonly table: string
  readonly set: ReadonlyArray<Assignment>
  readonly where: ReadonlyArray<Condition>
  readonly sealed: ReadonlyArray<SealedValue>
}

/** Deletes the rows for which all conditions hold. */
export interface Delete {
  readonly kind: "delete"
  readonly table: string
  readonly where: ReadonlyArray<Condition>
  readonly sealed: ReadonlyArray<SealedValue>
}

/** A column of rows that come with a write. */
export interface GivenColumn {
  readonly name: string
  readonly type: "TEXT" | "BIGINT"
}

/** A statement that only SQL can say, in pieces: between two pieces stands a value. */
export interface Composed {
  readonly kind: "composed"
  readonly pieces: ReadonlyArray<string>
  /**
   * The values are rows of these columns, and a query of them stands between the two pieces, with a `place` that counts them from 1.
   * One statement then serves all such writes of a batch. For stores that gather writes: dialects that are `remote`.
   */
  readonly rows?: ReadonlyArray<GivenColumn> | undefined
  /** Every table that it reads or writes; `undefined`: it may be any. */
  readonly tables: ReadonlySet<string> | undefined
  readonly sealed: ReadonlyArray<SealedValue>
}

/** The kind of a write, and its table. */
export type Statement = Insert | Update | Delete | Composed

/** How many rows the values of a write are: only inserts may have several. */
export const rowsIn = (statement: Statement, values: ReadonlyArray<unknown>): number =>
  // A condition on an existing row has values of its own, and so such a write is one of one row.
  statement.kind === "insert" && (statement.onExisting?.where.length ?? 0) === 0
    ? values.length / statement.columns.length
    : 1

/** Whether a statement reads or writes a table, as far as it says. */
export const namesTable = (statement: Statement, table: string): boolean =>
  statement.kind === "composed"
    ? (statement.tables?.has(table) ?? statement.pieces.some((piece) => piece.includes(table)))
    : statement.table === table
