/**
 * The API reference of a plugin as one self-contained page: Swagger UI from the `effect` package, with script, style and
 * document inlined. It needs no network but the server it came from, and its policy lets it reach nothing else.
 */
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as RequestOf from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { protectedResponse } from "../engine/mount.ts"

/** A script that runs: data blocks have a `type`. */
const inlineScript = /<script>([\s\S]*?)<\/script>/g

/** Only these very scripts run; requests go to this server only. Swagger UI styles elements in place. */
const policyOf = (page: string): string => {
  const scripts = [...page.matchAll(inlineScript)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`
  )
  return [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
}

/**
 * Renders the reference of an OpenAPI document. `base` is the path by which browsers reach the plugin. The page is about 2 MB and is made once: the 2 MB of Swagger UI are
 * loaded then, not at start.
 */
export const makeReference = (
  openApi: () => unknown,
  base: string
): Effect.Effect<Effect.Effect<HttpServerResponse.HttpServerResponse>> =>
  Effect.gen(function* () {
    const { layer } = yield* Effect.promise(() => import("effect/http-api/HttpApiSwagger"))
    // The renderer takes an api, not a document: an empty one is given the plugin's document on the way.
    // Its "try it out" goes to the plugin by the way that browsers reach it.
    const document = { ...(openApi() as Record<string, unknown>), servers: [{ url: base === "" ? "/" : base }] }
    const api = HttpApi.make("reference").annotate(OpenApi.Transform, () => document)
    const render = yield* HttpRouter.toHttpEffect(layer(api, { path: "/" }))
    const rendered = yield* Effect.provideService(
      render,
      HttpServerRequest,
      RequestOf.fromWeb(new Request("http://reference/"))
    )
    const page = yield* Effect.promise(() => HttpServerResponse.toWeb(rendered).text())
    return protectedResponse(
      HttpServerResponse.uint8Array(new TextEncoder().encode(page), {
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": policyOf(page), "referrer-policy": "no-referrer" }
      })
    )
  }).pipe(Effect.scoped, Effect.orDie, Effect.cached)
