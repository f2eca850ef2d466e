/**
 * What typed clients of plugins do alike: every request with a body carries an idempotency key, what failed on the way is repeated under the
 * same key, and answers that are no success become failures. Who the caller is stays with each client.
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { filterStatusOk, type HttpClientResponse } from "effect/http/HttpClientResponse"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"

type EndpointOfClients<E> =
  E extends HttpApiEndpoint.HttpApiEndpoint<
    infer Identifier,
    infer Method,
    infer Path,
    infer Params,
    infer Query,
    infer Payload,
    infer Headers,
    infer Success,
    infer _Error,
    infer Middleware,
    infer Services
  >
    ? HttpApiEndpoint.HttpApiEndpoint<
        Identifier,
        Method,
        Path,
        Params,
        Query,
        Payload,
        Headers,
        Success,
        never,
        Middleware,
        Services
      >
    : never

type GroupOfClients<G> =
  G extends HttpApiGroup.HttpApiGroup<infer Id, infer Endpoints, infer TopLevel>
    ? HttpApiGroup.HttpApiGroup<Id, EndpointOfClients<Endpoints>, TopLevel>
    : never

/** The type of an API as its clients see it. */
export type ApiOfClients<Api> =
  Api extends HttpApi.HttpApi<infer Id, infer Groups> ? HttpApi.HttpApi<Id, GroupOfClients<Groups>> : never

/** The API as its clients see it: endpoints name failures that the server answers itself, and no client decodes them. */
export const ofClients = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): HttpApi.HttpApi<Id, GroupOfClients<Groups>> => api as never

type Answered<E> = Effect.Effect<HttpClientResponse, E | HttpClientError>

const defaultRetries = 3

/** A service that asks for a longer wait gets no further try: a limit of requests in a day may ask for hours. Our choice, as in `bursar/client`. */
const longestAskedSeconds = 60

/** Whether the wait that an answer asks for is short enough; of a connection that was lost nobody asks for any. */
const asksForLittle = (came: HttpClientResponse | HttpClientError): boolean =>
  !("headers" in came) || !(Number(came.headers["retry-after"]) > longestAskedSeconds)

/** Waits before tries (our choice, as in `bursar/client`): a service that starts anew is back after some of them. */
const waits = Schedule.exponential("500 millis").pipe(
  Schedule.jittered,
  Schedule.while(({ input }: { readonly input: HttpClientResponse | HttpClientError }) => asksForLittle(input))
)

/**
 * Repeats a request that met a network failure, 429 or 5xx, so often at most, after half a second, a second and so on, or what
 * `Retry-After` says, but for more than a minute. Default: 3.
 */
export const repeating = (client: HttpClient.HttpClient, times: number = defaultRetries): HttpClient.HttpClient =>
  HttpClient.retryTransient(client, { retryOn: "errors-and-responses", schedule: waits, times })

/** Makes failures of answers that are no success. One that is none of the service's, such as of a gateway, is an `HttpClientError`. */
export const failing =
  <Body, E>(errorBody: Schema.ConstraintDecoder<Body>, failureOf: (status: number, body: Body) => E) =>
  (response: HttpClientResponse): Answered<E> =>
    response.status < 400
      ? Effect.succeed(response)
      : response.json.pipe(
          Effect.flatMap(Schema.decodeUnknownEffect(errorBody)),
          Effect.matchEffect({
            onSuccess: (body) => Effect.fail(failureOf(response.status, body)),
            onFailure: () => filterStatusOk(response)
          })
        )

const keyBytes = 16

/** A key that nobody else draws. */
const drawKey = (): string =>
  Array.from(globalThis.crypto.getRandomValues(new Uint8Array(keyBytes)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")

/** The methods under which services take keys. */
const keyed: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"])

const withKey = (request: HttpClientRequest.HttpClientRequest): HttpClientRequest.HttpClientRequest =>
  keyed.has(request.method) && request.headers["idempotency-key"] === undefined
    ? HttpClientRequest.setHeader(request, "idempotency-key", drawKey())
    : request

/**
 * The client to make an API's client of. `send` authenticates a request and sends it by a client that is `repeating`; the key is
 * drawn before, so that a repetition carries the same one.
 */
export const sending = <E>(
  send: (request: HttpClientRequest.HttpClientRequest) => Answered<E>,
  failed: (response: HttpClientResponse) => Answered<E>
): HttpClient.HttpClient.With<E | HttpClientError> =>
  HttpClient.makeWith<never, never, E | HttpClientError, never>(
    Effect.flatMap((request) => Effect.flatMap(send(withKey(request)), failed)),
    Effect.succeed
  )
