/**
 * Units of work on Postgres. Those that arrive together share one transaction and one flush to disk, and travel in one
 * go; when one of them is refused, the others are sent again without it. A caller is answered only after its COMMIT.
 */
import type { PgConnection } from "@effect/sql-pg/PgConnection"
import type { PgPool } from "@effect/sql-pg/PgPool"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { StoreUnavailable, type RegionName, type UniqueViolation, type Write } from "../../services/Store.ts"
import { type Batching, type Writes } from "./PostgresBatch.ts"
import {
  lostAgainstOthers,
  lostConnection,
  sqlStates,
  stateOf,
  unavailable,
  uniqueViolation,
  type UniqueColumns
} from "./PostgresFailure.ts"
import { runInStages, runTogether, type Outcome, type Refusal } from "./PostgresTransaction.ts"

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
  readonly write: <E>(writes: ReadonlyArray<Write<E>>) => Effect.Effect<boolean, E | UniqueViolation | StoreUnavailable>
}

/** What the writer works with. */
export interface WriterOptions {
  readonly region: RegionName
  /** Lends connections that pipeline, each to one borrower at a time. */
  readonly pool: PgPool
  /** How many transactions may run side by side. */
  readonly lanes: number
  readonly catalogue: () => Catalogue
}

/** What the database says of its tables. */
export interface Catalogue {
  readonly uniqueColumns: UniqueColumns
  readonly batching: Batching
}

const dependsOnItself = ({ writes }: Unit): boolean => writes.some((write) => write.ifPreviousChanged === true)

const keyOf = ({ writes }: Unit): string =>
  writes.find((write) => write.contends !== undefined)?.contends ??
  writes.find((write) => write.takesTurns !== undefined)?.takesTurns ??
  ""

/** The failure of one unit, by what refused it. */
const explain = ({ catalogue, region }: WriterOptions, { error, statement }: Refusal): UnitExit => {
  if (stateOf(error) === sqlStates.divisionByZero && statement?.write?.orElse !== undefined) {
    return Exit.fail(statement.write.orElse())
  }
  const failure = uniqueViolation(error, catalogue().uniqueColumns) ?? unavailable(region, error)
  return failure === undefined ? Exit.die(error.reason.cause ?? error) : Exit.fail(failure)
}

const resumeAll = (units: ReadonlyArray<Unit>, exit: UnitExit): void => {
  for (const unit of units) unit.resume(exit)
}

const tryUnits = (connection: PgConnection, batching: Batching, units: ReadonlyArray<Unit>): Outcome =>
  units.length === 1 && dependsOnItself(units[0]!)
    ? runInStages(connection, batching, units[0]!.writes)
    : runTogether(connection, batching.statementsOf(units.map(({ writes }) => writes)))

/** The refused unit by itself, between those before and after it: so its refusal is true. Halves when it is not known. */
const apart = (units: ReadonlyArray<Unit>, refused: number | undefined): ReadonlyArray<ReadonlyArray<Unit>> => {
  const middle = Math.ceil(units.length / 2)
  return refused === undefined
    ? [units.slice(0, middle), units.slice(middle)]
    : [units.slice(0, refused), units.slice(refused, refused + 1), units.slice(refused + 1)]
}

/** Makes what answers every unit of a batch, in as few transactions as their refusals allow. */
const makeSettle = (options: WriterOptions) => {
  const settle = (connection: PgConnection, units: ReadonlyArray<Unit>, tries = 0): Effect.Effect<void> =>
    units.length === 0
      ? Effect.void
      : Effect.matchEffect(tryUnits(connection, options.catalogue().batching, units), {
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
            const parts = apart(units, refusal.statement?.unit)
            return Effect.forEach(parts, (part) => settle(connection, part), { discard: true })
          }
        })
  return settle
}

/** Makes what runs a batch on a connection of its own, and gives the connection up when that takes too long. */
const makeRunBatch = (options: WriterOptions) => {
  const { pool, region } = options
  const settle = makeSettle(options)
  // Nothing was sent yet, so trying again does no harm.
  const borrow = Effect.retry(pool.get, {
    times: writerLimits.maxRetries,
    while: lostConnection,
    schedule: Schedule.exponential(writerLimits.retryPauseMs)
  })
  const giveUp = (connection: PgConnection, units: ReadonlyArray<Unit>) =>
    Effect.andThen(
      pool.invalidate(connection),
      Effect.sync(() => resumeAll(units, Exit.fail(tooLate(region))))
    )
  return (units: ReadonlyArray<Unit>): Effect.Effect<void> =>
    Effect.flatMap(borrow, (connection) =>
      Effect.timeoutOrElse(settle(connection, units), {
        duration: writerLimits.timeoutMs,
        orElse: () => giveUp(connection, units)
      })
    ).pipe(
      Effect.scoped,
      Effect.catch((error) => Effect.sync(() => resumeAll(units, explain(options, { error, statement: undefined })))),
      Effect.catchCause((cause) => Effect.sync(() => resumeAll(units, Exit.failCause(cause))))
    )
}

const takeBatch = (queue: Array<Unit>): ReadonlyArray<Unit> => {
  const dependent = queue.findIndex(dependsOnItself)
  const size = dependent === -1 ? writerLimits.maxBatch : Math.max(1, Math.min(dependent, writerLimits.maxBatch))
  return queue
    .splice(0, size)
    .filter(({ cancelled }) => !cancelled)
    .map((unit) => ({ unit, key: keyOf(unit) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ unit }) => unit)
}

/** One line of transactions on one connection at a time. */
const makeLane = (options: WriterOptions) => {
  const runBatch = makeRunBatch(options)
  const queue: Array<Unit> = []
  const work = Latch.makeUnsafe(false)
  const idle = Latch.makeUnsafe(true)
  const run = Effect.gen(function* () {
    if (queue.length === 0) {
      work.closeUnsafe()
      idle.openUnsafe()
      yield* work.await
      // What arrives in the same turn of the event loop travels together.
      yield* Effect.yieldNow
    }
    const units = takeBatch(queue)
    if (units.length > 0) yield* runBatch(units)
  })
  return {
    size: () => queue.length,
    /** Waits until nothing is queued or under way. */
    idle: idle.await,
    submit: (unit: Unit) => {
      queue.push(unit)
      idle.closeUnsafe()
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
  new StoreUnavailable({
    region,
    reason: "overloaded",
    detail: `${writerLimits.maxWaiting} units of work wait already`
  })

/** FNV-1a of 32 bits. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

/** Waits so long at most, by the time on the wall: a clock that a test controls may stand still while a store closes. */
const inRealTime = (waited: Effect.Effect<void>, atMostMs: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const end = () => resume(Effect.void)
    const timer = setTimeout(end, atMostMs)
    Effect.runFork(waited).addObserver(() => {
      clearTimeout(timer)
      end()
    })
  })

/** Starts the lanes. When the scope ends, what waits is written first. */
export const makeWriter = Effect.fnUntraced(function* (
  options: WriterOptions
): Effect.fn.Return<Writer, never, Scope.Scope> {
  const { region } = options
  const lanes = Array.from({ length: options.lanes }, () => makeLane(options))
  const waiting = () => lanes.reduce((sum, lane) => sum + lane.size(), 0)
  const unanswered = new Set<Unit>()
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
      const answer = (exit: UnitExit) => {
        unanswered.delete(unit)
        resume(exit)
      }
      const unit: Unit = { writes, resume: answer, cancelled: false }
      unanswered.add(unit)
      laneOf(unit).submit(unit)
      return Effect.sync(() => {
        unit.cancelled = true
        unanswered.delete(unit)
      })
    })

  yield* Effect.addFinalizer(() => {
    isOpen = false
    const allIdle = Effect.forEach(lanes, ({ idle }) => idle, { discard: true })
    // Lanes end with the scope, and nobody would answer those whose statements a stalled server still has.
    return Effect.andThen(
      inRealTime(allIdle, writerLimits.closeMs),
      Effect.sync(() => resumeAll([...unanswered], Exit.fail(closed(region))))
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
