/**
 * A unit of work that is a list of statements, and what became of it as plain data: the same on the thread of the
 * program and on the writer's.
 */
import type { SqlValue } from "../../services/Store.ts"
import type { Unit } from "./GroupCommit.ts"
import { GroupClosed, QueueFull } from "./GroupCommit.ts"
import { resultCodeOf, type PreparedConnection, type Row } from "./SqlitePrepared.ts"

/** A statement with its values, as the writer runs it. */
export interface Runnable {
  readonly text: string
  readonly params: ReadonlyArray<SqlValue>
  /** Present when the unit is refused if the statement changes no row; the writer never calls it. */
  readonly orElse?: unknown
  readonly ifPreviousChanged?: boolean | undefined
  readonly wakes?: boolean | undefined
  /** Its rows belong to the outcome: it ends with `RETURNING`. */
  readonly returns?: boolean | undefined
}

/** An error in a form that passes from one thread to another. */
export interface Said {
  readonly message: string
  readonly kind: "sqlite" | "queue_full" | "closed" | "other"
  /** The extended result code of SQLite. */
  readonly code: number | undefined
}

/** What became of a unit. */
export type Outcome =
  | { readonly _tag: "kept"; readonly wakes: boolean; readonly rows?: ReadonlyArray<Row> }
  /** The statement at `index` changed no row: nothing of the unit was kept. */
  | { readonly _tag: "refused"; readonly index: number }
  /** A statement failed: nothing of the unit was kept. */
  | { readonly _tag: "failed"; readonly said: Said }
  /** The transaction around it failed. */
  | { readonly _tag: "broken"; readonly said: Said }

/** What `node:sqlite` says about a connection that was closed, and about its statements. */
const isClosed = (error: unknown): boolean =>
  error instanceof GroupClosed || (error instanceof Error && Reflect.get(error, "code") === "ERR_INVALID_STATE")

/** Puts an error into words and numbers. */
export const describeError = (error: unknown): Said => {
  const code = resultCodeOf(error)
  const kind =
    code !== undefined ? "sqlite" : error instanceof QueueFull ? "queue_full" : isClosed(error) ? "closed" : "other"
  return { message: error instanceof Error ? error.message : String(error), kind, code }
}

const kept: Outcome = { _tag: "kept", wakes: false }
const keptAndWakes: Outcome = { _tag: "kept", wakes: true }

const runStatements = (connection: PreparedConnection, statements: ReadonlyArray<Runnable>): Outcome => {
  let changed = true
  let wakes = false
  let rows: ReadonlyArray<Row> | undefined
  try {
    for (let index = 0; index < statements.length; index++) {
      const statement = statements[index]!
      if (statement.ifPreviousChanged === true && !changed) continue
      if (statement.returns === true) {
        rows = connection.rows(statement.text, statement.params)
        continue
      }
      changed = Number(connection.prepare(statement.text).run(...statement.params).changes) > 0
      if (!changed && statement.orElse !== undefined) return { _tag: "refused", index }
      if (changed && statement.wakes === true) wakes = true
    }
    if (rows !== undefined) return { _tag: "kept", wakes, rows }
    return wakes ? keptAndWakes : kept
  } catch (error) {
    return { _tag: "failed", said: describeError(error) }
  }
}

/** The unit that runs statements on a connection and tells `done` what became of it, once. */
export const statementUnit = (
  connection: PreparedConnection,
  statements: ReadonlyArray<Runnable>,
  done: (outcome: Outcome) => void
): Unit => {
  let outcome: Outcome | undefined
  return {
    cancelled: false,
    repeatable: true,
    run: () => {
      outcome = runStatements(connection, statements)
      return outcome._tag === "kept"
    },
    settled: () => done(outcome!),
    // A statement that failed explains more than the rollback that followed. What refused one may not have been kept either.
    failed: (error) => done(outcome?._tag === "failed" ? outcome : { _tag: "broken", said: describeError(error) })
  }
}
