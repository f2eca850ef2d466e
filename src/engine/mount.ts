/** Puts the plugins' HTTP APIs under their mounts on one router, and answers what no route matches. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HttpServerError } from "effect/http/HttpServerError"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { TracerDisabledWhen } from "effect/http/HttpMiddleware"
import * as Scope from "effect/Scope"
import { protectiveHeaders } from "../http/Answer.ts"
import type { GateKeeper } from "../http/Gate.ts"
import { InvalidParameters, MethodNotAllowed, UnknownEndpoint } from "../http/Refusal.ts"
import { stepByStep } from "../store/Turns.ts"
import { loadScalar } from "./NodeScalar.ts"
import { TimeControl } from "./EngineClock.ts"
import type { PlatformServices, Route } from "./Plugin.ts"
import { makeReference, type Script } from "./reference.ts"
import type { HttpApp, HttpSide, Mounted } from "./mounted.ts"
import { webLayer } from "./web.ts"

type Routed = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpServerRequest | Scope.Scope>

/** How many services a request may bring before all of the engine's are copied: more than it does. */
const maxDepth = 32

/** What requests run in: services, among them how effects run and are logged. The gate makes their spans. */
const requestContext = (services: Context.Context<never>): Context.Context<never> =>
  // A span of the framework would have the address of its request, which may name somebody.
  Context.makeUnsafe(Context.add(services, TracerDisabledWhen, () => true).mapUnsafe, { maxDepth })

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const patternOf = (path: string): string =>
  path
    .split("/")
    .map((segment) => (segment.startsWith(":") ? "[^/]+" : segment === "*" ? ".*" : literally(segment)))
    .join("/")

const matcherOf = (mount: string, route: Route) => ({
  method: route.method,
  pattern: new RegExp(`^${literally(mount)}${patternOf(route.path)}/?$`)
})

/** What every mount answers about itself, without a key. */
const describing: ReadonlyArray<Route> = ["/openapi.json", "/reference"].map((path) => ({ method: "GET", path }))

const json = (value: unknown) => HttpServerResponse.text(JSON.stringify(value), { contentType: "application/json" })

/**
 * `GET /<mount>/openapi.json`, and `GET /<mount>/reference`: the same document as a page for people. The document is built
 * once, on first request and in steps, since a large API takes a while. It is finished even if its caller leaves.
 */
const describingRoutes =
  (scalar: Effect.Effect<Script>) =>
  <R>({ mount, plugin }: Mounted<R>): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
    HttpRouter.use((router) =>
      Effect.gen(function* () {
        const built = Effect.suspend(() => stepByStep(plugin.http!.openApiSteps(mount)))
        const document = yield* Effect.cached(Effect.uninterruptible(built))
        const text = yield* Effect.cached(Effect.map(document, json))
        yield* router.add("GET", `${mount}/openapi.json` as `/${string}`, text)
        yield* router.add("GET", `${mount}/reference` as `/${string}`, yield* makeReference(document, scalar))
      })
    )

const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/**
 * A response with the headers that every answer carries: nobody on the way keeps it, unless it says so itself, and it is what
 * it says it is.
 */
export const protectedResponse = (
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const { "cache-control": kept, "x-content-type-options": sniffed } = response.headers
  if (kept !== undefined && sniffed === protectiveHeaders["x-content-type-options"]) return response
  return HttpServerResponse.setHeaders(
    response,
    kept === undefined ? protectiveHeaders : { ...protectiveHeaders, "cache-control": kept }
  )
}

const plainError = (status: number, message: string) =>
  HttpServerResponse.text(JSON.stringify({ error: { message } }), { status, contentType: "application/json" })

/** Answers for paths outside every mount, without saying which there are. */
const nothingHere = plainError(
  404,
  "Nothing is mounted at this path. The paths of an API begin with its mount, such as /cards, or what mounts of createEngine says"
)

/** What a plugin without an API answers where it has no route. */
const plainFallback = (found: UnknownEndpoint | MethodNotAllowed) =>
  Effect.succeed(
    found instanceof UnknownEndpoint
      ? plainError(404, "There is nothing at this path")
      : HttpServerResponse.setHeader(
          plainError(405, `This path takes ${found.allowed.join(", ")}`),
          "allow",
          found.allowed.join(", ")
        )
  )

const hostExpected = "a Host header that names this host, such as pay.example:8443"

const badHost = plainError(400, `The request needs ${hostExpected}`)

/** Why a request without a host, or with one that is none, is not answered. */
const hostRefused = new InvalidParameters({
  part: "headers",
  issues: [{ path: ["host"], problem: "invalid", code: undefined, expected: hostExpected }]
})

const broken = protectedResponse(plainError(500, "Something went wrong; it has been logged"))

/** Characters of the value of a header (RFC 9110 §5.5), which a response of the Web takes as bytes. */
const sendable = /^[\t\x20-\x7e\x80-\xff]*$/

/** Why a response cannot be sent, if it cannot: neither Node nor the Web would answer at all. A bug of the plugin. */
const unsendable = ({ headers, status }: HttpServerResponse.HttpServerResponse): string | undefined => {
  if (!(Number.isInteger(status) && status >= 200 && status <= 599)) return `the status ${status}`
  for (const name in headers) if (!sendable.test(headers[name]!)) return `the header ${name}`
  return undefined
}

/** A name or an address, and a port: what links to this server can begin with (RFC 9110 §7.2). */
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i

/** Whether a request names a host. A request of the Web has an address, and so always one. */
const makeHostCheck = (): ((request: HttpServerRequest) => boolean) => {
  // Most requests name the host of the one before.
  let known: string | undefined
  return ({ headers, originalUrl }) => {
    const { host } = headers
    if (host === undefined) return !originalUrl.startsWith("/")
    if (host === known) return true
    const isHost = hostPattern.test(host) && URL.canParse(`http://${host}`)
    if (isHost) known = host
    return isHost
  }
}

/** The failure of a router that has no such route. */
const isNoRoute = (cause: Cause.Cause<unknown>): boolean => {
  const { error } = cause.reasons.find(Cause.isFailReason) ?? {}
  return error instanceof HttpServerError && error.reason._tag === "RouteNotFound"
}

/**
 * Answers what no route does, and a bug, and gives the protective headers to every answer that has not got them at a gate.
 * One look at each outcome: this is the way of every request.
 */
const complete = (
  routed: Routed,
  { notFound, refuse, services }: { notFound: Routed; refuse: Routed; services: Context.Context<never> }
): HttpApp => {
  const hasHost = makeHostCheck()
  const time = Context.getOrUndefined(services, TimeControl)
  const checked = Effect.withFiber(({ context }): Routed => {
    const next = hasHost(Context.getUnsafe(context, HttpServerRequest)) ? routed : refuse
    // Each engine has a time of its own.
    if (Context.getOrUndefined(context, TimeControl) === time) return next
    // A server of the host's, which brings other services, or none.
    const own = Context.pick(
      HttpServerRequest,
      Scope.Scope
    )(context as Context.Context<HttpServerRequest | Scope.Scope>)
    return Effect.provideContext(next, Context.mergeAll(context, services, own))
  })
  const onSuccess = (response: HttpServerResponse.HttpServerResponse) => {
    const why = unsendable(response)
    return why === undefined
      ? Effect.succeed(protectedResponse(response))
      : Effect.as(Effect.logError(`An answer cannot be sent: ${why}`), broken)
  }
  const onFailure = (cause: Cause.Cause<unknown>): HttpApp =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause as Cause.Cause<never>)
      : Effect.as(Effect.logError("A request failed", cause), broken)
  return Effect.matchCauseEffect(checked, {
    onSuccess,
    onFailure: (cause) =>
      isNoRoute(cause) ? Effect.matchCauseEffect(notFound, { onSuccess, onFailure }) : onFailure(cause)
  })
}

/**
 * Paths are what the specifications print: in their case, with single slashes; a slash at the end does no harm. An id of any length
 * reaches its operation, which says that there is none.
 */
const routerConfig = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: true,
  maxParamLength: Number.POSITIVE_INFINITY
}

/** Builds the application of all mounted plugins. `services` of the keeper holds everything that they need but the platform. */
export const buildApp = Effect.fnUntraced(function* <R>(
  mounted: ReadonlyArray<Mounted<R>>,
  given: GateKeeper
): Effect.fn.Return<HttpSide, never, Scope.Scope> {
  const requests = requestContext(Context.merge(yield* Layer.build(HttpServer.layerServices), given.services))
  const keeper: GateKeeper = { ...given, services: requests }
  const reached = mounted.filter(({ plugin }) => plugin.http !== undefined || plugin.web.length > 0)
  const served = reached.map(({ mount, plugin }) => {
    const pages = webLayer(plugin.web, keeper.services as Context.Context<R>)
    const routes = plugin.http === undefined ? pages : Layer.merge(plugin.http.layer(keeper), pages)
    return mount === ""
      ? routes
      : routes.pipe(
          Layer.provide(
            Layer.effect(
              HttpRouter.HttpRouter,
              Effect.map(HttpRouter.HttpRouter, (all) => all.prefixed(mount))
            )
          )
        )
  })
  const described = reached
    .filter(({ plugin }) => plugin.http !== undefined)
    .map(describingRoutes(yield* Effect.cached(loadScalar)))
  const all = Layer.mergeAll(Layer.empty, ...served, ...described).pipe(
    Layer.provide(Layer.succeedContext(keeper.services as Context.Context<PlatformServices>))
  )
  const routed = yield* Effect.provideService(
    HttpRouter.toHttpEffect(all) as Effect.Effect<Routed, never, Scope.Scope>,
    HttpRouter.RouterConfig,
    routerConfig
  )

  const fallbacks = reached
    .map(({ mount, plugin: { http, web } }) => ({
      mount,
      matchers: [...web, ...(http === undefined ? [] : [...http.routes, ...describing])].map((route) =>
        matcherOf(mount, route)
      ),
      answer: http?.fallback(keeper) ?? plainFallback,
      refuse: http?.refuse(keeper) ?? (() => badHost)
    }))
    .sort((a, b) => b.mount.length - a.mount.length)

  const faceOf = (path: string) => fallbacks.find(({ mount }) => path === mount || path.startsWith(`${mount}/`))
  const notFound = Effect.flatMap(HttpServerRequest, (request) => {
    const path = pathOf(request.url)
    const face = faceOf(path)
    if (face === undefined) return Effect.succeed(nothingHere)
    const allowed = [
      ...new Set(face.matchers.filter(({ pattern }) => pattern.test(path)).map((matcher) => matcher.method))
    ].sort()
    return face.answer(
      // The method is there and the route did not match all the same: a path that is no text, or too long.
      allowed.length === 0 || allowed.includes(request.method)
        ? new UnknownEndpoint({ method: request.method, path })
        : new MethodNotAllowed({ method: request.method, allowed })
    )
  })
  const refuse = Effect.map(HttpServerRequest, ({ url }) => faceOf(pathOf(url))?.refuse(hostRefused) ?? badHost)

  return { app: complete(routed, { notFound, refuse, services: requests }), requests }
})

/** Answers Web requests with an application, in the services that its requests run in. */
export const webHandler = (requests: Context.Context<never>, app: HttpApp): ((request: Request) => Promise<Response>) =>
  HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope.Scope>(requests)(app)

/** Answers a request within another one, whose scope it has: what it streams goes on in it. */
export const within = (
  request: HttpServerRequest,
  app: HttpApp
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.withFiber(({ context }) =>
    Effect.provideContext(app, Context.add(context, HttpServerRequest, request) as Context.Context<any>)
  )
