/** The Store on embedded SQLite, `bursar/sqlite`: a file per data region, one writer with group commit, readers that never wait. */
import "../../services/refuseOldNode.ts"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import {
  EventSubscribers,
  Migrations,
  regionNames,
  Store,
  StoreOpenFailed,
  type StoreUnavailable,
  Unflushed,
  UnitSuspended,
  type Dialect,
  type EventSubscriber,
  type OwnedMigrations,
  type RegionName,
  type RegionStore,
  type SqlValue
} from "../../services/Store.ts"
import { openedIn, openedOnce } from "../regionsOf.ts"
import { makeGroupCommit } from "./GroupCommit.ts"
import { makeSqlClient, sqlConnection } from "./SqliteConnection.ts"
import {
  openConnection,
  readerPragmas,
  writeConnection,
  writerPragmas,
  type PreparedConnection
} from "./SqlitePrepared.ts"
import { makeFolder, takeLock } from "./SqliteFile.ts"
import { openFailure, transactionFailure, unavailable } from "./SqliteFailure.ts"
import { LaterIndexes } from "./LaterIndexes.ts"
import { ReadSnapshot } from "./ReadSnapshot.ts"
import { memoryLocation, prepare } from "./SqliteTemplate.ts"
import { SqliteWriter } from "./SqliteWriter.ts"
import { TableChanges } from "./TableChanges.ts"
import { runnable } from "./SqliteText.ts"
import { submitFunction, submitStatements } from "./sqliteUnits.ts"
import { describeError, type Outcome } from "./StatementUnit.ts"

/** Keeps nothing: every region lives in memory and goes with the process. */
export const inMemory = ":memory:"

/** What SQLite's SQL is called in migrations. */
export const dialect: Dialect = {
  name: "sqlite",
  text: "TEXT",
  sequenceKey: "INTEGER PRIMARY KEY",
  integer: "INTEGER",
  clustered: " WITHOUT ROWID",
  utf8Of: (column) => `CAST(${column} AS BLOB)`,
  indexesLater: true,
  space: {
    read: `SELECT freelist_count AS free, page_count AS pages, auto_vacuum AS mode
      FROM pragma_freelist_count, pragma_page_count, pragma_auto_vacuum`,
    incremental: 2,
    giveBack: (pages) => `PRAGMA incremental_vacuum(${pages})`
  }
}

/** Where the files are. */
export interface SqliteOptions {
  /** A folder, made when missing (mode 0700), or `:memory:`. One process at a time may use a folder. */
  readonly folder: string
  /** In memory: what it begins with. */
  readonly images?: {
    readonly from: ReadonlyMap<RegionName, DatabaseSync>
    readonly opened: Map<RegionName, string>
  }
}

const locationOf = (options: SqliteOptions, region: RegionName): string =>
  options.folder === inMemory ? memoryLocation(region) : join(options.folder, `${region}.db`)

/** One process per folder: jobs, ids and the clock of two engines on the same files would disagree. */
const lockFolder = (folder: string, home: RegionName) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        makeFolder(folder)
        return takeLock(folder)
      },
      catch: (error) => openFailure(home, folder, error)
    }).pipe(
      Effect.filterOrFail(
        (lock) => lock !== undefined,
        () =>
          new StoreOpenFailed({
            region: home,
            reason: "in_use",
            detail: `another Bursar process uses the folder ${folder}. Stop it, or give this one a folder of its own`
          })
      )
    ),
    (lock) => Effect.sync(() => lock.close())
  )

/** What every region receives from the engine. */
interface Told {
  readonly subscribers: ReadonlyArray<EventSubscriber>
  /** Statements that fill what is indexed later. */
  readonly later: ReadonlyArray<string>
  readonly owned: ReadonlyArray<OwnedMigrations>
}

/** Opens the files of one region. Closing waits for what is queued. */
const openRegion = Effect.fnUntraced(function* (
  options: SqliteOptions,
  name: RegionName,
  told: Told
): Effect.fn.Return<RegionStore, StoreOpenFailed, Scope.Scope> {
  const location = locationOf(options, name)
  const open = (pragmas: string) =>
    Effect.acquireRelease(
      Effect.try({
        try: () => openConnection(location, pragmas),
        catch: (error) => openFailure(name, location, error)
      }),
      (connection) => Effect.sync(() => connection.db.close())
    )
  const connection = yield* open(writerPragmas)
  const reader = yield* open(readerPragmas)
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const warnOf = (message: string) => (said: string) => void runFork(Effect.logWarning(message, { region: name, said }))
  const onDisk = options.folder !== inMemory
  const snapshot = new ReadSnapshot(connection)
  const answered = () => snapshot.close()
  const writer = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const group = makeGroupCommit(writeConnection(connection, answered))
      const lost = warnOf("The writer's thread is gone: requests wait while the disk flushes, until the next start")
      return new SqliteWriter({ connection, group, location: onDisk ? location : undefined, lost, answered })
    }),
    (writer) => Effect.promise(() => writer.close())
  )
  // Another connection sees what was committed only.
  const sql = yield* makeSqlClient(reader, () => writer.endHeld())
  const warn = warnOf("An index is not brought up to date for now: lists take longer")
  const store = makeRegionStore(name, told, { connection, snapshot, writer, sql, onDisk, warn })
  yield* prepare(store, told.owned, onDisk ? undefined : { location, db: connection.db, images: options.images })
  return store
})

/** Fills the indexes that these statements fill. `warn` is called once for each time span in which that fails. */
const laterIndexes = (
  writer: SqliteWriter,
  texts: ReadonlyArray<string>,
  warn: (said: string) => void
): LaterIndexes => {
  const fills = texts.map((text) => ({ text, params: [] }))
  let isTold = false
  return new LaterIndexes((over, unflushed) => {
    if (fills.length === 0) return over(true)
    const done = (outcome: Outcome) => {
      const said = "said" in outcome && outcome.said.kind !== "closed" ? outcome.said : undefined
      // Lists are right all the same, and it is tried again: with the next units, and when somebody lists.
      if (said !== undefined && !isTold) warn(said.message)
      isTold = said !== undefined
      over(outcome._tag === "kept")
    }
    writer.submit(fills, done, { patient: true, unflushed })
  })
}

/** What a region is served by. */
interface RegionParts {
  readonly connection: PreparedConnection
  readonly snapshot: ReadSnapshot
  readonly writer: SqliteWriter
  readonly sql: RegionStore["sql"]
  readonly onDisk: boolean
  readonly warn: (said: string) => void
}

/** Which commits need not wait for the disk, and what flushes them: nothing is flushed in memory. */
const makeFlushing = (name: RegionName, { connection, onDisk, writer }: RegionParts) => {
  // Commits that did not wait, and how many of them a flush has followed: whoever asks during a flush needs one of their own.
  let [begun, flushed] = [0, 0]
  const mayWait = (context: Context.Context<never>): boolean => {
    const may = Context.get(context, Unflushed) !== undefined
    if (may) begun++
    return may
  }
  // Any change will do: the flush of its commit is one of the whole log. A commit without a change flushes nothing.
  const change = submitFunction(name, writer, () => {
    connection.db.exec("PRAGMA user_version = 0")
    return Exit.void
  })
  const flush = Effect.suspend(() => {
    const loss = writer.takeLoss()
    if (loss !== undefined) return transactionFailure(name, describeError(loss))
    if (!onDisk || flushed === begun) return Effect.void
    const upTo = begun
    return Effect.map(change, () => {
      flushed = Math.max(flushed, upTo)
    })
  })
  return { mayWait, flush }
}

/** A unit that is an effect, as a function: it sees and writes its rows through the program's own write connection. */
const runUnit =
  <A, E, R>({ connection, sql }: RegionParts, unit: Effect.Effect<A, E, R>, context: Context.Context<R>) =>
  (): Exit.Exit<A, E> => {
    let active = true
    const lent = sqlConnection(connection, () => active)
    const exit = Effect.runSyncExitWith(Context.add(context, sql.transactionService, [lent, 0]))(unit)
    active = false
    if (exit._tag === "Success") return exit
    const defect = exit.cause.reasons.find(Cause.isDieReason)?.defect
    if (!Cause.isAsyncFiberError(defect)) return exit
    defect.fiber.interruptUnsafe()
    return Exit.die(new UnitSuspended())
  }

const makeRegionStore = (name: RegionName, { later, subscribers }: Told, parts: RegionParts): RegionStore => {
  const { connection, snapshot, sql, warn, writer } = parts
  const indexes = laterIndexes(writer, later, warn)

  // On the program's own write connection: a unit that is a function sees its rows through it. Such units run to their
  // end without giving way, and what is held is seen by its own jobs only, so outside nothing uncommitted is ever seen.
  const read = <Row extends object>(text: string, params: ReadonlyArray<SqlValue>) =>
    Effect.withFiber(({ context }): Effect.Effect<ReadonlyArray<Row>, StoreUnavailable> => {
      if (writer.isHolding && Context.get(context, Unflushed) === undefined) writer.endHeld()
      try {
        // Beside writes it would keep checkpoints from the end of the log.
        if (writer.isThreadIdle) snapshot.open()
        return Effect.succeed(connection.rows(text, params) as ReadonlyArray<unknown> as ReadonlyArray<Row>)
      } catch (error) {
        const failure = unavailable(name, describeError(error))
        return failure === undefined ? Effect.die(error) : Effect.fail(failure)
      }
    })

  const listeners = new Set<() => void>()
  const wake = () => {
    for (const listener of listeners) listener()
  }

  const { flush, mayWait } = makeFlushing(name, parts)
  const changes = new TableChanges()

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
    catchUp: () => indexes.catchUp(),
    changes: (table) => changes.of(table),
    write: (writes) =>
      Effect.withFiber(({ context }) => {
        const unflushed = mayWait(context)
        const over = () => changes.wrote(writes)
        return Effect.map(submitStatements(name, writer, writes.map(runnable), unflushed, over), ({ wakes }) => {
          indexes.wrote(unflushed)
          if (wakes) wake()
        })
      }),
    writeReturning: <Row extends object>(text: string, params: ReadonlyArray<SqlValue>) =>
      Effect.withFiber(({ context }) => {
        const statement = { text, params, returns: true }
        return submitStatements<never>(name, writer, [statement], mayWait(context), () => changes.wroteText(text)).pipe(
          Effect.catchTag("UniqueViolation", Effect.die),
          Effect.map(({ rows = [] }) => rows as ReadonlyArray<unknown> as ReadonlyArray<Row>)
        )
      }),
    transact: (unit) =>
      Effect.contextWith((context: Context.Context<Effect.Services<typeof unit>>) =>
        // A unit inside a unit joins it: the outer one decides whether anything is kept.
        Context.getOrUndefined(context, sql.transactionService) !== undefined
          ? unit
          : Effect.tap(
              submitFunction(name, writer, runUnit(parts, unit, context), mayWait(context), () => changes.wroteAny()),
              () => Effect.sync(() => indexes.wrote())
            )
      ),
    flush
  }
}

/** The Store over the files of a folder, or in memory. Regions open on first use. */
export const layer = (options: SqliteOptions): Layer.Layer<Store, StoreOpenFailed> =>
  Layer.effect(
    Store,
    Effect.gen(function* () {
      const home: RegionName = "us-east-1"
      const owned = yield* Migrations
      const told: Told = {
        subscribers: yield* EventSubscribers,
        later: owned.flatMap(({ later = [] }) => later),
        owned
      }
      if (options.folder !== inMemory) yield* lockFolder(options.folder, home)
      const scope = yield* Effect.scope

      // Nobody else makes files in a folder that this process has locked.
      const found = regionNames.filter(
        (name) =>
          options.images?.from.has(name) === true ||
          (options.folder !== inMemory && existsSync(locationOf(options, name)))
      )
      if (found.length > 0 && !found.includes(home)) {
        const detail = `${options.folder} holds data of other regions but no ${home}.db, which they need. Put it back, or restore a backup`
        return yield* new StoreOpenFailed({ region: home, reason: "corrupt", detail })
      }
      const existing = new Set<RegionName>([home, ...found])
      const region = openedOnce((name) =>
        Effect.tap(openedIn(scope, openRegion(options, name, told)), () => Effect.sync(() => existing.add(name)))
      )
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

/** The store over a folder, or `:memory:`. Throws a TypeError for what is neither, such as a variable that is not set. */
export const sqlite = (folder: string): Layer.Layer<Store, StoreOpenFailed> => {
  if (typeof folder === "string" && folder !== "") return layer({ folder })
  throw new TypeError(
    `sqlite needs a folder, such as sqlite("./data"), or sqlite("${inMemory}"), not ${String(folder)}`
  )
}
