/** How an endpoint says what it may fail with. */
import { Publication } from "../../src/plugin.ts"
import type { DocsFailure, ErrorCode } from "./errors.ts"

/**
 * `error: refused("NotFound", refusing("conflict"))`: the failures of an endpoint by tag. A handler that fails otherwise
 * does not compile.
 */
export const refused = Publication.makeRefused<DocsFailure>()

/** The codes of `DocsRefused` that an endpoint can answer. */
export const refusing = (...codes: ReadonlyArray<ErrorCode>): { readonly DocsRefused: ReadonlyArray<ErrorCode> } => ({
  DocsRefused: codes
})

/** Why a text cannot be read as a source, or why reading it was given up. */
export const unreadable = [
  "parse_failed",
  "unsupported_version",
  "unsupported_collection_version",
  "limit_exceeded",
  "source_too_large",
  "timeout"
] as const satisfies ReadonlyArray<ErrorCode>

/** Why a source by address cannot be had or read. */
export const unreachable = [
  ...unreadable,
  "source_unreachable",
  "unsafe_repository_url",
  "publish_unauthorized"
] as const satisfies ReadonlyArray<ErrorCode>
