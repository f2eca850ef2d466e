/**
 * `bursar/docs/client`: a typed client of the documentation service for programs on Effect. It authenticates, repeats what
 * failed on the way without doing anything twice, and reads answers and errors by the schemas of the API.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as Redacted from "effect/Redacted"
import { ApiClient } from "../../src/plugin.ts"
import { DocsApi } from "./api.ts"
import type { ErrorCode } from "./errors.ts"
import { ErrorBody } from "./wire.ts"

/** How the service is reached. */
export interface DocsClientOptions {
  /** Where the service is mounted, such as `https://payments.example.com/docs`. */
  readonly baseUrl: string
  /** `DOCS_API_KEY` of the service, or its admin token. */
  readonly apiKey: Redacted.Redacted
  /** How often a request is repeated that met a network failure, 429 or 5xx. Default: 3. */
  readonly retries?: number
}

/** The service refused the request, or could not do it (decisions docs 4.10). */
export class DocsRequestFailed extends Data.TaggedError("DocsRequestFailed")<{
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly requestId: string
  readonly details: NonNullable<(typeof ErrorBody.Type)["error"]["details"]>
}> {}

const failed = ApiClient.failing(
  ErrorBody,
  (status, { error }) =>
    new DocsRequestFailed({
      status,
      code: error.code as ErrorCode,
      message: error.message,
      requestId: error.requestId,
      details: error.details ?? []
    })
)

/** A group per resource, and a method per operation of it. */
export interface DocsClient extends HttpApiClient.ForApi<typeof DocsApi, DocsRequestFailed> {}

/**
 * Makes a client; it has a group per resource, such as `client.generations.create({ payload })`. Every POST, PUT and PATCH carries
 * an idempotency key, so that a repetition cannot do anything twice. Methods fail with `DocsRequestFailed`, or
 * `HttpClientError` when the service cannot be reached or another answers for it, and with `SchemaError` for a payload or an
 * answer of another form.
 */
export const makeDocsClient = (options: DocsClientOptions): Effect.Effect<DocsClient, never, HttpClient.HttpClient> =>
  Effect.flatMap(HttpClient.HttpClient, (http) => {
    const client = ApiClient.repeating(http, options.retries)
    return HttpApiClient.makeWith(DocsApi, {
      baseUrl: options.baseUrl,
      httpClient: ApiClient.sending(
        (request) => client.execute(HttpClientRequest.bearerToken(request, options.apiKey)),
        failed
      )
    })
  })
