/** The reference of a request that has an acquirer keep a card or bank account. */
import * as Effect from "effect/Effect"
import { Signer, type CallerShape } from "../../../src/plugin.ts"

/**
 * The same for a request that is sent again under its idempotency key, also when nothing of the first one was kept: the acquirer may
 * have used the token up before its answer was lost. Without a key it is the id of what is being made.
 */
export const tokenizeReference = (
  { claim }: Pick<CallerShape, "claim">,
  id: string
): Effect.Effect<string, never, Signer> =>
  claim === undefined
    ? Effect.succeed(id)
    : Effect.map(
        Signer,
        (signer) => `tkn_${signer.fingerprint("tokenize", `${claim.scope} ${claim.key} ${claim.fingerprint}`)}`
      )
