/** Regions as plugins see them: once a region is open, its jobs run. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { JobDefinition } from "../jobs/Job.ts"
import { makeWorker } from "../jobs/Worker.ts"
import type { ClockShape } from "../services/Clock.ts"
import { Store, type RegionName, type RegionStore, type StoreUnavailable } from "../services/Store.ts"
import { releaseAll } from "../store/jobRepository.ts"
import { scheduleHousekeeping } from "./housekeeping.ts"

/** The store of a running engine, and the work that goes on in it. */
export interface Regions<R> {
  /** Everything that handlers and jobs may use, with the store whose regions work. */
  readonly context: Context.Context<R | Store>
  readonly store: Store["Service"]
  readonly open: () => ReadonlyArray<RegionStore>
  /** See `Worker.drain`. */
  readonly drain: (until: number, moveTo: (time: number) => void) => Effect.Effect<void, StoreUnavailable>
}

/** Wraps a store so that the jobs of a region run from its opening on, until the scope ends. */
export const makeRegions = Effect.fnUntraced(function* <R>(
  inner: Store["Service"],
  clock: ClockShape,
  definitions: ReadonlyArray<JobDefinition<R | Store>>,
  services: Context.Context<R>
): Effect.fn.Return<Regions<R>, never, Scope.Scope> {
  const running = new Map<RegionName, RegionStore>()
  const open = () => [...running.values()]
  const worker = yield* makeWorker({ clock, definitions, regions: open, peers: inner.peers })
  const scope = yield* Effect.scope

  const start = (store: RegionStore) =>
    Effect.gen(function* () {
      running.set(store.name, store)
      if (inner.exclusive) yield* releaseAll(store)
      yield* scheduleHousekeeping(store, clock)
      yield* Effect.forkIn(Effect.provideContext(worker.serve(store), context), scope)
    }).pipe(
      // It is tried again at the next use; until then the region answers and its jobs wait.
      Effect.catch((error) => {
        running.delete(store.name)
        return Effect.logError("The jobs of a region do not run", error)
      })
    )

  const store: Store["Service"] = {
    ...inner,
    region: (name) =>
      running.has(name)
        ? inner.region(name)
        : Effect.tap(inner.region(name), (opened) => (running.has(name) ? Effect.void : start(opened)))
  }
  const context: Context.Context<R | Store> = Context.merge(services, Context.make(Store, store))
  return {
    context,
    store,
    open,
    drain: (until, moveTo) => Effect.provideContext(worker.drain(until, moveTo), context)
  }
})
