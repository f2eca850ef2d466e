/** Fetches sources by address through the guarded client. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { utf8In } from "../model/decoded.ts"
import { Download, DownloadFailed } from "../sources/Download.ts"
import { exchange, ExchangeError, type ExchangeFault } from "./NodeFetch.ts"
import type { AllowedOrigins } from "./remoteUrl.ts"

/** Decisions docs 4.12: all of one download, in milliseconds of real time. */
const totalMs = 60_000

const codes = {
  unsafe_address: "unsafe_repository_url",
  redirected: "source_unreachable",
  unreachable: "source_unreachable",
  too_large: "source_too_large",
  timeout: "timeout"
} as const satisfies Record<ExchangeFault, DownloadFailed["code"]>

const unreachable = (message: string) => new DownloadFailed({ code: "source_unreachable", message })

const failureOf = (error: unknown): DownloadFailed =>
  error instanceof ExchangeError
    ? new DownloadFailed({ code: codes[error.fault], message: error.message })
    : unreachable("The source could not be fetched")

const decode = (bytes: Uint8Array): Effect.Effect<string, DownloadFailed> => {
  const text = utf8In(bytes)
  return text === undefined ? Effect.fail(unreachable("The source is not a text in UTF-8")) : Effect.succeed(text)
}

/** Downloads over https from public hosts, and from the origins that the operator names. */
export const layer = (allowed: AllowedOrigins): Layer.Layer<Download> =>
  Layer.succeed(Download, {
    fetch: ({ maxBytes, url }) =>
      Effect.tryPromise({
        try: (signal) =>
          exchange(
            { method: "GET", url, headers: { accept: "*/*", "user-agent": "bursar-docs" } },
            { allowed, maxBytes, signal }
          ),
        catch: failureOf
      }).pipe(
        Effect.timeoutOrElse({
          duration: totalMs,
          orElse: () => Effect.fail(new DownloadFailed({ code: "timeout", message: "The source took too long" }))
        }),
        Effect.filterOrFail(
          ({ status }) => status === 200,
          ({ status }) => unreachable(`The host answered ${status} for the source`)
        ),
        Effect.flatMap(({ body }) => decode(body))
      )
  })
