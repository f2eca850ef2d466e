/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { page, respond, success } from "../respond.ts"
import { strictBodyOf, pageOf } from "../wire.ts"
import { CreateExceptionBody, DecideHoldBody, encodeException, encodeHold } from "./api.ts"
import * as holds from "./operations.ts"

const readDecision = strictBodyOf(DecideHoldBody)
const readException = strictBodyOf(CreateExceptionBody)

const noteOf = ({ addException, note }: typeof DecideHoldBody.Type): holds.OfficerNote => ({
  note,
  addException: addException ?? false
})

/** The handlers of this slice. */
export const holdHandlers = HttpApiBuilder.group(BankApi, "holds", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      respond((caller) =>
        Effect.map(holds.list(caller, { status: query.status }, pageOf(query)), (found) => page(found, encodeHold))
      )
    )
    .handle("retrieve", ({ params }) =>
      respond((caller) => Effect.map(holds.retrieve(caller, params.holdId), (hold) => success(encodeHold(hold))))
    )
    .handleRaw("release", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const body = yield* readDecision(request)
          return success(encodeHold(yield* holds.releaseHold(caller, params.holdId, noteOf(body))))
        })
      )
    )
    .handleRaw("reject", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const body = yield* readDecision(request)
          return success(encodeHold(yield* holds.rejectHold(caller, params.holdId, noteOf(body))))
        })
      )
    )
    .handleRaw("addException", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { expiresAt, ...draft } = yield* readException(request)
          const exception = yield* holds.addException(caller, { ...draft, expiresAt: expiresAt ?? null })
          return success(encodeException(exception), 201)
        })
      )
    )
)
