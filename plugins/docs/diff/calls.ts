/** Differences of versions in process: the same as over HTTP. */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { changesOf, diffAnswer } from "./api.ts"
import * as operations from "./operations.ts"

const reading = callsOf(DocsApi, "diff").read("compare")

/** Which versions: `baseline`, `latest`, or one by its id. Default: from the baseline to the latest one. */
export interface CompareVersions {
  readonly from?: string
  readonly to?: string
}

const comparing = (caller: CallerShape, documentId: string, { from = "baseline", to = "latest" }: CompareVersions) =>
  operations.compare(caller, { documentId, from, to })

/**
 * What changed between two versions of a document, section by section, and in the API where both are of one. Fails with `NotFound`, or
 * `DocsRefused` where there is no baseline.
 */
export const compare = (caller: CallerShape, documentId: string, versions: CompareVersions = {}) =>
  reading(caller, (asking) => Effect.flatMap(comparing(asking, documentId, versions), changesOf), versions)

/** The same as a text: a unified diff, or Markdown for people. Fails as `compare`. */
export const compareAsText = (
  caller: CallerShape,
  documentId: string,
  versions: CompareVersions & { readonly format: "unified" | "markdown" }
) =>
  reading(
    caller,
    (asking) =>
      Effect.flatMap(comparing(asking, documentId, versions), (comparison) =>
        Effect.map(
          diffAnswer(comparison, { format: versions.format, docType: comparison.document.docType }),
          ({ body }) => body
        )
      ),
    versions
  )
