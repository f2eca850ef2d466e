/** The version of the API that an account is served when it names none (decisions B7). */
import * as Effect from "effect/Effect"
import { Clock, Store, type StoreOpenFailed, type StoreUnavailable } from "../../src/plugin.ts"
import { pinOf } from "./versionRepository.ts"
import { resolveVersion, versions } from "./versions.ts"

/** The clock and the store are given, because the face asks outside of any request's services. */
export interface PinSources {
  readonly clock: Clock["Service"]
  readonly store: Store["Service"]
}

/** The version that an account is pinned to since its first call. */
export const accountPin = (
  { clock, store }: PinSources,
  account: string
): Effect.Effect<string, StoreUnavailable | StoreOpenFailed> =>
  Effect.flatMap(store.region(store.home), (home) => pinOf(home, account, { newest: versions[0], now: clock.now() }))

/** The version for a request: the one that it names, or the account's, resolved to one that exists. */
export const versionFor = Effect.fnUntraced(function* (account: string, asked: string | undefined) {
  if (asked !== undefined) return resolveVersion(asked)
  const sources = { clock: yield* Clock, store: yield* Store }
  return resolveVersion(yield* accountPin(sources, account))
})
