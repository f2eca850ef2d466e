/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { respond, success } from "../respond.ts"
import { bodyOf } from "../wire.ts"
import { AskBackBody, encodeReturnRequest } from "./api.ts"
import * as returns from "./operations.ts"

const readAskBack = bodyOf(AskBackBody)

/** The handlers of this slice. */
export const returnHandlers = HttpApiBuilder.group(BankApi, "returns", (handlers) =>
  handlers
    .handleRaw("ask", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { amount, ...body } = yield* readAskBack(request)
          return yield* returns.ask(caller, params.paymentId, { ...body, amountCents: amount }, (asked) =>
            success(encodeReturnRequest(asked), 202)
          )
        })
      )
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) =>
        Effect.map(returns.retrieve(caller, params.paymentId, params.requestId), (request) =>
          success(encodeReturnRequest(request))
        )
      )
    )
)
