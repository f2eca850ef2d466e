/**
 * Pages: routes of a plugin for people's browsers, beside its API. They stand outside the gate (no key, no envelope, no
 * rate limit), so what may be done there must follow from the address itself, such as a token in it.
 */
import * as ByteSize from "effect/ByteSize"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import { toResponse, type Answer } from "../http/Answer.ts"

/** What a page is asked with. */
export interface BrowserRequest {
  /** The named parts of the path, decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** Fields of the submitted form, or the texts of a JSON object; empty for `GET`. */
  readonly form: Readonly<Record<string, string>>
}

/** One page, or what a form on it is sent to. */
export interface PluginPage<out R> {
  readonly method: "GET" | "POST"
  /** Relative to the mount, with `:name` for named parts. */
  readonly path: `/${string}`
  /** A failure is logged and answered with a plain 500. */
  readonly handle: (request: BrowserRequest) => Effect.Effect<Answer, unknown, R>
}

/** Longest form in bytes (our choice). */
const formLimitBytes = 16_384

const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === "string"))
    : {}

const formOf = (contentType: string | undefined, text: string): Readonly<Record<string, string>> =>
  /^application\/json\s*(?:;|$)/i.test(contentType ?? "")
    ? textsOf(Option.getOrUndefined(parseJson(text)))
    : Object.fromEntries(new URLSearchParams(text))

const plain = (status: number, text: string): Answer => ({ status, body: text, contentType: "text/plain" })

const readForm = Effect.fnUntraced(function* (request: HttpServerRequest) {
  if (request.method !== "POST") return {}
  const text = yield* request.text.pipe(Effect.provideService(MaxBodySize, ByteSize.bytes(formLimitBytes)))
  return formOf(request.headers["content-type"], text)
})

const handle = <R>(page: PluginPage<R>) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest
    const params = yield* HttpRouter.params
    // A body that breaks off, or is longer than any form of ours, is the sender's doing.
    const form = yield* Effect.catchCause(readForm(request), () => Effect.succeed(undefined))
    if (form === undefined) return plain(400, "The form could not be read")
    return yield* page.handle({ params, form })
  }).pipe(
    Effect.catchCause((cause) =>
      Effect.as(
        Effect.logError("A page failed", cause),
        plain(500, "Something went wrong on our side. Try again later")
      )
    ),
    Effect.map(toResponse)
  )

/** The routes of a plugin's pages, which run with `services`. */
export const pagesLayer = <R>(
  pages: ReadonlyArray<PluginPage<R>>,
  services: Context.Context<R>
): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  Layer.mergeAll(
    Layer.empty,
    ...pages.map((page) => HttpRouter.add(page.method, page.path, Effect.provideContext(handle(page), services)))
  ) as Layer.Layer<never, never, HttpRouter.HttpRouter>
