/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BankApi } from "../api.ts"
import { page, respond, success } from "../respond.ts"
import { strictBodyOf, pageOf } from "../wire.ts"
import { DecideApprovalBody, encodeApproval } from "./api.ts"
import * as approvals from "./operations.ts"

const readDecision = strictBodyOf(DecideApprovalBody)

/** The handlers of this slice. */
export const approvalHandlers = HttpApiBuilder.group(BankApi, "approvals", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      respond((caller) => Effect.map(approvals.list(caller, pageOf(query)), (found) => page(found, encodeApproval)))
    )
    .handleRaw("approve", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { note } = yield* readDecision(request)
          return success(encodeApproval(yield* approvals.approve(caller, params.paymentId, note ?? null)))
        })
      )
    )
    .handleRaw("reject", ({ params, request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { note } = yield* readDecision(request)
          return success(encodeApproval(yield* approvals.reject(caller, params.paymentId, note ?? null)))
        })
      )
    )
)
