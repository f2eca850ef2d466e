/**
 * A `LanguageModel` of `effect/ai` on any endpoint that speaks the chat completions protocol (`POST …/chat/completions`,
 * server-sent events). Text only. The address is the operator's and is trusted; redirects are not followed, and the key
 * is in the request alone: not in errors, logs or spans.
 */
import * as ByteSize from "effect/ByteSize"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Response from "effect/ai/Response"
import * as Sse from "effect/encoding/Sse"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { OutputTokens } from "../outputTokens.ts"
import { advance, beginning, closing, Completion, contentOf, isRefusal, type Progress } from "./completion.ts"
import { codeOf, failWith, reasonOf } from "./failures.ts"
import { messagesOf, type ChatMessage } from "./messages.ts"

/** How the endpoint is reached. */
export interface OpenAiCompatibleOptions {
  /** Base address, such as `https://models.example.com/v1`; requests go to `…/chat/completions` below it. */
  readonly url: string
  /** Name of the model. */
  readonly model: string
  /** Sent as a bearer token. Absent: none is sent, as local endpoints like it. */
  readonly key?: Redacted.Redacted
  /** Absent: the endpoint's default. */
  readonly temperature?: number
  /** How the endpoint calls the bound on tokens. Default: `max_tokens`. */
  readonly maxTokensField?: "max_tokens" | "max_completion_tokens"
}

/** Most bytes of an answer that are read: far above any text that is asked for. Our choice. */
const maxAnswerBytes = 2 * 1024 * 1024

/** Longest event of a stream in characters. Our choice. */
const maxEventCharacters = 256 * 1024

const maxErrorBytes = 64 * 1024

const lost = () => failWith(new AiError.InternalProviderError({ description: "The answer broke off" }))
const notUnderstood = () => failWith(new AiError.InvalidResponseError({ description: "The answer was not understood" }))

/** Where requests go, for a base address or the full one. */
export const completionsUrl = (url: string): string =>
  `${url.replace(/\/+$/, "").replace(/\/chat\/completions$/, "")}/chat/completions`

interface Asked {
  readonly messages: ReadonlyArray<ChatMessage>
  readonly maxTokens: number | undefined
  /** Some endpoints refuse to be asked for the usage of a stream. */
  readonly withUsage: boolean
}

const bodyOf = ({ maxTokensField = "max_tokens", model, temperature }: OpenAiCompatibleOptions, asked: Asked) => ({
  model,
  messages: asked.messages,
  stream: true,
  ...(asked.withUsage ? { stream_options: { include_usage: true } } : {}),
  ...(asked.maxTokens === undefined ? {} : { [maxTokensField]: asked.maxTokens }),
  temperature
})

const requestOf = (options: OpenAiCompatibleOptions, asked: Asked): HttpClientRequest.HttpClientRequest => {
  const request = HttpClientRequest.post(completionsUrl(options.url)).pipe(
    HttpClientRequest.setHeader("accept", "text/event-stream"),
    HttpClientRequest.bodyJsonUnsafe(bodyOf(options, asked))
  )
  return options.key === undefined ? request : HttpClientRequest.bearerToken(request, options.key)
}

/** The reason is made anew: the client's own error holds the request, and with it the key. */
const unreachable = (url: string) => () =>
  failWith(
    new AiError.NetworkError({
      reason: "TransportError",
      method: "POST",
      url,
      description: "The endpoint did not answer"
    })
  )

const failedAnswer = Effect.fnUntraced(function* (response: HttpClientResponse) {
  const now = yield* Clock.currentTimeMillis
  const body = yield* response.text.pipe(
    Effect.provideService(MaxBodySize, ByteSize.bytes(maxErrorBytes)),
    Effect.catchCause(() => Effect.succeed(""))
  )
  const answer = { status: response.status, retryAfter: response.headers["retry-after"], code: codeOf(body) }
  return yield* failWith(reasonOf(answer, now))
})

const decodeCompletion = Schema.decodeUnknownEffect(Schema.fromJsonString(Completion))

/** Reads a text as an answer or a piece of one. */
const read = Effect.fnUntraced(function* (text: string) {
  const completion = yield* Effect.mapError(decodeCompletion(text), notUnderstood)
  // An endpoint that fails while it streams says so in the stream.
  if (completion.error !== undefined && completion.error !== null) return yield* lost()
  if (isRefusal(completion)) {
    return yield* failWith(new AiError.ContentPolicyError({ description: "The model declined" }))
  }
  return completion
})

/** The bytes of an answer as text, as they come. */
const textOf = (response: HttpClientResponse): Stream.Stream<string, AiError.AiError> =>
  Stream.suspend(() => {
    let bytes = 0
    return response.stream.pipe(
      Stream.mapError(lost),
      Stream.mapEffect((chunk) => {
        bytes += chunk.byteLength
        return bytes > maxAnswerBytes ? Effect.fail(notUnderstood()) : Effect.succeed(chunk)
      }),
      Stream.decodeText
    )
  })

/** The data of the events in a text that comes in any pieces. */
const eventData = (text: Stream.Stream<string, AiError.AiError>): Stream.Stream<string, AiError.AiError> =>
  Stream.suspend(() => {
    let found: Array<string> = []
    const parser = Sse.makeParser((event) => void (event._tag === "Event" && found.push(event.data)), {
      maxEventSize: maxEventCharacters
    })
    // The last event may lack the empty line that ends it.
    return Stream.concat(text, Stream.make("\n\n")).pipe(
      Stream.mapEffect((piece) => {
        found = []
        return parser.feed(piece) === undefined ? Effect.succeed(found) : Effect.fail(notUnderstood())
      }),
      Stream.flatMap((events) => Stream.fromIterable(events))
    )
  })

const end = "[DONE]"

/** The parts of a stream of events. One that ends without saying why has broken off. */
const streamedParts = (response: HttpClientResponse): Stream.Stream<Response.StreamPartEncoded, AiError.AiError> =>
  Stream.suspend(() => {
    let progress: Progress = beginning
    let isOver = false
    const pieces = eventData(textOf(response)).pipe(
      Stream.takeWhile((data) => {
        isOver = data.trim() === end
        return !isOver
      }),
      Stream.mapEffect(read),
      Stream.flatMap((completion) => {
        const [next, parts] = advance(progress, completion)
        progress = next
        return Stream.fromIterable(parts)
      })
    )
    const last = Stream.suspend(() =>
      isOver || progress.finish !== undefined ? Stream.fromIterable(closing(progress)) : Stream.fail(lost())
    )
    return Stream.concat(pieces, last)
  })

/** The parts of an answer that came in one piece, from an endpoint that does not stream. */
const wholeParts = (response: HttpClientResponse): Stream.Stream<Response.StreamPartEncoded, AiError.AiError> =>
  Stream.runFold(
    textOf(response),
    () => "",
    (text, piece) => text + piece
  ).pipe(
    Effect.flatMap(read),
    Effect.map((completion) => {
      const [progress, parts] = advance(beginning, completion)
      return Stream.fromIterable([...parts, ...closing(progress)])
    }),
    Stream.unwrap
  )

const partsOf = (response: HttpClientResponse): Stream.Stream<Response.StreamPartEncoded, AiError.AiError> =>
  /^application\/json\b/i.test(response.headers["content-type"] ?? "") ? wholeParts(response) : streamedParts(response)

/** Checks what a host asks for beyond text. */
const messagesFor = Effect.fnUntraced(function* (options: LanguageModel.ProviderOptions) {
  const messages = messagesOf(options.prompt)
  if (Result.isFailure(messages) || options.tools.length > 0 || options.responseFormat.type !== "text") {
    return yield* failWith(
      new AiError.InvalidUserInputError({
        description: "This provider takes text and gives text: no tools, no objects"
      })
    )
  }
  return messages.success
})

/** The model over an HTTP client. Fails with reasons of `effect/ai`; repeats nothing by itself. */
export const make = (options: OpenAiCompatibleOptions, client: HttpClient.HttpClient) => {
  let withUsage = true
  const url = completionsUrl(options.url)
  const send = (asked: Asked) => Effect.mapError(client.execute(requestOf(options, asked)), unreachable(url))
  const answerTo = Effect.fnUntraced(function* (providerOptions: LanguageModel.ProviderOptions) {
    const messages = yield* messagesFor(providerOptions)
    const maxTokens = yield* OutputTokens
    const asked = { messages, maxTokens, withUsage }
    let response = yield* send(asked)
    if (withUsage && (response.status === 400 || response.status === 422)) {
      response = yield* send({ ...asked, withUsage: false })
      if (response.status < 300) withUsage = false
    }
    return response.status < 300 ? response : yield* failedAnswer(response)
  })
  const streamText = (providerOptions: LanguageModel.ProviderOptions) =>
    Stream.unwrap(Effect.map(answerTo(providerOptions), partsOf))
  return LanguageModel.make({
    streamText,
    generateText: (providerOptions) => Effect.map(Stream.runCollect(streamText(providerOptions)), contentOf)
  })
}

/** The `LanguageModel` of an endpoint, over the `HttpClient` of the host. */
export const layer = (
  options: OpenAiCompatibleOptions
): Layer.Layer<LanguageModel.LanguageModel, never, HttpClient.HttpClient> =>
  Layer.effect(
    LanguageModel.LanguageModel,
    Effect.flatMap(HttpClient.HttpClient, (client) => make(options, client))
  )

/** The same over `fetch`, which follows no redirect: neither the key nor the material goes to another host. */
export const layerFetch = (options: OpenAiCompatibleOptions): Layer.Layer<LanguageModel.LanguageModel> =>
  layer(options).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" }))
  )
