/**
 * The plugin contract. A plugin is a value: what it adds to an engine, as data and layers, with nothing patched and no
 * order to keep. Every field but `id` is optional.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Etag from "effect/http/Etag"
import type { HttpPlatform } from "effect/http/HttpPlatform"
import type * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Context from "effect/Context"
import type { FileSystem } from "effect/FileSystem"
import type { Path } from "effect/Path"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import type { ChartOfAccounts } from "../domain/Ledger.ts"
import type { Mode } from "../domain/Principal.ts"
import { toResponse, withHeaders } from "../http/Answer.ts"
import type { Face, IdempotencyRules, Tagged } from "../http/Face.ts"
import type { Gate } from "../http/Gate.ts"
import { gateLayer, makePassage, type GateKeeper } from "../http/Gate.ts"
import { layerDirectRouter, makeGatedRoutes } from "../http/GatedRoutes.ts"
import { checkNames } from "../http/HostInput.ts"
import type { Publication } from "../http/Publication.ts"
import { publish } from "../http/publish.ts"
import type { MethodNotAllowed, Refusal, UnknownEndpoint } from "../http/Refusal.ts"
import type { JobDefinition } from "../jobs/Job.ts"
import type { Clock } from "../services/Clock.ts"
import type { Ids } from "../services/Ids.ts"
import type { Notifier } from "../services/Notifier.ts"
import type { RiskModel } from "../services/RiskModel.ts"
import type { Screening } from "../services/Screening.ts"
import type { Signer } from "../services/Signer.ts"
import type { Migration, RegionStore, Store } from "../services/Store.ts"
import type { StoredEvent } from "../store/outboxRepository.ts"
import type { PluginRetention } from "../store/retention.ts"
import type { WebhookProfile } from "../webhooks/WebhookProfile.ts"
import type { PluginPanels } from "./Panel.ts"
import type { PluginStory } from "./Story.ts"
import type { WebRoute } from "./web.ts"

/** What every plugin may ask for. */
export type CoreServices = Store | Clock | Ids | Signer | RiskModel | Screening | Notifier

/** What the HTTP server itself provides. */
export type PlatformServices = Etag.Generator | FileSystem | HttpPlatform | Path

/** A wish to hear of another plugin's events: after their commit, at least once, in no promised order. */
export interface Subscription<R> {
  /** Unique within the plugin; part of the job's name. */
  readonly name: string
  /** Id of the plugin. An engine without it does not start, unless the subscription is `optional`. */
  readonly plugin: string
  /** An event type that the plugin declares, or `*`. */
  readonly eventType: string
  /** Whether an engine without the plugin starts all the same; then no event comes. Default: no. */
  readonly optional?: boolean
  readonly run: (event: StoredEvent, store: RegionStore) => Effect.Effect<void, unknown, R>
}

/** One method and path of a plugin, for finding conflicts and answering 404 and 405. */
export interface Route {
  readonly method: string
  /** As declared, such as `/v2/payments/:id`. */
  readonly path: string
}

/** What the engine mounts. */
export interface PluginHttp {
  readonly routes: ReadonlyArray<Route>
  readonly layer: (keeper: GateKeeper) => Layer.Layer<never, never, PlatformServices | HttpRouter.HttpRouter>
  /** The answer where no route matches, behind the same gate as everything else. */
  readonly fallback: (
    keeper: GateKeeper
  ) => (found: UnknownEndpoint | MethodNotAllowed) => ReturnType<ReturnType<typeof makePassage>>
  /** Makes the answer to requests that are refused before anybody asks who calls. */
  readonly refuse: (keeper: GateKeeper) => (refusal: Refusal) => HttpServerResponse
  /** How requests of the plugin bring their idempotency keys; calls in process keep theirs as long. */
  readonly idempotency: (keeper: GateKeeper) => IdempotencyRules
  /** The OpenAPI document, for this mount. Made anew at each call, which takes a while for a large API. */
  readonly openApi: (mount: string) => unknown
  /** The same in steps of some milliseconds, so that others get their turn in between. */
  readonly openApiSteps: (mount: string) => Iterator<void, unknown>
  readonly publication: Publication | undefined
}

/** A plugin as hosts give it to an engine. `R` is what it needs beyond itself. */
export interface Plugin<out R = CoreServices> {
  readonly id: string
  /** Everything that it adds to an engine. Loaded once, when the first engine with it starts. */
  readonly load: () => Promise<LoadedPlugin<R>>
}

/** A plugin as the engine holds it. */
export interface LoadedPlugin<out R = CoreServices> {
  readonly id: string
  readonly http: PluginHttp | undefined
  readonly web: ReadonlyArray<WebRoute<R>>
  /** The plugin's own services. */
  readonly layer: Layer.Layer<never, never, R>
  readonly migrations: ReadonlyArray<Migration>
  readonly events: Readonly<Record<string, string>>
  readonly webhooks: WebhookProfile | undefined
  readonly jobs: ReadonlyArray<JobDefinition<R>>
  readonly subscribe: ReadonlyArray<Subscription<R>>
  readonly accounts: ChartOfAccounts<string> | undefined
  readonly retention: PluginRetention
  readonly beforeStop: Effect.Effect<void, never, R>
  readonly words?: ((failure: unknown) => string | undefined) | undefined
  readonly mode: Mode | undefined
  readonly panels: (() => Promise<PluginPanels<R>>) | undefined
  readonly story: PluginStory<R> | undefined
  readonly journals: Readonly<Record<string, string>>
}

/** What handlers, jobs and subscriptions of a plugin may use. */
type Available<Own, Extra> = CoreServices | Own | Extra

/** What a plugin author writes. `Own` are the plugin's own services, `Extra` what the host must bring. */
export interface PluginDefinition<
  ApiId extends string,
  Groups extends HttpApiGroup.Constraint,
  Own,
  E extends Tagged,
  Extra
> {
  /** Lower-case word; the default mount is `/id`. `id`, `accounts` and `events` are spread from the plugin's declaration. */
  readonly id: string
  readonly accounts?: ChartOfAccounts<string>
  /** Event types with a sentence each. */
  readonly events?: Readonly<Record<string, string>>
  /** Services that the host must bring beyond the core's; an engine without them does not compile. */
  readonly requires?: ReadonlyArray<Context.Key<Extra, any>>
  /** The HTTP API, its handlers and the face they share: all three or none. */
  readonly http?: PluginHttpDefinition<ApiId, Groups, NoInfer<Own>, E, NoInfer<Extra>>
  /** Pages, files, forms and streams of events for browsers, below the same mount, outside the API and its gate. */
  readonly web?: ReadonlyArray<WebRoute<Available<NoInfer<Own>, NoInfer<Extra>>>>
  /** The plugin's own services: its ports with their default implementations. */
  readonly layer?: Layer.Layer<Own, never, CoreServices | NoInfer<Extra>>
  readonly migrations?: ReadonlyArray<Migration>
  readonly webhooks?: WebhookProfile
  readonly jobs?: ReadonlyArray<JobDefinition<Available<NoInfer<Own>, NoInfer<Extra>>>>
  readonly subscribe?: ReadonlyArray<Subscription<Available<NoInfer<Own>, NoInfer<Extra>>>>
  /** How long events, their deliveries and rows of own tables are kept. Tables that it does not name are kept for good. */
  readonly retention?: PluginRetention
  /** Runs when the engine stops, while requests are still answered: ends waits that need not be waited out. */
  readonly beforeStop?: Effect.Effect<void, never, Available<NoInfer<Own>, NoInfer<Extra>>>
  /** What a failure says in words, for callers in process, where its class has no message: `Publication.wordsOf(rows)`. */
  readonly words?: (failure: unknown) => string | undefined
  /** The one mode of its callers in process, such as `live` in production: the engine refuses others. Default: both. */
  readonly mode?: Mode | undefined
  /** What operators see of the plugin in a console, loaded when the first of them looks. */
  readonly panels?: () => Promise<PluginPanels<Available<NoInfer<Own>, NoInfer<Extra>>>>
  /** What the plugin knows about an object of its own: `engine.explain(id)` and the console show it. */
  readonly story?: PluginStory<Available<NoInfer<Own>, NoInfer<Extra>>>
  /** What stories call its journals, by their step up to a colon: `{ capture: "The payment is captured" }`. */
  readonly journals?: Readonly<Record<string, string>>
}

/** The HTTP part of a definition. */
export interface PluginHttpDefinition<
  ApiId extends string,
  Groups extends HttpApiGroup.Constraint,
  Own,
  E extends Tagged,
  Extra
> {
  readonly api: HttpApi.HttpApi<ApiId, Groups>
  readonly handlers: Layer.Layer<
    HttpApiGroup.ToService<ApiId, Groups>,
    never,
    // Handlers ask for services when they run: there are none yet when the routes are built.
    HttpRouter.Request.From<"Requires", Available<Own, Extra>> | Gate | PlatformServices | HttpRouter.HttpRouter
  >
  readonly face: ((keeper: GateKeeper) => Face<E>) & Pick<LoadedPlugin, "words">
  /** What the OpenAPI document says beyond the endpoints: credentials, headers, failures, events. */
  readonly publication?: Publication
}

const routesByApi = new WeakMap<HttpApi.Top, ReadonlyArray<Route>>()

const routesOf = (api: HttpApi.Top): ReadonlyArray<Route> => {
  const known = routesByApi.get(api)
  if (known !== undefined) return known
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => void routes.push({ method: endpoint.method, path: endpoint.path })
  })
  routesByApi.set(api, routes)
  return routes
}

/**
 * Makes a plugin of its parts. The engine builds `layer` once and gives its services to handlers, jobs and
 * subscriptions alike: hence they are erased from the type here.
 */
export const definePlugin = <
  const ApiId extends string = never,
  Groups extends HttpApiGroup.Constraint = never,
  Own = never,
  E extends Tagged = never,
  Extra = never
>(
  definition: PluginDefinition<ApiId, Groups, Own, E, Extra>
): Plugin<CoreServices | Extra> => {
  const loaded: LoadedPlugin<CoreServices | Extra> = {
    id: definition.id,
    http: definition.http === undefined ? undefined : httpOf(definition.id, definition.http),
    web: (definition.web ?? []) as ReadonlyArray<WebRoute<CoreServices | Extra>>,
    layer: (definition.layer ?? Layer.empty) as Layer.Layer<never, never, CoreServices | Extra>,
    migrations: definition.migrations ?? [],
    events: definition.events ?? {},
    webhooks: definition.webhooks,
    jobs: (definition.jobs ?? []) as ReadonlyArray<JobDefinition<CoreServices | Extra>>,
    subscribe: (definition.subscribe ?? []) as ReadonlyArray<Subscription<CoreServices | Extra>>,
    accounts: definition.accounts,
    retention: definition.retention ?? {},
    beforeStop: (definition.beforeStop ?? Effect.void) as Effect.Effect<void, never, CoreServices | Extra>,
    words: definition.words ?? definition.http?.face.words,
    mode: definition.mode,
    panels: definition.panels as (() => Promise<PluginPanels<CoreServices | Extra>>) | undefined,
    story: definition.story as PluginStory<CoreServices | Extra> | undefined,
    journals: definition.journals ?? {}
  }
  checkNames([`The plugin ${JSON.stringify(loaded.id)}`, "field"], definition, {
    ...loaded,
    words: true,
    requires: true
  })
  if (!/^[a-z][a-z0-9_-]*$/u.test(loaded.id))
    throw new TypeError(`The id of a plugin is a lower-case word, such as gift_cards, not ${JSON.stringify(loaded.id)}`)
  return { id: loaded.id, load: () => Promise.resolve(loaded) }
}

/** What steps come to, made at once. */
const atOnce = (steps: Iterator<void, unknown>): unknown => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** An API without a publication has the document that Effect derives, in one step. */
function* derived(api: HttpApi.Top): Generator<void, unknown> {
  return OpenApi.fromApi(api)
}

const httpOf = <ApiId extends string, Groups extends HttpApiGroup.Constraint, Own, E extends Tagged, Extra>(
  id: string,
  http: PluginHttpDefinition<ApiId, Groups, Own, E, Extra>
): PluginHttp => {
  const api = http.api as unknown as HttpApi.Top
  const openApiSteps = (mount: string) =>
    http.publication === undefined ? derived(api) : publish(api, http.publication, mount)
  return {
    routes: routesOf(api),
    layer: (keeper) => {
      const gated = makeGatedRoutes()
      return HttpApiBuilder.layer(http.api).pipe(
        Layer.provide(http.handlers),
        Layer.provide([gateLayer(id, http.face(keeper), keeper, gated), layerDirectRouter(gated)])
      ) as Layer.Layer<never, never, PlatformServices | HttpRouter.HttpRouter>
    },
    fallback: (keeper) => {
      const pass = makePassage(id, http.face(keeper), keeper)
      return (found) =>
        pass(Effect.fail(found), {
          operation: `${id}.unknown`,
          bodyLimitBytes: 0,
          takesBody: false,
          endpoint: Context.empty()
        })
    },
    refuse: (keeper) => {
      const face = http.face(keeper)
      return (refusal) => {
        const requestId = keeper.ids.next("req")
        return withHeaders(toResponse(face.refuse(refusal, requestId)), { [face.requestIdHeader]: requestId })
      }
    },
    idempotency: (keeper) => http.face(keeper).idempotency,
    openApi: (mount) => atOnce(openApiSteps(mount)),
    openApiSteps,
    publication: http.publication
  }
}
