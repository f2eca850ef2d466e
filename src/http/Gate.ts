/**
 * The way of every request through the toolkit, in the order of spec decisions cards B6: transport limits, caller, rate
 * limit, region and version, JSON, idempotency. Only then does the endpoint's own validation begin.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { Headers } from "effect/http/Headers"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { HttpServerError } from "effect/http/HttpServerError"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as ByteSize from "effect/ByteSize"
import { scopeOf, type Principal } from "../domain/Principal.ts"
import type { ClockShape } from "../services/Clock.ts"
import type { IdsShape } from "../services/Ids.ts"
import type { SignerShape } from "../services/Signer.ts"
import { Store } from "../services/Store.ts"
import { toResponse, type Answer } from "./Answer.ts"
import { Caller, type CallerShape, type IdempotencyClaim } from "./Caller.ts"
import type { Face, Tagged } from "./Face.ts"
import { keyOf, type Idempotency } from "./Idempotency.ts"
import type { RateLimiter } from "./RateLimit.ts"
import {
  InternalFailure,
  RateLimited,
  RequestAborted,
  RequestTooLarge,
  UnsupportedMediaType,
  type Refusal
} from "./Refusal.ts"
import { fromSchemaError } from "./SchemaErrors.ts"
import { canonical, parse } from "./StrictJson.ts"

/** Annotation of an endpoint whose bodies may be longer than the plugin's limit, in bytes. */
export const BodyLimit = Context.Service<number>("bursar/http/BodyLimit")

/** Annotation of an endpoint that anybody may call, without credentials. */
export const Public = Context.Service<true>("bursar/http/Public")

/** Guards every endpoint of a plugin and tells its handlers who calls. */
export class Gate extends HttpApiMiddleware.Service<Gate, { provides: Caller }>()("bursar/http/Gate") {}

/** What the gate works with. One per engine, shared by its plugins. */
export interface GateKeeper {
  readonly store: Store["Service"]
  readonly clock: ClockShape
  readonly ids: IdsShape
  readonly signer: SignerShape
  readonly limiter: RateLimiter
  readonly idempotency: Idempotency
}

/** What the gate knows of an endpoint before any request. */
export interface Passage {
  readonly bodyLimitBytes: number
  readonly takesBody: boolean
}

type Inner = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, Caller>

const anonymous = "anonymous"

/** Sealed texts of this purpose are bodies of confidential answers, kept for replay. */
const sealPurpose = "http.replayed-answer"

/** Begins a sealed body. No answer of ours does: bodies are JSON. */
const sealedMark = "sealed:"

const isJson = (contentType: string): boolean => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)

const bodyFailure =
  (limitBytes: number) =>
  (error: HttpServerError): RequestTooLarge | RequestAborted =>
    error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
      ? new RequestTooLarge({ limitBytes })
      : new RequestAborted()

/** Reads the body within its limit. */
const readBody = (
  request: HttpServerRequest,
  headers: Headers,
  limitBytes: number
): Effect.Effect<string, UnsupportedMediaType | RequestTooLarge | RequestAborted> => {
  if (Number(headers["content-length"] ?? 0) > limitBytes) return Effect.fail(new RequestTooLarge({ limitBytes }))
  return request.text.pipe(
    Effect.provideService(MaxBodySize, ByteSize.bytes(limitBytes)),
    Effect.mapError(bodyFailure(limitBytes)),
    Effect.flatMap((text): Effect.Effect<string, UnsupportedMediaType | RequestTooLarge> => {
      // A web request does not know the limit, and a character is at most three bytes per unit.
      if (text.length > limitBytes) return Effect.fail(new RequestTooLarge({ limitBytes }))
      const contentType = headers["content-type"]
      return text !== "" && contentType !== undefined && !isJson(contentType)
        ? Effect.fail(new UnsupportedMediaType({ contentType }))
        : Effect.succeed(text)
    })
  )
}

const withText = (request: HttpServerRequest, text: string): HttpServerRequest =>
  Object.create(request, {
    text: { value: Effect.succeed(text) },
    headers: { value: { ...request.headers, "content-type": "application/json" } }
  }) as HttpServerRequest

/** Makes the way through the gate of one plugin. */
export const makePassage = <E extends Tagged>(plugin: string, face: Face<E>, keeper: GateKeeper) => {
  const { clock, idempotency, ids, limiter, signer, store } = keeper
  const stores = Effect.flatMap(store.existing, (names) => Effect.forEach(names, store.region))

  const claimOf = (
    key: string,
    caller: { readonly scope: string; readonly region: string },
    request: { readonly method: string; readonly url: string; readonly body: unknown }
  ): IdempotencyClaim => {
    const { bodyField, lifetimeMs } = face.idempotency
    const asked = `${request.method} ${request.url}\n${caller.region}\n${canonical(request.body, bodyField)}`
    return {
      scope: `${plugin}:${caller.scope}`,
      key,
      fingerprint: signer.fingerprint("idempotency", asked),
      expiresAt: clock.now() + lifetimeMs,
      seal: (text) => `${sealedMark}${signer.seal(sealPurpose, text)}`
    }
  }

  const execute = (inner: Inner, caller: CallerShape, request: HttpServerRequest) =>
    inner.pipe(
      Effect.provideService(Caller, caller),
      Effect.provideService(HttpServerRequest, request),
      Effect.catch((error) => Effect.fail(HttpApiSchemaError.is(error) ? fromSchemaError(error) : error))
    )

  const under = Effect.fnUntraced(function* (
    inner: Inner,
    principal: Principal,
    request: HttpServerRequest,
    headers: Headers,
    requestId: string,
    region: CallerShape["store"],
    passage: Passage
  ) {
    const scope = scopeOf(principal)
    const caller: CallerShape = { principal, scope, store: region, requestId, claim: undefined }
    if (!passage.takesBody) return yield* execute(inner, caller, request)
    const text = yield* readBody(request, headers, passage.bodyLimitBytes)
    const body = yield* Effect.fromResult(parse(text))
    const received = body.text === text ? request : withText(request, body.text)
    const key = yield* Effect.fromResult(keyOf(face.idempotency, headers[face.idempotency.header], body.value))
    // A caller that goes away changes nothing: what was begun is finished, and its answer kept for the retry.
    if (key === undefined) return yield* Effect.uninterruptible(execute(inner, caller, received))
    const claim = claimOf(key, { scope, region: region.name }, { ...requestLine(request), body: body.value })
    const outcome = yield* idempotency.run(
      { claim, waitMs: face.idempotency.waitMs, stores },
      Effect.uninterruptible(execute(inner, { ...caller, claim }, received))
    )
    return outcome._tag === "Executed" ? outcome.value : toResponse(replayOf(outcome.record))
  })

  // The engine does not start under another master key, so what cannot be opened was altered: a defect.
  const opened = (body: string): string =>
    body.startsWith(sealedMark) ? Result.getOrThrow(signer.open(sealPurpose, body.slice(sealedMark.length))) : body

  const replayOf = (record: { status: number; body: string; requestId: string }): Answer => ({
    status: record.status,
    body: opened(record.body),
    headers: { "idempotent-replayed": "true", "original-request": record.requestId }
  })

  return Effect.fnUntraced(function* (inner: Inner, passage: Passage) {
    const request = yield* HttpServerRequest
    const headers = request.headers
    const requestId = ids.next("req")
    const ownHeaders: Record<string, string> = { [face.requestIdHeader]: requestId }

    const admitted = Effect.gen(function* () {
      const who = yield* Effect.result(face.authenticate(headers))
      const principal = Result.isSuccess(who) ? who.success : undefined
      const reading = limiter.take(
        `${plugin}:${principal?.credential ?? anonymous}`,
        (principal && face.plans[principal.plan]) ?? face.anonymousPlan
      )
      Object.assign(ownHeaders, face.rateLimitHeaders(reading))
      if (reading.retryAfterSeconds !== undefined) {
        return yield* new RateLimited({ retryAfterSeconds: reading.retryAfterSeconds })
      }
      if (Result.isFailure(who)) return yield* Effect.fail(who.failure)
      const admission = yield* face.admit(headers, who.success)
      Object.assign(ownHeaders, admission.headers)
      const region = yield* store.region(admission.region)
      return yield* under(inner, who.success, request, headers, requestId, region, passage)
    })

    const response = yield* Effect.matchCauseEffect(admitted, {
      onSuccess: Effect.succeed,
      onFailure: (cause) => {
        const failure = cause.reasons.find((reason) => reason._tag === "Fail")
        if (failure !== undefined)
          return Effect.succeed(toResponse(face.refuse(failure.error as E | Refusal, requestId)))
        if (cause.reasons.every((reason) => reason._tag === "Interrupt")) return Effect.interrupt
        return Effect.as(
          Effect.logError("A request failed", cause).pipe(Effect.annotateLogs({ requestId })),
          toResponse(face.refuse(new InternalFailure(), requestId))
        )
      }
    })
    return HttpServerResponse.setHeaders(response, ownHeaders)
  })
}

const requestLine = (request: HttpServerRequest) => ({ method: request.method, url: request.url })

/** Methods whose requests carry a body. */
const bodyMethods: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"])

/** The gate in front of a plugin's endpoints. */
export const gateLayer = <E extends Tagged>(plugin: string, face: Face<E>, keeper: GateKeeper): Layer.Layer<Gate> => {
  const pass = makePassage(plugin, face, keeper)
  return Layer.succeed(Gate, (httpEffect, { endpoint }) =>
    pass(httpEffect as Inner, {
      bodyLimitBytes: Context.getOrUndefined(endpoint.annotations, BodyLimit) ?? face.bodyLimitBytes,
      takesBody: bodyMethods.has(endpoint.method)
    })
  )
}
