/** Tells the operator at the start that nobody verifies real customers (S59): the simulation is for test keys only. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CardsAccount } from "../accounts.ts"
import { KycProvider } from "./provider/KycProvider.ts"

const hasLiveKey = ({ keys }: CardsAccount): boolean => keys.some((key) => key.startsWith("sk_live_"))

/**
 * Warns where there are live keys and no provider for them. It does not keep the server from starting: payments of
 * customers who need not be verified go on, and what needs it is refused.
 */
export const warnOfMissingProvider = (accounts: ReadonlyArray<CardsAccount>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { live } = yield* KycProvider
      if (live !== undefined || !accounts.some(hasLiveKey)) return
      yield* Effect.logWarning(
        "No provider verifies customers of live keys: POST /v2/customers/{id}/kyc answers 503 for them, and so their " +
          "payouts are refused. Connect one with the layer KycProvider"
      )
    })
  )
