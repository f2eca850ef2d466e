/**
 * `GET /<mount>/reference`: the API reference of a plugin as one self-contained page. Scalar, from the `effect` package,
 * shows the plugin's OpenAPI document; script, style and document are inlined. The page needs no network but the server
 * it came from, and its policy lets it reach nothing else.
 */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** A script of a page. */
export interface Script {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** As `script-src` names it. */
  readonly source: string
}

/** A text as a script of a page. */
export const scriptOf = async (text: string): Promise<Script> => {
  const bytes = new TextEncoder().encode(text)
  const digest = await crypto.subtle.digest("SHA-256", bytes)
  return { bytes, source: `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'` }
}

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

/**
 * System fonts: there are no others without another host. What Scalar puts after an answer's status leaves a phone's screen, and so
 * does its dialog for requests; what it shows as examples of parameters is only what `bootOf` gives.
 */
const css = `:root {
  --scalar-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
.parameter-item-trigger::after { right: 0; }
main.flex-1, main.flex-1 > .flex-1 { min-width: 0; }
.parameter-item .property-example { display: none; }`

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

/**
 * The languages of Scalar, and clients of those that are shown, for which samples are left out: curl, `fetch` of Node and Requests
 * of Python remain, which are at hand everywhere. Among forty, sorted by language, nobody finds one.
 */
const hiddenClients = [
  ..."c clojure csharp dart fsharp go http java js kotlin objc ocaml php powershell r ruby rust swift".split(" "),
  ...["axios", "ofetch", "undici"].map((client) => `node/${client}`),
  ...["python3", "httpx_sync", "httpx_async"].map((client) => `python/${client}`),
  ...["httpie", "wget"].map((client) => `shell/${client}`)
]

/**
 * The settings of Scalar. Its proxy, fonts, telemetry, assistant and hosted client are other hosts' business and are off; the
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
  hiddenClients,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  authentication: { preferredSecurityScheme: Object.keys(components?.securitySchemes ?? {})[0] ?? null },
  customCss: css
})

/**
 * The page knows best by which address it was reached: whatever stands before `/reference` is where requests go. Scalar writes every
 * parameter into its samples and requests, with the first allowed value or an empty one, and the service refuses that: whoever
 * needs an optional one ticks it. The empty list is the value that Scalar writes nowhere; `example` is the name of our bodies' examples.
 */
const bootOf = (document: PublishedDocument): string => `{
const content = JSON.parse(document.getElementById("openapi").textContent)
const left = { value: [], "x-disabled": true }
const operations = Object.values(content.paths).flatMap((methods) => Object.values(methods))
const parameters = operations.flatMap((operation) => operation.parameters ?? [])
for (const parameter of parameters.concat(Object.values(content.components?.parameters ?? {})))
  if (parameter.in && !parameter.required)
    Object.assign(parameter, { explode: true, examples: { example: left } })
const base = location.pathname.replace(new RegExp("/reference/?$"), "") || "/"
Scalar.createApiReference("#reference", {
  ...${inBlock(configurationOf(document))},
  servers: [{ url: base }],
  content
})
}`

/** The page up to the script of Scalar, and from there up to its own. */
const pageOf = (document: PublishedDocument): readonly [string, string] => [
  `<!doctype html>
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
<script>`,
  `</script>
<script>`
]

const ending = `</script>
</body>
</html>
`

const bytesOf = async (parts: ReadonlyArray<string | Uint8Array<ArrayBuffer>>) =>
  new Uint8Array(await new Blob(Array.from(parts)).arrayBuffer())

/** The page of a document, made at the first request for it, and to its end even if its caller leaves. */
export const makeReference = (
  openApi: Effect.Effect<unknown>,
  scalar: Effect.Effect<Script>
): Effect.Effect<Effect.Effect<HttpServerResponse.HttpServerResponse>> =>
  Effect.gen(function* () {
    const document = (yield* openApi) as PublishedDocument
    const renderer = yield* scalar
    yield* Effect.yieldNow
    const boot = yield* Effect.promise(() => scriptOf(bootOf(document)))
    yield* Effect.yieldNow
    const [beginning, between] = pageOf(document)
    yield* Effect.yieldNow
    const page = [beginning, renderer.bytes, between, boot.bytes, ending]
    return HttpServerResponse.uint8Array(yield* Effect.promise(() => bytesOf(page)), {
      contentType: "text/html; charset=utf-8",
      headers: { "content-security-policy": policyOf([renderer, boot]), "referrer-policy": "no-referrer" }
    })
  }).pipe(Effect.uninterruptible, Effect.cached)
