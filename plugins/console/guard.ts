/** What every request of the console's API passes: where it comes from, who is signed in, what that session may do. */
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import {
  baseOf,
  isRegionName,
  Operator,
  PublicAddress,
  Store,
  type RegionStore,
  type WebRequest
} from "../../src/plugin.ts"
import { invalid, json, nothing, refusal, Refused } from "./answers.ts"
import { compressed } from "./NodeFiles.ts"
import type { OpenSession } from "./sessionRepository.ts"
import * as sessions from "./sessions.ts"

export const cookieName = "bursar_console"

/** Longest body in bytes (our choice: a reason, and fields such as evidence of a dispute). */
const bodyLimitBytes = 262_144

/** A request of somebody who is signed in. */
export interface Asked {
  readonly request: HttpServerRequest
  readonly params: WebRequest["params"]
  readonly query: URLSearchParams
  readonly session: OpenSession
  /** The region that is looked at. */
  readonly store: RegionStore
}

const addressOf = ({ headers, originalUrl, protocol }: HttpServerRequest): { host: string; isSecure: boolean } => {
  const url = URL.parse(originalUrl)
  return {
    host: headers["host"] ?? url?.host ?? "",
    isSecure: (protocol ?? url?.protocol.replace(":", "")) === "https"
  }
}

/** The path of the console in a browser, with a slash at the end, and whether browsers reach it by https. */
export const basisOf = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const base = baseOf(yield* PublicAddress, "console")
  const url = URL.parse(base)
  const { host, isSecure } = addressOf(request)
  return url === null
    ? { path: `${base}/`, isSecure, hosts: [host] }
    : { path: `${url.pathname.replace(/\/+$/, "")}/`, isSecure: url.protocol === "https:", hosts: [host, url.host] }
})

/** A page of another origin can neither set the header nor send JSON without asking first, and is not answered. */
const fromOwnPage = Effect.fnUntraced(function* (request: HttpServerRequest, takesFiles = false) {
  const { hosts } = yield* basisOf(request)
  const { "content-type": contentType = "", origin = "", "x-bursar-console": marked } = request.headers
  const host = URL.parse(origin)?.host
  const isTaken = takesFiles || /^application\/json\s*(?:;|$)/i.test(contentType)
  const isOwn = host !== undefined && hosts.includes(host) && marked === "1" && isTaken
  if (!isOwn) {
    const message = "Changes are taken from the console's own pages only"
    return yield* new Refused({ status: 403, code: "forbidden_origin", message })
  }
})

/** Whether a request changes nothing. */
export const isReading = ({ method }: HttpServerRequest): boolean => method === "GET" || method === "HEAD"

/** The session of a request, if there is one. What a page asks by itself says so, and keeps nobody signed in. */
export const sessionOf = (request: HttpServerRequest) => {
  const secret = request.cookies[cookieName]
  return secret === undefined || secret === ""
    ? Effect.undefined
    : sessions.find(secret, request.headers["x-bursar-background"] === undefined)
}

const regionOf = Effect.fnUntraced(function* (query: URLSearchParams) {
  const stores = yield* Store
  const asked = query.get("region") ?? stores.home
  const open = (yield* Operator).regions().find(({ name }) => name === asked)
  if (open !== undefined) return open
  if (isRegionName(asked) && asked === stores.home) return yield* stores.region(asked)
  return yield* new Refused({
    status: 404,
    code: "no_such_region",
    message: "This engine holds no data in this region"
  })
})

/** The body of a request as an object. */
export const bodyOf = (request: HttpServerRequest, limitBytes = bodyLimitBytes) =>
  request.text.pipe(
    Effect.provideService(MaxBodySize, ByteSize.bytes(limitBytes)),
    Effect.catchCause(() => Effect.fail(invalid("The body broke off, or is too long"))),
    Effect.flatMap((text) =>
      Option.match(Option.liftThrowable((): unknown => JSON.parse(text))(), {
        onNone: () => Effect.fail(invalid("The body must be JSON")),
        onSome: (value) =>
          typeof value === "object" && value !== null && !Array.isArray(value)
            ? Effect.succeed(value as Readonly<Record<string, unknown>>)
            : Effect.fail(invalid("The body must be a JSON object"))
      })
    )
  )

const answerOf = (given: unknown, request: HttpServerRequest): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.isHttpServerResponse(given) ? given : compressed(json(given), request.headers["accept-encoding"])

const shown = <A, E, R>(handled: Effect.Effect<A, E, R>, request: HttpServerRequest) =>
  handled.pipe(
    Effect.map((given) => answerOf(given, request)),
    Effect.catch((failure) =>
      failure instanceof Refused ? Effect.succeed(refusal(failure)) : Effect.fail<unknown>(failure)
    )
  )

/** What everybody may ask: who is signed in, and to be. */
export const unguarded =
  <A, E, R>(handle: (request: HttpServerRequest) => Effect.Effect<A, E, R>) =>
  ({ request }: WebRequest) =>
    shown(
      Effect.andThen(isReading(request) ? Effect.void : fromOwnPage(request), () => handle(request)),
      request
    )

/** What only somebody who is signed in may ask, and only an administrator may change. */
export const guarded =
  <A, E, R>(
    handle: (asked: Asked) => Effect.Effect<A, E, R>,
    {
      takesFiles = false,
      isQuestion = () => false
    }: {
      readonly takesFiles?: boolean
      /** Whether a request that is no GET changes nothing, so that a session that only reads may send it. */
      readonly isQuestion?: (asked: Pick<Asked, "params" | "request">) => boolean
    } = {}
  ) =>
  ({ params, request }: WebRequest) =>
    shown(
      Effect.gen(function* () {
        if (!isReading(request)) yield* fromOwnPage(request, takesFiles)
        const session = yield* sessionOf(request)
        if (session === undefined) {
          return yield* new Refused({ status: 401, code: "signed_out", message: "Sign in with the admin token" })
        }
        if (session.role === "reader" && !isReading(request) && !isQuestion({ params, request })) {
          return yield* new Refused({ status: 403, code: "read_only", message: "This session may only read" })
        }
        const at = request.url.indexOf("?")
        const query = new URLSearchParams(at < 0 ? "" : request.url.slice(at))
        return yield* handle({ request, params, query, session, store: yield* regionOf(query) })
      }),
      request
    )

/** A path of the API at which there is nothing. */
export const unknownPath = refusal(nothing())
