/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Clock } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import * as payments from "../payments/operations.ts"
import { encodeEntry, encodePayment, encodeResult, encodeReturn } from "../payments/PaymentBody.ts"
import { page, respond, success } from "../respond.ts"
import { BankSettings } from "../settings.ts"
import { bodyOf, pageOf } from "../wire.ts"
import { encodeRecall, RecallWireBody } from "./api.ts"
import * as wires from "./operations.ts"
import * as recalls from "./recalls.ts"
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
          const context = yield* payments.answerContext(caller)
          const { answer } = yield* wires.initiate(caller, commandOf(body), (payment) =>
            payments.answerOf(payment, context())
          )
          return answer
        })
      )
    )
    .handle("list", ({ query }) =>
      respond((caller) => {
        const { cursor: _cursor, limit: _limit, ...filter } = query
        const wireOnly = { ...filter, kind: "wire" as const }
        return Effect.map(payments.list(caller, wireOnly, pageOf(query)), (found) => page(found, encodeEntry))
      })
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) =>
        Effect.map(wires.retrieve(caller, params.paymentId), (payment) => success(encodePayment(payment)))
      )
    )
    .handle("retrieveReturn", ({ params }) =>
      respond((caller) =>
        Effect.gen(function* () {
          yield* wires.retrieve(caller, params.paymentId)
          return success(encodeReturn(yield* payments.retrieveReturned(caller, params.paymentId)))
        })
      )
    )
    .handle("cancel", ({ params }) =>
      respond((caller) => wires.cancel(caller, params.paymentId, (payment) => success(encodeResult(payment))))
    )
    .handleRaw("recall", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const body = yield* readRecall(request)
          return yield* recalls.ask(caller, params.paymentId, body, (recall) => success(encodeRecall(recall), 202))
        })
      )
    )
    .handle("retrieveRecall", ({ params }) =>
      respond((caller) =>
        Effect.map(recalls.retrieve(caller, params.paymentId, params.recallId), (recall) =>
          success(encodeRecall(recall))
        )
      )
    )
)
