/**
 * `bursar/bank/client`: a typed client of the bank transfer service for programs on Effect. It authenticates, renews its
 * token, repeats what failed on the way without doing anything twice, and reads answers and errors by the schemas of the API.
 * In the same process it needs no network: give it the engine's `fetch`.
 */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ApiClient } from "../../src/plugin.ts"
import { BankApi } from "./api.ts"
import { ErrorBody } from "./wire.ts"

/** How the caller is known: by its key, or by access tokens that are got for its secret. */
export type BankCredential =
  { readonly apiKey: Redacted.Redacted } | { readonly clientId: string; readonly clientSecret: Redacted.Redacted }

/** How the service is reached. */
export interface BankClientOptions {
  /** Where the service is mounted, such as `https://payments.example.com/bank`. */
  readonly baseUrl: string
  readonly credential: BankCredential
  /** How often a request is repeated that met a network failure, 429 or 5xx. Default: 3. */
  readonly retries?: number
}

type Told = (typeof ErrorBody.Type)["error"] & {}

/**
 * The service refused the request, or could not do it (spec bank §7). A payment that is held while screening is out of
 * order is one of these too: its id is `details.paymentId`, and the same call tells later what became of it.
 */
export class BankRequestFailed extends Data.TaggedError("BankRequestFailed")<{
  readonly status: number
  readonly code: string
  readonly message: string
  readonly field: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  /** Every problem, where there are several; the other fields are of the first one. */
  readonly errors: ReadonlyArray<Pick<Told, "code" | "message" | "field">>
  readonly requestId: string
}> {}

const failureOf = (status: number, body: typeof ErrorBody.Type): BankRequestFailed => {
  const errors = body.errors ?? (body.error === undefined ? [] : [body.error])
  const [first] = errors
  return new BankRequestFailed({
    status,
    code: first?.code ?? "",
    message: first?.message ?? "",
    field: first?.field,
    details: body.error?.details ?? {},
    errors,
    requestId: body.meta.requestId
  })
}

const failed = ApiClient.failing(ErrorBody, failureOf)

const Granted = Schema.Struct({ access_token: Schema.String, expires_in: Schema.Int })

/** A token is renewed this long before it ends, in seconds. */
const renewEarlySeconds = 60

/** How long a grant is kept. One that failed is not: the next request asks again. */
const keptFor = (grant: Exit.Exit<typeof Granted.Type, unknown>): Duration.Duration =>
  Exit.isSuccess(grant) ? Duration.seconds(Math.max(0, grant.value.expires_in - renewEarlySeconds)) : Duration.zero

type Failure = BankRequestFailed | HttpClientError.HttpClientError

/** Asks for a token. */
const grant = (
  client: HttpClient.HttpClient,
  { baseUrl }: BankClientOptions,
  of: Extract<BankCredential, { readonly clientId: string }>
): Effect.Effect<typeof Granted.Type, Failure> =>
  HttpClientRequest.post(`${baseUrl}/auth/token`).pipe(
    HttpClientRequest.bodyUrlParams({
      grant_type: "client_credentials",
      client_id: of.clientId,
      client_secret: Redacted.value(of.clientSecret)
    }),
    client.execute,
    Effect.flatMap(failed),
    Effect.flatMap(({ json }) => json),
    Effect.flatMap(Schema.decodeUnknownEffect(Granted)),
    Effect.catchTag("SchemaError", Effect.die)
  )

/** Sends requests with a token that is kept until it ends, or until the service does not take it any more. */
const withToken = Effect.fnUntraced(function* (
  client: HttpClient.HttpClient,
  options: BankClientOptions,
  of: Extract<BankCredential, { readonly clientId: string }>
) {
  const [token, forget] = yield* Effect.cachedInvalidateWithTTL(grant(client, options, of), keptFor)
  const send = (request: HttpClientRequest.HttpClientRequest) =>
    Effect.flatMap(token, ({ access_token }) => client.execute(HttpClientRequest.bearerToken(request, access_token)))
  return (request: HttpClientRequest.HttpClientRequest): Effect.Effect<HttpClientResponse, Failure> =>
    Effect.flatMap(send(request), (response) =>
      response.status === 401 ? Effect.andThen(forget, send(request)) : Effect.succeed(response)
    )
})

/** A group per resource, and a method per operation of it. */
export interface BankClient extends HttpApiClient.ForApi<typeof BankApi, BankRequestFailed> {}

/**
 * Makes a client; it has a group per resource, such as `client.payments.initiate({ payload })`. Every POST, PUT and PATCH carries
 * an idempotency key, so that a repetition cannot do anything twice. Methods fail with `BankRequestFailed`, or
 * `HttpClientError` when the service cannot be reached or another answers for it, and with `SchemaError` for a payload or an
 * answer of another form. An initiation waits for its outcome, so a time-out of the caller's
 * should be 60 seconds at least (spec bank §4).
 */
export const makeBankClient: (options: BankClientOptions) => Effect.Effect<BankClient, never, HttpClient.HttpClient> =
  Effect.fnUntraced(function* (options) {
    const client = ApiClient.repeating(yield* HttpClient.HttpClient, options.retries)
    const { credential } = options
    const send =
      "apiKey" in credential
        ? (request: HttpClientRequest.HttpClientRequest) =>
            client.execute(HttpClientRequest.setHeader(request, "x-api-key", Redacted.value(credential.apiKey)))
        : yield* withToken(client, options, credential)
    return yield* HttpApiClient.makeWith(BankApi, {
      baseUrl: options.baseUrl,
      httpClient: ApiClient.sending(send, failed)
    })
  })
