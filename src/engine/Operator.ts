/**
 * What a plugin that serves operators, such as a console, may use of the engine it runs in: the panels of all plugins, callers
 * in the name of their accounts, and how the work stands. Every plugin may; who may ask it is the plugin's to decide.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { scopeOf, type Principal } from "../domain/Principal.ts"
import type { CallerShape, HostKey } from "../http/Caller.ts"
import type { RateLimiter } from "../http/RateLimit.ts"
import type { Ids } from "../services/Ids.ts"
import type { RegionName, RegionStore, StoreUnavailable } from "../services/Store.ts"
import { recentEvents, upcomingJobs, type RecentEvent, type UpcomingJobs } from "../store/operatorRepository.ts"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { JobDefinition } from "../jobs/Job.ts"
import type { HttpApp } from "./mounted.ts"
import type { Story } from "./Story.ts"
import { enginePanels } from "./enginePanels.ts"
import type { Panel, PluginPanels } from "./Panel.ts"
import type { LoadedPlugin } from "./Plugin.ts"

/** The panels of one plugin, ready to run. */
export interface OperatedPlugin extends PluginPanels<never> {
  readonly plugin: string
}

/** What an operator asks of the running engine itself: each as `Engine` has it. */
interface Running {
  readonly app: HttpApp
  readonly explain: OperatorShape["explain"]
  readonly plugins: ReadonlyArray<{ readonly id: string; readonly mount: string }>
  readonly jobs: Effect.Effect<{ readonly waiting: number; readonly dead: number }, StoreUnavailable>
  readonly reviveJob: (job: {
    readonly region: RegionName
    readonly sequence: number
  }) => Effect.Effect<boolean, StoreUnavailable>
}

/** What an engine offers to operators. */
export interface OperatorShape extends Omit<Running, "app"> {
  /** Loaded at the first call. Plugins in their order, those without panels left out. */
  readonly panels: Effect.Effect<ReadonlyArray<OperatedPlugin>>
  /** Regions that are open, the home region first. */
  readonly regions: () => ReadonlyArray<RegionStore>
  /** The caller in whose name an operation runs in a region, with an idempotency key where one is given. */
  readonly callerOf: (store: RegionStore, principal: Principal, idempotencyKey?: string) => CallerShape
  /** Jobs that wait, the next one first, those of one name and time together. */
  readonly upcoming: (
    store: RegionStore,
    rows: number
  ) => Effect.Effect<ReadonlyArray<UpcomingJobs & { readonly title: string }>, unknown>
  /** What happened, as people say it: the sentence that the plugin has for the type. */
  readonly eventTitle: (event: Pick<RecentEvent, "plugin" | "type">) => string
  /** Events of all plugins after a number, in the order of their numbers; without one, the latest. At most 200. */
  readonly eventsAfter: (
    store: RegionStore,
    after: number | undefined
  ) => Effect.Effect<ReadonlyArray<RecentEvent>, unknown>
  /** Everything that happened to an object of any account, and what is still to come; `undefined` for an unknown id. */
  readonly explain: (id: string) => Effect.Effect<Story | undefined, StoreUnavailable>
  /** Answers a request as if it had come to the engine: the API of another plugin, with its own credential. */
  readonly serve: (request: HttpServerRequest) => Effect.Effect<HttpServerResponse>
  /** Counts against a limit, such as tries to sign in from one address. */
  readonly limit: RateLimiter["take"]
  /** What a failure of a plugin's operation says in words. */
  readonly words: (failure: unknown) => string | undefined
}

const outside = Effect.die(new Error("Only requests that a running engine serves can operate it"))

/** The engine, for the requests of a plugin that serves operators. Jobs do not have it. */
export const Operator = Context.Reference<OperatorShape>("bursar/engine/Operator", {
  defaultValue: () => ({
    plugins: [],
    jobs: outside,
    reviveJob: () => outside,
    panels: outside,
    regions: () => [],
    callerOf: () => {
      throw new Error("Only requests that a running engine serves can operate it")
    },
    upcoming: () => outside,
    eventTitle: ({ type }) => type,
    eventsAfter: () => outside,
    explain: () => outside,
    serve: () => outside,
    limit: () => outside,
    words: () => undefined
  })
})

const provided =
  <R>(context: Context.Context<R>) =>
  <Args extends ReadonlyArray<unknown>, A, E>(run: (...args: Args) => Effect.Effect<A, E, R>) =>
  (...args: Args): Effect.Effect<A, E> =>
    Effect.provideContext(run(...args), context)

const runnable = <R>(panel: Panel<R>, context: Context.Context<R>): Panel<never> => {
  const withServices = provided(context)
  const { actions, badge, item } = panel
  return {
    ...(panel as unknown as Panel<never>),
    anchors: withServices(panel.anchors),
    rows: withServices(panel.rows),
    ...(badge === undefined ? {} : { badge: withServices(badge) }),
    ...(item === undefined ? {} : { item: withServices(item) }),
    ...(actions === undefined
      ? {}
      : { actions: actions.map((action) => ({ ...action, run: withServices(action.run) })) })
  }
}

const loaded = <R>(plugin: LoadedPlugin<R>, context: Context.Context<R>): Effect.Effect<OperatedPlugin> =>
  Effect.map(
    Effect.promise(() => plugin.panels!()),
    ({ overview, panels, volume }) => ({
      plugin: plugin.id,
      panels: panels.map((panel) => runnable(panel, context)),
      ...(overview === undefined ? {} : { overview: provided(context)(overview) }),
      ...(volume === undefined ? {} : { volume: provided(context)(volume) })
    })
  )

/** Makes the service. `engine` is read when a request is served, and by then it exists. */
export const makeOperator = <R>(of: {
  readonly engine: () => Running
  readonly plugins: ReadonlyArray<LoadedPlugin<R>>
  readonly definitions: ReadonlyArray<JobDefinition<any>>
  readonly context: Context.Context<R>
  readonly open: () => ReadonlyArray<RegionStore>
  readonly home: RegionName
  readonly ids: Ids["Service"]
  readonly keyOf: (plugin: string, text: string) => HostKey
  readonly limiter: RateLimiter
}): OperatorShape => {
  const titles = new Map(of.definitions.map(({ name, title }) => [name, title ?? name]))
  const titleOf = (name: string) => titles.get(name) ?? name
  const ofCore = {
    plugin: "engine",
    ...enginePanels({ titleOf, reviveJob: (job) => of.engine().reviveJob(job) })
  } satisfies OperatedPlugin
  const panels = Effect.runSync(
    Effect.cached(
      Effect.suspend(() =>
        Effect.forEach(
          of.plugins.filter((plugin) => plugin.panels !== undefined),
          (plugin) => loaded(plugin, of.context)
        )
      ).pipe(Effect.map((all) => [...all, ofCore]))
    )
  )
  return {
    get plugins() {
      return of.engine().plugins
    },
    jobs: Effect.suspend(() => of.engine().jobs),
    reviveJob: (job) => of.engine().reviveJob(job),
    panels,
    regions: () => of.open().toSorted((a, b) => Number(b.name === of.home) - Number(a.name === of.home)),
    callerOf: (store, principal, idempotencyKey) => ({
      principal,
      scope: scopeOf(principal),
      store,
      requestId: of.ids.next("req"),
      claim: undefined,
      key: idempotencyKey === undefined ? undefined : of.keyOf(principal.plugin, idempotencyKey)
    }),
    upcoming: (store, rows) =>
      Effect.map(upcomingJobs(store, rows), (jobs) => jobs.map((job) => ({ ...job, title: titleOf(job.name) }))),
    eventTitle: ({ plugin, type }) => of.plugins.find(({ id }) => id === plugin)?.events[type] ?? type,
    eventsAfter: recentEvents,
    explain: (id) => of.engine().explain(id),
    serve: (request) =>
      Effect.flatMap(
        Effect.promise(() => import("./mount.ts")),
        ({ within }) => within(request, of.engine().app)
      ),
    limit: of.limiter.take,
    words: (failure) => {
      if (failure instanceof Error && failure.message !== "") return failure.message
      for (const { words } of of.plugins) {
        const said = words?.(failure)
        if (said !== undefined) return said
      }
      return undefined
    }
  }
}
