/**
 * `bursar/docs/client`: a typed client of the documentation service for programs on Effect. It authenticates, repeats what
 * failed on the way without doing anything twice, and reads answers and errors by the schemas of the API.
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

const decodeError = Schema.decodeUnknownEffect(ErrorBody)

/** Answers that are no success become failures, with what the service says. */
const failed = (
  response: HttpClientResponse
): Effect.Effect<HttpClientResponse, DocsRequestFailed | HttpClientError.HttpClientError> =>
  response.status < 400
    ? Effect.succeed(response)
    : response.json.pipe(
        Effect.flatMap(decodeError),
        Effect.catchTag("SchemaError", Effect.die),
        Effect.flatMap(({ error }) =>
          Effect.fail(
            new DocsRequestFailed({
              status: response.status,
              code: error.code as ErrorCode,
              message: error.message,
              requestId: error.requestId,
              details: error.details ?? []
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

const defaultRetries = 3

/**
 * Makes a client; it has a group per resource, such as `client.generations.create({ payload })`. Every POST carries an
 * idempotency key, so that a repetition cannot do anything twice. Methods fail with `DocsRequestFailed`, or
 * `HttpClientError` when the service cannot be reached.
 */
export const makeDocsClient = (options: DocsClientOptions) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    HttpApiClient.makeWith(DocsApi, {
      baseUrl: options.baseUrl,
      httpClient: client.pipe(
        HttpClient.retryTransient({ retryOn: "errors-and-responses", times: options.retries ?? defaultRetries }),
        HttpClient.mapRequest(withKey),
        HttpClient.mapRequest((request) => HttpClientRequest.bearerToken(request, options.apiKey)),
        // The request is made ready once: what is repeated carries the same key.
        HttpClient.transform((effect) => Effect.flatMap(effect, failed))
      )
    })
  )
