/**
 * Access tokens of publications and generations that wait, in memory only (decisions docs 4.12): a restart forgets them,
 * and what needed one fails with `repo_token_required`.
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

/** Tokens that are held at most. Our choice: past it the oldest is forgotten, as a restart would. */
const maxTokens = 1_000

const make = () => {
  const tokens = new Map<string, Redacted.Redacted>()
  return {
    /** Holds a token for the work with this id. */
    hold: (id: string, token: Redacted.Redacted): void => {
      tokens.set(id, token)
      for (const oldest of tokens.keys()) {
        if (tokens.size <= maxTokens) return
        tokens.delete(oldest)
      }
    },
    of: (id: string): Redacted.Redacted | undefined => tokens.get(id),
    /** The work is done: nobody needs it any more. */
    forget: (id: string): void => void tokens.delete(id)
  }
}

/** The tokens of this process. */
export class RepoTokens extends Context.Service<RepoTokens, ReturnType<typeof make>>()("docs/RepoTokens") {
  static readonly layer = Layer.sync(RepoTokens, make)
}
