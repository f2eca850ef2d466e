/** Failures of language models as the report tells them: a sentence of ours, never a text of the endpoint. */
import type * as AiError from "effect/ai/AiError"
import * as Duration from "effect/Duration"
import { WriterError } from "./Writer.ts"

type ReasonName = AiError.AiErrorReason["_tag"]

interface Row {
  readonly message: string
  /** Whether every further section would fail alike. */
  readonly isFinal?: boolean
}

/** Reason → how it is told. */
const rows: { readonly [Name in ReasonName]?: Row } = {
  AuthenticationError: { message: "the language model's endpoint refused the key", isFinal: true },
  QuotaExhaustedError: { message: "the quota of the language model is used up", isFinal: true },
  RateLimitError: { message: "the language model's endpoint takes no more requests for now" },
  NetworkError: { message: "the language model's endpoint could not be reached" },
  InternalProviderError: { message: "the language model's endpoint failed" },
  ContentPolicyError: { message: "the language model declined to write the text" },
  InvalidRequestError: { message: "the language model's endpoint did not take the request" },
  InvalidUserInputError: { message: "the language model's endpoint did not take the request" },
  InvalidResponseError: { message: "the language model's endpoint answered in a way that was not understood" },
  InvalidOutputError: { message: "the language model answered in a way that was not understood" }
}

/** The first wait before a model is asked again that names none itself, in milliseconds. Our choice. */
const againAfterMs = 1_000

/** A failure of the model as one of the writer. */
export const writerErrorOf = (error: AiError.AiError): WriterError => {
  const { isFinal, message } = rows[error.reason._tag] ?? { message: "the language model failed" }
  const after = error.retryAfter === undefined ? againAfterMs : Duration.toMillis(error.retryAfter)
  return new WriterError({
    message,
    ...(isFinal === true ? { isFinal } : {}),
    ...(error.isRetryable && isFinal !== true ? { againAfterMs: after } : {})
  })
}
