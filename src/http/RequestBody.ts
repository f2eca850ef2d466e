/** Reads the body of a request: within its limit, as JSON, strictly. */
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import type { Headers } from "effect/http/Headers"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import type { HttpServerError } from "effect/http/HttpServerError"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { InvalidJson, RequestAborted, RequestTooLarge, UnsupportedMediaType } from "./Refusal.ts"
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

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Bytes that are not UTF-8 are refused: replaced, two different bodies would read alike. */
const decodeText = (bytes: ArrayBuffer): Effect.Effect<string, InvalidJson> => {
  try {
    return Effect.succeed(utf8.decode(bytes))
  } catch {
    return Effect.fail(new InvalidJson({ detail: "it is not UTF-8" }))
  }
}

const checkType = (headers: Headers, bytes: ArrayBuffer): Effect.Effect<ArrayBuffer, UnsupportedMediaType> => {
  const contentType = headers["content-type"]
  return bytes.byteLength > 0 && contentType !== undefined && !isJson(contentType)
    ? Effect.fail(new UnsupportedMediaType({ contentType }))
    : Effect.succeed(bytes)
}

const readText = (
  request: HttpServerRequest,
  headers: Headers,
  limitBytes: number
): Effect.Effect<string, UnsupportedMediaType | RequestTooLarge | RequestAborted | InvalidJson> => {
  // A body that says it is too long is not begun.
  if (Number(headers["content-length"] ?? 0) > limitBytes) return Effect.fail(new RequestTooLarge({ limitBytes }))
  return request.arrayBuffer.pipe(
    Effect.provideService(MaxBodySize, ByteSize.bytes(limitBytes)),
    Effect.mapError(bodyFailure(limitBytes)),
    Effect.flatMap((bytes) => checkType(headers, bytes)),
    Effect.flatMap(decodeText)
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
        request: withText(request, read.text),
        body: read.value
      }))
    )
  )
