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
import type { HttpApp } from "../engine/mount.ts"
import type { Plugin } from "../engine/Plugin.ts"
import { adminPrefix, makeAdmin } from "./admin.ts"
import { countAnswer, makeJobMeter, makeTally, renderMetrics, type Tally } from "./metrics.ts"
import { makeReference } from "./reference.ts"
import type { ListStatus } from "../services/Screening.ts"
import type { ServerMode } from "./settings.ts"

/** What the application is made of. */
export interface AppOptions {
  readonly engine: EngineShape
  readonly plugins: ReadonlyArray<Plugin<any>>
  readonly mode: ServerMode
  readonly version: string
  /** Opens the operators' routes; without it there are none. */
  readonly adminToken?: Redacted.Redacted
  /** The screening lists in use and how old they are. */
  readonly lists: Effect.Effect<ReadonlyArray<ListStatus>>
  /** Whether the server has been told to stop: it is not ready for new work then. */
  readonly isStopping: () => boolean
}

type Route = Effect.Effect<HttpServerResponse.HttpServerResponse>

/** Answers of the moment are not kept by anybody on the way. */
const fresh = { "cache-control": "no-store" } as const

const json = (value: unknown, status = 200) =>
  HttpServerResponse.text(`${JSON.stringify(value)}\n`, { status, contentType: "application/json", headers: fresh })

const healthy = Effect.succeed(json({ status: "ok" }))

const notAllowed = HttpServerResponse.text(`${JSON.stringify({ error: { message: "Use GET" } })}\n`, {
  status: 405,
  contentType: "application/json",
  headers: { allow: "GET, HEAD" }
})

/** Ready: the store can be read and the server is not on its way out. Jobs and lists are told as information. */
const readyRoute = ({ engine, isStopping, lists }: AppOptions, jobMeter: ReturnType<typeof makeJobMeter>): Route =>
  Effect.suspend(() =>
    isStopping()
      ? Effect.succeed(json({ status: "stopping" }, 503))
      : // Dead jobs are read anew each time: it is a small read of each store, and shows that it can be read.
        Effect.match(Effect.andThen(engine.deadJobs, Effect.zip(jobMeter, lists)), {
          onSuccess: ([jobs, screening]) => json({ status: "ready", jobs, screening }),
          onFailure: ({ reason, region }) => json({ status: "unavailable", store: { region, reason } }, 503)
        })
  )

const metricsRoute = (
  { version }: AppOptions,
  tallies: ReadonlyArray<Tally>,
  jobMeter: ReturnType<typeof makeJobMeter>
): Route =>
  Effect.gen(function* () {
    const jobs = yield* Effect.orElseSucceed(jobMeter, () => undefined)
    const { format } = yield* Effect.promise(() => import("effect/observability/PrometheusMetrics"))
    // Whatever plugins measure with Effect's own metrics comes after the server's figures.
    const measured = yield* format()
    return HttpServerResponse.text(renderMetrics({ version, tallies, jobs }) + measured, {
      contentType: "text/plain; version=0.0.4; charset=utf-8",
      headers: fresh
    })
  })

const indexRoute = ({ engine, mode, plugins, version }: AppOptions): Route => {
  const withHttp = new Set(plugins.filter((plugin) => plugin.http !== undefined).map((plugin) => plugin.id))
  const services = engine.plugins
    .filter(({ id }) => withHttp.has(id))
    .map(({ id, mount }) => ({ id, base: mount, openapi: `${mount}/openapi.json`, reference: `${mount}/reference` }))
  return Effect.sync(() => {
    const { clock } = engine
    const time = { ...clock.state(), now: new Date(clock.now()).toISOString() }
    const operating = { health: "/health", ready: "/ready", metrics: "/metrics" }
    return json({ name: "bursar", version, mode, clock: time, services, ...operating })
  })
}

const referenceRoutes = ({ engine, plugins }: AppOptions) =>
  Effect.forEach(
    engine.plugins.flatMap(({ id, mount }) => {
      const http = plugins.find((plugin) => plugin.id === id)?.http
      return http === undefined ? [] : [{ mount, openApi: http.openApi }]
    }),
    ({ mount, openApi }) =>
      Effect.map(makeReference(openApi, mount), (page): [string, Route] => [`${mount}/reference`, page])
  )

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

/** Puts the server's own routes beside the engine's. */
export const makeApp = (options: AppOptions): Effect.Effect<HttpApp> =>
  Effect.gen(function* () {
    const { engine } = options
    const own = makeTally("server")
    const mounted = engine.plugins
      .map(({ mount }) => ({ prefix: `${mount}/`, mount, tally: makeTally(mount === "" ? "/" : mount) }))
      .sort((a, b) => b.mount.length - a.mount.length)
      .map(({ tally, ...rest }) => ({ ...rest, tally, app: counted(engine.app, tally) }))
    const elsewhere = makeTally("none")
    const unmounted = counted(engine.app, elsewhere)
    const tallies = [own, elsewhere, ...mounted.map(({ tally }) => tally)]
    const jobMeter = makeJobMeter(engine.jobs)

    const routes = new Map<string, Route>([
      ["/health", healthy],
      ["/ready", readyRoute(options, jobMeter)],
      ["/metrics", metricsRoute(options, tallies, jobMeter)],
      ["/", indexRoute(options)],
      ...(yield* referenceRoutes(options))
    ])
    const ownApps = new Map(
      [...routes].map(([path, route]): [string, HttpApp] => [
        path,
        counted(
          Effect.flatMap(HttpServerRequest, ({ method }) =>
            method === "GET" || method === "HEAD" ? route : Effect.succeed(notAllowed)
          ),
          own
        )
      ])
    )

    const admin = options.adminToken === undefined ? undefined : counted(makeAdmin(engine, options.adminToken), own)

    return Effect.withFiber((fiber) => {
      const path = pathOf(Context.getUnsafe(fiber.context, HttpServerRequest).url)
      const ownApp = ownApps.get(path)
      if (ownApp !== undefined) return ownApp
      if (admin !== undefined && path.startsWith(adminPrefix)) return admin
      for (const { app, mount, prefix } of mounted) if (path.startsWith(prefix) || path === mount) return app
      return unmounted
    })
  })
