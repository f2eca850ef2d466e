/** An answer as it goes over the wire: built once, kept for replay, sent as it is. */
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { utf8InTurns } from "./LongText.ts"

/** What every answer carries: nothing on the way keeps it, and no browser takes it for something else than it says. */
export const protectiveHeaders = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const

/** Status and body text of an answer, with headers of its own if it needs any. */
export interface Answer {
  readonly status: number
  readonly body: string
  /** The body of an answer that is not kept, in UTF-8: it takes the place of `body`. */
  readonly utf8?: Uint8Array | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** `application/json` unless said otherwise. */
  readonly contentType?: string | undefined
  /** The text that is stored for replay, where that is not the body: JSON. */
  readonly kept?: string | undefined
  /** It shows a secret that is never shown again: what is kept of it for replay is sealed. */
  readonly confidential?: true | undefined
}

/** A JSON answer. */
export const json = (status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer => ({
  status,
  body: JSON.stringify(value),
  headers
})

/** Turns an answer into a response of the HTTP server. */
export const toResponse = (answer: Answer): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(answer.body, {
    status: answer.status,
    contentType: answer.contentType ?? "application/json",
    headers: answer.headers
  })

/** Characters of an answer whose bytes are made at once: a list of a hundred objects has half as many. Our choice. */
const shortAnswer = 262_144

/** The response to an answer. The bytes of a longer one are made in turns. */
export const toResponseInTurns = (answer: Answer): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  answer.utf8 === undefined && answer.body.length <= shortAnswer
    ? Effect.succeed(toResponse(answer))
    : Effect.map(answer.utf8 === undefined ? utf8InTurns(answer.body) : Effect.succeed(answer.utf8), (bytes) =>
        HttpServerResponse.uint8Array(bytes, {
          status: answer.status,
          contentType: answer.contentType ?? "application/json",
          headers: answer.headers
        })
      )

const headersPrototype = Object.getPrototypeOf(Headers.empty) as object

/**
 * The response with more headers; those of the same name are replaced. `HttpServerResponse.setHeaders` copies all of them
 * four times, which on the way of every answer costs more than the headers do.
 */
export const withHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  more: Readonly<Record<string, string>>
): HttpServerResponse.HttpServerResponse => {
  const headers = Object.create(headersPrototype) as Record<string, string>
  for (const name of Object.keys(response.headers)) headers[name] = response.headers[name]!
  for (const name of Object.keys(more)) headers[name.toLowerCase()] = more[name]!
  return Object.assign(Object.create(Object.getPrototypeOf(response) as object), response, { headers })
}
