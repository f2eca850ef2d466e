/** How the plugin is run. */
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { GitClient } from "./git/GitClient.ts"
import type { Download } from "./sources/Download.ts"
import type { Workbench } from "./workbench/Workbench.ts"
import type { Writer } from "./writer/Writer.ts"

/** A value, or what gives it later: secrets may not be known yet when a plugin is made. */
export type Given<A> = A | (() => A)

/** The value behind it. */
export const valueOf = <A extends object | undefined>(given: Given<A>): A =>
  typeof given === "function" ? (given as () => A)() : given

/** Options of the documentation service. */
export interface DocsOptions {
  readonly mode?: "sandbox" | "production"
  /** Bearer tokens that open `/api/docs/v1`. None: it answers 401 to everybody. A function is asked once, when needed. */
  readonly apiKeys?: Given<ReadonlyArray<Redacted.Redacted>>
  /** `DOCS_WEBHOOK_SECRET`: one secret, or two separated by a comma while one replaces the other. None: 503. */
  readonly webhookSecret?: Given<Redacted.Redacted | undefined>
  /** Whether signatures of code hosts count as proof beside the secret itself. Default: yes. */
  readonly nativeSignatures?: boolean
  /** Origins that may be reached although they are not public https, such as `http://127.0.0.1:8080`. */
  readonly allowOrigins?: ReadonlyArray<string>
  /** Who commits. Default: `Docs Service <docs@users.noreply.invalid>`. */
  readonly commitAuthor?: { readonly name: string; readonly email: string }
  /** Where clients reach the mount, for links in answers. Default: `publicUrl` of the engine and the mount, or the mount as a path. */
  readonly baseUrl?: string
  /** Another writer of prose. Default: rules and templates. */
  readonly writer?: Layer.Layer<Writer>
  /** Another way to code repositories. */
  readonly git?: Layer.Layer<GitClient>
  /** Another way to texts by address. */
  readonly download?: Layer.Layer<Download>
  /** Another place for heavy work. Default: threads. */
  readonly workbench?: Layer.Layer<Workbench>
}
