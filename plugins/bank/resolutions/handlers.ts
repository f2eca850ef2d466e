/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { respond, success } from "../respond.ts"
import { encodeResult } from "./api.ts"
import { resolveByHand } from "./operations.ts"

/** The handlers of this slice. */
export const resolutionHandlers = handlersOf(BankApi, "resolutions", (handlers) =>
  handlers.handle("resolve", ({ params, payload }) =>
    respond((caller) =>
      Effect.map(resolveByHand(caller, params.paymentId, payload), (payment) => success(encodeResult(payment)))
    )
  )
)
