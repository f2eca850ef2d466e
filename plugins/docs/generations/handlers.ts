/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { handlersOf, json, type Answer } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import type { Present, Presented } from "../keep.ts"
import { respond, respondWith } from "../respond.ts"
import { DocsSettings } from "../settings.ts"
import { listAnswer, pageOf } from "../wire.ts"
import { commandOf, encodeGeneration } from "./api.ts"
import type { Generation } from "./Generation.ts"
import * as generations from "./operations.ts"

const presenting = Effect.map(DocsSettings, ({ baseUrl = "" }) => ({
  baseUrl,
  accepted: ((generation) =>
    json(202, encodeGeneration({ generation, baseUrl, isListed: false }))) satisfies Present<Generation>
}))

const given = <A, E, R>(operation: Effect.Effect<Presented<A>, E, R>): Effect.Effect<Answer, E, R> =>
  Effect.map(operation, ({ answer }) => answer!)

const streamHeaders = { "cache-control": "no-store", "x-accel-buffering": "no" }

const encoder = new TextEncoder()

/** The handlers of this slice. */
export const generationHandlers = handlersOf(DocsApi, "generations", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { accepted } = yield* presenting
          const command = yield* Effect.fromResult(commandOf(payload))
          return yield* given(generations.create(caller, command, accepted))
        })
      ),
    list: ({ query }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { baseUrl } = yield* presenting
          const { docType, projectId, status } = query
          const page = yield* generations.list(caller, { docType, projectId, status }, pageOf(query))
          return json(
            200,
            listAnswer(page, (generation) => encodeGeneration({ generation, baseUrl, isListed: true }))
          )
        })
      ),
    retrieve: ({ params }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { baseUrl } = yield* presenting
          const generation = yield* generations.retrieve(caller, params.id)
          return json(200, encodeGeneration({ generation, baseUrl, isListed: false }))
        })
      ),
    cancel: ({ params }) =>
      respond((caller) =>
        Effect.flatMap(presenting, ({ accepted }) => given(generations.cancel(caller, params.id, accepted)))
      ),
    report: ({ params }) =>
      respond((caller) => Effect.map(generations.report(caller, params.id), (report) => json(200, report))),
    stream: ({ params, request }) =>
      respondWith((caller) =>
        Effect.map(generations.stream(caller, params.id, request.headers["last-event-id"]), (events) =>
          HttpServerResponse.stream(
            Stream.map(events, (text) => encoder.encode(text)),
            {
              contentType: "text/event-stream; charset=utf-8",
              headers: streamHeaders
            }
          )
        )
      )
  })
)
