/**
 * What a plugin publishes of its API beside its endpoints: words, credentials, headers, failures, events. `publish.ts`
 * makes the OpenAPI document of both.
 */
import * as Context from "effect/Context"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import type { StoreOpenFailed, StoreUnavailable, VersionConflict } from "../services/Store.ts"
import type { Tagged } from "./Face.ts"
import type { InvalidParameters } from "./Refusal.ts"

/** A value of a JSON document. */
export type JsonValue = unknown

/** An object of a JSON document. */
export type JsonObject = { [key: string]: JsonValue }

/** An operation, as a publication looks at it. */
export interface PublishedOperation {
  /** Group and name, such as `payments.create`. */
  readonly id: string
  /** Upper case. */
  readonly method: string
  /** As declared, such as `/v2/payments/:id`. */
  readonly path: string
  readonly hasBody: boolean
  readonly hasQuery: boolean
  readonly endpoint: HttpApiEndpoint.Top
  readonly annotations: Context.Context<never>
}

/** A parameter that no schema of an endpoint says: a request header, or one of the query that the endpoint reads itself. */
export interface PublishedParameter {
  readonly name: string
  /** Default: `header`. */
  readonly in?: "header" | "query"
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonObject
  /** What it may be in a request of an operation, where that differs. */
  readonly example?: (operation: PublishedOperation) => string
  readonly on: (operation: PublishedOperation) => boolean
}

/** A header of answers. */
export interface PublishedHeader {
  /** Lower case. */
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
  readonly on: (status: number, operation: PublishedOperation) => boolean
}

/** A code of an error body, with its status. */
export type PublishedCode = readonly [code: string, status: number]

/** What may be wrong with body and query of an operation, by their schemas. */
export interface Misfits {
  /** Whether there is a body or a query. An unknown parameter can be sent to any operation. */
  readonly hasParameters: boolean
  /** Whether something is required. */
  readonly canMiss: boolean
  /** The codes that schemas name for their refusals. */
  readonly codes: ReadonlySet<string>
}

/** How a plugin's failures look on the wire. */
export interface PublishedErrors {
  /** The error body; its identifier names the component. */
  readonly body: Schema.Top
  /** A schema that narrows the error body to these codes. */
  readonly narrow: (codes: ReadonlyArray<string>) => JsonObject
  /** The codes of each failure, by tag. */
  readonly codes: Readonly<Record<string, ReadonlyArray<PublishedCode>>>
  /** The tags that a request to an operation may fail with, whatever it does. */
  readonly frame: (operation: PublishedOperation) => ReadonlyArray<string>
  /** The codes of what may be wrong with body and query. */
  readonly misfits: (misfits: Misfits) => ReadonlyArray<PublishedCode>
  /** One sentence for each code. */
  readonly words: Readonly<Record<string, string>>
}

/** An event that endpoints of clients receive. */
export interface PublishedEvent {
  readonly description: string
  /** What `data` holds. */
  readonly data: Schema.Top
}

/** Events that are sent to the endpoints of clients. */
export interface PublishedWebhooks {
  /** The envelope of every event; its identifier names the component. */
  readonly envelope: Schema.Top
  /** A schema that narrows the envelope to one type; `data` is a reference to the schema of the event. */
  readonly narrow: (type: string, data: JsonObject) => JsonObject
  readonly events: Readonly<Record<string, PublishedEvent>>
  readonly headers: ReadonlyArray<Pick<PublishedParameter, "name" | "description" | "schema" | "required">>
  /** Which answer counts as received. */
  readonly received: string
}

/** What was sent to an operation of a real engine, and what it answered. */
export interface PublishedOperationExamples {
  /** A body that was sent. */
  readonly request?: JsonValue
  /** Answers of success, by status. */
  readonly answers?: Readonly<Record<string, JsonValue>>
}

/** An error body, and which request got it, such as `GET /v2/customers/{id}`. */
export interface PublishedRefusal {
  readonly of: string
  readonly body: JsonValue
}

/** Answers of a real engine, and events that it sent. */
export interface PublishedExamples {
  /** Error bodies by code and status, such as `resource_missing_404`. */
  readonly refusals: Readonly<Record<string, PublishedRefusal>>
  readonly operations: Readonly<Record<string, PublishedOperationExamples>>
  /** An event of each type, as endpoints receive it. */
  readonly events: Readonly<Record<string, JsonValue>>
}

/** What a plugin publishes beside its endpoints. */
export interface Publication {
  /** Members of `info` beyond title, version and description, such as `license`. */
  readonly info: JsonObject
  /** For the mount of the service, such as `/cards`: addresses of its own begin with it. */
  readonly securitySchemes: (mount: string) => Readonly<Record<string, JsonObject>>
  /** The credentials of an operation; empty: none is needed. */
  readonly security: (operation: PublishedOperation) => ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>>
  /** Header parameters by the name of their component. */
  readonly parameters: Readonly<Record<string, PublishedParameter>>
  /** Answer headers by the name of their component. */
  readonly headers: Readonly<Record<string, PublishedHeader>>
  readonly errors: PublishedErrors
  /** Whether an operation ignores fields of its body that the document does not name. Default: it refuses them. */
  readonly ignoresUnknownFields?: (operation: PublishedOperation) => boolean
  readonly webhooks?: PublishedWebhooks
  /** Loaded when the document is made. */
  readonly examples?: () => PublishedExamples
}

/** The schema of a text. */
export const text = { type: "string" } as const

/** The schema of a number that counts something. */
export const count = { type: "integer", minimum: 0 } as const

/** On every operation, or with every answer. */
export const always = () => true

/** Who publishes, and under which license: members of `info`. */
export const publisher = {
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  contact: { name: "Bursar" }
} as const

/** What services say differently about the headers that all of them send. */
export interface CommonHeaders {
  /** The header with the id of the request. */
  readonly requestId: string
  /** How the names of the headers about rate limits begin, such as `x-ratelimit`. */
  readonly rateLimit: string
  /** What the time of the reset is. Default: the end of the window. */
  readonly reset?: string
  /** What a replayed answer is. Default: the first answer. */
  readonly replayed?: string
  /** Whether an operation takes an idempotency key. */
  readonly takesKey: (operation: PublishedOperation) => boolean
}

/** Statuses of refusals before a key is looked at: they are never replays. */
const beforeKeys: ReadonlySet<number> = new Set([401, 413, 415, 429])

/** The headers that answers of every service carry, by the name of their component. */
export const commonHeaders = ({
  rateLimit,
  replayed = "`true`: this is the answer that the first request with the key got.",
  requestId,
  reset = "When the window ends, in seconds since 1970.",
  takesKey
}: CommonHeaders): Readonly<Record<string, PublishedHeader>> => {
  const header = (name: string, description: string, schema: JsonObject, on: PublishedHeader["on"] = always) => ({
    name,
    description,
    schema,
    on
  })
  const ofKeys: PublishedHeader["on"] = (status, operation) => takesKey(operation) && !beforeKeys.has(status)
  const isToWait: PublishedHeader["on"] = (status) => status === 409 || status === 429 || status === 503
  return {
    RequestId: header(requestId, "Names this request in the log and in errors.", text),
    RateLimit: header(`${rateLimit}-limit`, "Requests per window.", count),
    RateLimitRemaining: header(`${rateLimit}-remaining`, "Requests left in the window.", count),
    RateLimitReset: header(`${rateLimit}-reset`, reset, count),
    CacheControl: header("cache-control", "Answers are never cached.", { const: "no-store" }),
    ContentTypeOptions: header("x-content-type-options", "Answers are what their content type says.", {
      const: "nosniff"
    }),
    IdempotentReplayed: header("idempotent-replayed", replayed, { ...text, enum: ["true"] }, ofKeys),
    OriginalRequest: header("original-request", "The request id of the first request with the key.", text, ofKeys),
    Authenticate: header("www-authenticate", "How to authenticate.", text, (status) => status === 401),
    RetryAfter: header("retry-after", "After how many seconds to try again.", text, isToWait)
  }
}

/** The words of an operation or a group: `endpoint.annotateMerge(words("Create a payment", "…"))`. */
export const words = (summary: string, description: string): Context.Context<never> =>
  OpenApi.annotations({ summary, description }) as Context.Context<never>

/** The words of a group: the name of its tag as people read it, and what its resource is. */
export const tag = (title: string, description: string): Context.Context<never> =>
  OpenApi.annotations({ title, description }) as Context.Context<never>

/**
 * Bodies of an endpoint in other media types than the JSON of its schemas: media type → schema. A named schema
 * becomes a component. That of server-sent events is the schema of an event, with `id`, `event` and parsed `data`.
 */
export interface PublishedMedia {
  readonly request?: Readonly<Record<string, JsonObject | Schema.Top>>
  /** Of its success. */
  readonly answer?: Readonly<Record<string, JsonObject | Schema.Top>>
}

/** Annotation of an endpoint that takes or answers with other media types than JSON: `endpoint.annotate(Media, …)`. */
export const Media = Context.Service<PublishedMedia>("bursar/http/Media")

/** Name of the annotation under which `refused` keeps the tags of an endpoint. */
export const failuresAnnotation = "bursar/failures"

/** Name of the annotation by which the written form of a value, such as a number in a query, names its published schema. */
export const publishedAs = "x-published"

/** A tag, or tags each with those of its codes that the endpoint may answer. */
export type RefusedTag<Tag extends string> = Tag | { readonly [T in Tag]?: ReadonlyArray<string> }

type TagsOf<T> = T extends string ? T : keyof T

/** What any request may fail with: endpoints need not name it. */
type Everywhere = InvalidParameters | StoreUnavailable | StoreOpenFailed | VersionConflict

/**
 * Makes a plugin's `refused`: `error: refused("PaymentNotFound", { PaymentStateRefused: ["payment_expired"] })` says
 * what an endpoint may fail with. Its type is the failures, so a handler that fails otherwise does not compile; its
 * annotation is what the document reads. No value of it is ever encoded.
 */
export const makeRefused =
  <Failure extends Tagged>() =>
  <const T extends ReadonlyArray<RefusedTag<Failure["_tag"]>>>(...tags: T) =>
    Schema.Never.annotate({ [failuresAnnotation]: tags } as {}) as unknown as Schema.Codec<
      Extract<Failure, { readonly _tag: TagsOf<T[number]> }> | Everywhere,
      never
    >

/** A row of a plugin's table of failures: the codes it may answer, and the words for one failure. */
export interface FailureRow<in F, out Detail, Code extends string = string> {
  readonly codes: ReadonlyArray<Code | readonly [Code, number]>
  readonly detail: (failure: F) => Detail
}

/** The words of a table of failures for one of them; `undefined` where it has no row for it. */
export const wordsOf =
  (rows: Readonly<Record<string, FailureRow<never, unknown>>>) =>
  (failure: unknown): string | undefined => {
    const tag = (failure as { readonly _tag?: unknown } | null)?._tag
    const row = typeof tag === "string" && Object.hasOwn(rows, tag) ? rows[tag] : undefined
    const said = row === undefined ? [] : [row.detail(failure as never)].flat()
    const messages = (said as ReadonlyArray<{ readonly message: string }>).map(({ message }) => message)
    return messages.length === 0 ? undefined : messages.join(". ")
  }

/** The published codes of a table of failures, with the status of the catalogue where a row says none. */
export const codesOf = (
  rows: Readonly<Record<string, FailureRow<never, unknown>>>,
  statusOf: (code: string) => number
): Readonly<Record<string, ReadonlyArray<PublishedCode>>> =>
  Object.fromEntries(
    Object.entries(rows).map(([failure, { codes }]) => [
      failure,
      codes.map((code): PublishedCode => (typeof code === "string" ? [code, statusOf(code)] : code))
    ])
  )
