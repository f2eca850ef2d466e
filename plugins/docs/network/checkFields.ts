/** Refuses addresses, branches and kinds of documents of a request before anything is stored: the rules are those that hold when they are used. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { DocsRefused, type ErrorCode } from "../errors.ts"
import { isBranchName } from "../git/branchName.ts"
import { docTypes, type DocType } from "../model/GeneratedDocument.ts"
import { DocsSettings } from "../settings.ts"
import { checkRepositoryUrl } from "./remoteUrl.ts"

/** Refuses a field: `problem` completes the sentence that begins with its path. */
export const refusedField = (code: ErrorCode, path: string, problem: string): DocsRefused => {
  const message = `${path} ${problem}`
  return new DocsRefused({ code, message, details: [{ path, message }] })
}

/** Checks an address; `undefined` passes. Fails with `DocsRefused`, code `unsafe_repository_url`. */
export const checkUrlField = Effect.fnUntraced(function* (
  url: string | undefined,
  path: string,
  check: typeof checkRepositoryUrl = checkRepositoryUrl
) {
  if (url === undefined) return
  const { allowOrigins = [] } = yield* DocsSettings
  const checked = check(url, allowOrigins)
  if (Result.isFailure(checked)) yield* refusedField("unsafe_repository_url", path, checked.failure)
})

/** Checks the name of a branch; `undefined` passes. Fails with `DocsRefused`, code `invalid_payload`. */
export const checkBranchField = (branch: string | undefined, path: string): Effect.Effect<void, DocsRefused> =>
  branch === undefined || isBranchName(branch)
    ? Effect.void
    : Effect.fail(refusedField("invalid_payload", path, "must be a branch name that git allows"))

/** What is refused of a kind of document that is not known (decisions docs 4.10). */
const unknownDocType = () => {
  const message = `docType must be one of ${docTypes.join(", ")}`
  return new DocsRefused({ code: "unsupported_doc_type", message, details: [{ path: "docType", message }] })
}

/** A kind of document, in any case and with `_` or spaces for hyphens (decisions docs 4.9). Fails with `DocsRefused`. */
export const docTypeOf = (written: string): Result.Result<DocType, DocsRefused> => {
  const name = written.trim().toLowerCase().replaceAll(/[_ ]/g, "-")
  const found = docTypes.find((docType) => docType === name)
  return found === undefined ? Result.fail(unknownDocType()) : Result.succeed(found)
}
