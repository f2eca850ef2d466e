/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { handlersOf, json } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer, respond, respondWith } from "../respond.ts"
import { linkBase } from "../settings.ts"
import { listAnswer, pageOf } from "../wire.ts"
import { commandOf, encodeGeneration } from "./api.ts"
import type { Generation } from "./Generation.ts"
import * as generations from "./operations.ts"

const accepted = (baseUrl: string) => (generation: Generation) =>
  json(202, encodeGeneration({ generation, baseUrl, isListed: false }))

const streamHeaders = { "cache-control": "no-store", "x-accel-buffering": "no" }

const encoder = new TextEncoder()

/** The handlers of this slice. */
export const generationHandlers = handlersOf(DocsApi, "generations", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      Effect.flatMap(linkBase, (baseUrl) =>
        answer(
          (caller) => Effect.flatMap(commandOf(payload), (command) => generations.create(caller, command)),
          accepted(baseUrl)
        )
      ),
    list: ({ query }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const baseUrl = yield* linkBase
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
          const baseUrl = yield* linkBase
          const generation = yield* generations.retrieve(caller, params.id)
          return json(200, encodeGeneration({ generation, baseUrl, isListed: false }))
        })
      ),
    cancel: ({ params }) =>
      Effect.flatMap(linkBase, (baseUrl) =>
        answer((caller) => generations.cancel(caller, params.id), accepted(baseUrl))
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
