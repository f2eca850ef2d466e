/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, ofCaller, page, personal, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { encodeEntry, encodePayment, encodeRecall, encodeResult, encodeReturn } from "./api.ts"
import * as wires from "./operations.ts"
import { commandOf } from "./WireBody.ts"

export const wireHandlers = handlersOf(BankApi, "wires", (handlers) =>
  handlers
    .handle("initiate", ({ payload }) =>
      Effect.flatMap(wires.presenting, (present) =>
        answer((caller) => ofCaller(wires.initiate(caller, commandOf(payload))), present)
      )
    )
    .handle("list", ({ query }) =>
      respond((caller) => {
        const { cursor: _cursor, limit: _limit, ...filter } = query
        return Effect.map(wires.list(caller, filter, pageOf(query)), (found) => page(found, encodeEntry))
      })
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) =>
        Effect.map(wires.retrieve(caller, params.paymentId), (payment) => success(encodePayment(payment)))
      )
    )
    .handle("retrieveReturn", ({ params }) =>
      respond((caller) =>
        Effect.map(wires.retrieveReturned(caller, params.paymentId), (payment) => success(encodeReturn(payment)))
      )
    )
    .handle("cancel", ({ params }) =>
      answer(
        (caller) => wires.cancel(caller, params.paymentId),
        (payment) => success(encodeResult(payment))
      )
    )
    .handle("recall", ({ params, payload }) =>
      answer(
        (caller) => wires.recall(caller, params.paymentId, payload),
        (recall) => personal(encodeRecall(recall), 202)
      )
    )
    .handle("retrieveRecall", ({ params }) =>
      respond((caller) =>
        Effect.map(wires.retrieveRecall(caller, params.paymentId, params.recallId), (recall) =>
          success(encodeRecall(recall))
        )
      )
    )
)
