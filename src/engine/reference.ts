/**
 * `GET /<mount>/reference`: the API reference of a plugin as one self-contained page. Scalar, from the `effect` package,
 * shows the plugin's OpenAPI document; script, style and document are inlined. The page needs no network but the server
 * it came from, and its policy lets it reach nothing else.
 */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as RequestOf from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** A script of a page. */
export interface Script {
  readonly text: string
  /** As `script-src` names it. */
  readonly source: string
}

const scriptOf = async (text: string): Promise<Script> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  return { text, source: `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'` }
}

/** Scalar, 3 MB: read when the first page is asked for, and once for all plugins. */
export const loadScalar: Effect.Effect<Script> = Effect.gen(function* () {
  const { layer } = yield* Effect.promise(() => import("effect/http-api/HttpApiScalar"))
  // The package gives its script away in a page only.
  const render = yield* HttpRouter.toHttpEffect(layer(HttpApi.make("reference"), { path: "/" }))
  const request = RequestOf.fromWeb(new Request("http://reference/"))
  const response = yield* Effect.provideService(render, HttpServerRequest, request)
  const page = yield* Effect.promise(() => HttpServerResponse.toWeb(response).text())
  const began = page.indexOf("<script>") + "<script>".length
  return yield* Effect.promise(() => scriptOf(page.slice(began, page.indexOf("</script>", began))))
}).pipe(Effect.scoped, Effect.orDie)

/** Only these very scripts run; requests go to this server only. Scalar styles elements in place. */
const policyOf = (scripts: ReadonlyArray<Script>): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(({ source }) => source).join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** Text between tags: no `<` in it can end the block. */
const inBlock = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c")

/** What the page needs of a document. */
interface PublishedDocument {
  readonly info: { readonly title: string }
  readonly components?: { readonly securitySchemes?: object }
}

/** System fonts: there are no others without another host. What Scalar puts after an answer's status leaves a phone's screen. */
const css = `:root {
  --scalar-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
.parameter-item-trigger::after { right: 0; }`

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

/**
 * What Scalar is told. Its proxy, fonts, telemetry, assistant and hosted client are other hosts' business and are off; the
 * scheme that the document names first is chosen already, so that only the key is to be filled in.
 */
const configurationOf = ({ components }: PublishedDocument) => ({
  _integration: "html",
  proxyUrl: "",
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  documentDownloadType: "json",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  authentication: { preferredSecurityScheme: Object.keys(components?.securitySchemes ?? {})[0] ?? null },
  customCss: css
})

/** The page knows best by which address it was reached: whatever stands before `/reference` is where requests go. */
const bootOf = (document: PublishedDocument): string => `{
const base = location.pathname.replace(new RegExp("/reference/?$"), "") || "/"
Scalar.createApiReference("#reference", {
  ...${inBlock(configurationOf(document))},
  servers: [{ url: base }],
  content: JSON.parse(document.getElementById("openapi").textContent)
})
}`

const pageOf = (document: PublishedDocument, renderer: Script, boot: Script): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)}: API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The document that it shows is at openapi.json beside it.</noscript>
<div id="reference"></div>
<script id="openapi" type="application/json">${inBlock(document)}</script>
<script>${renderer.text}</script>
<script>${boot.text}</script>
</body>
</html>
`

/** The page of a document, made when it is asked for first. */
export const makeReference = (
  openApi: Effect.Effect<unknown>,
  scalar: Effect.Effect<Script>
): Effect.Effect<Effect.Effect<HttpServerResponse.HttpServerResponse>> =>
  Effect.gen(function* () {
    const document = (yield* openApi) as PublishedDocument
    const renderer = yield* scalar
    const boot = yield* Effect.promise(() => scriptOf(bootOf(document)))
    return HttpServerResponse.uint8Array(new TextEncoder().encode(pageOf(document, renderer, boot)), {
      contentType: "text/html; charset=utf-8",
      headers: { "content-security-policy": policyOf([renderer, boot]), "referrer-policy": "no-referrer" }
    })
  }).pipe(Effect.cached)
