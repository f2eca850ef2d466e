/** What went wrong in a session, as clients may see it: a code and a sentence of our own, never a text of the host. */
import { ExchangeError, type ExchangeFault } from "../network/NodeFetch.ts"
import { PackTooLarge } from "./NodePackLimits.ts"
import type { SessionFailure } from "./Session.ts"

export class SessionFailed extends Error {
  readonly code: SessionFailure["code"]
  constructor(code: SessionFailure["code"], message: string) {
    super(message)
    this.code = code
  }
}

const exchangeCodes: Readonly<Record<ExchangeFault, SessionFailure["code"]>> = {
  unsafe_address: "unsafe_repository_url",
  redirected: "source_unreachable",
  unreachable: "source_unreachable",
  too_large: "source_too_large",
  timeout: "timeout"
}

const unauthorized = (): SessionFailed =>
  new SessionFailed("publish_unauthorized", "The host did not accept the access token for this repository")

/** What the git library's error codes mean here. Any other one is a repository that cannot be used. */
const libraryCodes: Readonly<Record<string, () => SessionFailed>> = {
  UserCanceledError: unauthorized,
  PushRejectedError: () => new SessionFailed("publish_conflict", "Somebody else pushed meanwhile")
}

/** Why a host refuses a push: its usual words, and the words that we show for them. */
const refusals: ReadonlyArray<readonly [RegExp, string]> = [
  [/protected/i, "The branch is protected: the host does not let this token push to it"],
  [/hook|declined|policy|rule/i, "A rule of the host, such as a hook, refused the commit"],
  [/size|large|quota|limit/i, "The commit is larger than the host allows"]
]

const refusedPush = (said: string): SessionFailed => {
  const reason = refusals.find(([words]) => words.test(said))?.[1]
  return new SessionFailed("publish_unauthorized", reason ?? "The host does not let this token push to the branch")
}

/** An error of the session as one that may be told. */
export const failureOf = (error: unknown): SessionFailed => {
  if (error instanceof SessionFailed) return error
  if (error instanceof ExchangeError) return new SessionFailed(exchangeCodes[error.fault], error.message)
  if (error instanceof PackTooLarge) return new SessionFailed("source_too_large", error.message)
  const { code, data } = error as { readonly code?: string; readonly data?: { readonly statusCode?: number } }
  if (code === "HttpError" && (data?.statusCode === 401 || data?.statusCode === 403)) return unauthorized()
  if (code === "GitPushError") return refusedPush(String((error as { readonly message?: unknown }).message))
  const known = libraryCodes[code ?? ""]
  return known?.() ?? new SessionFailed("source_unreachable", "There is no readable repository at this address")
}
