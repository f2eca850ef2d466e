/** Access tokens in process, for programs that call over HTTP. Calls in process need none. */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { InsufficientScope } from "../face-errors.ts"
import * as operations from "./operations.ts"
import { tokenLifetimeSeconds, type ClientCredentials } from "./Token.ts"

const issuing = callsOf(BankApi, "tokens").read("issueV2")

/** Which client asks, and for what. */
export interface CreateToken extends ClientCredentials {
  /** Scopes with spaces between them. Default: all of the client's. */
  readonly scope?: string
}

/**
 * Issues a token of a client, which anybody may who has its credentials; a repetition issues another, also under a key. Fails with
 * `ClientCredentialsRefused`, or with `InsufficientScope` for a scope that the client does not have.
 */
export const create = (caller: CallerShape, command: CreateToken) =>
  issuing(
    caller,
    (asking) =>
      Effect.map(
        operations.issue(asking, command, {
          scope: command.scope,
          refuseScope: (lacking) => new InsufficientScope({ scope: lacking })
        }),
        (granted) => ({ ...granted, lifetimeSeconds: tokenLifetimeSeconds })
      ),
    command
  )
