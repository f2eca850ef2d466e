/**
 * What an endpoint answers instead of a text, as reasons of `effect/ai`. No reason repeats what the endpoint says: it
 * could repeat the key. Only its short error code comes along.
 */
import * as AiError from "effect/ai/AiError"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A failed answer, as far as it is looked at. */
export interface FailedAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  /** The endpoint's own code, such as `insufficient_quota`. */
  readonly code: string | undefined
}

/** The provider's name in errors. */
export const moduleName = "OpenAiCompatible"

/** A failure of the provider. */
export const failWith = (reason: AiError.AiErrorReason, method = "streamText"): AiError.AiError =>
  AiError.make({ module: moduleName, method, reason })

/** When to come again: seconds, or a date of HTTP. `now` is epoch milliseconds. */
export const readRetryAfter = (text: string | undefined, now: number): Duration.Duration | undefined => {
  if (text === undefined) return undefined
  if (/^\d{1,6}(?:\.\d+)?$/.test(text.trim())) return Duration.seconds(Number(text))
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Duration.millis(Math.max(0, date - now))
}

const after = (answer: FailedAnswer, now: number) => {
  const retryAfter = readRetryAfter(answer.retryAfter, now)
  return retryAfter === undefined ? {} : { retryAfter }
}

const described = ({ code, status }: FailedAnswer): string => `HTTP ${status}${code === undefined ? "" : ` (${code})`}`

type MakeReason = (answer: FailedAnswer, now: number) => AiError.AiErrorReason

const invalid: MakeReason = (answer) => new AiError.InvalidRequestError({ description: described(answer) })

const quota: MakeReason = () => new AiError.QuotaExhaustedError({})

const denied =
  (kind: AiError.AuthenticationError["kind"]): MakeReason =>
  (answer) =>
    new AiError.AuthenticationError({ kind, description: described(answer) })

const limited: MakeReason = (answer, now) =>
  answer.code === "insufficient_quota" ? quota(answer, now) : new AiError.RateLimitError(after(answer, now))

/** Out of order for the moment. Where it says when it is back, that is told as a limit is. */
const broken: MakeReason = (answer, now) =>
  answer.retryAfter === undefined
    ? new AiError.InternalProviderError({ description: described(answer) })
    : new AiError.RateLimitError(after(answer, now))

const redirected: MakeReason = ({ status }) =>
  new AiError.InvalidRequestError({
    description: `HTTP ${status}: the endpoint sends elsewhere, and redirects are not followed`
  })

/** Status → reason; others go by their hundreds. */
const statuses: Readonly<Record<number, MakeReason>> = {
  401: denied("InvalidKey"),
  402: quota,
  403: denied("InsufficientPermissions"),
  408: broken,
  409: broken,
  425: broken,
  429: limited
}

const hundreds: Readonly<Record<number, MakeReason>> = { 3: redirected, 4: invalid, 5: broken }

export const reasonOf = (answer: FailedAnswer, now: number): AiError.AiErrorReason => {
  const make = statuses[answer.status] ?? hundreds[Math.floor(answer.status / 100)]
  return make === undefined ? new AiError.InvalidResponseError({ description: described(answer) }) : make(answer, now)
}

const ErrorBody = Schema.fromJsonString(
  Schema.Struct({
    error: Schema.Struct({ code: Schema.optional(Schema.Unknown), type: Schema.optional(Schema.Unknown) })
  })
)

const decodeErrorBody = Schema.decodeUnknownOption(ErrorBody)

const shortCode = /^[a-z][a-z_]{1,39}$/

/** The code in an error body, if it is one of the protocol's short words; a key never is. */
export const codeOf = (body: string): string | undefined => {
  const found = Option.getOrUndefined(decodeErrorBody(body))?.error
  return [found?.code, found?.type].find((code): code is string => typeof code === "string" && shortCode.test(code))
}
