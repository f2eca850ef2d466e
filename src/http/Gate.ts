/**
 * The way of every request through the toolkit: caller, rate limit, region and version, body, JSON, idempotency. Only
 * then does the endpoint's own validation begin (decisions B6; why the body comes after the caller: decision 0004).
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Result from "effect/Result"
import type { Headers } from "effect/http/Headers"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import { scopeOf, type Principal } from "../domain/Principal.ts"
import type { ClockShape } from "../services/Clock.ts"
import type { IdsShape } from "../services/Ids.ts"
import type { SignerShape } from "../services/Signer.ts"
import { isUnavailable, type RegionStore, type Store, type StoreOpenFailed } from "../services/Store.ts"
import { counterFamily, nameRefusal } from "../services/Watching.ts"
import { protectiveHeaders, toResponse, withHeaders } from "./Answer.ts"
import { Caller, type CallerShape, type IdempotencyClaim } from "./Caller.ts"
import { makeClaims, type ClaimedKey } from "./Claims.ts"
import { processPace } from "./BodyPace.ts"
import type { Face, Tagged, Visit } from "./Face.ts"
import type { GatedRoutes } from "./GatedRoutes.ts"
import type { Idempotency } from "./Idempotency.ts"
import { networkOf, type RateLimiter } from "./RateLimit.ts"
import { LongTextBody, LongTexts } from "./LongTexts.ts"
import { IdempotencyKeyReused, InternalFailure, InvalidParameters, RateLimited, type Refusal } from "./Refusal.ts"
import type { MultipartReader } from "./Multipart.ts"
import { readBody, readRawBody, type BodyRules } from "./RequestBody.ts"
import { fromSchemaError } from "./SchemaErrors.ts"
import { watchedRequest } from "./watchedRequest.ts"

/** Annotation of an endpoint whose bodies may be longer than the plugin's limit, in bytes. */
export const BodyLimit = Context.Service<number>("bursar/http/BodyLimit")

/**
 * Annotation of an endpoint whose bodies may hold more values than 10,000 (members of objects and items of lists, at all
 * levels). Its handler must not look at all of them at once: `mapInTurns`.
 */
export const BodyValues = Context.Service<number>("bursar/http/BodyValues")

/** Annotation of an endpoint that takes form fields beside JSON, as OAuth has it: each field becomes a text of the body. */
export const FormBody = Context.Service<boolean>("bursar/http/FormBody")

/** Annotation of an endpoint that takes `multipart/form-data` beside JSON: makes its body of the parts, or fails. */
export const MultipartBody = Context.Service<MultipartReader>("bursar/http/MultipartBody")

/**
 * Annotation of an endpoint that takes bodies of any media type and reads them itself: they are handed on byte for byte,
 * within the limit. A repetition under an idempotency key must be the same to the byte.
 */
export const RawBody = Context.Service<boolean>("bursar/http/RawBody")

/**
 * Annotation of an endpoint that checks its callers itself, because their proof is in the body or is no credential of
 * the plugin: it runs for everybody, as the face's `visitor`. Idempotency keys are its own affair, since a stranger must
 * not be shown a kept answer.
 */
export const OwnAuthentication = Context.Service<boolean>("bursar/http/OwnAuthentication")

/**
 * Annotation of an endpoint that reads its query itself. An endpoint without it, and without a schema of its query, refuses
 * every parameter there.
 */
export const OwnQuery = Context.Service<boolean>("bursar/http/OwnQuery")

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
  /** What requests run with, beside what each of them brings along. */
  readonly services: Context.Context<never>
}

/** What the gate knows of an endpoint before any request. */
export interface Passage extends Omit<BodyRules, "sender"> {
  /** Such as `cards.payments.create`: the name of its spans and figures. */
  readonly operation: string
  /** As declared, such as `/v2/payments/:id`. */
  readonly route?: string
  readonly takesBody: boolean
  readonly rawBody?: boolean
  readonly ownAuthentication?: boolean
  /** Whether a parameter in the query is one too many. */
  readonly refusesQuery?: boolean
  /** The endpoint's annotations. */
  readonly endpoint: Context.Context<never>
}

/** What of a request is looked at before its body. */
interface Asked {
  readonly headers: Headers
  readonly requestId: string
  readonly visit: Visit
  /** In whose name the endpoint runs if it checks its callers itself. */
  readonly visitor: Principal | undefined
}

type Inner = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, Caller>

const anonymous = "anonymous"

/** The endpoint, or its refusal when the query of the request names a parameter. */
const withoutQuery = (inner: Inner, { url }: HttpServerRequest): Inner => {
  const at = url.indexOf("?")
  const [name] = at < 0 ? [] : new URLSearchParams(url.slice(at)).keys()
  return name === undefined
    ? inner
    : Effect.fail(
        new InvalidParameters({
          part: "query",
          issues: [{ path: [name], problem: "unknown", code: undefined, expected: "no parameter in the query" }]
        })
      )
}

/** The regions that hold data, opened. They only ever grow in number. */
const makeOpenRegions = (store: Store["Service"]) => {
  let opened: ReadonlyArray<RegionStore> = []
  return Effect.flatMap(store.existing, (names) =>
    names.length === opened.length
      ? Effect.succeed(opened)
      : Effect.tap(Effect.forEach(names, store.region), (stores) =>
          Effect.sync(() => {
            opened = stores
          })
        )
  )
}

/** Whose long bodies count together: the scope's, or the address's where the endpoint is still to find out who calls. */
const senderOf = (
  { scope }: CallerShape,
  { passage, request }: { readonly passage: Passage; readonly request: HttpServerRequest }
): string => (passage.ownAuthentication === true ? networkOf(Option.getOrElse(request.remoteAddress, () => "")) : scope)

/** Makes what follows once the caller is known: body, idempotency, the endpoint. */
const makeExecution = <E extends Tagged>(plugin: string, face: Face<E>, keeper: GateKeeper) => {
  const { idempotency, store } = keeper
  const stores = makeOpenRegions(store)
  /** Runs an endpoint for a caller, with the request as it was read. */
  const execute = (inner: Inner, caller: CallerShape, request: HttpServerRequest | undefined) =>
    Effect.updateContext(inner, (asked: Context.Context<never>) => {
      const { requestId } = caller
      const all = Context.add(Context.add(asked, Caller, caller), References.CurrentLogAnnotations, { requestId })
      return request === undefined ? all : Context.add(all, HttpServerRequest, request)
    })
  const claims = makeClaims(plugin, face.idempotency, keeper)
  const { waitMs } = face.idempotency
  const opened = <F>(failure: F) => (failure instanceof IdempotencyKeyReused ? claims.opened(failure) : failure)
  const withWinner = (claim: ClaimedKey, caller: CallerShape): IdempotencyClaim => ({
    ...claim,
    winner: Effect.suspend(() =>
      Effect.flatMap(Effect.mapError(idempotency.find({ claim, stores }), opened), (record) =>
        record === undefined ? Effect.undefined : claims.replayOf(record, caller)
      )
    )
  })
  const withBody = Effect.fnUntraced(function* (
    inner: Inner,
    caller: CallerShape,
    { passage, request }: { readonly passage: Passage; readonly request: HttpServerRequest }
  ) {
    const rules = { ...passage, sender: senderOf(caller, { passage, request }) }
    const read = yield* passage.rawBody === true ? readRawBody(request, rules) : readBody(request, rules)
    const found = passage.ownAuthentication === true ? undefined : yield* claims.claimOf(caller, read)
    const claim = found && withWinner(found, caller)
    const missing = claim === undefined ? face.idempotency.missingKey?.(passage.endpoint) : undefined
    if (missing !== undefined) return yield* Effect.fail(missing)
    // A caller that goes away changes nothing: what was begun is finished, and its answer kept for the retry.
    const endpoint = read.longTexts === undefined ? inner : Effect.provideService(inner, LongTexts, read.longTexts)
    const execution = Effect.uninterruptible(execute(endpoint, { ...caller, claim }, read.request))
    if (claim === undefined) return yield* execution
    const outcome = yield* Effect.mapError(idempotency.run({ claim, waitMs, stores }, execution), opened)
    return outcome._tag === "Executed" ? outcome.value : toResponse(yield* claims.replayOf(outcome.record, caller))
  })

  return (
    inner: Inner,
    caller: CallerShape,
    asked: { readonly passage: Passage; readonly request: HttpServerRequest }
  ) => (asked.passage.takesBody ? withBody(inner, caller, asked) : execute(inner, caller, undefined))
}

/**
 * What a request failed with, of the plugin or of the toolkit. What an endpoint's schema refused is a refusal of the
 * toolkit, and an absent store is answered as such even where the handler did not expect it.
 */
const failureOf = (cause: Cause.Cause<unknown>, url: string): unknown => {
  for (const reason of cause.reasons) {
    if (reason._tag === "Fail")
      return HttpApiSchemaError.is(reason.error) ? fromSchemaError(reason.error, url) : reason.error
    if (reason._tag === "Die" && isUnavailable(reason.defect)) return reason.defect
  }
  return undefined
}

const limiterRefusals = counterFamily("bursar_rate_limit_refusals_total", "Requests over the limit of their plan.")

/** Makes what comes before the body: caller, rate limit, region and version. */
const makeAdmission = <E extends Tagged>(plugin: string, face: Face<E>, { limiter, services, store }: GateKeeper) => {
  // A text that was looked up before is found faster than one that is made anew.
  const names = new WeakMap<Principal, string>()
  const nameOf = (principal: Principal): string => {
    let name = names.get(principal)
    if (name === undefined) names.set(principal, (name = `${plugin}:${principal.credential}`))
    return name
  }

  /** Counts the request against its caller's plan. */
  const readLimit = (principal: Principal | undefined, address: string | undefined) =>
    principal === undefined
      ? // Strangers are counted by their address, so that one of them cannot use up the window of all.
        limiter.take(`${plugin}:${anonymous}:${networkOf(address ?? "")}`, face.anonymousPlan)
      : limiter.take(nameOf(principal), face.plans[principal.plan] ?? face.anonymousPlan)

  const identify = ({ headers, visit, visitor }: Asked) =>
    visitor === undefined
      ? Effect.matchEager(face.authenticate(headers, visit), { onFailure: Result.fail, onSuccess: Result.succeed })
      : Effect.succeed(Result.succeed(visitor))

  /**
   * All that comes before the body. `ownHeaders` collects what every answer carries. Each step is known at once as a
   * rule, and then costs a call and no fiber's step: this is the way of every request.
   */
  return (asked: Asked, ownHeaders: Record<string, string>) => {
    const { headers, requestId, visit } = asked
    return Effect.flatMapEager(identify(asked), (who) =>
      Effect.flatMapEager(
        readLimit(Result.isSuccess(who) ? who.success : undefined, visit.address),
        (reading): Effect.Effect<CallerShape, E | RateLimited | StoreOpenFailed> => {
          Object.assign(ownHeaders, face.rateLimitHeaders(reading))
          const { retryAfterSeconds } = reading
          if (retryAfterSeconds !== undefined) {
            limiterRefusals(services, 1, { plugin })
            return Effect.fail(new RateLimited({ retryAfterSeconds }))
          }
          if (Result.isFailure(who)) return Effect.fail(who.failure)
          const principal = who.success
          const scope = scopeOf(principal)
          // A stranger is nobody who would have to wait, and must not slow his own body down.
          if (asked.visitor === undefined) processPace.called(scope, performance.now())
          return Effect.flatMapEager(face.admit(headers, principal, visit), (admission) => {
            Object.assign(ownHeaders, admission.headers)
            return Effect.mapEager(store.region(admission.region), (region): CallerShape => ({
              principal,
              scope,
              store: region,
              requestId,
              claim: undefined
            }))
          })
        }
      )
    )
  }
}

/** Makes the way through the gate of one plugin. */
export const makePassage = <E extends Tagged>(plugin: string, face: Face<E>, keeper: GateKeeper) => {
  const { ids } = keeper
  const admit = makeAdmission(plugin, face, keeper)
  const run = makeExecution(plugin, face, keeper)

  /** A new id, unless the caller brought one that the plugin takes. */
  const requestIdOf = (headers: Headers): string => {
    const given = headers[face.requestIdHeader]
    return given !== undefined && face.requestIdPattern?.test(given) === true ? given : ids.next("req")
  }

  const answerTo = (cause: Cause.Cause<unknown>, requestId: string, url: string) => {
    const failure = failureOf(cause, url)
    if (failure !== undefined)
      return Effect.as(nameRefusal(failure), toResponse(face.refuse(failure as E | Refusal, requestId)))
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    return Effect.as(
      Effect.logError("A request failed", cause).pipe(Effect.annotateLogs({ requestId })),
      toResponse(face.refuse(new InternalFailure(), requestId))
    )
  }

  return (inner: Inner, passage: Passage) =>
    Effect.withFiber<HttpServerResponse.HttpServerResponse, never, HttpServerRequest>((fiber) => {
      const request = Context.getUnsafe(fiber.context, HttpServerRequest)
      const requestId = requestIdOf(request.headers)
      const visit = { endpoint: passage.endpoint, address: Option.getOrUndefined(request.remoteAddress) }
      const ownHeaders: Record<string, string> = { ...protectiveHeaders, [face.requestIdHeader]: requestId }
      const visitor = passage.ownAuthentication === true ? face.visitor : undefined
      const endpoint = passage.refusesQuery === true ? withoutQuery(inner, request) : inner
      const answered = watchedRequest(fiber, passage, request, requestId)
      return answered(
        Effect.flatMapEager(admit({ headers: request.headers, requestId, visit, visitor }, ownHeaders), (caller) =>
          run(endpoint, caller, { passage, request })
        ),
        {
          onSuccess: (response) => withHeaders(response, ownHeaders),
          onFailure: (cause) =>
            Effect.mapEager(answerTo(cause, requestId, request.url), (answer) => withHeaders(answer, ownHeaders))
        }
      )
    })
}

/** Methods whose requests carry a body. */
const bodyMethods: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"])

/** What the gate knows of an endpoint from its annotations. */
const passageOf = <E extends Tagged>(operation: string, endpoint: HttpApiEndpoint.Top, face: Face<E>): Passage => {
  const { annotations, method } = endpoint
  return {
    operation,
    route: endpoint.path,
    bodyLimitBytes: Context.getOrUndefined(annotations, BodyLimit) ?? face.bodyLimitBytes,
    mostValues: Context.getOrUndefined(annotations, BodyValues),
    takesBody: bodyMethods.has(method),
    takesForm: Context.getOrUndefined(annotations, FormBody) ?? false,
    multipart: Context.getOrUndefined(annotations, MultipartBody),
    restLimitBytes: Context.getOrUndefined(annotations, LongTextBody) === true ? face.bodyLimitBytes : undefined,
    rawBody: Context.getOrUndefined(annotations, RawBody) ?? false,
    ownAuthentication: Context.getOrUndefined(annotations, OwnAuthentication) ?? false,
    refusesQuery: endpoint.query === undefined && Context.getOrUndefined(annotations, OwnQuery) !== true,
    endpoint: annotations
  }
}

/** Whether nothing stands around the gate of an endpoint: the middleware that was added last is the outermost. */
const isOutermost = ({ middlewares }: HttpApiEndpoint.Top): boolean => Array.from(middlewares).at(-1) === Gate

/** The gate in front of a plugin's endpoints. Those with nothing around it are reported to `gated`. */
export const gateLayer = <E extends Tagged>(
  plugin: string,
  face: Face<E>,
  keeper: GateKeeper,
  gated: GatedRoutes
): Layer.Layer<Gate> =>
  Layer.sync(Gate, () => {
    const pass = makePassage(plugin, face, keeper)
    return Gate.of((httpEffect, { endpoint, group }) => {
      const operation = `${plugin}.${group.identifier}.${endpoint.identifier}`
      const passing = pass(httpEffect as Inner, passageOf(operation, endpoint, face))
      if (isOutermost(endpoint)) gated.add(endpoint, passing)
      return passing
    })
  })
