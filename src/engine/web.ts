/**
 * Routes of a plugin for browsers, beside its API: pages, files, forms, streams of events. They stand outside the gate (no
 * key, no envelope, no rate limit, no idempotency), so who may do what must follow from the address, such as a token in it,
 * or from a cookie that the plugin checks.
 */
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { toResponse, type Answer } from "../http/Answer.ts"

/** The body broke off, or is longer than 16 KiB. A route that lets it pass answers 400. */
export class FormUnreadable extends Data.TaggedError("FormUnreadable") {
  override readonly message = "The form could not be read"
}

/** The request that a route answers. */
export interface WebRequest {
  /** The request: its method, address, headers, cookies and body. */
  readonly request: HttpServerRequest
  /** The named parts of the path, decoded; that of `*` has the name `*`. */
  readonly params: Readonly<Record<string, string | undefined>>
  /** Fields of the submitted form, or the texts of a JSON object; at most 16 KiB. */
  readonly form: Effect.Effect<Readonly<Record<string, string>>, FormUnreadable>
}

/** One method and path with what answers it. */
export interface WebRoute<out R> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Relative to the mount, with `:name` for named parts and a last `*` for whatever follows. `/*` answers the mount itself, too. */
  readonly path: `/${string}`
  /**
   * Makes the answer: a short one as a value, or Effect's own response, with cookies or a stream. A failure is logged and
   * answered with a plain 500. Nothing keeps an answer unless it says so by a `cache-control` header of its own.
   */
  readonly handle: (request: WebRequest) => Effect.Effect<Answer | HttpServerResponse.HttpServerResponse, unknown, R>
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

const readForm = (request: HttpServerRequest) =>
  request.text.pipe(
    Effect.provideService(MaxBodySize, ByteSize.bytes(formLimitBytes)),
    Effect.map((text) => formOf(request.headers["content-type"], text)),
    // Whatever goes wrong with a body is the sender's doing.
    Effect.catchCause(() => Effect.fail(new FormUnreadable()))
  )

const plain = (status: number, text: string): Answer => ({ status, body: text, contentType: "text/plain" })

const failed = (cause: Cause.Cause<unknown>): Effect.Effect<Answer> =>
  cause.reasons.some((reason) => Cause.isFailReason(reason) && reason.error instanceof FormUnreadable)
    ? Effect.succeed(plain(400, "The form could not be read"))
    : Effect.as(
        Effect.logError("A page failed", cause),
        plain(500, "Something went wrong on our side. Try again later")
      )

const handle = <R>(route: WebRoute<R>) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest
    const params = yield* HttpRouter.params
    return yield* route.handle({ request, params, form: readForm(request) })
  }).pipe(
    Effect.catchCause(failed),
    Effect.map((answer) => (HttpServerResponse.isHttpServerResponse(answer) ? answer : toResponse(answer)))
  )

/** The routes of a plugin, which run with `services`. */
export const webLayer = <R>(
  routes: ReadonlyArray<WebRoute<R>>,
  services: Context.Context<R>
): Layer.Layer<never, never, HttpRouter.HttpRouter> =>
  Layer.mergeAll(
    Layer.empty,
    ...routes.map((route) =>
      HttpRouter.add(route.method, route.path, Effect.provideContext(handle<R | Scope.Scope>(route), services))
    )
  ) as Layer.Layer<never, never, HttpRouter.HttpRouter>
