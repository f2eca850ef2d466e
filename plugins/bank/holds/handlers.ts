/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, page, personal, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { encodeException, encodeHold, type DecideHoldBody } from "./api.ts"
import * as holds from "./operations.ts"

const noteOf = ({ addException, note }: typeof DecideHoldBody.Type): holds.OfficerNote => ({
  note,
  addException: addException ?? false
})

export const holdHandlers = handlersOf(BankApi, "holds", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      respond((caller) =>
        Effect.map(holds.list(caller, { status: query.status }, pageOf(query)), (found) => page(found, encodeHold))
      )
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) => Effect.map(holds.retrieve(caller, params.holdId), (hold) => success(encodeHold(hold))))
    )
    .handle("release", ({ params, payload }) =>
      answer(
        (caller) => holds.releaseHold(caller, params.holdId, noteOf(payload)),
        (hold) => personal(encodeHold(hold), 200)
      )
    )
    .handle("reject", ({ params, payload }) =>
      answer(
        (caller) => holds.rejectHold(caller, params.holdId, noteOf(payload)),
        (hold) => personal(encodeHold(hold), 200)
      )
    )
    .handle("addException", ({ payload: { expiresAt = null, ...draft } }) =>
      answer(
        (caller) => holds.addException(caller, { ...draft, expiresAt }),
        (exception) => personal(encodeException(exception), 201)
      )
    )
)
