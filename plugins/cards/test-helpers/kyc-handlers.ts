/** From requests of the helper about verifications to its operation, for test keys only. */
import * as Effect from "effect/Effect"
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { forTests } from "../forTests.ts"
import { shown } from "../respond.ts"
import { KycBody } from "../kyc/KycBody.ts"
import * as kyc from "../kyc/operations.ts"
import { verdictOf } from "./kyc-api.ts"

/** The handlers of the helper about verifications. */
export const kycHelperHandlers = handlersOf(CardsApi, "kycHelpers", (handlers) =>
  handlers.handleAll({
    resolve: ({ params, payload }) =>
      forTests(
        (caller) => Effect.flatMap(verdictOf(payload), (verdict) => kyc.decideNow(caller, params.id, verdict)),
        shown(KycBody.write)
      )
  })
)
