/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { page, respond, success } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { encodeApproval } from "./api.ts"
import * as approvals from "./operations.ts"

/** The handlers of this slice. */
export const approvalHandlers = handlersOf(BankApi, "approvals", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      respond((caller) => Effect.map(approvals.list(caller, pageOf(query)), (found) => page(found, encodeApproval)))
    )
    .handle("approve", ({ params, payload }) =>
      respond((caller) =>
        Effect.map(approvals.approve(caller, params.paymentId, payload.note ?? null), (approval) =>
          success(encodeApproval(approval))
        )
      )
    )
    .handle("reject", ({ params, payload }) =>
      respond((caller) =>
        Effect.map(approvals.reject(caller, params.paymentId, payload.note ?? null), (approval) =>
          success(encodeApproval(approval))
        )
      )
    )
)
