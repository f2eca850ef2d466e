/**
 * `bursar/cards/client`: a typed client of the card payments service for programs on Effect. It authenticates, repeats
 * what failed on the way without doing anything twice, and reads answers and errors by the schemas of the API.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { CardsApi } from "./api.ts"
import { ErrorBody } from "./wire.ts"

/** How the service is reached. */
export interface CardsClientOptions {
  /** Where the service is mounted, such as `https://payments.example.com/cards`. */
  readonly baseUrl: string
  /** `sk_test_…` or `sk_live_…`. */
  readonly secretKey: Redacted.Redacted
  /** Data region; default: the service's home region. */
  readonly region?: string
  /** Version of the API, YYYY-MM-DD; default: the account's. */
  readonly version?: string
  /** How often a request is repeated that met a network failure, 429 or 5xx. Default: 3. */
  readonly retries?: number
}

/** The service refused the request, or could not do it (spec cards §7). */
export class CardsRequestFailed extends Data.TaggedError("CardsRequestFailed")<{
  readonly status: number
  readonly type: (typeof ErrorBody.Type)["error"]["type"]
  readonly code: string
  readonly message: string
  readonly param: string | undefined
  readonly requestId: string
  /** The payment that was declined and stored. */
  readonly paymentId: string | undefined
}> {}

const decodeError = Schema.decodeUnknownEffect(ErrorBody)

/** Answers that are no success become failures, with what the service says. */
const failed = (
  response: HttpClientResponse
): Effect.Effect<HttpClientResponse, CardsRequestFailed | HttpClientError.HttpClientError> =>
  response.status < 400
    ? Effect.succeed(response)
    : response.json.pipe(
        Effect.flatMap(decodeError),
        Effect.catchTag("SchemaError", Effect.die),
        Effect.flatMap(({ error }) =>
          Effect.fail(
            new CardsRequestFailed({
              status: response.status,
              type: error.type,
              code: error.code,
              message: error.message,
              param: error.param,
              requestId: error.request_id,
              paymentId: error.payment_id
            })
          )
        )
      )

const keyBytes = 16

/** A key that nobody else draws: a repetition of the request carries the same one. */
const drawKey = (): string =>
  Array.from(globalThis.crypto.getRandomValues(new Uint8Array(keyBytes)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")

const withKey = (request: HttpClientRequest.HttpClientRequest): HttpClientRequest.HttpClientRequest =>
  request.method === "POST" && request.headers["idempotency-key"] === undefined
    ? HttpClientRequest.setHeader(request, "idempotency-key", drawKey())
    : request

const authenticated = ({ region, secretKey, version }: CardsClientOptions) => {
  const headers = {
    ...(region === undefined ? {} : { "svc-data-region": region }),
    ...(version === undefined ? {} : { "svc-version": version })
  }
  return (request: HttpClientRequest.HttpClientRequest) =>
    HttpClientRequest.setHeaders(HttpClientRequest.bearerToken(request, secretKey), headers)
}

const defaultRetries = 3

/**
 * Makes a client; it has a group per resource, such as `client.payments.create({ payload })`. Every POST carries an
 * idempotency key, so that a repetition cannot do anything twice. Methods fail with `CardsRequestFailed`, or
 * `HttpClientError` when the service cannot be reached.
 */
export const makeCardsClient = (options: CardsClientOptions) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    HttpApiClient.makeWith(CardsApi, {
      baseUrl: options.baseUrl,
      httpClient: client.pipe(
        HttpClient.retryTransient({ retryOn: "errors-and-responses", times: options.retries ?? defaultRetries }),
        HttpClient.mapRequest(withKey),
        HttpClient.mapRequest(authenticated(options)),
        // The request is made ready once: what is repeated carries the same key.
        HttpClient.transform((effect) => Effect.flatMap(effect, failed))
      )
    })
  )
