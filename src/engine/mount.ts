/** Puts the plugins' HTTP APIs under their mounts on one router, and answers what no route matches. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HttpServerError } from "effect/http/HttpServerError"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"
import type { GateKeeper } from "../http/Gate.ts"
import { MethodNotAllowed, UnknownEndpoint } from "../http/Refusal.ts"
import type { Plugin, Route } from "./Plugin.ts"

/** The whole HTTP side of an engine: run once per request. It never fails. */
export type HttpApp = Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest | Scope.Scope>

type Routed = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpServerRequest | Scope.Scope>

/** A plugin under its mount. */
export interface Mounted<R> {
  readonly plugin: Plugin<R>
  /** Path prefix without a trailing slash; empty for the root. */
  readonly mount: string
}

/** A mount as a path prefix: one leading slash, none at the end. */
export const normalizeMount = (path: string): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, "")
  return trimmed === "" ? "" : `/${trimmed}`
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const patternOf = (path: string): string =>
  path
    .split("/")
    .map((segment) => (segment.startsWith(":") ? "[^/]+" : literally(segment)))
    .join("/")

const matcherOf = (mount: string, route: Route) => ({
  method: route.method,
  pattern: new RegExp(`^${literally(mount)}${patternOf(route.path)}/?$`)
})

const json = (value: unknown) => HttpServerResponse.text(JSON.stringify(value), { contentType: "application/json" })

/** `GET /<mount>/openapi.json`: built on first request, since a large API takes a while. */
const openApiRoute = <R>({ mount, plugin }: Mounted<R>): Layer.Layer<never, never, HttpRouter.HttpRouter> => {
  let built: HttpServerResponse.HttpServerResponse | undefined
  return HttpRouter.add(
    "GET",
    `${mount}/openapi.json` as `/${string}`,
    Effect.sync(() => (built ??= json(plugin.http!.openApi())))
  )
}

const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** Answers for paths outside every mount. */
const nothingHere = HttpServerResponse.text(JSON.stringify({ error: { message: "Nothing is mounted at this path" } }), {
  status: 404,
  contentType: "application/json"
})

/** Paths are what the specifications print: in their case, with single slashes; a slash at the end does no harm. */
const routerConfig = { caseSensitive: true, ignoreDuplicateSlashes: false, ignoreTrailingSlash: true }

/** Builds the application of all mounted plugins. `services` of the keeper holds everything that they need. */
export const buildApp = Effect.fnUntraced(function* <R>(
  mounted: ReadonlyArray<Mounted<R>>,
  keeper: GateKeeper
): Effect.fn.Return<HttpApp, never, Scope.Scope> {
  const faces = mounted.filter(({ plugin }) => plugin.http !== undefined)
  const apis = faces.map(({ mount, plugin }) => {
    const routes = plugin.http!.layer(keeper)
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
  const all = Layer.mergeAll(Layer.empty, ...apis, ...faces.map(openApiRoute)).pipe(
    Layer.provide(HttpServer.layerServices)
  )
  const routed = yield* Effect.provideService(
    HttpRouter.toHttpEffect(all) as Effect.Effect<Routed, never, Scope.Scope>,
    HttpRouter.RouterConfig,
    routerConfig
  )

  const fallbacks = faces
    .map(({ mount, plugin }) => ({
      mount,
      matchers: plugin.http!.routes.map((route) => matcherOf(mount, route)),
      answer: plugin.http!.fallback(keeper)
    }))
    .sort((a, b) => b.mount.length - a.mount.length)

  const notFound = Effect.flatMap(HttpServerRequest, (request) => {
    const path = pathOf(request.url)
    const face = fallbacks.find(({ mount }) => path === mount || path.startsWith(`${mount}/`))
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

  return routed.pipe(
    Effect.catch((error: unknown) =>
      error instanceof HttpServerError && error.reason._tag === "RouteNotFound" ? notFound : Effect.die(error)
    )
  )
})
