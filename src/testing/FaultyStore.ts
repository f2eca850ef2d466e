/**
 * A store that fails on demand, to see what becomes of a request whose write fails, or whose write was kept
 * and never confirmed. It wraps any other store through the Store contract alone.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { namesTable } from "../services/Statement.ts"
import { aroundRegions } from "../store/regionsOf.ts"
import {
  Store,
  StoreUnavailable,
  type RegionStore,
  type StoreOpenFailed,
  type UniqueViolation,
  type Write
} from "../services/Store.ts"

/** What happens to one write. */
export interface Fault {
  /** Whether the statements are run and kept before the write fails. */
  readonly kept: boolean
  readonly reason: StoreUnavailable["reason"]
}

/** Which writes, or reads, are hit. */
export interface FaultPlan {
  /** How many, one after the other, 1 or more. Default: 1. */
  readonly times?: number
  /**
   * Only those with a statement that names this table. Default: every one, those of running jobs included, so name a table
   * where a job could come first.
   */
  readonly table?: string
  /** Default: `connection` for a lost answer, else `io_error`. */
  readonly reason?: StoreUnavailable["reason"]
}

/** The faults that are planned for a store; one value may serve several stores. */
export interface Faults {
  /** The next writes fail with `StoreUnavailable`, and nothing of them is kept. */
  readonly refuseWrites: (plan?: FaultPlan) => void
  /**
   * The next writes are kept, and fail with `StoreUnavailable` all the same: the answer was lost on its way. A write
   * that fails by itself keeps its own error.
   */
  readonly loseAnswers: (plan?: FaultPlan) => void
  /** The next reads fail with `StoreUnavailable`: those by `read`, of requests and of running jobs. */
  readonly refuseReads: (plan?: FaultPlan) => void
  /** How many planned faults have not happened yet. */
  readonly pending: () => number
  /** Remembers what is planned now; the answer plans exactly that again. Snapshots ask this; a test need not. */
  readonly remember: () => () => void
  /** The fault of a write that is about to run, and counts it as happened. The store asks this; a test need not. */
  readonly take: (writes: ReadonlyArray<Write<unknown>>) => Fault | undefined
  /** The same for a read by this text. */
  readonly takeRead: (text: string) => Fault | undefined
}

interface Planned extends Fault {
  times: number
  readonly table: string | undefined
  readonly isOfReads: boolean
}

const names = (table: string, writes: ReadonlyArray<Write<unknown>>): boolean =>
  writes.some(({ statement }) => namesTable(statement, table))

/** Makes an empty plan of faults. Those that hit the same write happen in the order they were planned. */
export const make = (): Faults => {
  const planned: Array<Planned> = []
  const plan = (
    of: Fault & { readonly isOfReads?: boolean },
    { reason = of.reason, table, times = 1 }: FaultPlan = {}
  ) => {
    if (times > 0) planned.push({ isOfReads: false, ...of, reason, table, times })
  }
  const takeOf = (isOfReads: boolean, isNamed: (table: string) => boolean): Fault | undefined => {
    const index = planned.findIndex(
      ({ table, ...one }) => one.isOfReads === isOfReads && (table === undefined || isNamed(table))
    )
    const fault = planned[index]
    if (fault === undefined) return undefined
    fault.times -= 1
    if (fault.times === 0) planned.splice(index, 1)
    return fault
  }
  return {
    refuseWrites: (options) => plan({ kept: false, reason: "io_error" }, options),
    loseAnswers: (options) => plan({ kept: true, reason: "connection" }, options),
    refuseReads: (options) => plan({ kept: false, reason: "io_error", isOfReads: true }, options),
    pending: () => planned.reduce((sum, { times }) => sum + times, 0),
    remember: () => {
      const remembered = planned.map((plan) => ({ ...plan }))
      return () => void planned.splice(0, planned.length, ...remembered.map((plan) => ({ ...plan })))
    },
    take: (writes) => takeOf(false, (table) => names(table, writes)),
    takeRead: (text) => takeOf(true, (table) => new RegExp(`\\b${table}\\b`, "i").test(text))
  }
}

const faultyWrite =
  (store: RegionStore, faults: Faults) =>
  <E>(writes: ReadonlyArray<Write<E>>): Effect.Effect<void, E | UniqueViolation | StoreUnavailable> =>
    Effect.suspend(() => {
      const fault = faults.take(writes)
      if (fault === undefined) return store.write(writes)
      const detail = fault.kept ? "the answer was lost, as planned" : "the write was refused, as planned"
      const failure = Effect.fail(new StoreUnavailable({ region: store.name, reason: fault.reason, detail }))
      return fault.kept ? Effect.andThen(store.write(writes), failure) : failure
    })

const faultyRead =
  (store: RegionStore, faults: Faults): RegionStore["read"] =>
  (text, params) =>
    Effect.suspend(() => {
      const fault = faults.takeRead(text)
      if (fault === undefined) return store.read(text, params)
      const detail = "the read was refused, as planned"
      return Effect.fail(new StoreUnavailable({ region: store.name, reason: fault.reason, detail }))
    })

/**
 * The store of `inner` with the faults in its way. They hit `write`, through which everything is committed, and `read`;
 * `transact` and `writeReturning`, by which workers claim jobs, and `sql` are let through.
 */
export const layer = (
  inner: Layer.Layer<Store, StoreOpenFailed>,
  faults: Faults
): Layer.Layer<Store, StoreOpenFailed> =>
  Layer.effect(
    Store,
    Effect.map(Store, (store) =>
      aroundRegions(store, (open) => ({ ...open, write: faultyWrite(open, faults), read: faultyRead(open, faults) }))
    )
  ).pipe(Layer.provide(inner))
