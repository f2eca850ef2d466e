/**
 * The Notifier service: sends one webhook request and tells what came back. It signs nothing, decides nothing about
 * success and never tries again by plan; the default implementation for Node is `NodeNotifier`.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as CardNumber from "../domain/CardNumber.ts"
import type { AddressPolicy } from "./AddressGuard.ts"
import { checkUrl } from "./AddressGuard.ts"
import type { Answer, HostCall } from "./ask.ts"
import type { NoAnswer } from "./NoAnswer.ts"
import { ask, checkFunctions } from "./ask.ts"

export type { HostCall } from "./ask.ts"

/** How much of an answer's body is kept for the delivery log, in bytes of UTF-8 (our choice). */
export const excerptBytes = 1024

/** Largest request body in bytes (our choice: a full resource is a few KiB, with room for long evidence texts). */
export const maxBodyBytes = 1024 * 1024

/** Longest time-out that may be requested, in milliseconds (our choice: twice the answer window of bank, 30 s). */
export const maxTimeoutMs = 60_000

/** One POST to a webhook receiver. */
export interface NotifierRequest {
  readonly url: string
  /** All headers but Host, Content-Length and Connection, which belong to the transport. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent as UTF-8, byte for byte: the signature covers these bytes. */
  readonly body: string
  /** Bound on the whole exchange, from name resolution to the last byte read, in milliseconds of real time. */
  readonly timeoutMs: number
  /** Which addresses may be called, judged on the URL and again on the address that is connected to. */
  readonly policy: AddressPolicy
}

/** What a receiver answered. A redirect is an answer like any other: it is not followed. */
export interface NotifierResponse {
  /** HTTP status, 200 to 599. */
  readonly status: number
  /** The beginning of the body as text, at most `excerptBytes`; control characters are replaced. */
  readonly bodyExcerpt: string
  /** Real time of the exchange, in whole milliseconds. */
  readonly durationMs: number
}

/** Why an exchange has no status, and what each word means. */
export const notifierReasons = {
  refused_url: "the URL is not one that may be called",
  refused_address: "the host resolves to an address that may not be called",
  body_too_large: "the request body is larger than the limit",
  dns: "the host name could not be resolved",
  connect: "no connection could be made",
  tls: "no secure connection could be made, or the certificate is not valid for the host",
  timeout: "no complete answer arrived in time",
  connection_closed: "the connection ended before a complete answer",
  invalid_response: "the answer is not HTTP",
  failed: "the notifier itself failed"
} as const

/** Name of a reason in `notifierReasons`. */
export type NotifierReason = keyof typeof notifierReasons

/** The exchange has no status. `detail` is a code for the delivery log, such as ECONNREFUSED, and may be empty. */
export class NotifierError extends Data.TaggedError("NotifierError")<{
  readonly reason: NotifierReason
  readonly detail: string
  /** Real time until it failed, in whole milliseconds. */
  readonly durationMs: number
}> {
  override get message(): string {
    const sentence = `The webhook could not be delivered: ${notifierReasons[this.reason]}`
    return this.detail === "" ? sentence : `${sentence} (${this.detail})`
  }
}

/** What an implementation answers; `Notifier.make` cuts the excerpt to size and measures the time. */
export interface NotifierAnswer {
  readonly status: number
  readonly bodyExcerpt?: string | undefined
}

/** What an implementation throws, rejects or fails with; `Notifier.make` adds the time. Anything else is `failed`. */
export class ExchangeFailed extends Data.TaggedError("ExchangeFailed")<{
  readonly reason: NotifierReason
  readonly detail: string
}> {}

/** What a host writes. */
export interface NotifierImplementation {
  /** Names the implementation in traces. */
  readonly name: string
  /**
   * POSTs the request once to the URL, which has passed the policy, and answers with a value, a promise or an effect.
   * It follows no redirect, asks `checkAddress` about each address it connects to, and lets go of its connection when
   * it is interrupted or the call's `signal` is aborted.
   */
  readonly send: (request: NotifierRequest, url: URL, hostCall: HostCall) => Answer<NotifierAnswer>
}

/** What the engine asks of a notifier. */
export interface NotifierShape {
  /** Sends the request once. A time-out outside 1 to `maxTimeoutMs` is a `RangeError`, as a defect. */
  readonly send: (request: NotifierRequest) => Effect.Effect<NotifierResponse, NotifierError>
}

/** Text that any store can hold (Postgres refuses NUL), cut at a whole character within the limit. */
const excerptOf = (text: string): string => {
  const readable = CardNumber.mask(text.slice(0, excerptBytes)).replace(/[^\P{Cc}\n\r\t]/gu, "\uFFFD")
  const bytes = new TextEncoder().encode(readable).subarray(0, excerptBytes)
  return new TextDecoder().decode(bytes, { stream: true })
}

const checkRequest = (request: NotifierRequest): Result.Result<URL, ExchangeFailed> => {
  // Characters are counted first: a body of that many characters has at least as many bytes.
  const isTooLarge = request.body.length > maxBodyBytes || new TextEncoder().encode(request.body).length > maxBodyBytes
  if (isTooLarge) return Result.fail(new ExchangeFailed({ reason: "body_too_large", detail: "" }))
  return Result.mapError(
    checkUrl(request.url, request.policy),
    ({ reason }) => new ExchangeFailed({ reason: "refused_url", detail: reason })
  )
}

const checkTimeout = ({ timeoutMs }: NotifierRequest): Effect.Effect<void> =>
  timeoutMs >= 1 && timeoutMs <= maxTimeoutMs
    ? Effect.void
    : Effect.die(new RangeError(`A webhook time-out is 1 to ${maxTimeoutMs} ms, not ${timeoutMs}`))

/** The answer, if it is one: 1xx and numbers outside HTTP are not. */
const readAnswer = (answer: unknown): NotifierAnswer | undefined => {
  if (!Predicate.hasProperty(answer, "status") || !Number.isInteger(answer.status)) return undefined
  const status = Number(answer.status)
  const text = Predicate.hasProperty(answer, "bodyExcerpt") ? answer.bodyExcerpt : undefined
  if (status < 200 || status > 599) return undefined
  return { status, bodyExcerpt: typeof text === "string" ? excerptOf(text) : "" }
}

const failureOf = ({ error, reason }: NoAnswer): ExchangeFailed => {
  if (reason === "timeout") return new ExchangeFailed({ reason, detail: "" })
  if (reason === "invalid_answer") return new ExchangeFailed({ reason: "invalid_response", detail: "" })
  // The text of a foreign error may hold the URL or the body, so only its class is shown.
  return error instanceof ExchangeFailed
    ? error
    : new ExchangeFailed({ reason: "failed", detail: error instanceof Error ? error.name : "" })
}

/** The service over an implementation; `stopwatchMs` reads a time that only goes forward. */
const guarded = (implementation: NotifierImplementation, stopwatchMs: () => number): NotifierShape => ({
  send: Effect.fnUntraced(function* (request) {
    yield* checkTimeout(request)
    const startedAt = stopwatchMs()
    const durationMs = () => Math.round(stopwatchMs() - startedAt)
    return yield* Effect.fromResult(checkRequest(request)).pipe(
      Effect.flatMap((url) =>
        Effect.mapError(
          ask<NotifierAnswer>({
            span: "Notifier.send",
            implementation: implementation.name,
            timeoutMs: request.timeoutMs,
            call: (hostCall) => implementation.send(request, url, hostCall),
            read: readAnswer
          }),
          failureOf
        )
      ),
      Effect.map(({ bodyExcerpt = "", status }): NotifierResponse => ({
        status,
        bodyExcerpt,
        durationMs: durationMs()
      })),
      Effect.mapError(({ detail, reason }) => new NotifierError({ reason, detail, durationMs: durationMs() }))
    )
  })
})

/** Sends webhook requests. */
export class Notifier extends Context.Service<Notifier, NotifierShape>()("bursar/Notifier") {
  /**
   * Adds to an implementation what each would repeat: the URL check, the size limit, the time-out in real time, the
   * measured duration, the excerpt's bound, a check of the answer, and a span.
   */
  static readonly make = (implementation: NotifierImplementation): NotifierShape => {
    checkFunctions("Notifier.make", implementation, ["send"])
    return guarded(implementation, () => performance.now())
  }

  /** Sends nothing and answers from a recording; without one of your own, each request gets a 200. */
  static readonly layerRecording = (recording: NotifierRecording = recordingNotifier()): Layer.Layer<Notifier> =>
    Layer.succeed(Notifier, recording.notifier)
}

/** What a recorded request is answered with: a status, a reason to fail, or an effect that says when and how. */
export type RecordedAnswer = number | NotifierReason | Effect.Effect<NotifierAnswer, ExchangeFailed>

/** A notifier for tests that keeps each request that passed the checks, and the means to steer its answers. */
export interface NotifierRecording {
  readonly notifier: NotifierShape
  /** Requests in the order they were sent. Grows; `clear` empties it. */
  readonly requests: ReadonlyArray<NotifierRequest>
  /** Replaces the function that answers from now on. */
  readonly answerWith: (answer: (request: NotifierRequest) => RecordedAnswer) => void
  /** Forgets the requests so far. */
  readonly clear: () => void
  /** Has exactly these requests from now on: what was recorded at an earlier moment. */
  readonly resetTo: (requests: ReadonlyArray<NotifierRequest>) => void
}

/** Makes a recording notifier. Durations are 0, so that a seeded run stays the same byte for byte. */
export const recordingNotifier = (
  answer: (request: NotifierRequest) => RecordedAnswer = () => 200
): NotifierRecording => {
  const requests: Array<NotifierRequest> = []
  let current = answer
  const send: NotifierImplementation["send"] = (request) => {
    requests.push(request)
    const answered = current(request)
    if (typeof answered === "number") return { status: answered }
    if (typeof answered === "string") return Effect.fail(new ExchangeFailed({ reason: answered, detail: "" }))
    return answered
  }
  return {
    notifier: guarded({ name: "recording", send }, () => 0),
    requests,
    answerWith: (next) => {
      current = next
    },
    clear: () => {
      requests.length = 0
    },
    resetTo: (earlier) => void requests.splice(0, requests.length, ...earlier)
  }
}
