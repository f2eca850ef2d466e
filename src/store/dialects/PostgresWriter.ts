/**
 * Units of work on Postgres. Those that arrive together share one transaction and one flush to disk, and travel in one
 * go; when one of them is refused, the others are sent again without it. A caller is answered only after its COMMIT.
 */
import type { PgConnection, Result } from "@effect/sql-pg/PgConnection"
import type { PgPool } from "@effect/sql-pg/PgPool"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import { StoreUnavailable, type RegionName, type UniqueViolation, type Write } from "../../services/Store.ts"
import { statementsOf, type Statement, type Writes } from "./PostgresBatch.ts"
import {
  lostAgainstOthers,
  lostConnection,
  sqlStates,
  stateOf,
  unavailable,
  uniqueViolation,
  type UniqueColumns
} from "./PostgresFailure.ts"
import { bind, guarded, plain } from "./PostgresText.ts"

/** Bounds of the writer; all our choice. */
export const writerLimits = {
  /** Units in one transaction: few enough that nobody waits long for the rows it holds. */
  maxBatch: 64,
  /** Units that may wait. Beyond it callers are told to come back (503). */
  maxWaiting: 10_000,
  /** How often a transaction is tried again that lost against another one, or found no connection. */
  maxRetries: 4,
  /** The pause before the first retry, in milliseconds; it doubles. */
  retryPauseMs: 10,
  /** How long one transaction may take before its connection is given up, in milliseconds. */
  timeoutMs: 30_000,
  /** How long the end of the process waits for what is queued, in milliseconds. */
  closeMs: 5_000
} as const

/** What came of a unit: whether it left work to do, or why nothing of it was kept. */
export type UnitExit = Exit.Exit<boolean, unknown>

interface Unit {
  readonly writes: Writes
  readonly resume: (exit: UnitExit) => void
  /** Set by a caller that went away: a unit that has not started never does. */
  cancelled: boolean
}

/** Where units are handed in. */
export interface Writer {
  readonly write: <E>(
    writes: ReadonlyArray<Write<E>>
  ) => Effect.Effect<boolean, E | UniqueViolation | StoreUnavailable>
}

/** What the writer works with. */
export interface WriterOptions {
  readonly region: RegionName
  /** Lends connections that pipeline, each to one borrower at a time. */
  readonly pool: PgPool
  /** How many transactions may run side by side. */
  readonly lanes: number
  readonly uniqueColumns: () => UniqueColumns
}

/** A statement of a transaction failed. */
interface Refusal {
  readonly error: SqlError
  readonly statement: Statement | undefined
}

type Sent = Exit.Exit<Result, SqlError>

/** Sends statements in one go and waits for all answers. */
const sendAll = Effect.fnUntraced(function* (
  connection: PgConnection,
  statements: ReadonlyArray<Pick<Statement, "text" | "params">>
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
type Outcome = Effect.Effect<ReadonlySet<number | undefined>, Refusal>

/** Runs statements as one transaction, in one round trip. */
const runTogether = (connection: PgConnection, statements: ReadonlyArray<Statement>): Outcome =>
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
        if (statement?.write.wakes === true && changedRows(answer)) wakes.add(statement.unit)
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
const runStages = Effect.fnUntraced(function* (connection: PgConnection, writes: Writes) {
  let changed: boolean = true
  const wakes = new Set<number | undefined>()
  for (const [at, stage] of stagesOf(writes).entries()) {
    const runs: Writes = changed ? stage : stage.slice(1)
    const statements = runs.map((write): Statement => ({
      text: write.orElse === undefined ? plain(write.text) : guarded(write.text),
      params: bind(write.params),
      unit: 0,
      write
    }))
    const opening = at === 0 ? [begin] : []
    const answers = (yield* sendAll(connection, [...opening, ...statements])).slice(opening.length)
    for (const [place, answer] of answers.entries()) {
      const error = failureOf(answer)
      if (error !== undefined) return yield* Effect.fail<Refusal>({ error, statement: statements[place] })
      if (statements[place]!.write.wakes === true && changedRows(answer)) wakes.add(0)
    }
    // Of a stage that was not run, what follows it in turn is not run either.
    if (stage.length > 0) changed = statements.length > 0 && changedRows(answers.at(-1))
  }
  const [ended] = yield* sendAll(connection, [commit])
  const error = ended === undefined ? undefined : failureOf(ended)
  return error === undefined ? wakes : yield* Effect.fail<Refusal>({ error, statement: undefined })
})

const dependsOnItself = ({ writes }: Unit): boolean => writes.some((write) => write.ifPreviousChanged === true)

const keyOf = ({ writes }: Unit): string => writes.find((write) => write.contends !== undefined)?.contends ?? ""

/** The failure that one unit is told, by what refused it. */
const explain = ({ region, uniqueColumns }: WriterOptions, { error, statement }: Refusal): UnitExit => {
  if (stateOf(error) === sqlStates.divisionByZero && statement?.write.orElse !== undefined) {
    return Exit.fail(statement.write.orElse())
  }
  const failure = uniqueViolation(error, uniqueColumns()) ?? unavailable(region, error)
  return failure === undefined ? Exit.die(error.reason.cause ?? error) : Exit.fail(failure)
}

const resumeAll = (units: ReadonlyArray<Unit>, exit: UnitExit): void => {
  for (const unit of units) unit.resume(exit)
}

/** One line of transactions on one connection at a time. */
const makeLane = (options: WriterOptions) => {
  const { pool, region } = options
  const queue: Array<Unit> = []
  const work = Latch.makeUnsafe(false)

  const tryUnits = (connection: PgConnection, units: ReadonlyArray<Unit>): Outcome =>
    units.length === 1 && dependsOnItself(units[0]!)
      ? runStages(connection, units[0]!.writes).pipe(
          Effect.tapError(() => sendAll(connection, [rollback]))
        )
      : runTogether(connection, statementsOf(units.map(({ writes }) => writes)))

  /** Answers every unit. */
  const settle = (connection: PgConnection, units: ReadonlyArray<Unit>, tries = 0): Effect.Effect<void> => {
    if (units.length === 0) return Effect.void
    return Effect.matchEffect(tryUnits(connection, units), {
      onSuccess: (wakes) =>
        Effect.sync(() => {
          for (const [at, unit] of units.entries()) unit.resume(Exit.succeed(wakes.has(at) || wakes.has(undefined)))
        }),
      onFailure: (refusal) => {
        if (lostAgainstOthers(refusal.error) && tries < writerLimits.maxRetries) {
          const pause = Effect.sleep(writerLimits.retryPauseMs * 2 ** tries)
          return Effect.andThen(pause, settle(connection, units, tries + 1))
        }
        // After COMMIT was sent nobody knows whether it was kept: none of them is tried again.
        if (units.length === 1 || lostConnection(refusal.error)) {
          return Effect.sync(() => resumeAll(units, explain(options, refusal)))
        }
        return apart(connection, units, refusal.statement?.unit)
      }
    })
  }

  /** Nothing was kept. The refused unit runs by itself, between those before and after it: so its refusal is true. */
  const apart = (connection: PgConnection, units: ReadonlyArray<Unit>, refused: number | undefined) => {
    const middle = Math.ceil(units.length / 2)
    const parts =
      refused === undefined
        ? [units.slice(0, middle), units.slice(middle)]
        : [units.slice(0, refused), units.slice(refused, refused + 1), units.slice(refused + 1)]
    return Effect.forEach(parts, (part) => settle(connection, part), { discard: true })
  }

  const takeBatch = (): ReadonlyArray<Unit> => {
    const dependent = queue.findIndex(dependsOnItself)
    const size = dependent === -1 ? writerLimits.maxBatch : Math.max(1, Math.min(dependent, writerLimits.maxBatch))
    return queue
      .splice(0, size)
      .filter(({ cancelled }) => !cancelled)
      .map((unit) => ({ unit, key: keyOf(unit) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ unit }) => unit)
  }

  // Nothing was sent yet, so trying again does no harm.
  const borrow = Effect.retry(pool.get, {
    times: writerLimits.maxRetries,
    while: lostConnection,
    schedule: Schedule.exponential(writerLimits.retryPauseMs)
  })

  const runBatch = (units: ReadonlyArray<Unit>): Effect.Effect<void> =>
    Effect.scoped(
      Effect.flatMap(borrow, (connection) =>
        settle(connection, units).pipe(
          Effect.timeoutOrElse({
            duration: writerLimits.timeoutMs,
            orElse: () =>
              Effect.andThen(
                pool.invalidate(connection),
                Effect.sync(() => resumeAll(units, Exit.fail(tooLate(region))))
              )
          })
        )
      )
    ).pipe(
      Effect.catch((error) =>
        Effect.sync(() => resumeAll(units, explain(options, { error, statement: undefined })))
      ),
      Effect.catchCause((cause) => Effect.sync(() => resumeAll(units, Exit.failCause(cause))))
    )

  const run = Effect.gen(function* () {
    if (queue.length === 0) {
      work.closeUnsafe()
      yield* work.await
      // What arrives in the same turn of the event loop travels together.
      yield* Effect.yieldNow
    }
    const units = takeBatch()
    if (units.length > 0) yield* runBatch(units)
  })

  return {
    size: () => queue.length,
    submit: (unit: Unit) => {
      queue.push(unit)
      work.openUnsafe()
    },
    run: Effect.forever(run)
  }
}

const tooLate = (region: RegionName) =>
  new StoreUnavailable({ region, reason: "overloaded", detail: `no answer within ${writerLimits.timeoutMs} ms` })

const closed = (region: RegionName) =>
  new StoreUnavailable({ region, reason: "closed", detail: "the store was closed" })

const full = (region: RegionName) =>
  new StoreUnavailable({ region, reason: "overloaded", detail: `${writerLimits.maxWaiting} units of work wait already` })

/** FNV-1a of 32 bits. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

/** Starts the lanes. When the scope ends, what waits is written first. */
export const makeWriter = (options: WriterOptions): Effect.Effect<Writer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { region } = options
    const lanes = Array.from({ length: options.lanes }, () => makeLane(options))
    const waiting = () => lanes.reduce((sum, lane) => sum + lane.size(), 0)
    let isOpen = true
    for (const lane of lanes) yield* Effect.forkScoped(lane.run)

    /** Units that contend share a lane; any other takes the shortest. */
    const laneOf = (unit: Unit) => {
      const key = keyOf(unit)
      return key === ""
        ? lanes.reduce((shortest, lane) => (lane.size() < shortest.size() ? lane : shortest))
        : lanes[hash(key) % lanes.length]!
    }
    const submit = (writes: Writes) =>
      Effect.callback<boolean, unknown>((resume) => {
        if (!isOpen) return resume(Effect.fail(closed(region)))
        if (waiting() >= writerLimits.maxWaiting) return resume(Effect.fail(full(region)))
        const unit: Unit = { writes, resume, cancelled: false }
        laneOf(unit).submit(unit)
        return Effect.sync(() => {
          unit.cancelled = true
        })
      })

    yield* Effect.addFinalizer(() => {
      isOpen = false
      const drained = Effect.suspend(() => (waiting() === 0 ? Effect.void : Effect.fail("waiting")))
      const pauseMs = 5
      return Effect.ignore(
        Effect.retry(drained, { times: writerLimits.closeMs / pauseMs, schedule: Schedule.spaced(pauseMs) })
      )
    })
    return {
      write: <E>(writes: ReadonlyArray<Write<E>>) =>
        // A unit fails with what its own statements say, or as the store does.
        writes.length === 0
          ? Effect.succeed(false)
          : (submit(writes) as Effect.Effect<boolean, E | UniqueViolation | StoreUnavailable>)
    }
  })
