/** The way from the router to the gate of a plugin, without detours. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"

/** What tells the routes of a plugin apart. */
interface Place {
  readonly method: string
  readonly path: string
}

/** An endpoint with its gate: it needs nothing but its request, and leaves no failure to others. */
type Gated = Effect.Effect<HttpServerResponse, never, HttpServerRequest>

/** Endpoints with their gates, while the routes of one plugin are built. */
export interface GatedRoutes {
  readonly add: (place: Place, gated: Gated) => void
  /** The route without what is around its gate, or the route as it is when it has none. */
  readonly directly: <E, R>(route: HttpRouter.Route<E, R>) => HttpRouter.Route<E, R | HttpServerRequest>
}

/** Makes room for the endpoints of one plugin. */
export const makeGatedRoutes = (): GatedRoutes => {
  const kept = new Map<string, Gated>()
  const keyOf = ({ method, path }: Place) => `${method} ${path}`
  return {
    add: (place, gated) => void kept.set(keyOf(place), gated),
    directly: (route) => ({ ...route, handler: kept.get(keyOf(route)) ?? route.handler })
  }
}

/**
 * A router that takes routes of `HttpApiBuilder` without what that puts around an endpoint and its gate: services,
 * encoding and reports of failures. Requests run in all services, and the gate answers every failure, so they would have
 * nothing to do, for a tenth of the cost of a retrieve.
 */
export const layerDirectRouter = (
  gated: GatedRoutes
): Layer.Layer<HttpRouter.HttpRouter, never, HttpRouter.HttpRouter> =>
  Layer.effect(
    HttpRouter.HttpRouter,
    Effect.map(HttpRouter.HttpRouter, (router) =>
      HttpRouter.HttpRouter.of({
        ...router,
        // What a route asks of its request is the same with and without the rest.
        addAll: ((routes: ReadonlyArray<HttpRouter.Route>) =>
          router.addAll(routes.map(gated.directly))) as HttpRouter.HttpRouter["addAll"]
      })
    )
  )
