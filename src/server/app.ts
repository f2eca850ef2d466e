/**
 * The application of the server: the engine's, and beside it what operators and newcomers ask for. A request of a plugin
 * pays for one look at its path and one counter.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Redacted from "effect/Redacted"
import type { EngineShape } from "../engine/Engine.ts"
import { protectedResponse } from "../engine/mount.ts"
import type { HttpApp } from "../engine/mounted.ts"
import { adminPrefix, forAdmins, json, makeAdmin, type FollowEvents } from "./admin.ts"
import { behindProxies } from "./forwarding.ts"
import { countAnswer, makeDelayMeter, makeJobMeter, makeTally, renderMetrics, type Tally } from "./metrics.ts"
import type { LogTail } from "./LogTail.ts"
import type { ListStatus } from "../services/Screening.ts"
import type { ServerMode } from "./settings.ts"

/** What the application is made of. */
export interface AppOptions {
  readonly engine: EngineShape
  readonly mode: ServerMode
  readonly version: string
  /** Opens the operators' routes; without it there are none. */
  readonly adminToken?: Redacted.Redacted
  /** The address by which browsers and partners reach the server. */
  readonly publicUrl?: string | undefined
  /** Proxies whose forwarding headers count. Default: none. */
  readonly trustProxy?: ReadonlyArray<string>
  /** Whether only these proxies are answered: they end TLS, and whoever passes them by has none. Health is for everybody. */
  readonly proxiesOnly?: boolean
  /** Whether figures and inventory are for whoever has the admin token only. */
  readonly guarded?: boolean
  /** Whether browsers shall come back by https only. */
  readonly strictTransport?: boolean
  /** The screening lists in use and how old they are. */
  readonly lists: Effect.Effect<ReadonlyArray<ListStatus>>
  /** The log, for the operators' routes and for whoever follows it. */
  readonly tail?: LogTail
  /** Events as they are committed, for the operators' routes. */
  readonly events?: FollowEvents
  /** Whether the server has been told to stop: it is not ready for new work then. */
  readonly isStopping: () => boolean
}

type Route = Effect.Effect<HttpServerResponse.HttpServerResponse>

const healthy = Effect.succeed(json({ status: "ok" }))

const notAllowed = json({ error: { message: "Use GET" } }, 405, { allow: "GET, HEAD" })

const proxyNeeded = json(
  { error: { message: "This server takes requests by https only: send them to its proxy" } },
  403
)

/** A year, as long as browsers are usually told (our choice). */
const strictTransport = { "strict-transport-security": "max-age=31536000" } as const

/** How long figures that are only information may take, so that the answer comes within 2 s. */
const informationMs = 400

const information = <A, E>(read: Effect.Effect<A, E>): Effect.Effect<A | undefined> =>
  Effect.orElseSucceed(Effect.timeout(read, informationMs), () => undefined)

/**
 * Ready: every region takes writes and the server is not on its way out. Jobs and lists are told as information, where
 * not everybody may ask.
 */
const readyRoute = ({ engine, guarded = false, isStopping, lists }: AppOptions, jobMeter: EngineShape["jobs"]): Route =>
  Effect.gen(function* () {
    if (isStopping()) return json({ status: "stopping" }, 503)
    const failures = (yield* engine.health).flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
    if (failures.length > 0) {
      const stores = failures.map(({ reason, region }) => ({ region, reason }))
      return json({ status: "unavailable", ...(guarded ? {} : { stores }) }, 503)
    }
    if (guarded) return json({ status: "ready" })
    const [jobs, screening] = yield* Effect.all([information(jobMeter), information(lists)], { concurrency: 2 })
    return json({ status: "ready", jobs, screening })
  })

const metricsRoute = (
  { engine, version }: AppOptions,
  tallies: ReadonlyArray<Tally>,
  jobMeter: EngineShape["jobs"]
): Route => {
  const dueMeter = makeJobMeter(engine.dueJobs)
  const delayOf = makeDelayMeter()
  return Effect.gen(function* () {
    const [jobs, due] = yield* Effect.all([information(jobMeter), information(dueMeter)], { concurrency: 2 })
    const { format } = yield* Effect.promise(() => import("effect/observability/PrometheusMetrics"))
    // Whatever plugins measure with Effect's own metrics comes after the server's figures.
    const measured = yield* format()
    return protectedResponse(
      HttpServerResponse.text(renderMetrics({ version, tallies, jobs, due, delay: delayOf() }) + measured, {
        contentType: "text/plain; version=0.0.4; charset=utf-8"
      })
    )
  })
}

const indexRoute = ({ engine, mode, publicUrl = "", version }: AppOptions): Route => {
  const services = engine.plugins
    .filter(({ hasApi }) => hasApi)
    .map(({ id, mount }) => ({ id, base: `${publicUrl}${mount}` }))
    .map(({ base, id }) => ({ id, base, openapi: `${base}/openapi.json`, reference: `${base}/reference` }))
  return Effect.sync(() => {
    const { clock } = engine
    const time = { ...clock.state(), now: new Date(clock.now()).toISOString() }
    const operating = {
      health: `${publicUrl}/health`,
      ready: `${publicUrl}/ready`,
      metrics: `${publicUrl}/metrics`
    }
    return json({ name: "bursar", version, mode, clock: time, services, ...operating })
  })
}

const pathOf = (url: string): string => {
  const end = url.indexOf("?")
  return end === -1 ? url : url.slice(0, end)
}

/** The engine's application with its answers counted. Built once per mount, so that a request builds nothing. */
const counted = (app: HttpApp, tally: Tally): HttpApp =>
  Effect.matchCauseEffect(app, {
    onSuccess: (response) => {
      countAnswer(tally, response.status)
      return Effect.succeed(response)
    },
    onFailure: (cause) => {
      if (Cause.hasInterruptsOnly(cause)) tally.abandoned += 1
      else countAnswer(tally, 500)
      return Effect.failCause(cause)
    }
  })

/** The routes of the server itself by their paths, counted. */
const ownRoutes = (options: AppOptions, own: Tally, tallies: ReadonlyArray<Tally>): ReadonlyMap<string, HttpApp> => {
  const { adminToken, guarded = false } = options
  const jobMeter = makeJobMeter(options.engine.jobs)
  const reading = (route: Route): HttpApp =>
    Effect.flatMap(HttpServerRequest, ({ method }) =>
      method === "GET" || method === "HEAD" ? route : Effect.succeed(notAllowed)
    )
  const inside = (route: Route): HttpApp =>
    guarded && adminToken !== undefined ? forAdmins(adminToken, reading(route)) : reading(route)
  const routes: ReadonlyArray<[string, HttpApp]> = [
    ["/health", reading(healthy)],
    ["/ready", reading(readyRoute(options, jobMeter))],
    ["/metrics", inside(metricsRoute(options, tallies, jobMeter))],
    ["/", inside(indexRoute(options))]
  ]
  return new Map(routes.map(([path, app]) => [path, counted(app, own)]))
}

/** Paths that probes of the machine ask for, past every proxy. */
const probes: ReadonlySet<string> = new Set(["/health", "/ready"])

/** A line for an answer: no query and no header, which may hold secrets. */
const lined = (app: HttpApp, tail: LogTail): HttpApp =>
  Effect.gen(function* () {
    const { method, url } = yield* HttpServerRequest
    const startMs = performance.now()
    const response = yield* app
    const ms = Math.round(performance.now() - startMs)
    const id = response.headers["request-id"] ?? response.headers["x-request-id"]
    tail.push(JSON.stringify({ method, path: pathOf(url), status: response.status, ms, requestId: id }))
    return response
  })

/** Puts the server's own routes beside the engine's. */
export const makeApp = (options: AppOptions): HttpApp => {
  const { adminToken, engine, tail, trustProxy = [] } = options
  const own = makeTally("server")
  const mounted = engine.plugins
    .map(({ mount }) => ({ prefix: `${mount}/`, mount, tally: makeTally(mount === "" ? "/" : mount) }))
    .sort((a, b) => b.mount.length - a.mount.length)
    .map(({ tally, ...rest }) => ({ ...rest, tally, app: counted(engine.app, tally) }))
  const elsewhere = makeTally("none")
  const unmounted = counted(engine.app, elsewhere)
  const ownApps = ownRoutes(options, own, [own, elsewhere, ...mounted.map(({ tally }) => tally)])
  const admin = adminToken === undefined ? undefined : counted(makeAdmin(engine, adminToken, options), own)

  const appAt = (path: string): HttpApp => {
    const ownApp = ownApps.get(path)
    if (ownApp !== undefined) return ownApp
    if (admin !== undefined && path.startsWith(adminPrefix)) return admin
    for (const { app, mount, prefix } of mounted) if (path.startsWith(prefix) || path === mount) return app
    return unmounted
  }
  const byPath = (choose: (path: string) => HttpApp): HttpApp =>
    Effect.withFiber((fiber) => {
      const chosen = choose(pathOf(Context.getUnsafe(fiber.context, HttpServerRequest).url))
      return tail?.isFollowed() === true ? lined(chosen, tail) : chosen
    })

  const app = byPath(appAt)
  const refused = counted(Effect.succeed(proxyNeeded), own)
  const direct = options.proxiesOnly === true ? byPath((path) => (probes.has(path) ? appAt(path) : refused)) : app
  const reached = trustProxy.length === 0 ? app : behindProxies(app, trustProxy, direct)
  return options.strictTransport === true
    ? Effect.map(reached, (response) => HttpServerResponse.setHeaders(response, strictTransport))
    : reached
}
