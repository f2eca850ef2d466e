/**
 * Handlers of an API group whose payloads are decoded from the body as the gate has read it. `HttpApiBuilder.group` would
 * parse its text once more, and hold the event loop up for a long one.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Clock } from "../services/Clock.ts"
import type { Caller } from "./Caller.ts"
import { InvalidParameters } from "./Refusal.ts"
import { issuesOf } from "./SchemaErrors.ts"

/** Makes a payload of a body that was read as JSON. */
export type ReadPayload<R> = (body: unknown) => Effect.Effect<unknown, InvalidParameters, R>

/** How payloads of a schema are read, at an endpoint with these annotations (its own, its group's and its API's). */
export type PayloadReader<R> = (
  schema: Schema.ConstraintDecoder<unknown>,
  annotations: Context.Context<never>
) => ReadPayload<R>

type ParseOptions = Parameters<typeof Schema.decodeUnknownResult>[1]

const readerOf =
  (
    part: "body" | "query",
    optionsOf: (annotations: Context.Context<never>) => ParseOptions | undefined
  ): PayloadReader<never> =>
  (schema, annotations) => {
    const options = optionsOf(annotations) ?? Context.getOrUndefined(annotations, HttpApi.ParseOptions)
    const decode = Schema.decodeUnknownResult(schema, options)
    return (sent) =>
      Effect.fromResult(
        Result.mapError(decode(sent), ({ issue }) => new InvalidParameters({ part, issues: issuesOf(issue) }))
      )
  }

/** Reads payloads by their schema alone, with the API's `PayloadParseOptions`. */
export const bySchema = readerOf("body", (of) => Context.getOrUndefined(of, HttpApi.PayloadParseOptions))

/** Reads queries by their schema, with the API's `QueryParseOptions`. */
export const queryBySchema = readerOf("query", (of) => Context.getOrUndefined(of, HttpApi.QueryParseOptions))

interface AnyRequest {
  readonly request: HttpServerRequest
}

type AnyHandler = (request: AnyRequest) => Effect.Effect<unknown, unknown, unknown>

interface Options {
  readonly uninterruptible?: boolean | undefined
}

/** Handlers as the framework collects them, without their types. */
interface Collecting {
  handle(name: string, handler: AnyHandler, options?: Options): Collecting
  handleAll(
    all: Readonly<Record<string, AnyHandler | { readonly handler: AnyHandler; readonly options?: Options }>>
  ): Collecting
  handleRaw(name: string, handler: AnyHandler, options?: Options): Collecting
}

export const payloadOf = ({ payload }: HttpApiEndpoint.Top): Schema.ConstraintDecoder<unknown> | undefined => {
  const schemas = payload.get("application/json")?.schemas as
    ReadonlyArray<Schema.ConstraintDecoder<unknown>> | undefined
  return schemas?.length === 1 ? schemas[0] : schemas && Schema.Union(schemas)
}

/** A collection that hands on handlers with the payload read before them. The framework leaves the bodies of raw ones alone. */
const reading = <R>(handlers: Collecting, readerOf: (name: string) => ReadPayload<R> | undefined): Collecting => {
  const own = Object.create(handlers) as Collecting
  return Object.assign(own, {
    handle: (name: string, handler: AnyHandler, options?: Options) => {
      const read = readerOf(name)
      if (read === undefined) handlers.handle(name, handler, options)
      else {
        const withPayload: AnyHandler = (asked) =>
          Effect.flatMapEager(Effect.flatMapEager(Effect.catchEager(asked.request.json, Effect.die), read), (payload) =>
            handler({ ...asked, payload } as AnyRequest)
          )
        handlers.handleRaw(name, withPayload, options)
      }
      return own
    },
    handleAll: (all: Parameters<Collecting["handleAll"]>[0]) => {
      for (const [name, entry] of Object.entries(all)) {
        if (typeof entry === "function") own.handle(name, entry)
        else own.handle(name, entry.handler, entry.options)
      }
      return own
    }
  })
}

/** Makes `handlersOf` of a plugin that reads payloads in a way of its own. */
export const handlersBy =
  <R = never>(reader: PayloadReader<R>) =>
  <
    ApiId extends string,
    Groups extends HttpApiGroup.Constraint,
    const Id extends HttpApiGroup.Identifier<Groups>,
    Made
  >(
    api: HttpApi.HttpApi<ApiId, Groups>,
    id: Id,
    build: (
      handlers: HttpApiBuilder.Handlers.FromGroup<HttpApiGroup.WithIdentifier<Groups, Id>>
    ) => HttpApiBuilder.Handlers.ValidateReturn<Made>
  ): Layer.Layer<
    HttpApiGroup.Service<ApiId, Id>,
    HttpApiBuilder.Handlers.Error<Made>,
    | Exclude<HttpApiBuilder.Handlers.Context<Made>, Scope.Scope>
    | ([R] extends [never] ? never : HttpRouter.Request.From<"Requires", R>)
  > =>
    HttpApiBuilder.group(api, id, (handlers) => {
      const group = api.groups[id] as unknown as HttpApiGroup.Top
      const shared = Context.merge(api.annotations, group.annotations)
      const own = reading(handlers as unknown as Collecting, (name) => {
        const endpoint = (group.endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>)[name]!
        const payload = payloadOf(endpoint)
        return payload && reader(payload, Context.merge(shared, endpoint.annotations))
      })
      build(own as unknown as typeof handlers)
      return handlers as unknown as ReturnType<typeof build>
    })

/**
 * Handlers of a group, as `HttpApiBuilder.group` makes them: `handlersOf(Api, "payments", (handlers) => …)`. The payload of an
 * endpoint is decoded from the body as the gate has parsed it.
 */
export const handlersOf = handlersBy(bySchema)

/** Handlers of a group whose endpoints all answer alike, whatever is sent: of what is not there in this mode. */
export const handledAlike = <
  ApiId extends string,
  Groups extends HttpApiGroup.Constraint,
  const Id extends HttpApiGroup.Identifier<Groups>
>(
  api: HttpApi.HttpApi<ApiId, Groups>,
  id: Id,
  response: Effect.Effect<HttpServerResponse, unknown, Caller | Clock>
) =>
  HttpApiBuilder.group(api, id, (handlers) => {
    const group = api.groups[id] as unknown as HttpApiGroup.Top
    const collecting = handlers as unknown as Collecting
    for (const name of Object.keys(group.endpoints)) collecting.handleRaw(name, () => response)
    return handlers as never
  }) as unknown as Layer.Layer<HttpApiGroup.Service<ApiId, Id>, never, HttpRouter.Request.From<"Requires", Clock>>
