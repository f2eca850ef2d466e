/** The span and the figures of a request on its way through a gate. */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { callersSpan, describe, operationDuration, watchedIn } from "../services/Watching.ts"

/** The names of an endpoint. */
interface Endpoint {
  readonly operation: string
  readonly route?: string
}

const statusClasses = ["none", "1xx", "2xx", "3xx", "4xx", "5xx"] as const

/** Begins to watch a request; the function it gives answers it. */
export const watchedRequest = (
  fiber: Fiber.Fiber<unknown, unknown>,
  { operation, route }: Endpoint,
  { headers, method }: HttpServerRequest,
  requestId: string
) => {
  const fromMs = performance.now()
  const count = (response: HttpServerResponse) => {
    const status = statusClasses[Math.trunc(response.status / 100)] ?? "none"
    operationDuration(fiber.context, (performance.now() - fromMs) / 1_000, { operation, status })
    describe(fiber, () => ({ "http.response.status_code": response.status }))
    return response
  }
  return <R>(
    endpoint: Effect.Effect<HttpServerResponse, unknown, R>,
    answers: {
      readonly onSuccess: (response: HttpServerResponse) => HttpServerResponse
      readonly onFailure: (cause: Cause.Cause<unknown>) => Effect.Effect<HttpServerResponse>
    }
  ): Effect.Effect<HttpServerResponse, never, R> =>
    watchedIn(
      fiber,
      Effect.matchCauseEffect(endpoint, {
        onSuccess: (response) => Effect.succeed(count(answers.onSuccess(response))),
        onFailure: (cause) => Effect.map(answers.onFailure(cause), count)
      }),
      () => ({
        name: operation,
        kind: "server",
        parent: callersSpan(fiber, headers),
        attributes: { "bursar.request_id": requestId, "http.request.method": method, "http.route": route }
      })
    )
}
