/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { answerPayment } from "../payment-answers.ts"
import { handlersOf, presentIn } from "../reading.ts"
import { answer, list, ofCaller, read, shown, success } from "../respond.ts"
import { encodeAch, encodeAchEntry, encodeAchResult, encodeAchReturn, ReversalBody } from "./AchBody.ts"
import { achIn } from "./api.ts"
import * as ach from "./operations.ts"

const encodeResult = (payment: Parameters<typeof encodeAchResult>[0]) => encodeAchResult(payment, payment.ach!)

export const achHandlers = handlersOf(BankApi, "ach", (handlers) =>
  handlers
    // Raw: it is read as the entries of batches are, by rules that depend on the client.
    .handleRaw("create", ({ request }) =>
      answerPayment(
        Effect.fnUntraced(function* (caller: CallerShape) {
          const facts = yield* ach.ruleFacts(caller)
          return yield* ach.create(caller, yield* achIn(yield* presentIn(request), facts))
        })
      )
    )
    .handleAll({
      list: ({ query }) => list(query, (caller, page, filter) => ach.list(caller, filter, page), encodeAchEntry),
      retrieve: ({ params }) => read((caller) => ach.retrieve(caller, params.paymentId), shown(encodeAch)),
      cancel: ({ params }) => answer((caller) => ach.cancel(caller, params.paymentId), shown(encodeResult)),
      reverse: ({ params, payload: { reason, referenceId } }) =>
        answer(
          (caller) => ofCaller(ach.reverse(caller, params.paymentId, { reason, referenceId })),
          shown(ReversalBody.write, 201)
        ),
      represent: ({ params, payload: { referenceId } }) =>
        answer(
          (caller) => ofCaller(ach.represent(caller, params.paymentId, { referenceId })),
          shown(encodeResult, 201)
        ),
      retrieveReturn: ({ params }) =>
        read(
          (caller) => ach.retrieveReturned(caller, params.paymentId),
          (payment) => success(encodeAchReturn(payment, payment.ach))
        )
    })
)
