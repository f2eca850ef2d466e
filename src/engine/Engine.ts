/**
 * The engine: plugins on one store and one clock, with an HTTP application, running jobs and a caller for in-process
 * use. `Engine.layer` is for Effect programs; `createEngine` wraps it for everybody else.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { scopeOf, type Principal } from "../domain/Principal.ts"
import type { CallerShape } from "../http/Caller.ts"
import { makeIdempotency } from "../http/Idempotency.ts"
import { makeRateLimiter } from "../http/RateLimit.ts"
import { makeWorker } from "../jobs/Worker.ts"
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
import { counts, deadJobs, releaseAll, type DeadJob } from "../store/jobRepository.ts"
import { coreMigrations } from "../store/migrations/0001_core.ts"
import { eventById } from "../store/outboxRepository.ts"
import { readSetting, writeSetting } from "../store/settingsRepository.ts"
import { deliveryJob } from "../webhooks/Dispatcher.ts"
import type { WebhookProfile } from "../webhooks/WebhookProfile.ts"
import { defineJob, type JobDefinition } from "../jobs/Job.ts"
import { findConflict, tablesOf, type PluginConflict } from "./conflicts.ts"
import { makeEngineClock, restoreClock, type EngineClock } from "./EngineClock.ts"
import { housekeepingJobs, scheduleHousekeeping } from "./housekeeping.ts"
import { buildApp, normalizeMount, type HttpApp, type Mounted } from "./mount.ts"
import type { CoreServices, Plugin } from "./Plugin.ts"

/** The data were sealed with another master key: secrets in them could not be opened. */
export class WrongMasterKey extends Data.TaggedError("WrongMasterKey") {
  override get message(): string {
    return "The master key is not the one these data were written with. Give the old key, or start on an empty store"
  }
}

/** Why an engine does not start. */
export type StartFailure = PluginConflict | WrongMasterKey | StoreOpenFailed | StoreUnavailable

/** What an engine is made of. */
export interface EngineOptions<R> {
  readonly plugins: ReadonlyArray<Plugin<R>>
  /** Path prefix per plugin id; default `/id`. `"/"` mounts a plugin at the root. */
  readonly mounts?: Readonly<Record<string, string>>
}

/** Whom an in-process call is made for. */
export interface CallFor {
  readonly principal: Principal
  /** Default: the home region. */
  readonly region?: RegionName
}

/** How the work stands, for health checks and operators. */
export interface JobStatus {
  readonly waiting: number
  readonly dead: number
}

/** A running engine. */
export interface EngineShape {
  readonly plugins: ReadonlyArray<{ readonly id: string; readonly mount: string }>
  readonly app: HttpApp
  readonly clock: EngineClock
  /** The caller to hand to an operation in process. */
  readonly caller: (on: CallFor) => Effect.Effect<CallerShape, StoreOpenFailed>
  readonly jobs: Effect.Effect<JobStatus, StoreUnavailable>
  readonly deadJobs: Effect.Effect<ReadonlyArray<DeadJob>, StoreUnavailable>
}

/** Where the schemas and subscriptions of a set of plugins are gathered: what a store must know before it opens. */
const storeSettings = (plugins: ReadonlyArray<Plugin<any>>) => {
  const migrations: ReadonlyArray<OwnedMigrations> = [
    { owner: "core", migrations: coreMigrations },
    ...plugins.map((plugin) => ({ owner: plugin.id, migrations: plugin.migrations }))
  ]
  const subscribers: ReadonlyArray<EventSubscriber> = plugins.flatMap((plugin) =>
    plugin.subscribe.map((wish) => ({
      plugin: wish.plugin,
      eventType: wish.eventType,
      job: subscriptionJobName(plugin.id, wish.name)
    }))
  )
  return Layer.mergeAll(Layer.succeed(Migrations, migrations), Layer.succeed(EventSubscribers, subscribers))
}

const subscriptionJobName = (plugin: string, name: string) => `${plugin}.subscribe.${name}`

const subscriptionJobs = <R>(plugin: Plugin<R>): ReadonlyArray<JobDefinition<R>> =>
  plugin.subscribe.map((wish) =>
    defineJob<R>({
      name: subscriptionJobName(plugin.id, wish.name),
      run: Effect.fnUntraced(function* (job, store) {
        const { eventId } = job.payload as { readonly eventId: string }
        const event = yield* eventById(store, eventId)
        if (event !== undefined) yield* wish.run(event, store)
        return "done" as const
      })
    })
  )

const checkMasterKey = Effect.fnUntraced(function* (home: RegionStore, signer: Signer["Service"]) {
  const check = signer.fingerprint("master key check", "bursar")
  const kept = yield* readSetting(home, "master_key_check")
  if (kept === undefined) return yield* writeSetting(home, "master_key_check", check)
  if (kept !== check) return yield* new WrongMasterKey()
})

const countRun = Effect.fnUntraced(function* (home: RegionStore, ids: Ids["Service"]) {
  const runs = yield* readSetting(home, "runs")
  const earlier = typeof runs === "number" ? runs : 0
  ids.continueFrom(earlier)
  yield* writeSetting(home, "runs", earlier + 1)
})

const make = <R>(options: EngineOptions<R | CoreServices>) =>
  Effect.gen(function* () {
    const { plugins } = options
    const mounted: ReadonlyArray<Mounted<R | CoreServices>> = plugins.map((plugin) => ({
      plugin,
      mount: normalizeMount(options.mounts?.[plugin.id] ?? plugin.id)
    }))
    const core = yield* Effect.context<R | CoreServices>()
    const inner = Context.get(core as Context.Context<CoreServices>, Store)
    const clock = Context.get(core as Context.Context<CoreServices>, Clock)
    const ids = Context.get(core as Context.Context<CoreServices>, Ids)
    const signer = Context.get(core as Context.Context<CoreServices>, Signer)

    const conflict = findConflict(
      mounted,
      { tables: tablesOf(coreMigrations, inner.dialect), jobs: housekeepingJobs.map((job) => job.name) },
      inner.dialect
    )
    if (conflict !== undefined) return yield* conflict

    const home = yield* inner.region(inner.home)
    yield* checkMasterKey(home, signer)
    const names = yield* inner.existing
    yield* restoreClock(clock, home, yield* Effect.forEach(names, inner.region))
    yield* countRun(home, ids)

    const own = yield* Layer.build(Layer.mergeAll(Layer.empty, ...plugins.map((plugin) => plugin.layer)))
    const profiles = new Map<string, WebhookProfile>(
      plugins.flatMap((plugin) => (plugin.webhooks === undefined ? [] : [[plugin.id, plugin.webhooks]]))
    )
    const definitions: ReadonlyArray<JobDefinition<R | CoreServices>> = [
      deliveryJob(profiles),
      ...housekeepingJobs,
      ...plugins.flatMap((plugin) => [...plugin.jobs, ...subscriptionJobs(plugin)])
    ]

    const running = new Map<RegionName, RegionStore>()
    const worker = yield* makeWorker({ clock, definitions, regions: () => [...running.values()] })
    const scope = yield* Effect.scope
    const start = (store: RegionStore): Effect.Effect<void, StoreUnavailable> =>
      Effect.gen(function* () {
        if (running.has(store.name)) return
        running.set(store.name, store)
        if (inner.exclusive) yield* releaseAll(store)
        yield* scheduleHousekeeping(store, clock)
        yield* Effect.forkIn(Effect.provideContext(worker.serve(store), context), scope)
      })
    // Regions open on first use, and their jobs must run from then on.
    const store: Store["Service"] = {
      ...inner,
      region: (name) => {
        const opening = inner.region(name)
        return running.has(name)
          ? opening
          : Effect.tap(opening, (opened) =>
              Effect.catch(start(opened), (error) => Effect.logError("A region's jobs do not run", error))
            )
      }
    }
    const context: Context.Context<R | CoreServices> = Context.merge(
      Context.merge(core, own),
      Context.make(Store, store)
    )

    const keeper = {
      store,
      clock,
      ids,
      signer,
      limiter: makeRateLimiter(clock),
      idempotency: makeIdempotency(clock)
    }
    const app = yield* buildApp(mounted, keeper, context)
    for (const name of names) yield* store.region(name)

    const engine: EngineShape = {
      plugins: mounted.map(({ mount, plugin }) => ({ id: plugin.id, mount })),
      app,
      clock: makeEngineClock({
        clock,
        home,
        drain: (until, moveTo) => Effect.provideContext(worker.drain(until, moveTo), context),
        changed: () => {
          for (const open of running.values()) open.wake()
        }
      }),
      caller: ({ principal, region }) =>
        Effect.map(store.region(region ?? inner.home), (opened) => ({
          principal,
          scope: scopeOf(principal),
          store: opened,
          requestId: ids.next("req"),
          claim: undefined
        })),
      jobs: Effect.map(
        Effect.suspend(() => Effect.forEach([...running.values()], counts)),
        (all) =>
          all.reduce((sum, one) => ({ waiting: sum.waiting + one.waiting, dead: sum.dead + one.dead }), {
            waiting: 0,
            dead: 0
          })
      ),
      deadJobs: Effect.map(
        Effect.suspend(() => Effect.forEach([...running.values()], deadJobs)),
        (all) => all.flat()
      )
    }
    return Context.make(Engine, engine).pipe(Context.merge(context))
  })

/** A running engine with its plugins. */
export class Engine extends Context.Service<Engine, EngineShape>()("bursar/Engine") {
  /** Schemas and subscriptions of the plugins: provide it to the store's layer. */
  static readonly storeSettings = storeSettings

  /**
   * Starts an engine on the services it is given, and gives them on, with its own. Fails before anything is served when
   * two plugins conflict, the master key is another one, or a region cannot be opened.
   */
  static readonly layer = <R>(
    options: EngineOptions<R | CoreServices>
  ): Layer.Layer<Engine | R | CoreServices, StartFailure, R | CoreServices> => Layer.effectContext(make(options))
}
