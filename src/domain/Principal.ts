/** Who is calling: the outcome of authentication, carried through every operation. */

/** Test data and live data are disjoint: nothing made under one mode is visible under the other. */
export type Mode = "test" | "live"

/** An authenticated caller of one plugin. */
export interface Principal {
  /** The plugin whose credentials were shown. */
  readonly plugin: string
  /** Owner of everything the caller creates, such as `acct_…` in cards or a client id in bank. */
  readonly account: string
  readonly mode: Mode
  /** Identifies the credential itself (never its text): rate limits count per credential. */
  readonly credential: string
  /** Rights beyond the ordinary ones, such as `payments:read` or `payouts:beta`. Empty where a plugin has none. */
  readonly scopes: ReadonlyArray<string>
  /** Name of the rate limit plan. */
  readonly plan: string
}

/** The namespace of rows, ledger balances, idempotency keys and cursors of a principal: account and mode. */
export const scopeOf = (principal: Pick<Principal, "account" | "mode">): string =>
  principal.mode === "test" ? `${principal.account}/test` : `${principal.account}/live`

/** The mode named by a scope made by `scopeOf`. */
export const modeOfScope = (scope: string): Mode => (scope.endsWith("/live") ? "live" : "test")

/**
 * Whether a principal is whole. For hosts in JavaScript: an account or a mode that they leave out would be a part of the name under which
 * everything of the caller is kept.
 */
export const isPrincipal = ({ account, mode, plugin, scopes }: Partial<Principal> = {}): boolean =>
  Array.isArray(scopes) &&
  [account, plugin].every((name) => typeof name === "string" && name !== "") &&
  (mode === "test" || mode === "live")
