/** Issues access tokens for client credentials (RFC 6749 §4.4). */
import * as Effect from "effect/Effect"
import { carryOutUnkeyed, type CallerShape } from "../../../src/plugin.ts"
import * as clients from "../clients/operations.ts"
import { withOutcome } from "../plans.ts"
import { ClientCredentialsRefused, tokenLifetimeSeconds, type ClientCredentials } from "./Token.ts"

/** What was granted. */
export interface Granted {
  readonly token: string
  readonly scopes: ReadonlyArray<string>
}

/** The scopes that are granted, or the first one that is not. */
const grantedOf = (asked: string | undefined, allowed: ReadonlyArray<string>) => {
  const scopes = asked === undefined ? allowed : asked.split(/ +/).filter((scope) => scope !== "")
  return { scopes, refused: scopes.find((scope) => !allowed.includes(scope)) }
}

/**
 * Issues a token. Fails with `ClientCredentialsRefused`, and by `refuseScope` for a scope that the client does not have.
 */
export const issue = Effect.fnUntraced(function* <E>(
  caller: CallerShape,
  credentials: ClientCredentials | undefined,
  of: { readonly scope: string | undefined; readonly refuseScope: (scope: string) => E }
) {
  if (credentials === undefined) return yield* new ClientCredentialsRefused()
  const step = Effect.gen(function* () {
    const client = yield* clients.authenticate(caller.store, credentials.clientId, credentials.clientSecret)
    if (client === undefined) return yield* new ClientCredentialsRefused()
    const { refused, scopes } = grantedOf(of.scope, client.document.scopes)
    if (refused !== undefined) return yield* Effect.fail(of.refuseScope(refused))
    const plan = yield* clients.planToken(caller, { client, scopes, lifetimeSeconds: tokenLifetimeSeconds })
    return withOutcome(plan, { token: plan.outcome, scopes } satisfies Granted)
  })
  return yield* carryOutUnkeyed(caller.store, step)
})
