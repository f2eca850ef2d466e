/**
 * Access tokens of publications and generations that wait, in memory only (decisions docs 4.12): a restart forgets them,
 * and what needed one fails with `repo_token_required`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { StoreUnavailable } from "../../../src/plugin.ts"

/** Tokens that are held at most for one account. Our choice: past it its oldest is forgotten, as by a restart. */
const maxTokens = 1_000

interface Held {
  readonly scope: string
  readonly token: Redacted.Redacted
}

const make = () => {
  const tokens = new Map<string, Held>()
  const hold = (id: string, held: Held): void => {
    tokens.set(id, held)
    const ofAccount = Array.from(tokens).filter(([, { scope }]) => scope === held.scope)
    for (const [oldest] of ofAccount.slice(0, -maxTokens)) tokens.delete(oldest)
  }
  return {
    /**
     * Holds a token for what a commit is to begin, before it, since that may run with it. A commit that is refused begins
     * nothing; one whose answer was lost may have been kept.
     */
    holdFor: <E, R>(
      { ids, scope }: { readonly scope: string; readonly ids: ReadonlyArray<string> },
      token: Redacted.Redacted | undefined,
      commit: Effect.Effect<void, E, R>
    ): Effect.Effect<void, E, R> =>
      Effect.suspend(() => {
        if (token !== undefined) for (const id of ids) hold(id, { scope, token })
        return Effect.tapError(commit, (failure) =>
          Effect.sync(() => {
            if (failure instanceof StoreUnavailable) return
            for (const id of ids) tokens.delete(id)
          })
        )
      }),
    of: (id: string): Redacted.Redacted | undefined => tokens.get(id)?.token,
    /** The work is done: nobody needs it any more. */
    forget: (id: string): void => void tokens.delete(id)
  }
}

/** The tokens of this process. */
export class RepoTokens extends Context.Service<RepoTokens, ReturnType<typeof make>>()("docs/RepoTokens") {
  static readonly layer = Layer.sync(RepoTokens, make)
}
