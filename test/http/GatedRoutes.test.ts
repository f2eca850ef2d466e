import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { layerDirectRouter, makeGatedRoutes } from "../../src/http/GatedRoutes.ts"

/** What a router answers that was given the routes through a direct one. */
const answers = (routes: ReadonlyArray<HttpRouter.Route>, asked: ReadonlyArray<readonly [string, string]>) => {
  const gated = makeGatedRoutes()
  gated.add({ method: "GET", path: "/things/:id" }, Effect.succeed(HttpServerResponse.text("behind its gate")))
  const added = HttpRouter.use((router) => router.addAll(routes)).pipe(Layer.provide(layerDirectRouter(gated)))
  return Effect.gen(function* () {
    const app = (yield* HttpRouter.HttpRouter).asHttpEffect()
    return yield* Effect.forEach(asked, ([method, path]) =>
      app.pipe(
        Effect.map((response) => response.body.toJSON()),
        Effect.provideService(
          HttpServerRequest.HttpServerRequest,
          HttpServerRequest.fromWeb(new Request(`http://host${path}`, { method }))
        )
      )
    )
  }).pipe(Effect.scoped, Effect.provide(added.pipe(Layer.provideMerge(HttpRouter.layer))))
}

const around = (text: string) => Effect.succeed(HttpServerResponse.text(text))

describe("a direct router", () => {
  it.effect("takes an endpoint with its gate for what was built around it, and leaves other routes alone", () =>
    Effect.gen(function* () {
      const routes = [
        HttpRouter.route("GET", "/things/:id", around("around the gate")),
        HttpRouter.route("POST", "/things/:id", around("another method")),
        HttpRouter.route("GET", "/things", around("another path"))
      ]
      const [gated, method, path] = yield* answers(routes, [
        ["GET", "/things/1"],
        ["POST", "/things/1"],
        ["GET", "/things"]
      ])
      expect(gated).toMatchObject({ body: "behind its gate" })
      expect(method).toMatchObject({ body: "another method" })
      expect(path).toMatchObject({ body: "another path" })
    })
  )
})
