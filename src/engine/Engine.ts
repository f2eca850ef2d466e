/**
 * The engine: plugins on one store and one clock, with an HTTP application, running jobs and a caller for in-process
 * use. `Engine.layer` is for Effect programs; `createEngine` wraps it for everybody else.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { scopeOf, type Principal } from "../domain/Principal.ts"
import type { CallerShape, HostKey } from "../http/Caller.ts"
import type { GateKeeper } from "../http/Gate.ts"
import { makeIdempotency } from "../http/Idempotency.ts"
import { addressOf, PublicAddress } from "../http/PublicAddress.ts"
import { makeRateLimiter, RateLimitTime } from "../http/RateLimit.ts"
import { Clock } from "../services/Clock.ts"
import { Ids } from "../services/Ids.ts"
import { Signer } from "../services/Signer.ts"
import {
  EventSubscribers,
  Migrations,
  Store,
  type EventSubscriber,
  type OwnedMigrations,
  type RegionName,
  type RegionStore,
  type StoreOpenFailed,
  type StoreUnavailable
} from "../services/Store.ts"
import { counts, deadJobs, revive, type DeadJob } from "../store/jobRepository.ts"
import { longTextStore } from "../store/longTexts.ts"
import { sealingStore } from "../store/sealing.ts"
import { exclusively } from "../store/exclusively.ts"
import { coreMigrations, coreSchema } from "../store/migrations/0001_core.ts"
import { attemptJob } from "../store/outboxRepository.ts"
import { retainedKinds, type RetainedKind, type RetentionDays, type RetentionRefused } from "../store/retention.ts"
import { replayJobName } from "../webhooks/Replay.ts"
import { findConflict, findUnheard, subscriptionJobName, type PluginsRefused } from "./conflicts.ts"
import { followPeers, makeEngineClock, restoreClock, TimeControl, timeOf, type EngineClock } from "./EngineClock.ts"
import { makeHostKeys } from "./hostKeys.ts"
import { definitionsOf } from "./definitions.ts"
import { makeExplain, makeUpcoming } from "./explain.ts"
import { housekeepingJobNames, prune, type Pruned } from "./housekeeping.ts"
import { lateJobs, type LateJobs } from "./lateJobs.ts"
import {
  checkPresent,
  checkPrincipal,
  normalizeMount,
  shownOf,
  type HttpApp,
  type Mounted,
  type MountedPlugin,
  type PluginMissing
} from "./mounted.ts"
import { makeOperator, Operator } from "./Operator.ts"
import { loadPlugins } from "./later.ts"
import type { CoreServices, LoadedPlugin, Plugin } from "./Plugin.ts"
import { makeRegions, type Regions } from "./regions.ts"
import { makeApp } from "./serving.ts"
import type { Story, Upcoming } from "./Story.ts"
import type { RegionHealth } from "./storeHealth.ts"
import { takeUp, type WrongMasterKey } from "./takeUp.ts"

/** Why an engine does not start. */
export type StartFailure = WrongMasterKey | RetentionRefused | StoreOpenFailed | StoreUnavailable

/** What an engine is made of. */
export interface EngineOptions<R> {
  readonly plugins: ReadonlyArray<Plugin<R>>
  /** Path prefix per plugin id; default `/id`. `"/"` mounts a plugin at the root. */
  readonly mounts?: Readonly<Record<string, string>> | undefined
  /** Where browsers and partners reach the program, such as `https://shop.example`: links begin with it. */
  readonly publicUrl?: string | undefined
  /** Days for which kinds of rows are kept, where not the default: `{ "cards.events": 30 }`. */
  readonly retention?: RetentionDays | undefined
}

/** Whom an in-process call is made for. */
export interface CallFor {
  readonly principal: Principal
  /** Default: the home region. */
  readonly region?: RegionName
  /**
   * 1 to 255 printable ASCII characters. The call that is made with this caller has its effect once: repeated with the same key it
   * gives the same value, for 24 hours of engine time. Requests and calls share the keys of an account.
   */
  readonly idempotencyKey?: string
}

/** How the work stands, for health checks and operators. */
export interface JobStatus {
  readonly waiting: number
  readonly dead: number
}

/** A running engine. */
export interface EngineShape {
  readonly plugins: ReadonlyArray<MountedPlugin>
  readonly app: HttpApp
  /** What a server should run `app` in, so that it need not be added to each request: how effects run, and the services. */
  readonly requests: Effect.Effect<Context.Context<never>>
  readonly clock: EngineClock
  /** Fails when the engine does not have a plugin. */
  readonly has: (plugin: string) => Effect.Effect<void, PluginMissing>
  /** The caller to hand to an operation in process. */
  readonly caller: (on: CallFor) => Effect.Effect<CallerShape, StoreOpenFailed | PluginMissing>
  /** The key of a caller of a plugin, without a new caller. */
  readonly keyOf: (plugin: string, idempotencyKey: string) => HostKey
  /**
   * Everything that happened to an object and why, in order, and what is still to come; of any account. `undefined` for
   * an id that nobody knows in the open regions.
   */
  readonly explain: (id: string) => Effect.Effect<Story | undefined, StoreUnavailable>
  /** What falls due next, soonest first, but for the engine's own upkeep; at most so many. */
  readonly upcoming: (limit: number) => Effect.Effect<ReadonlyArray<Upcoming>, StoreUnavailable>
  /** Whether each region that was opened takes writes now, found out by writing. Answers within 2 s. */
  readonly health: Effect.Effect<ReadonlyArray<RegionHealth>>
  readonly jobs: Effect.Effect<JobStatus, StoreUnavailable>
  /** Jobs that are due now and not done, by name, over all open regions. */
  readonly dueJobs: Effect.Effect<ReadonlyArray<LateJobs>, StoreUnavailable>
  readonly deadJobs: Effect.Effect<ReadonlyArray<RegionalDeadJob>, StoreUnavailable>
  /**
   * Lets a job that was given up run again, now and with all its tries. Answers whether there was such a job; in a
   * region that is not open there is none.
   */
  readonly reviveJob: (job: {
    readonly region: RegionName
    readonly sequence: number
  }) => Effect.Effect<boolean, StoreUnavailable>
  /**
   * Deletes what is no longer kept from all open regions now; with `keep` it is only counted, and events whose deliveries
   * would go are not. The engine does this by itself about once a day.
   */
  readonly prune: (options: {
    readonly keep: boolean
  }) => Effect.Effect<ReadonlyArray<RegionalPruned>, StoreUnavailable>
  /** To be run before the engine ends, while it still answers: plugins end what waits, so that no answer is cut off. */
  readonly beforeStop: Effect.Effect<void>
}

/** What there was of a kind that may go, in a region. */
export interface RegionalPruned extends Pruned {
  readonly region: RegionName
}

/** A job that was given up, with the region in which it stands. */
export interface RegionalDeadJob extends DeadJob {
  readonly region: RegionName
}

/** Engine options whose plugins are there. */
interface LoadedOptions<R> extends Omit<EngineOptions<R>, "plugins"> {
  readonly plugins: ReadonlyArray<LoadedPlugin<R>>
}

const loadedOf = <R>(options: EngineOptions<R>): Effect.Effect<LoadedOptions<R>> =>
  Effect.map(
    Effect.promise(() => loadPlugins(options.plugins)),
    (plugins) => ({ ...options, plugins })
  )

/** Plugins under their mounts. */
const mountedOf = <R>(options: LoadedOptions<R>): ReadonlyArray<Mounted<R>> =>
  options.plugins.map((plugin) => ({ plugin, mount: normalizeMount(options.mounts?.[plugin.id] ?? plugin.id) }))

/** What a store must know before it opens: schemas and subscriptions. Plugins that do not go together get no store at all. */
const storeSettings = (options: EngineOptions<any>): Layer.Layer<never, PluginsRefused> =>
  Layer.unwrap(Effect.map(loadedOf(options), settingsOf))

const settingsOf = (options: LoadedOptions<any>): Layer.Layer<never, PluginsRefused> => {
  const coreJobs = [attemptJob, replayJobName, ...housekeepingJobNames]
  const refused = findConflict(mountedOf(options), coreMigrations, coreJobs) ?? findUnheard(options.plugins)
  const migrations: ReadonlyArray<OwnedMigrations> = [
    coreSchema,
    ...options.plugins.map((plugin) => ({ owner: plugin.id, migrations: plugin.migrations, accounts: plugin.accounts }))
  ]
  const subscribers: ReadonlyArray<EventSubscriber> = options.plugins.flatMap((plugin) =>
    plugin.subscribe.map((wish) => ({
      plugin: wish.plugin,
      eventType: wish.eventType,
      job: subscriptionJobName(plugin.id, wish.name)
    }))
  )
  return refused === undefined
    ? Layer.mergeAll(Layer.succeed(Migrations, migrations), Layer.succeed(EventSubscribers, subscribers))
    : Layer.effectDiscard(Effect.fail(refused))
}

/** What every plugin keeps for a time only. */
const kindsOf = <R>({ plugins, retention }: LoadedOptions<R>) =>
  retainedKinds(
    plugins.map(({ events, id, retention: stated }) => ({
      id,
      publishes: Object.keys(events).length > 0,
      retention: stated,
      subscriptionJobs: plugins.flatMap((plugin) =>
        plugin.subscribe.filter((wish) => wish.plugin === id).map((wish) => subscriptionJobName(plugin.id, wish.name))
      )
    })),
    retention
  )

const sumOf = (all: ReadonlyArray<JobStatus>): JobStatus =>
  all.reduce((sum, one) => ({ waiting: sum.waiting + one.waiting, dead: sum.dead + one.dead }), { waiting: 0, dead: 0 })

/** What a running engine offers its host. */
const shapeOf = <R>(
  regions: Regions<R>,
  parts: Pick<EngineShape, "app" | "beforeStop" | "clock" | "explain" | "plugins" | "requests" | "upcoming"> & {
    readonly ids: Ids["Service"]
    readonly home: RegionStore
    readonly kinds: ReadonlyArray<RetainedKind>
    readonly keyOf: (plugin: string, text: string) => HostKey
  }
): EngineShape => ({
  plugins: parts.plugins,
  app: parts.app,
  requests: parts.requests,
  beforeStop: parts.beforeStop,
  clock: parts.clock,
  explain: parts.explain,
  upcoming: parts.upcoming,
  has: (plugin) => checkPresent(parts.plugins, plugin),
  keyOf: parts.keyOf,
  caller: Effect.fnUntraced(function* ({ idempotencyKey, principal, region }) {
    yield* checkPrincipal(parts.plugins, principal)
    return yield* Effect.map(regions.store.region(region ?? parts.home.name), (store) => ({
      principal,
      scope: scopeOf(principal),
      store,
      requestId: parts.ids.next("req"),
      claim: undefined,
      key: idempotencyKey === undefined ? undefined : parts.keyOf(principal.plugin, idempotencyKey)
    }))
  }),
  health: regions.health,
  jobs: Effect.map(
    Effect.suspend(() => Effect.forEach(regions.open(), counts)),
    sumOf
  ),
  dueJobs: Effect.suspend(() => lateJobs(regions.open(), parts.clock.now())),
  deadJobs: Effect.map(
    Effect.suspend(() =>
      Effect.forEach(regions.open(), (store) =>
        Effect.map(deadJobs(store), (dead) => dead.map((job) => ({ ...job, region: store.name })))
      )
    ),
    (all) => all.flat()
  ),
  prune: ({ keep }) =>
    Effect.suspend(() => pruneAll(regions.open(), { kinds: parts.kinds, now: parts.clock.now(), keep })),
  reviveJob: ({ region, sequence }) =>
    Effect.suspend(() => {
      const store = regions.open().find(({ name }) => name === region)
      return store === undefined ? Effect.succeed(false) : reviveIn(store, sequence, parts.clock.now())
    })
})

const reviveIn = (store: RegionStore, sequence: number, now: number): Effect.Effect<boolean, StoreUnavailable> =>
  store.write([{ ...revive(sequence, now), orElse: () => "none" as const }]).pipe(
    Effect.as(true),
    Effect.catch((failure) => {
      if (failure === "none") return Effect.succeed(false)
      return failure._tag === "UniqueViolation" ? Effect.die(failure) : Effect.fail(failure)
    })
  )

/** What the gates of the plugins work with. Requests may operate the engine and move its time, jobs may not. */
const keeperOf = <R>(
  { context, open, store }: Regions<R>,
  of: Pick<Parameters<typeof makeOperator<R | Store>>[0], "definitions" | "engine" | "keyOf" | "plugins"> & {
    readonly core: Context.Context<CoreServices>
    readonly inner: Store["Service"]
    readonly home: RegionStore
    readonly clock: EngineClock
    readonly rateLimitTime: "system" | "engine"
  }
): GateKeeper => {
  const clock = Context.get(of.core, Clock)
  const ids = Context.get(of.core, Ids)
  const limiter = makeRateLimiter(clock, of.inner.peers, of.rateLimitTime)
  const operator = makeOperator({ ...of, context, open, home: of.home.name, ids, limiter })
  return {
    store,
    clock,
    ids,
    signer: Context.get(of.core, Signer),
    limiter,
    idempotency: makeIdempotency(of.inner),
    // A job that moved time would wait for all others, and so for itself.
    services: Context.mergeAll(context, Context.make(TimeControl, of.clock), Context.make(Operator, operator))
  }
}

const make = Effect.fnUntraced(function* <R>(given: EngineOptions<R | CoreServices>) {
  const options = yield* loadedOf(given)
  const { plugins } = options
  const services = yield* Effect.context<R | CoreServices>()
  const core = services as Context.Context<CoreServices>
  const clock = Context.get(core, Clock)
  const inner = longTextStore(sealingStore(Context.get(core, Store), Context.get(core, Signer)), clock.now)
  const ids = Context.get(core, Ids)
  const mounted = mountedOf(options)
  const kinds = yield* Effect.fromResult(kindsOf(options))
  // One process after the other: each counts its start, and so has ids of its own.
  const { home, run } = yield* exclusively(inner, "start", takeUp(inner, core))
  const own = yield* Effect.provideService(
    Layer.build(Layer.mergeAll(Layer.empty, ...plugins.map((plugin) => plugin.layer))),
    Store,
    inner
  )
  const definitions = definitionsOf(plugins, kinds)
  const regions = yield* makeRegions(inner, clock, {
    definitions,
    services: Context.add(Context.merge(services, own), PublicAddress, addressOf(mounted, options.publicUrl)),
    process: run
  })
  const { clock: engineClock, stop } = makeEngineClock({
    clock,
    home,
    store: regions.store,
    drain: regions.drain,
    changed: () => regions.open().forEach((store) => store.wake())
  })
  const keeper: GateKeeper = keeperOf(regions, {
    core,
    inner,
    home,
    plugins,
    definitions,
    clock: engineClock,
    engine: () => engine,
    keyOf: (plugin, text) => keyOf(plugin, text),
    rateLimitTime: yield* RateLimitTime
  })
  const keyOf = makeHostKeys(plugins, keeper)
  const http = yield* makeApp(mounted, keeper)
  for (const name of yield* inner.existing) yield* regions.store.region(name)

  const engine: EngineShape = shapeOf(regions, {
    plugins: mounted.map(shownOf),
    ...http,
    beforeStop: Effect.andThen(
      stop,
      Effect.provideContext(
        Effect.forEach(plugins, (plugin) => plugin.beforeStop, { discard: true }),
        regions.context
      )
    ),
    clock: engineClock,
    explain: makeExplain({ plugins, definitions, open: regions.open, context: regions.context }),
    upcoming: makeUpcoming({ definitions, open: regions.open }),
    ids,
    home,
    kinds,
    keyOf
  })
  if (inner.peers !== undefined) yield* followPeers(engine.clock, inner.peers)
  return Context.merge(regions.context, Context.make(Engine, engine))
})

/** Deletes rows that are past their retention, or with `keep` counts them, without an engine: no request is served and no job runs. */
const pruneAlone = Effect.fnUntraced(function* (options: EngineOptions<any>, { keep }: { readonly keep: boolean }) {
  const kinds = yield* Effect.fromResult(kindsOf(yield* loadedOf(options)))
  const store = yield* Store
  const clock = yield* Clock
  const regions = yield* Effect.forEach(yield* store.existing, store.region)
  yield* restoreClock(clock, store)
  const now = timeOf(clock, clock.state())
  return yield* pruneAll(regions, { kinds, now, keep })
})

const pruneAll = (regions: ReadonlyArray<RegionStore>, of: Parameters<typeof prune>[1]) =>
  Effect.map(
    Effect.forEach(regions, (store) =>
      Effect.map(prune(store, of), (pruned) => pruned.map((one): RegionalPruned => ({ ...one, region: store.name })))
    ),
    (all) => all.flat()
  )

/** A running engine with its plugins. */
export class Engine extends Context.Service<Engine, EngineShape>()("bursar/Engine") {
  /** Schemas and subscriptions of the plugins: provide it to the store's layer. Fails when plugins do not go together. */
  static readonly storeSettings = storeSettings

  /**
   * Deletes what is no longer kept, or with `keep` counts it, in a store that no engine of this process runs on. On Postgres
   * engines of other processes may go on meanwhile. The store must have been given `storeSettings`.
   */
  static readonly prune = pruneAlone

  /**
   * Starts an engine on the services it is given, and gives them on, with its own. Its store must have been given
   * `storeSettings`. Fails before anything is served when the master key is another one, or a region cannot be opened.
   */
  static readonly layer = <R>(
    options: EngineOptions<R | CoreServices>
  ): Layer.Layer<Engine | R | CoreServices, StartFailure, R | CoreServices> => Layer.effectContext(make(options))
}
