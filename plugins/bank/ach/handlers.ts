/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Refusal } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { page, respond, success } from "../respond.ts"
import { bodyOf, pageOf } from "../wire.ts"
import { encodeAch, encodeAchEntry, encodeAchResult, encodeAchReturn, encodeReversal } from "./AchBody.ts"
import { AnyBody, readAch, RepresentBody, ReverseBody } from "./api.ts"
import * as ach from "./operations.ts"

const readAny = bodyOf(AnyBody)
const readReverse = bodyOf(ReverseBody)
const readRepresent = bodyOf(RepresentBody)

/** The handlers of this slice. */
export const achHandlers = HttpApiBuilder.group(BankApi, "ach", (handlers) =>
  handlers
    .handleRaw("create", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const facts = yield* ach.ruleFacts(caller)
          const asked = yield* Effect.mapError(
            Effect.fromResult(readAch(yield* readAny(request), facts)),
            (issues) => new Refusal.InvalidParameters({ part: "body", issues })
          )
          const context = yield* ach.answerContext(caller)
          const present: Parameters<typeof ach.create>[2] = (payment) => ach.answerOf(payment, context())
          return present(yield* ach.create(caller, asked, present))
        })
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
      respond((caller) =>
        ach.cancel(caller, params.paymentId, (payment) => success(encodeAchResult(payment, payment.ach!)))
      )
    )
    .handleRaw("reverse", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { reason, referenceId } = yield* readReverse(request)
          return yield* ach.reverse(caller, params.paymentId, { reason, referenceId }, (original, reversal, taking) =>
            success(encodeReversal({ original, reversal, taking }), 201)
          )
        })
      )
    )
    .handleRaw("represent", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { referenceId } = yield* readRepresent(request)
          return yield* ach.represent(caller, params.paymentId, { referenceId }, (payment) =>
            success(encodeAchResult(payment, payment.ach!), 201)
          )
        })
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
