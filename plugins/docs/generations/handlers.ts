/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { handlersOf, json } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer, list, read, respondWith, shown } from "../respond.ts"
import { linkBase } from "../settings.ts"
import { commandOf, encodeGeneration } from "./api.ts"
import type { Generation } from "./Generation.ts"
import * as generations from "./operations.ts"

/** A generation as it is shown. A list leaves reports out, which may be long. */
const showing = Effect.map(linkBase, (baseUrl) => ({
  show: (status: number) => shown((generation: Generation) => encodeGeneration(generation, baseUrl), status),
  entry: (generation: Generation) => encodeGeneration({ ...generation, report: null }, baseUrl)
}))

const streamHeaders = { "cache-control": "no-store", "x-accel-buffering": "no" }

const encoder = new TextEncoder()

export const generationHandlers = handlersOf(DocsApi, "generations", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      Effect.flatMap(showing, ({ show }) =>
        answer(
          (caller) => Effect.flatMap(commandOf(payload), (command) => generations.create(caller, command)),
          show(202)
        )
      ),
    list: ({ query }) =>
      Effect.flatMap(showing, ({ entry }) =>
        list(query, (caller, page, filter) => generations.list(caller, filter, page), entry)
      ),
    retrieve: ({ params }) =>
      Effect.flatMap(showing, ({ show }) => read((caller) => generations.retrieve(caller, params.id), show(200))),
    cancel: ({ params }) =>
      Effect.flatMap(showing, ({ show }) => answer((caller) => generations.cancel(caller, params.id), show(202))),
    report: ({ params }) =>
      read(
        (caller) => generations.report(caller, params.id),
        (report) => json(200, report)
      ),
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
