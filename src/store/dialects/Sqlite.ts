/**
 * The Store on embedded SQLite: one file per data region in a folder, one writer with group commit, readers that never
 * wait for it. `bursar/sqlite`.
 */
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import {
  EventSubscribers,
  Migrations,
  regionNames,
  Store,
  StoreOpenFailed,
  StoreUnavailable,
  UniqueViolation,
  UnitSuspended,
  type Dialect,
  type EventSubscriber,
  type RegionName,
  type RegionStore,
  type SqlValue,
  type Write
} from "../../services/Store.ts"
import { migrate } from "../migrate.ts"
import { GroupClosed, makeGroupCommit, QueueFull, type GroupCommit, type WriteConnection } from "./GroupCommit.ts"
import {
  makeSqlClient,
  openConnection,
  primaryCodeOf,
  resultCodeOf,
  resultCodes,
  sqlConnection,
  type PreparedConnection
} from "./SqliteConnection.ts"

/** Keeps nothing: every region lives in memory and goes with the process. */
export const inMemory = ":memory:"

/** What SQLite's SQL is called in migrations. */
export const dialect: Dialect = {
  name: "sqlite",
  sequenceKey: "INTEGER PRIMARY KEY",
  integer: "INTEGER",
  clustered: " WITHOUT ROWID"
}

/** Where the files are. */
export interface SqliteOptions {
  /** A folder, made when missing (mode 0700), or `:memory:`. One process at a time may use a folder. */
  readonly folder: string
}

/** `synchronous=FULL` makes a commit survive a power cut; a larger WAL makes the slowest commits slower (bench create). */
const writerPragmas = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = 1000;
  PRAGMA temp_store = MEMORY;
`

/** Templates outside a unit of work read here, and cannot write. */
const readerPragmas = `PRAGMA query_only = ON;`

let memoryDatabases = 0

const locationOf = (options: SqliteOptions, region: RegionName): string =>
  options.folder === inMemory
    ? `file:bursar-${++memoryDatabases}?mode=memory&cache=shared`
    : join(options.folder, `${region}.db`)

/** Says why a file cannot be opened, in words an operator can act on. */
const openFailure = (region: RegionName, location: string, error: unknown): StoreOpenFailed => {
  const said = error instanceof Error ? error.message : String(error)
  switch (primaryCodeOf(error)) {
    case resultCodes.notADatabase:
      return new StoreOpenFailed({ region, reason: "not_a_database", detail: `${location} is not a SQLite database` })
    case resultCodes.corrupt:
      return new StoreOpenFailed({
        region,
        reason: "corrupt",
        detail: `${location} is damaged (${said}). Restore a backup, or salvage it with "sqlite3 FILE .recover"`
      })
    case resultCodes.busy:
    case resultCodes.locked:
      return new StoreOpenFailed({ region, reason: "in_use", detail: `${location} is locked by another program` })
    default:
      return new StoreOpenFailed({ region, reason: "unreachable", detail: `${location}: ${said}` })
  }
}

/**
 * One process per folder: jobs, ids and the clock of two engines on the same files would disagree. The lock is SQLite's
 * own on an empty file, so the system drops it however the process ends.
 */
const lockFolder = (folder: string, home: RegionName) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const lock = new DatabaseSync(join(folder, ".lock"), { timeout: 0 })
        lock.exec("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE")
        return lock
      },
      catch: (error) =>
        primaryCodeOf(error) === resultCodes.busy
          ? new StoreOpenFailed({
              region: home,
              reason: "in_use",
              detail: `another Bursar process uses the folder ${folder}. Stop it, or give this one a folder of its own`
            })
          : openFailure(home, folder, error)
    }),
    (lock) => Effect.sync(() => lock.close())
  )

/** What `node:sqlite` says of a connection that was closed, and of its statements. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, "code") === "ERR_INVALID_STATE"

const unavailable = (region: RegionName, error: unknown): StoreUnavailable | undefined => {
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof QueueFull) return new StoreUnavailable({ region, reason: "overloaded", detail })
  if (error instanceof GroupClosed || isClosed(error)) return new StoreUnavailable({ region, reason: "closed", detail })
  switch (primaryCodeOf(error)) {
    case resultCodes.busy:
    case resultCodes.locked:
      return new StoreUnavailable({ region, reason: "locked", detail })
    case resultCodes.full:
      return new StoreUnavailable({ region, reason: "disk_full", detail })
    case resultCodes.ioError:
    case resultCodes.corrupt:
    case resultCodes.cantOpen:
      return new StoreUnavailable({ region, reason: "io_error", detail })
    default:
      return undefined
  }
}

/** The failure a thrown error stands for; one that no caller can act on is a defect. */
const toExit = (region: RegionName, error: unknown): Exit.Exit<never, UniqueViolation | StoreUnavailable> => {
  const code = resultCodeOf(error)
  if (code === resultCodes.unique || code === resultCodes.primaryKey) {
    const message = error instanceof Error ? error.message : ""
    return Exit.fail(new UniqueViolation({ constraint: message.replace(/^.*constraint failed: /, "") }))
  }
  const failure = unavailable(region, error)
  return failure === undefined ? Exit.die(error) : Exit.fail(failure)
}

const writeConnection = ({ db, prepare }: PreparedConnection): WriteConnection => {
  const control = (text: string) => () => void prepare(text).run()
  return {
    begin: control("BEGIN IMMEDIATE"),
    commit: control("COMMIT"),
    rollback: control("ROLLBACK"),
    savepoint: control("SAVEPOINT unit"),
    release: control("RELEASE SAVEPOINT unit"),
    rollbackToSavepoint: control("ROLLBACK TO SAVEPOINT unit"),
    isOpen: () => db.isTransaction,
    isBusy: (error) => {
      const code = primaryCodeOf(error)
      return code === resultCodes.busy || code === resultCodes.locked
    }
  }
}

/** Queues work on the write connection and answers when it is on disk. */
const submit = <A, E>(
  region: RegionName,
  group: GroupCommit,
  work: () => Exit.Exit<A, E>
): Effect.Effect<A, E | StoreUnavailable> =>
  Effect.callback<A, E | StoreUnavailable>((resume) => {
    let exit: Exit.Exit<A, E> | undefined
    const unit = {
      cancelled: false,
      run: () => {
        exit = work()
        return exit._tag === "Success"
      },
      settled: () => resume(exit!),
      failed: (error: unknown) => {
        // A unit that failed by itself explains more than the rollback that followed.
        if (exit !== undefined && exit._tag === "Failure") return resume(exit)
        const failure = unavailable(region, error)
        resume(
          Exit.fail(
            failure ??
              new StoreUnavailable({
                region,
                reason: "io_error",
                detail: error instanceof Error ? error.message : String(error)
              })
          )
        )
      }
    }
    group.submit(unit)
    return Effect.sync(() => {
      unit.cancelled = true
    })
  })

const runWrites =
  <E>(
    region: RegionName,
    writer: PreparedConnection,
    writes: ReadonlyArray<Write<E>>
  ): (() => Exit.Exit<boolean, E | UniqueViolation | StoreUnavailable>) =>
  () => {
    let changed = true
    let wakes = false
    try {
      for (const write of writes) {
        if (write.ifPreviousChanged === true && !changed) continue
        const result = writer.prepare(write.text).run(...write.params)
        changed = Number(result.changes) > 0
        if (!changed && write.orElse !== undefined) return Exit.fail(write.orElse())
        if (changed && write.wakes === true) wakes = true
      }
      return Exit.succeed(wakes)
    } catch (error) {
      return toExit(region, error)
    }
  }

/** Opens the files of one region. Closing waits for what is queued. */
const openRegion = (
  options: SqliteOptions,
  name: RegionName,
  subscribers: ReadonlyArray<EventSubscriber>
): Effect.Effect<RegionStore, StoreOpenFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const location = locationOf(options, name)
    const open = (pragmas: string) =>
      Effect.acquireRelease(
        Effect.try({
          try: () => {
            const connection = openConnection(location)
            connection.db.exec(pragmas)
            connection.db.prepare("SELECT count(*) AS tables FROM sqlite_schema").get()
            return connection
          },
          catch: (error) => openFailure(name, location, error)
        }),
        (connection) => Effect.sync(() => connection.db.close())
      )
    const writer = yield* open(writerPragmas)
    const reader = yield* open(readerPragmas)
    const group = yield* Effect.acquireRelease(
      Effect.sync(() => makeGroupCommit(writeConnection(writer))),
      (group) => Effect.sync(group.close)
    )
    const sql = yield* makeSqlClient(reader)
    return makeRegionStore(name, { writer, group, sql, subscribers })
  })

const makeRegionStore = (
  name: RegionName,
  parts: {
    readonly writer: PreparedConnection
    readonly group: GroupCommit
    readonly sql: RegionStore["sql"]
    readonly subscribers: ReadonlyArray<EventSubscriber>
  }
): RegionStore => {
  const { group, sql, subscribers, writer } = parts

  // On the write connection, whose page cache is warm: a commit empties those of all others. Units of work run to their
  // end without giving way, so outside one nothing uncommitted is ever seen, and inside one its own rows are.
  const read = <Row extends object>(text: string, params: ReadonlyArray<SqlValue>) =>
    Effect.suspend((): Effect.Effect<ReadonlyArray<Row>, StoreUnavailable> => {
      try {
        return Effect.succeed(writer.prepare(text).all(...params) as ReadonlyArray<unknown> as ReadonlyArray<Row>)
      } catch (error) {
        const failure = unavailable(name, error)
        return failure === undefined ? Effect.die(error) : Effect.fail(failure)
      }
    })

  const runUnit =
    <A, E, R>(unit: Effect.Effect<A, E, R>, context: Context.Context<R>) =>
    (): Exit.Exit<A, E> => {
      let active = true
      const connection = sqlConnection(writer, () => active)
      const exit = Effect.runSyncExitWith(Context.add(context, sql.transactionService, [connection, 0]))(unit)
      active = false
      if (exit._tag === "Success") return exit
      const defect = exit.cause.reasons.find(Cause.isDieReason)?.defect
      if (!Cause.isAsyncFiberError(defect)) return exit
      defect.fiber.interruptUnsafe()
      return Exit.die(new UnitSuspended())
    }

  const listeners = new Set<() => void>()
  const wake = () => {
    for (const listener of listeners) listener()
  }

  return {
    name,
    dialect,
    subscribers,
    sql,
    read,
    wake,
    onWake: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    write: (writes) =>
      Effect.map(submit(name, group, runWrites(name, writer, writes)), (wakes) => {
        if (wakes) wake()
      }),
    transact: (unit) =>
      Effect.contextWith((context: Context.Context<Effect.Services<typeof unit>>) =>
        // A unit inside a unit joins it: the outer one decides whether anything is kept.
        Context.getOrUndefined(context, sql.transactionService) !== undefined
          ? unit
          : submit(name, group, runUnit(unit, context))
      )
  }
}

/** The Store over the files of a folder, or in memory. Regions open on first use. */
export const layer = (options: SqliteOptions): Layer.Layer<Store, StoreOpenFailed> =>
  Layer.effect(
    Store,
    Effect.gen(function* () {
      const home: RegionName = "us-east-1"
      const owned = yield* Migrations
      const subscribers = yield* EventSubscribers
      if (options.folder !== inMemory) yield* lockFolder(options.folder, home)
      const scope = yield* Effect.scope
      const opened = new Map<RegionName, Effect.Effect<RegionStore, StoreOpenFailed>>()
      // Nobody else makes files in a folder that this process has locked.
      const existing = new Set<RegionName>(
        regionNames.filter(
          (name) => name === home || (options.folder !== inMemory && existsSync(join(options.folder, `${name}.db`)))
        )
      )
      const region = (name: RegionName) =>
        Effect.suspend(() => {
          const known = opened.get(name)
          if (known !== undefined) return known
          const opening = Effect.runSync(
            Effect.cached(
              openRegion(options, name, subscribers).pipe(
                Effect.tap((store) => migrate(store, owned)),
                Effect.tap(() => Effect.sync(() => existing.add(name))),
                Effect.tapError(() => Effect.sync(() => opened.delete(name))),
                Scope.provide(scope)
              )
            )
          )
          opened.set(name, opening)
          return opening
        })
      yield* region(home)
      return {
        dialect,
        durable: options.folder !== inMemory,
        exclusive: true,
        home,
        region,
        existing: Effect.sync(() => [...existing])
      }
    })
  )

/** The store over a folder, or `:memory:`. */
export const sqlite = (folder: string): Layer.Layer<Store, StoreOpenFailed> => layer({ folder })
