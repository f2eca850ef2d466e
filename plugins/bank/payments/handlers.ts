/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, ofCaller, page, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { commandOf } from "./api.ts"
import * as payments from "./operations.ts"
import { encodeEntry, encodePayment, encodeResult, encodeReturn } from "./PaymentBody.ts"

const retrieve = ({ params }: { readonly params: { readonly paymentId: string } }) =>
  respond((caller) =>
    Effect.map(payments.retrieveDirect(caller, params.paymentId), (payment) => success(encodePayment(payment)))
  )

export const paymentHandlers = handlersOf(BankApi, "payments", (handlers) =>
  handlers
    .handle("initiate", ({ payload }) =>
      Effect.flatMap(payments.presenting, (present) =>
        answer((caller) => ofCaller(payments.initiate(caller, commandOf(payload))), present)
      )
    )
    .handle("list", ({ query }) =>
      respond((caller) => {
        const { cursor: _cursor, limit: _limit, ...filter } = query
        return Effect.map(payments.list(caller, { ...filter, isDirect: true }, pageOf(query)), (found) =>
          page(found, encodeEntry)
        )
      })
    )
    .handle("retrieve", retrieve)
    .handle("cancel", ({ params }) =>
      answer(
        (caller) => payments.cancelDirect(caller, params.paymentId),
        (payment) => success(encodeResult(payment))
      )
    )
    .handle("retrieveReturn", ({ params }) =>
      respond((caller) =>
        Effect.map(payments.retrieveReturned(caller, params.paymentId), (payment) => success(encodeReturn(payment)))
      )
    )
)
