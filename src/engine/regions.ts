/** Regions as plugins see them: once a region is open, its jobs run. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { JobDefinition } from "../jobs/Job.ts"
import { keepPresence } from "../jobs/presence.ts"
import { makeWorker, type Worker } from "../jobs/Worker.ts"
import type { ClockShape } from "../services/Clock.ts"
import {
  isRegionName,
  regionNames,
  Store,
  StoreOpenFailed,
  type RegionName,
  type RegionStore,
  type StoreUnavailable
} from "../services/Store.ts"
import { releaseAll } from "../store/jobRepository.ts"
import { scheduleHousekeeping } from "./housekeeping.ts"
import { watchRegion, type RegionHealth, type WatchedRegion } from "./storeHealth.ts"

/** The store of a running engine, and the work that goes on in it. */
export interface Regions<R> {
  /** Everything that handlers and jobs may use, with the store whose regions work. */
  readonly context: Context.Context<R | Store>
  readonly store: Store["Service"]
  readonly open: () => ReadonlyArray<RegionStore>
  /** How the open regions stand, each at its own pace. Answers within 2 s. */
  readonly health: Effect.Effect<ReadonlyArray<RegionHealth>>
  /** See `Worker.drain`. */
  readonly drain: (...move: Parameters<Worker<R>["drain"]>) => Effect.Effect<boolean, StoreUnavailable>
}

const notStarted = ({ name }: RegionStore, { detail, reason }: StoreUnavailable) =>
  Effect.logError(
    `Jobs of region ${name} do not run until it is used again: the store is unavailable (${reason}): ${detail}`
  )

/** For hosts in JavaScript: a store would open a region of any name, and no later start would look for it. */
const openIn = (stores: Store["Service"], region: RegionName) => {
  const detail = `there is no region "${String(region)}": it is one of ${regionNames.join(", ")}`
  return isRegionName(region)
    ? stores.region(region)
    : Effect.fail(new StoreOpenFailed({ region, reason: "unreachable", detail }))
}

interface RegionsOptions<R> {
  readonly definitions: ReadonlyArray<JobDefinition<R | Store>>
  readonly services: Context.Context<R>
  /** The number of this process among those on the data. */
  readonly process: number
}

/** Wraps a store so that the jobs of a region run from its opening on, until the scope ends. */
export const makeRegions = Effect.fnUntraced(function* <R>(
  inner: Store["Service"],
  clock: ClockShape,
  options: RegionsOptions<R>
): Effect.fn.Return<Regions<R>, never, Scope.Scope> {
  const running = new Map<RegionName, RegionStore>()
  const open = () => [...running.values()]
  const { definitions, process, services } = options
  const { peers } = inner
  const worker = yield* makeWorker({ clock, definitions, regions: open, peers, process })
  const scope = yield* Effect.scope
  const runFork = Effect.runForkWith(yield* Effect.context<never>())

  const jobs = new Set(definitions.map(({ name }) => name))
  const watched = new Map<RegionName, WatchedRegion>()
  const watch = (opened: RegionStore): RegionStore => {
    const known = watched.get(opened.name) ?? watchRegion({ ...opened, jobs }, runFork)
    watched.set(opened.name, known)
    return known.store
  }

  const start = (store: RegionStore) =>
    Effect.gen(function* () {
      running.set(store.name, store)
      if (inner.exclusive) yield* releaseAll(store)
      yield* scheduleHousekeeping(store, clock)
      yield* Effect.forkIn(Effect.interruptible(Effect.provideContext(worker.serve(store), context)), scope)
    }).pipe(
      // It is tried again at the next use; until then the region answers and its jobs wait.
      Effect.catch((error) => {
        running.delete(store.name)
        return notStarted(store, error)
      }),
      // Whoever comes next finds it started: a caller who leaves must not leave it half done.
      Effect.uninterruptible
    )

  const store: Store["Service"] = {
    ...inner,
    region: (name) => {
      const known = running.get(name)
      if (known !== undefined) return Effect.succeed(known)
      return Effect.flatMap(openIn(inner, name), (opened) => {
        const region = watch(opened)
        return running.has(name) ? Effect.succeed(region) : Effect.as(start(region), region)
      })
    }
  }
  const context: Context.Context<R | Store> = Context.merge(services, Context.make(Store, store))
  if (peers !== undefined) {
    const openAll = Effect.flatMap(
      inner.existing,
      Effect.forEach((name) => Effect.ignore(store.region(name)))
    )
    yield* keepPresence({ clock, peers, process, regions: Effect.map(openAll, open) })
  }
  return {
    context,
    store,
    open,
    health: Effect.suspend(() =>
      Effect.forEach([...watched.values()], ({ health }) => health, { concurrency: "unbounded" })
    ),
    drain: (move) => Effect.provideContext(worker.drain(move), context)
  }
})
