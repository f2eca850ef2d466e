/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { Clock } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, ofCaller, page, personal, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { encodeRfp } from "./api.ts"
import * as rfps from "./operations.ts"

export const rfpHandlers = handlersOf(BankApi, "rfp", (handlers) =>
  handlers
    .handle("create", ({ payload: { amount, ...body } }) =>
      Effect.flatMap(Clock, (clock) =>
        answer(
          (caller) => ofCaller(rfps.create(caller, { ...body, amountCents: amount })),
          (rfp) => personal(encodeRfp(rfp, clock.now()), 202)
        )
      )
    )
    .handle("list", ({ query }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const clock = yield* Clock
          const found = yield* rfps.list(caller, { status: query.status }, pageOf(query))
          return page(found, (rfp) => encodeRfp(rfp, clock.now()))
        })
      )
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const clock = yield* Clock
          return success(encodeRfp(yield* rfps.retrieve(caller, params.rfpId), clock.now()))
        })
      )
    )
    .handle("cancel", ({ params }) =>
      Effect.flatMap(Clock, (clock) =>
        answer(
          (caller) => rfps.cancel(caller, params.rfpId),
          (rfp) => personal(encodeRfp(rfp, clock.now()), 200)
        )
      )
    )
)
