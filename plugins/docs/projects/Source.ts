/** Sources: the material that documents are made of (decisions docs 4.1). */
import type { LongText } from "../../../src/plugin.ts"
import type { Detected, SourceKind } from "../model/SourceModel.ts"
import type { Warning } from "../model/Warning.ts"

/** What a client gives: exactly one of content and url. */
export interface NewSource {
  readonly kind?: SourceKind | undefined
  readonly name: string
  readonly content?: LongText | undefined
  readonly url?: string | undefined
  readonly branch?: string | undefined
}

/** A source, without its content. */
export interface Source {
  readonly id: string
  readonly projectId: string | null
  /** What it was found to be; a source by address is looked at when it is fetched. */
  readonly kind: SourceKind
  readonly name: string
  readonly url: string | null
  readonly branch: string | null
  readonly detected: Detected | null
  /** Bytes of UTF-8; 0 for a source by address. */
  readonly size: number
  readonly sha256: string | null
  readonly warnings: ReadonlyArray<Warning>
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
}

/** Decisions docs 4.12: bytes of an API file; other texts are shorter. */
export const maxSourceBytes = 20 * 1024 * 1024

/** What is wrong with what was given, or `undefined`. */
export const newSourceProblem = (
  source: NewSource
): { readonly path: string; readonly message: string } | undefined => {
  const { content, kind, url } = source
  if ((content === undefined) === (url === undefined)) {
    return { path: "content", message: "exactly one of content and url must be given" }
  }
  if (kind === "repository" && content !== undefined) return { path: "url", message: "a repository is given by url" }
  return undefined
}

/** The kind of a source that is given by address and not named: a repository, unless the path names a file. */
export const kindOfUrl = (url: string): SourceKind => {
  const path = url.replace(/[?#].*$/, "").toLowerCase()
  if (path.endsWith(".postman_collection.json")) return "postman"
  if (/\.(?:ya?ml|json)$/.test(path)) return "openapi"
  return /\.(?:md|txt|rst)$/.test(path) ? "text" : "repository"
}
