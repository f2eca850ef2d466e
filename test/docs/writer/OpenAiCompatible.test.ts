/** The provider for endpoints of the chat completions protocol, against a local server that speaks it (D64, D59). */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Response from "effect/ai/Response"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { readRetryAfter } from "../../../plugins/docs/writer/openai-compatible/failures.ts"
import {
  completionsUrl,
  layerFetch,
  type OpenAiCompatibleOptions
} from "../../../plugins/docs/writer/openai-compatible/OpenAiCompatible.ts"
import { OutputTokens } from "../../../plugins/docs/writer/outputTokens.ts"
import { events, failing, finish, piece, saying, sending, startModelServer, usage, type Reply } from "./modelServer.ts"

const key = "sk-model-5up3r.s3cret"

const stream = (url: string, more: Partial<OpenAiCompatibleOptions> = {}) =>
  LanguageModel.streamText({
    prompt: [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Say hello." }] }
    ]
  }).pipe(Stream.provide(layerFetch({ url, model: "tiny", key: Redacted.make(key), ...more })))

const partsOf = (url: string, more: Partial<OpenAiCompatibleOptions> = {}) =>
  Effect.runPromise(Effect.result(Stream.runCollect(stream(url, more))))

const read = async (reply: Reply) => {
  const parts = Result.getOrThrow(await partsOf((await startModelServer(reply)).url))
  const text = parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("")
  return { parts, text, end: parts.find((part): part is Response.FinishPart => part.type === "finish")! }
}

const failure = async (...replies: ReadonlyArray<Reply>) => {
  const outcome = await partsOf((await startModelServer(...replies)).url)
  expect(outcome).toMatchObject({ _tag: "Failure" })
  return (outcome as Result.Failure<unknown, AiError.AiError>).failure
}

describe("a request", () => {
  it("D64 is one of the protocol: path, key, model, messages, stream and bound on tokens", async () => {
    const server = await startModelServer(saying("Hello."))
    await Effect.runPromise(
      Stream.runDrain(stream(server.url, { temperature: 0 })).pipe(Effect.provideService(OutputTokens, 50))
    )
    expect(server.requests).toHaveLength(1)
    const [{ body, headers, method, path }] = server.requests as [(typeof server.requests)[number]]
    expect(`${method} ${path}`).toBe("POST /v1/chat/completions")
    expect(headers).toMatchObject({
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "text/event-stream"
    })
    expect(body).toEqual({
      model: "tiny",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Say hello." }
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 50,
      temperature: 0
    })
  })

  it("carries no key where none is configured, and names the bound as it is told", async () => {
    const server = await startModelServer(saying("Hello."))
    const layer = layerFetch({ url: server.url, model: "tiny", maxTokensField: "max_completion_tokens" })
    const asked = LanguageModel.generateText({ prompt: "Say hello." }).pipe(Effect.provideService(OutputTokens, 9))
    const answer = await Effect.runPromise(Effect.provide(asked, layer))
    expect(answer.text).toBe("Hello.")
    expect(answer.usage).toMatchObject({ inputTokens: { total: 100 }, outputTokens: { total: 20 } })
    expect(server.requests[0]!.headers.authorization).toBeUndefined()
    expect(server.requests[0]!.body).toMatchObject({ max_completion_tokens: 9 })
  })

  it("is made again without asking for usage where an endpoint refuses that, and so are all further ones", async () => {
    const server = await startModelServer(failing(422), saying("Hello."))
    const both = Effect.gen(function* () {
      yield* LanguageModel.generateText({ prompt: "One" })
      yield* LanguageModel.generateText({ prompt: "Two" })
    })
    await Effect.runPromise(Effect.provide(both, layerFetch({ url: server.url, model: "tiny" })))
    expect(server.requests.map(({ body }) => "stream_options" in body)).toEqual([true, false, false])
  })

  it("refuses tools and objects: the provider is for text", async () => {
    const server = await startModelServer(saying("Hello."))
    const image = LanguageModel.generateText({
      prompt: [{ role: "user", content: [{ type: "file", mediaType: "image/png", data: new Uint8Array([1]) }] }]
    })
    const outcome = await Effect.runPromise(
      Effect.result(Effect.provide(image, layerFetch({ url: server.url, model: "tiny" })))
    )
    expect(outcome).toMatchObject({ failure: { reason: { _tag: "InvalidUserInputError" } } })
    expect(server.requests).toEqual([])
  })

  it.each([
    ["https://m.example/v1", "https://m.example/v1/chat/completions"],
    ["https://m.example/v1/", "https://m.example/v1/chat/completions"],
    ["https://m.example/v1/chat/completions", "https://m.example/v1/chat/completions"],
    ["http://127.0.0.1:11434", "http://127.0.0.1:11434/chat/completions"]
  ])("to %s goes to %s", (given, asked) => {
    expect(completionsUrl(given)).toBe(asked)
  })
})

describe("an answer", () => {
  const whole = events(piece("Grüße "), piece("aus 東京 🐙"), finish("stop"), usage(12, 7), "[DONE]")

  it.each([1, 2, 3, 7, 64, Number.POSITIVE_INFINITY])(
    "D64 reads the same however it is cut: %s bytes at a time",
    async (size) => {
      const { end, parts, text } = await read(sending(whole, size))
      expect(text).toBe("Grüße aus 東京 🐙")
      expect(parts.map(({ type }) => type)).toEqual(["text-start", "text-delta", "text-delta", "text-end", "finish"])
      expect(end).toMatchObject({
        reason: "stop",
        usage: { inputTokens: { total: 12 }, outputTokens: { total: 7 } }
      })
    }
  )

  const shapes: ReadonlyArray<readonly [string, string]> = [
    ["with comments and carriage returns", `: ping\r\n\r\n${whole.replaceAll("\n", "\r\n")}`],
    ["with a byte order mark", `\ufeff${whole}`],
    ["without the last empty line", whole.trimEnd()],
    ["without [DONE]", whole.replace("data: [DONE]\n\n", "")],
    [
      "with the role first",
      events(JSON.stringify({ choices: [{ delta: { role: "assistant", content: "" } }] })) + whole
    ],
    ["with fields that nobody knows", whole.replaceAll('"choices"', '"id":"x","obfuscation":"abc","choices"')],
    ["with a name for each event", whole.replaceAll("data: {", "event: chunk\ndata: {")],
    ["with a time to come again", `retry: 1000\n\n${whole}`]
  ]

  it.each(shapes)("is read %s", async (_, text) => {
    expect((await read(sending(text, 5))).text).toBe("Grüße aus 東京 🐙")
  })

  it("may come in one piece from an endpoint that does not stream", async () => {
    const body = {
      choices: [{ message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
      usage: { prompt_tokens: 3, completion_tokens: 2 }
    }
    const { end, text } = await read(failing(200, body))
    expect(text).toBe("Hello.")
    expect(end.usage.outputTokens.total).toBe(2)
  })

  it.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content_filter", "content-filter"],
    ["tool_calls", "tool-calls"],
    ["eos", "unknown"]
  ])("that ends with %s ends as %s", async (reason, told) => {
    expect((await read(sending(events(piece("Hello"), finish(reason), "[DONE]")))).end.reason).toBe(told)
  })
})

describe("a failure", () => {
  const quota = { error: { code: "insufficient_quota", message: `The quota of ${key} is used up` } }
  const statuses: ReadonlyArray<readonly [string, Reply, object]> = [
    ["401", failing(401), { reason: { _tag: "AuthenticationError", kind: "InvalidKey" }, isRetryable: false }],
    ["403", failing(403), { reason: { _tag: "AuthenticationError", kind: "InsufficientPermissions" } }],
    ["402", failing(402), { reason: { _tag: "QuotaExhaustedError" }, isRetryable: false }],
    ["429", failing(429), { reason: { _tag: "RateLimitError" }, isRetryable: true, retryAfter: undefined }],
    [
      "429 with Retry-After",
      failing(429, {}, { "retry-after": "7" }),
      { reason: { _tag: "RateLimitError" }, retryAfter: Duration.seconds(7) }
    ],
    ["429 for a quota", failing(429, quota), { reason: { _tag: "QuotaExhaustedError" } }],
    ["400", failing(400, { error: { type: "context_length_exceeded" } }), { reason: { _tag: "InvalidRequestError" } }],
    ["404", failing(404, "<html>"), { reason: { _tag: "InvalidRequestError" }, isRetryable: false }],
    ["500", failing(500, "not JSON"), { reason: { _tag: "InternalProviderError" }, isRetryable: true }],
    [
      "503 with Retry-After",
      failing(503, {}, { "retry-after": "2" }),
      { isRetryable: true, retryAfter: Duration.seconds(2) }
    ],
    ["no event stream", sending("Hello"), { reason: { _tag: "InternalProviderError" } }],
    ["nothing", sending(""), { reason: { _tag: "InternalProviderError" }, isRetryable: true }],
    ["a stream that breaks off", sending(events(piece("Hello"))), { reason: { _tag: "InternalProviderError" } }],
    ["no JSON in the stream", sending(events(piece("Hel"), "{lo")), { reason: { _tag: "InvalidResponseError" } }],
    ["JSON of another kind", sending(events("[1]")), { reason: { _tag: "InvalidResponseError" } }],
    ["an error in the stream", sending(events(piece("Hel"), JSON.stringify(quota))), { isRetryable: true }],
    [
      "a refusal",
      sending(events(JSON.stringify({ choices: [{ delta: { refusal: "I will not" } }] }))),
      { reason: { _tag: "ContentPolicyError" }, isRetryable: false }
    ],
    ["an event without end", sending(`data: ${"x".repeat(300_000)}`), { reason: { _tag: "InvalidResponseError" } }],
    [
      "an answer without end",
      sending(events(piece("x".repeat(200_000))).repeat(12)),
      { reason: { _tag: "InvalidResponseError" } }
    ]
  ]

  it.each(statuses)("D64 D59 is told apart and never tells the key: %s", async (_, reply, expected) => {
    const error = await failure(reply)
    expect(error).toBeInstanceOf(AiError.AiError)
    expect(error).toMatchObject(expected)
    expect(inspect(error, { depth: 20, showHidden: true }) + String(error)).not.toContain(key)
  })

  it("D64 is a broken connection in the middle of an answer", async () => {
    const error = await failure((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(events(piece("Hel")), () => response.destroy())
    })
    expect(error).toMatchObject({ reason: { _tag: "InternalProviderError" }, isRetryable: true })
  })

  it("D59 is an endpoint that is not there, and the error does not hold the request", async () => {
    const outcome = await partsOf("http://127.0.0.1:1/v1")
    expect(outcome).toMatchObject({ failure: { reason: { _tag: "NetworkError" }, isRetryable: true } })
    expect(inspect(outcome, { depth: 20, showHidden: true })).not.toContain(key)
  })

  it.each([301, 302, 307, 308])("D58 is a redirect (%s): neither key nor text goes to another host", async (status) => {
    const other = await startModelServer(saying("Hello."))
    const error = await failure(failing(status, {}, { location: `${other.url}/chat/completions` }))
    expect(error).toMatchObject({ reason: { _tag: "InvalidRequestError" } })
    expect(error.message).toContain("redirects are not followed")
    expect(other.requests).toEqual([])
  })

  it.each([
    ["7", 7_000],
    ["0.5", 500],
    ["Thu, 15 Jan 2026 09:30:10 GMT", 10_000],
    ["Thu, 15 Jan 2026 09:00:00 GMT", 0],
    ["soon", undefined],
    [undefined, undefined]
  ])("reads %s as a time to come again", (text, milliseconds) => {
    const duration = readRetryAfter(text, Date.parse("2026-01-15T09:30:00Z"))
    expect(duration === undefined ? undefined : Duration.toMillis(duration)).toBe(milliseconds)
  })
})

describe("what can be seen from outside", () => {
  it("D59 the key is in no span and no log", async () => {
    const server = await startModelServer(failing(401, { error: { message: `No such key: ${key}` } }), saying("Hello."))
    const seen: Array<unknown> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        seen.push(span)
        return span
      }
    })
    const logger = Logger.make((entry) => void seen.push(entry))
    const once = Effect.tapCause(Stream.runDrain(stream(server.url)), (cause) => Effect.logError("failed", cause))
    await Effect.runPromise(
      Effect.andThen(Effect.exit(once), Effect.exit(once)).pipe(
        Effect.withTracer(tracer),
        Effect.provide(Logger.layer([logger]))
      )
    )
    const shown = inspect(
      seen.map((entry) =>
        entry instanceof Tracer.NativeSpan ? [entry.name, [...entry.attributes], entry.events] : entry
      ),
      { depth: 12 }
    )
    expect(seen.length).toBeGreaterThan(3)
    expect(shown).toContain("chat/completions")
    expect(shown).not.toContain(key)
  })

  it("D70 a reader that goes away takes the request with it", async () => {
    const server = await startModelServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(events(piece("Hel")))
    })
    let wasRead = () => {}
    const reading = new Promise<void>((resolve) => (wasRead = resolve))
    const fiber = Effect.runFork(Stream.runForEach(stream(server.url), () => Effect.sync(wasRead)))
    await reading
    await Effect.runPromise(Fiber.interrupt(fiber))
    await server.abandoned
    const exit = await Effect.runPromise(Fiber.await(fiber))
    expect(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)).toBe(true)
  })
})
