/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { respond, success } from "../respond.ts"
import { strictBodyOf } from "../wire.ts"
import { encodeResult, ResolveBody } from "./api.ts"
import { resolveByHand } from "./operations.ts"

const readResolution = strictBodyOf(ResolveBody)

/** The handlers of this slice. */
export const resolutionHandlers = HttpApiBuilder.group(BankApi, "resolutions", (handlers) =>
  handlers.handleRaw("resolve", ({ params, request }) =>
    respond((caller) =>
      Effect.gen(function* () {
        const found = yield* readResolution(request)
        return success(encodeResult(yield* resolveByHand(caller, params.paymentId, found)))
      })
    )
  )
)
