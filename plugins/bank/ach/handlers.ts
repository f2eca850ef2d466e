/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { handlersOf, presentIn } from "../reading.ts"
import { answer, ofCaller, page, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { encodeAch, encodeAchEntry, encodeAchResult, encodeAchReturn, encodeReversal } from "./AchBody.ts"
import { achIn } from "./api.ts"
import * as ach from "./operations.ts"

export const achHandlers = handlersOf(BankApi, "ach", (handlers) =>
  handlers
    // Raw: it is read as the entries of batches are, by rules that depend on the client.
    .handleRaw("create", ({ request }) =>
      Effect.flatMap(ach.presenting, (present) =>
        answer(
          Effect.fnUntraced(function* (caller: CallerShape) {
            const facts = yield* ach.ruleFacts(caller)
            return yield* ach.create(caller, yield* achIn(yield* presentIn(request), facts))
          }, ofCaller),
          present
        )
      )
    )
    .handle("list", ({ query }) =>
      respond((caller) => {
        const { cursor: _cursor, limit: _limit, ...filter } = query
        return Effect.map(ach.list(caller, filter, pageOf(query)), (found) => page(found, encodeAchEntry))
      })
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) => Effect.map(ach.retrieve(caller, params.paymentId), (payment) => success(encodeAch(payment))))
    )
    .handle("cancel", ({ params }) =>
      answer(
        (caller) => ach.cancel(caller, params.paymentId),
        (payment) => success(encodeAchResult(payment, payment.ach!))
      )
    )
    .handle("reverse", ({ params, payload: { reason, referenceId } }) =>
      answer(
        (caller) => ach.reverse(caller, params.paymentId, { reason, referenceId }),
        (reversed) => success(encodeReversal(reversed), 201)
      )
    )
    .handle("represent", ({ params, payload: { referenceId } }) =>
      answer(
        (caller) => ach.represent(caller, params.paymentId, { referenceId }),
        (payment) => success(encodeAchResult(payment, payment.ach!), 201)
      )
    )
    .handle("retrieveReturn", ({ params }) =>
      respond((caller) =>
        Effect.map(ach.retrieveReturned(caller, params.paymentId), (payment) =>
          success(encodeAchReturn(payment, payment.ach))
        )
      )
    )
)
