/** The port by which a source is fetched from an address. What may be reached is the implementation's to decide. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** Why nothing was fetched. `message` names neither address nor secret beyond the host. */
export class DownloadFailed extends Data.TaggedError("DownloadFailed")<{
  readonly code: "source_unreachable" | "source_too_large" | "unsafe_repository_url" | "timeout"
  readonly message: string
}> {}

/** Fetches a text over the network, within the limits of decisions 4.12. */
export class Download extends Context.Service<
  Download,
  {
    readonly fetch: (request: {
      readonly url: string
      readonly maxBytes: number
    }) => Effect.Effect<string, DownloadFailed>
  }
>()("docs/Download") {}
