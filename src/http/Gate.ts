/**
 * The way of every request through the toolkit, in the order of spec decisions cards B6: transport limits, caller, rate
 * limit, region and version, JSON, idempotency. Only then does the endpoint's own validation begin.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { Headers } from "effect/http/Headers"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import { scopeOf, type Principal } from "../domain/Principal.ts"
import type { ClockShape } from "../services/Clock.ts"
import type { IdsShape } from "../services/Ids.ts"
import type { SignerShape } from "../services/Signer.ts"
import type { Store } from "../services/Store.ts"
import { toResponse } from "./Answer.ts"
import { Caller, type CallerShape } from "./Caller.ts"
import { makeClaims } from "./Claims.ts"
import type { Face, Tagged } from "./Face.ts"
import type { Idempotency } from "./Idempotency.ts"
import type { RateLimiter } from "./RateLimit.ts"
import { InternalFailure, RateLimited, type Refusal } from "./Refusal.ts"
import { readBody } from "./RequestBody.ts"
import { fromSchemaError } from "./SchemaErrors.ts"

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

/** A refusal on the way through the gate, of the plugin or of the toolkit. */
const isFailure = (reason: Cause.Reason<unknown>): reason is Cause.Fail<unknown> => reason._tag === "Fail"

/** Runs an endpoint for a caller; what its schema refuses becomes a refusal of the toolkit. */
const execute = (inner: Inner, caller: CallerShape, request: HttpServerRequest) =>
  inner.pipe(
    Effect.provideService(Caller, caller),
    Effect.provideService(HttpServerRequest, request),
    Effect.catch((error) => Effect.fail(HttpApiSchemaError.is(error) ? fromSchemaError(error) : error))
  )

/** Makes what follows once the caller is known: body, idempotency, the endpoint. */
const makeExecution = <E extends Tagged>(plugin: string, face: Face<E>, keeper: GateKeeper) => {
  const { idempotency, store } = keeper
  const stores = Effect.flatMap(store.existing, (names) => Effect.forEach(names, store.region))
  const claims = makeClaims(plugin, face.idempotency, keeper)
  return Effect.fnUntraced(function* (inner: Inner, caller: CallerShape, request: HttpServerRequest, passage: Passage) {
    if (!passage.takesBody) return yield* execute(inner, caller, request)
    const read = yield* readBody(request, request.headers, passage.bodyLimitBytes)
    const claim = yield* claims.claimOf(caller, read)
    // A caller that goes away changes nothing: what was begun is finished, and its answer kept for the retry.
    const execution = Effect.uninterruptible(execute(inner, { ...caller, claim }, read.request))
    if (claim === undefined) return yield* execution
    const outcome = yield* idempotency.run({ claim, waitMs: face.idempotency.waitMs, stores }, execution)
    return outcome._tag === "Executed" ? outcome.value : toResponse(claims.replayOf(outcome.record))
  })
}

/** Makes the way through the gate of one plugin. */
export const makePassage = <E extends Tagged>(plugin: string, face: Face<E>, keeper: GateKeeper) => {
  const { ids, limiter, store } = keeper
  const run = makeExecution(plugin, face, keeper)

  /** Counts the request against its caller's plan. */
  const readLimit = (principal: Principal | undefined) =>
    limiter.take(
      `${plugin}:${principal?.credential ?? anonymous}`,
      (principal && face.plans[principal.plan]) ?? face.anonymousPlan
    )

  /** All that comes before the body. `ownHeaders` collects what every answer carries. */
  const admit = Effect.fnUntraced(function* (headers: Headers, requestId: string, ownHeaders: Record<string, string>) {
    const who = yield* Effect.result(face.authenticate(headers))
    const reading = readLimit(Result.isSuccess(who) ? who.success : undefined)
    Object.assign(ownHeaders, face.rateLimitHeaders(reading))
    const { retryAfterSeconds } = reading
    if (retryAfterSeconds !== undefined) return yield* new RateLimited({ retryAfterSeconds })
    if (Result.isFailure(who)) return yield* Effect.fail(who.failure)
    const principal = who.success
    const admission = yield* face.admit(headers, principal)
    Object.assign(ownHeaders, admission.headers)
    const region = yield* store.region(admission.region)
    return { principal, scope: scopeOf(principal), store: region, requestId, claim: undefined }
  })

  const answerTo = (cause: Cause.Cause<unknown>, requestId: string) => {
    const failure = cause.reasons.find(isFailure)
    if (failure !== undefined) return Effect.succeed(toResponse(face.refuse(failure.error as E | Refusal, requestId)))
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    return Effect.as(
      Effect.logError("A request failed", cause).pipe(Effect.annotateLogs({ requestId })),
      toResponse(face.refuse(new InternalFailure(), requestId))
    )
  }

  return Effect.fnUntraced(function* (inner: Inner, passage: Passage) {
    const request = yield* HttpServerRequest
    const requestId = ids.next("req")
    const ownHeaders: Record<string, string> = { [face.requestIdHeader]: requestId }
    const response = yield* admit(request.headers, requestId, ownHeaders).pipe(
      Effect.flatMap((caller) => run(inner, caller, request, passage)),
      Effect.catchCause((cause) => answerTo(cause, requestId))
    )
    return HttpServerResponse.setHeaders(response, ownHeaders)
  })
}

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
