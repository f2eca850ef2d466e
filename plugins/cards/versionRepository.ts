/** The version of the API that an account is served when it names none, in the home region (decisions B7). */
import * as Effect from "effect/Effect"
import { integer, key, table, text, type Read, type RegionStore, type StoreUnavailable } from "../../src/plugin.ts"

const select = `SELECT version FROM cards_version_pins WHERE account = ?`

const pin = table("cards_version_pins", { account: key(text), version: text, pinned_at: integer }).inserting({
  onExisting: "stays"
})

const readPin = (home: RegionStore, account: string): Read<string | undefined> =>
  Effect.map(home.read<{ readonly version: string }>(select, [account]), ([row]) => row?.version)

/** The version an account is pinned to; at its first call that is `newest`, and stays so when newer ones come. */
export const pinOf = Effect.fnUntraced(function* (
  home: RegionStore,
  account: string,
  first: { readonly newest: string; readonly now: number }
): Effect.fn.Return<string, StoreUnavailable> {
  const pinned = yield* readPin(home, account)
  if (pinned !== undefined) return pinned
  yield* home
    .write<never>([pin({ account, version: first.newest, pinned_at: first.now })])
    .pipe(Effect.catchTag("UniqueViolation", Effect.die))
  // Another process may have been first.
  return (yield* readPin(home, account)) ?? first.newest
})
