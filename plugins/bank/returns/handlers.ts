/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, respond, success } from "../respond.ts"
import { encodeReturnRequest } from "./api.ts"
import * as returns from "./operations.ts"

export const returnHandlers = handlersOf(BankApi, "returns", (handlers) =>
  handlers
    .handle("ask", ({ params, payload: { amount, ...body } }) =>
      answer(
        (caller) => returns.ask(caller, params.paymentId, { ...body, amountCents: amount }),
        (asked) => success(encodeReturnRequest(asked), 202)
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
