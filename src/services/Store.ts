/**
 * The Store service: durable rows, one separate database per data region. A dialect (`bursar/sqlite`, later
 * `bursar/postgres`) provides it; repositories and `commit` are written once against this contract.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { ChartOfAccounts } from "../domain/Ledger.ts"
import type { SqlValue, Statement } from "./Statement.ts"

export type { SqlValue, Statement } from "./Statement.ts"

/** Regions of processing and storage (spec cards §5). Nothing personal crosses from one to another. */
export const regionNames = ["us-east-1", "eu-west-1", "ap-southeast-1"] as const

/** A data region. */
export type RegionName = (typeof regionNames)[number]

/** Whether a text names a data region. */
export const isRegionName = (text: string): text is RegionName => (regionNames as ReadonlyArray<string>).includes(text)

/**
 * One change of a unit of work, as data: a statement that was declared once, and its values in their order. Tables make them
 * (`table`, `versionedTable`); what only SQL can say is declared with `statement`.
 */
export interface Write<E = never> {
  readonly statement: Statement
  readonly values: ReadonlyArray<SqlValue>
  /** The failure when the statement changes no row: a version that moved on, a balance that is too low. */
  readonly orElse?: (() => E) | undefined
  /** Run the statement only if the one before it in the list changed a row. */
  readonly ifPreviousChanged?: boolean | undefined
  /** When the statement changed a row, wake whoever waits for work once the unit is on disk. */
  readonly wakes?: boolean | undefined
  /**
   * Names rows that many units change, such as the balances of one account holder. A store with several writers takes
   * units of one name one after the other, and those of different names in one order, so that none waits in a circle.
   */
  readonly contends?: string | undefined
  /**
   * The statement decides by what units of this name have written, such as how many rows there are. A store with several
   * writers lets them take turns, over all processes, so that the statement sees what those before it did.
   */
  readonly takesTurns?: string | undefined
}

/** Differences between databases that reach the SQL text. */
export interface Dialect {
  readonly name: "sqlite" | "postgres"
  /** Text that is compared and sorted by its bytes. */
  readonly text: string
  /** Column type and constraint of an increasing 64-bit sequence that is the primary key. */
  readonly sequenceKey: string
  /** 64-bit signed integer. */
  readonly integer: string
  /** Ends a table whose primary key is its only order. */
  readonly clustered: string
  /** The bytes of a text column, in UTF-8. */
  readonly utf8Of: (column: string) => string
  /** Ends a query whose rows are then changed: leaves out those that another process is changing. Where there is one. */
  readonly skipLocked?: string
  /** Whether learning what a statement did, before the next one is sent, costs a journey to another machine. */
  readonly remote?: boolean
  /**
   * Whether the store runs the `later` statements of its schemas again and again, after commits. Where it does not, an
   * index must be one that every commit keeps up to date.
   */
  readonly indexesLater?: boolean
  /** How space that deleted rows left is given back to the system, where that takes a command. */
  readonly space?: {
    /** Reads `free` and `pages` of the file, and its `mode`. */
    readonly read: string
    /** The mode in which space is given back step by step. */
    readonly incremental: number
    readonly giveBack: (pages: number) => string
  }
}

/** A step of the schema. Steps are append-only: one that has run never changes, and a store whose step did is not opened. */
export interface Migration {
  /** 1, 2, 3 … within its owner. */
  readonly id: number
  readonly name: string
  readonly up: (dialect: Dialect) => ReadonlyArray<string>
}

/** The schema of one owner: the core, or a plugin. */
export interface OwnedMigrations {
  readonly owner: string
  readonly migrations: ReadonlyArray<Migration>
  /** Statements that bring up to date what is indexed later, for a store that does so. */
  readonly later?: ReadonlyArray<string>
  /** The accounts of the owner's books. */
  readonly accounts?: ChartOfAccounts<string> | undefined
}

/** The schemas a store brings up to date when it opens a region. The engine provides its own and its plugins'. */
export const Migrations = Context.Reference<ReadonlyArray<OwnedMigrations>>("bursar/Store/Migrations", {
  defaultValue: () => []
})

/** A plugin that wants to hear of the events of another: it gets a job per event, written in the event's commit. */
export interface EventSubscriber {
  readonly plugin: string
  /** An event type, or `*` for all of the plugin. */
  readonly eventType: string
  /** Name of the job that is run with `{ eventId }`. */
  readonly job: string
}

/** The subscribers a store writes jobs for. The engine provides its plugins'. */
export const EventSubscribers = Context.Reference<ReadonlyArray<EventSubscriber>>("bursar/Store/EventSubscribers", {
  defaultValue: () => []
})

/**
 * The database cannot take the work now, or cannot say that it did. Usually nothing was kept; where that matters, ask
 * again under the same idempotency key.
 */
export class StoreUnavailable extends Data.TaggedError("StoreUnavailable")<{
  readonly region: RegionName
  readonly reason: "locked" | "disk_full" | "io_error" | "read_only" | "connection" | "overloaded" | "closed"
  readonly detail: string
}> {
  override get message(): string {
    return `The store of region ${this.region} cannot be used (${this.reason}): ${this.detail}`
  }
}

/** What a read gives. It fails where the store cannot be used. */
export type Read<A> = Effect.Effect<A, StoreUnavailable>

/** A row with the same unique value exists. `constraint` lists `table.column`, comma-separated. */
export class UniqueViolation extends Data.TaggedError("UniqueViolation")<{ readonly constraint: string }> {}

/** The row was changed by somebody else since it was read. Read again and decide again. */
export class VersionConflict extends Data.TaggedError("VersionConflict")<{
  readonly table: string
  readonly key: string
}> {}

/** The store cannot be opened: said at start, with what the operator can do. */
export class StoreOpenFailed extends Data.TaggedError("StoreOpenFailed")<{
  readonly region: RegionName
  readonly reason:
    "in_use" | "not_a_database" | "corrupt" | "newer" | "migration_failed" | "unreachable" | "of_production"
  readonly detail: string
}> {
  override get message(): string {
    return `The store of region ${this.region} cannot be opened (${this.reason}): ${this.detail}`
  }
}

/** Whether a failure says nothing about what was asked: there is no store to ask. */
export const isUnavailable = (failure: unknown): failure is StoreUnavailable | StoreOpenFailed =>
  failure instanceof StoreUnavailable || failure instanceof StoreOpenFailed

/** The database of one region. */
export interface RegionStore {
  readonly name: RegionName
  readonly dialect: Dialect
  readonly subscribers: ReadonlyArray<EventSubscriber>
  /** Reads committed rows, and inside `transact` the unit's own. Writing through it outside `transact` is refused. */
  readonly sql: SqlClient
  /**
   * A prepared read for hot paths. `text` is constant, with `?` placeholders. `withOthers`: many requests ask it at the same
   * time, for a few rows in any order, and a store may answer them all by one statement.
   */
  readonly read: <Row extends object>(
    text: string,
    params: ReadonlyArray<SqlValue>,
    withOthers?: boolean
  ) => Read<ReadonlyArray<Row>>
  /** Runs all statements in one transaction, or none. Answers when they are on disk. */
  readonly write: <E>(writes: ReadonlyArray<Write<E>>) => Effect.Effect<void, E | UniqueViolation | StoreUnavailable>
  /**
   * Runs one statement that ends with `RETURNING`, on the queue of `write`, and answers its rows when they are on disk. A store
   * has it where that costs less than `transact`. `text` is constant, in the placeholders of its database.
   */
  readonly writeReturning?: <Row extends object>(
    text: string,
    params: ReadonlyArray<SqlValue>
  ) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>
  /**
   * Runs a unit of work in one transaction, on the same queue as `write`. The unit may use `sql` and nothing that waits
   * on anything else: on SQLite a unit that suspends dies with `UnitSuspended` and is rolled back. On Postgres others may commit
   * between two of its statements: change a row only if it is still what was read.
   */
  readonly transact: <A, E, R>(unit: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, R>
  /**
   * Answers when all that was written under `Unflushed` is committed and on disk, and fails when some of it was lost. A
   * store has it that makes use of `Unflushed`.
   */
  readonly flush?: Effect.Effect<void, StoreUnavailable>
  /**
   * Counts the units that may have changed rows of a table, in the order in which their callers hear of them. A store has it
   * where nobody else writes: what was read is still so while the number is the same, but for whoever is under `Unflushed`.
   */
  readonly changes?: ((table: string) => number) | undefined
  /** Names of the jobs that somebody runs. The stores of an engine have them. */
  readonly jobs?: ReadonlySet<string>
  /** Opens a sealed text of a row. The stores of an engine have it. */
  readonly open?: (sealed: string) => string
  /** Called by whoever has read what is indexed later: the indexes are filled soon. Missing where nothing is. */
  readonly catchUp?: () => void
  /** Wakes workers: called after a commit that left work to do. */
  readonly wake: () => void
  /** Calls `listener` on every wake until the returned function is called. */
  readonly onWake: (listener: () => void) => () => void
  /** Calls `listener` after each commit of this process that stored events. The stores of an engine have it. */
  readonly onEvents?: (listener: () => void) => () => void
}

/**
 * The region whose writes need be neither on disk nor committed, each by itself: those of the ordered jobs that run while time is
 * moved by hand, which answers after a flush (decisions 0054 and 0058). Whatever ends the process before that loses the last
 * ones, and never keeps one without those before it. Only who is under it sees them at once. Whoever asks something outside flushes
 * first.
 */
export const Unflushed = Context.Reference<RegionStore | undefined>("bursar/Store/Unflushed", {
  defaultValue: () => undefined
})

/** A unit of work waited for something other than the database. A bug in the unit, so it is a defect. */
export class UnitSuspended extends Error {
  override readonly name = "UnitSuspended"
  constructor() {
    super("A unit of work may wait on nothing but the database: move the other call before or after the transaction")
  }
}

/** Requests counted in one window. Requests beyond the limit are not counted. */
export interface WindowCount {
  readonly credential: string
  readonly limit: number
  readonly lengthMs: number
  /** Engine time, epoch milliseconds; `undefined` counts in windows of the time that all processes share. */
  readonly at: number | undefined
}

/** What a request finds in its window. */
export interface WindowReading {
  /** Whether it was within the limit, and so counted. */
  readonly counted: boolean
  readonly used: number
  /** Milliseconds until the window ends. */
  readonly leftMs: number
}

/** News for other processes on the same data: work was left, time was moved, a region was opened. */
export type PeerTopic = "work" | "clock" | "region"

/** What several processes on the same data need of each other, in the home region's database. */
export interface Peers {
  /**
   * Holds a name for this process until the returned effect is run. `undefined` when another process holds it. A process
   * that dies, or loses its database, holds nothing any more.
   */
  readonly hold: (name: string) => Effect.Effect<Effect.Effect<void> | undefined, StoreUnavailable>
  /** Counts a request against a limit that all processes share. */
  readonly count: (request: WindowCount) => Effect.Effect<WindowReading, StoreUnavailable>
  /** Tells the other processes, soon and at most once in a while: they must find out by themselves as well. */
  readonly tell: (topic: PeerTopic) => void
  /** Calls `listener` with what others tell, and with every topic after a time in which nothing could be heard. */
  readonly onTold: (listener: (topic: PeerTopic) => void) => () => void
}

/** Durable storage for the engine and its plugins. */
export class Store extends Context.Service<
  Store,
  {
    readonly dialect: Dialect
    /** Whether the data outlives the process. */
    readonly durable: boolean
    /** Whether this process is the only one on the data: then nobody else can hold a lease. */
    readonly exclusive: boolean
    /** The other processes on the data. A store that is exclusive has none. */
    readonly peers?: Peers
    /** The region that holds what belongs to no data region: the clock, credentials. */
    readonly home: RegionName
    /** Opens a region on first use and brings its schema up to date. */
    readonly region: (name: RegionName) => Effect.Effect<RegionStore, StoreOpenFailed>
    /** Regions that hold data already, with the home region. */
    readonly existing: Effect.Effect<ReadonlyArray<RegionName>>
  }
>()("bursar/Store") {}
