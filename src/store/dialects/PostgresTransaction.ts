/** Transactions of ready statements: sent in one go where nothing depends on an answer, else stage by stage. */
import type { PgConnection, Result } from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { SqlError } from "effect/sql/SqlError"
import type { Write } from "../../services/Store.ts"
import { turnsOf, type Batching, type Sending, type Writes } from "./PostgresBatch.ts"

/** A statement of a transaction failed. */
export interface Refusal {
  readonly error: SqlError
  readonly statement: Sending | undefined
}

type Sent = Exit.Exit<Result, SqlError>

/** Sends statements in one go and waits for all answers. */
const sendAll = Effect.fnUntraced(function* (
  connection: PgConnection,
  statements: ReadonlyArray<Pick<Sending, "text" | "params">>
) {
  const fibers: Array<Fiber.Fiber<Result, SqlError>> = []
  for (const { params, text } of statements) {
    fibers.push(yield* Effect.forkChild(connection.query(text, params), { startImmediately: true }))
  }
  const answers: Array<Sent> = []
  for (const fiber of fibers) answers.push(yield* Fiber.await(fiber))
  return answers
})

const failureOf = (answer: Sent): SqlError | undefined =>
  answer._tag === "Failure" ? answer.cause.reasons.find((reason) => reason._tag === "Fail")?.error : undefined

const changedRows = (answer: Sent | undefined): boolean => answer?._tag === "Success" && answer.value.rowCount > 0

const begin = { text: "BEGIN", params: [] }
const commit = { text: "COMMIT", params: [] }
const rollback = { text: "ROLLBACK", params: [] }

/** What a transaction of ready statements comes to: the places of units that left work to do. */
export type Outcome = Effect.Effect<ReadonlySet<number | undefined>, Refusal>

/** Runs statements as one transaction, in one round trip. */
export const runTogether = (connection: PgConnection, statements: ReadonlyArray<Sending>): Outcome =>
  Effect.flatMap(
    // A single statement is a transaction by itself.
    sendAll(connection, statements.length === 1 ? statements : [begin, ...statements, commit]),
    (answers) => {
      const offset = statements.length === 1 ? 0 : 1
      const wakes = new Set<number | undefined>()
      for (const [at, answer] of answers.entries()) {
        const statement = statements[at - offset]
        const error = failureOf(answer)
        if (error !== undefined) return Effect.fail({ error, statement })
        if (answer._tag === "Failure") return Effect.interrupt
        if (statement?.write?.wakes === true && changedRows(answer)) wakes.add(statement.unit)
      }
      return Effect.succeed(wakes)
    }
  )

/** Where the statements of a unit have to wait for what the one before them did. */
const stagesOf = (writes: Writes): ReadonlyArray<Writes> => {
  const stages: Array<Array<Write<unknown>>> = [[]]
  for (const write of writes) {
    if (write.ifPreviousChanged === true) stages.push([])
    stages.at(-1)!.push(write)
  }
  return stages
}

/** Runs one unit whose statements depend on each other, stage by stage. */
const runStages = Effect.fnUntraced(function* (
  connection: PgConnection,
  { sending }: Pick<Batching, "sending">,
  writes: Writes
) {
  let changed: boolean = true
  const wakes = new Set<number | undefined>()
  for (const [at, stage] of stagesOf(writes).entries()) {
    const runs: Writes = changed ? stage : stage.slice(1)
    const statements = runs.map((write) => sending(write, 0))
    const opening = at === 0 ? [begin, ...turnsOf([writes])] : []
    const answers = (yield* sendAll(connection, [...opening, ...statements])).slice(opening.length)
    for (const [place, answer] of answers.entries()) {
      const error = failureOf(answer)
      if (error !== undefined) return yield* Effect.fail<Refusal>({ error, statement: statements[place] })
      if (runs[place]!.wakes === true && changedRows(answer)) wakes.add(0)
    }
    // Of a stage that was not run, what follows it in turn is not run either.
    if (stage.length > 0) changed = statements.length > 0 && changedRows(answers.at(-1))
  }
  const [ended] = yield* sendAll(connection, [commit])
  const error = ended === undefined ? undefined : failureOf(ended)
  return error === undefined ? wakes : yield* Effect.fail<Refusal>({ error, statement: undefined })
})

/** Runs one unit whose statements depend on each other; of one that fails nothing is kept. */
export const runInStages = (connection: PgConnection, batching: Batching, writes: Writes): Outcome =>
  Effect.tapError(runStages(connection, batching, writes), () => sendAll(connection, [rollback]))
