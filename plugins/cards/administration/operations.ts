/**
 * What operators decide about accounts while the service runs: whether they may use payouts (spec cards §10: beta access is enabled
 * in the dashboard), and keys that are issued beside those of the configuration. It holds from the next request on, in every process.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Mode, Principal } from "../../../src/domain.ts"
import { accountOfScope, Clock, Credentials, Ids, Signer, Store, type CallerShape } from "../../../src/plugin.ts"
import { accountId, AccountSettings, scopesOf, type PlanName } from "../accounts.ts"
import * as repository from "./repository.ts"

/** No key was issued under this id, or it is revoked. */
export class KeyNotFound extends Data.TaggedError("KeyNotFound")<{ readonly id: string }> {
  override get message(): string {
    return `There is no key ${this.id} that was issued here and is in use`
  }
}

/** No account can have this id. */
export class AccountMalformed extends Data.TaggedError("AccountMalformed")<{ readonly account: string }> {
  override get message(): string {
    return `An account is ${accountId.words}, which ${JSON.stringify(this.account)} is not`
  }
}

const checkAccount = (account: string): Effect.Effect<void, AccountMalformed> =>
  Effect.flatMap(AccountSettings, (settings) =>
    settings.has(account) || accountId.form.test(account) ? Effect.void : Effect.fail(new AccountMalformed({ account }))
  )

/** Bytes of a key at random (our choice: 192 bits). */
const keyBytes = 24

const homeStore = Effect.flatMap(Store, (stores) => stores.region(stores.home))

/** Whether a caller may use payouts: what an operator decided, else what its credential says. */
export const mayPayOut = Effect.fnUntraced(function* ({ principal, scope }: Pick<CallerShape, "principal" | "scope">) {
  const decided = yield* repository.payoutsOf(yield* homeStore, scope)
  return decided ?? principal.scopes.includes("payouts:beta")
})

/** Lets an account use payouts, or no longer. Payouts that exist go on. Fails with `AccountMalformed`. */
export const switchPayouts = Effect.fn("cards.administration.switchPayouts")(function* (
  scope: string,
  allowed: boolean
) {
  yield* checkAccount(accountOfScope(scope))
  const home = yield* homeStore
  yield* home.write([repository.keepPayouts(scope, { allowed, now: (yield* Clock).now() })])
})

/** What a new key is for. */
export interface IssueKey {
  readonly account: string
  readonly mode: Mode
  readonly plan: PlanName
}

/** Issues a secret key. Its text is in the answer and nowhere else: only a keyed hash is kept. Fails with `AccountMalformed`. */
export const issueKey = Effect.fn("cards.administration.issueKey")(function* ({ account, mode, plan }: IssueKey) {
  yield* checkAccount(account)
  const ids = yield* Ids
  const secret = `sk_${mode}_${ids.secret(keyBytes)}`
  const lookup = (yield* Signer).fingerprint("api key", secret)
  const principal: Principal = {
    plugin: "cards",
    account,
    mode,
    credential: lookup,
    scopes: scopesOf((yield* AccountSettings).get(account), mode),
    plan
  }
  const id = ids.next("key")
  const home = yield* homeStore
  yield* home.write([Credentials.issue({ id, lookup, principal, createdAt: (yield* Clock).now() })])
  return { id, secret }
})

/** The keys that were issued, the latest first, at most 1,000. */
export const issuedKeys = Effect.flatMap(homeStore, (home) => Credentials.listIssued(home, "cards"))

const inUse = Effect.fnUntraced(function* (id: string) {
  const found = yield* Credentials.issuedById(yield* homeStore, { plugin: "cards", id })
  return found !== undefined && found.revokedAt === undefined ? found : yield* new KeyNotFound({ id })
})

/** Takes a key out of use for good. Fails with `KeyNotFound`. */
export const revokeKey = Effect.fn("cards.administration.revokeKey")(function* (id: string) {
  yield* inUse(id)
  yield* Credentials.revoke(yield* homeStore, { id, at: (yield* Clock).now() })
})

/** Gives a key another plan of rate limits. Fails with `KeyNotFound`. */
export const changePlan = Effect.fn("cards.administration.changePlan")(function* (id: string, plan: PlanName) {
  const { principal } = yield* inUse(id)
  const home = yield* homeStore
  yield* home.write([Credentials.changePrincipal(id, { ...principal, plan })])
})
