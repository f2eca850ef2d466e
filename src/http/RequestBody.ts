/** Reads the body of a request: within its limit, as JSON, strictly. */
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import type { HttpServerError } from "effect/http/HttpServerError"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { RequestAborted, RequestTooLarge, UnsupportedMediaType, type InvalidJson } from "./Refusal.ts"
import { parse } from "./StrictJson.ts"

/** A request whose body was read. */
export interface ReadRequest {
  /** The request to hand on: decoding it gives what strict reading allows. */
  readonly request: HttpServerRequest
  readonly body: unknown
}

const isJson = (contentType: string): boolean => /^application\/json\s*(?:;|$)/i.test(contentType)

const bodyFailure =
  (limitBytes: number) =>
  (error: HttpServerError): RequestTooLarge | RequestAborted =>
    error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
      ? new RequestTooLarge({ limitBytes })
      : new RequestAborted()

const readText = (
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

/** Reads a body of at most `limitBytes` bytes. */
export const readBody = (
  request: HttpServerRequest,
  headers: Headers,
  limitBytes: number
): Effect.Effect<ReadRequest, UnsupportedMediaType | RequestTooLarge | RequestAborted | InvalidJson> =>
  Effect.flatMap(readText(request, headers, limitBytes), (text) =>
    Effect.fromResult(parse(text)).pipe(
      Effect.map((read) => ({
        request: read.text === text ? request : withText(request, read.text),
        body: read.value
      }))
    )
  )
