/**
 * `bursar/cards/client`: a typed client of the card payments service for programs on Effect. It authenticates, repeats
 * what failed on the way without doing anything twice, and reads answers and errors by the schemas of the API.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as Redacted from "effect/Redacted"
import { ApiClient } from "../../src/plugin.ts"
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

const failed = ApiClient.failing(
  ErrorBody,
  (status, { error }) =>
    new CardsRequestFailed({
      status,
      type: error.type,
      code: error.code,
      message: error.message,
      param: error.param,
      requestId: error.request_id,
      paymentId: error.payment_id
    })
)

const authenticated = ({ region, secretKey, version }: CardsClientOptions) => {
  const headers = {
    ...(region === undefined ? {} : { "svc-data-region": region }),
    ...(version === undefined ? {} : { "svc-version": version })
  }
  return (request: HttpClientRequest.HttpClientRequest) =>
    HttpClientRequest.setHeaders(HttpClientRequest.bearerToken(request, secretKey), headers)
}

/** A group per resource, and a method per operation of it. */
export interface CardsClient extends HttpApiClient.ForApi<
  ApiClient.ApiOfClients<typeof CardsApi>,
  CardsRequestFailed
> {}

/**
 * Makes a client; it has a group per resource, such as `client.payments.create({ payload })`. Every POST, PUT and PATCH carries
 * an idempotency key, so that a repetition cannot do anything twice. Methods fail with `CardsRequestFailed`, or
 * `HttpClientError` when the service cannot be reached or another answers for it, and with `SchemaError` for a payload or an
 * answer of another form.
 */
export const makeCardsClient = (
  options: CardsClientOptions
): Effect.Effect<CardsClient, never, HttpClient.HttpClient> =>
  Effect.flatMap(HttpClient.HttpClient, (http) => {
    const client = ApiClient.repeating(http, options.retries)
    const authenticate = authenticated(options)
    return HttpApiClient.makeWith(ApiClient.ofClients(CardsApi), {
      baseUrl: options.baseUrl,
      httpClient: ApiClient.sending((request) => client.execute(authenticate(request)), failed)
    })
  })
