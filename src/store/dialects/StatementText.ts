/** The SQL of statements. Each text is made once and found again by the statement's identity. */
import {
  given,
  type Assignment,
  type Condition,
  type Insert,
  type Operand,
  type Statement
} from "../../services/Statement.ts"

/** How a dialect writes the place of the nth value, from 1. */
export type Placeholder = (number: number) => string

/** Numbers the values of one statement. */
const numbering = (placeholder: Placeholder) => {
  let count = 0
  return () => placeholder(++count)
}

type Next = () => string

const constant = (value: Exclude<Operand, typeof given>): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value ?? "NULL")

const conditionText =
  (next: Next, owner = "") =>
  ({ column, comparison, to }: Condition): string =>
    to === null
      ? `${owner}${column} IS NULL`
      : `${owner}${column} ${comparison} ${to === given ? next() : constant(to)}`

const whereText = (conditions: ReadonlyArray<Condition>, next: Next, owner?: string): string =>
  conditions.length === 0 ? "" : ` WHERE ${conditions.map(conditionText(next, owner)).join(" AND ")}`

/** `owner` says whose the column is, `value` what stands for a given one. */
const assignmentText =
  (owner: string, value: (assignment: Assignment) => string) =>
  (assignment: Assignment): string => {
    const { column, how, to } = assignment
    if (how === "same") return `${column} = ${owner}${column}`
    const text = to === given ? value(assignment) : constant(to)
    return how === "set" ? `${column} = ${text}` : `${column} = ${owner}${column} + ${text}`
  }

const times = (count: number, text: () => string): string => Array.from({ length: count }, text).join(", ")

/** What becomes of a row that is there; `next` stands for the values of its conditions. */
export const onExistingText = ({ onExisting, table }: Insert, next: () => string): string => {
  if (onExisting === undefined) return ""
  const { key, set, where } = onExisting
  const changes = set.map(assignmentText(`${table}.`, ({ column }) => `excluded.${column}`)).join(", ")
  const then = changes === "" ? "NOTHING" : `UPDATE SET ${changes}${whereText(where, next, `${table}.`)}`
  return ` ON CONFLICT (${key.join(", ")}) DO ${then}`
}

const insertText = (insert: Insert, rows: number, next: Next) => {
  const { columns, table } = insert
  const values = times(rows, () => `(${times(columns.length, next)})`)
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${values}${onExistingText(insert, next)}`
}

const textOf = (statement: Statement, rows: number, next: Next): string => {
  switch (statement.kind) {
    case "insert":
      return insertText(statement, rows, next)
    case "update": {
      // A number is bound as one of floating point by some databases: a sum with it would lose cents beyond 2^53.
      const value = ({ how }: Assignment) => (how === "plus" ? `CAST(${next()} AS BIGINT)` : next())
      const changes = statement.set.map(assignmentText("", value)).join(", ")
      return `UPDATE ${statement.table} SET ${changes}${whereText(statement.where, next)}`
    }
    case "delete":
      return `DELETE FROM ${statement.table}${whereText(statement.where, next)}`
    case "composed":
      return statement.pieces.reduce((text, piece) => text + next() + piece)
  }
}

/** Makes the texts of a dialect. `around` changes each once it is made. */
export const statementTexts = (
  placeholder: Placeholder,
  around: (text: string) => string = (text) => text
): ((statement: Statement, rows: number) => string) => {
  const known = new WeakMap<Statement, Array<string>>()
  return (statement, rows) => {
    let texts = known.get(statement)
    if (texts === undefined) known.set(statement, (texts = []))
    return (texts[rows] ??= around(textOf(statement, rows, numbering(placeholder))))
  }
}
