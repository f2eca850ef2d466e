/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, read, shown } from "../respond.ts"
import { ReturnRequestBody } from "./api.ts"
import * as returns from "./operations.ts"

export const returnHandlers = handlersOf(BankApi, "returns", (handlers) =>
  handlers.handleAll({
    ask: ({ params, payload: { amount, ...body } }) =>
      answer(
        (caller) => returns.ask(caller, params.paymentId, { ...body, amountCents: amount }),
        shown(ReturnRequestBody.write, 202)
      ),
    retrieve: ({ params }) =>
      read((caller) => returns.retrieve(caller, params.paymentId, params.requestId), shown(ReturnRequestBody.write))
  })
)
