/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Clock } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { page, personal, respond, success } from "../respond.ts"
import { BankSettings } from "../settings.ts"
import { bodyOf, pageOf } from "../wire.ts"
import { encodeEntry, encodePayment, encodeRecall, encodeResult, encodeReturn, RecallWireBody } from "./api.ts"
import * as wires from "./operations.ts"
import { commandOf, CreateWireBody, wireRules } from "./WireBody.ts"

const readWire = bodyOf(CreateWireBody)
const readRecall = bodyOf(RecallWireBody)

/** The handlers of this slice. */
export const wireHandlers = HttpApiBuilder.group(BankApi, "wires", (handlers) =>
  handlers
    .handleRaw("initiate", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const clock = yield* Clock
          const settings = yield* BankSettings
          const body = yield* readWire(request, wireRules(settings.wire, clock.now()))
          const context = yield* wires.answerContext(caller)
          const { answer } = yield* wires.initiate(caller, commandOf(body), (payment) =>
            wires.answerOf(payment, context())
          )
          return answer
        })
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
      respond((caller) => wires.cancel(caller, params.paymentId, (payment) => success(encodeResult(payment))))
    )
    .handleRaw("recall", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const body = yield* readRecall(request)
          return yield* wires.recall(caller, params.paymentId, body, (recall) => personal(encodeRecall(recall), 202))
        })
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
