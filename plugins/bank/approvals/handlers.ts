/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, page, personal, respond } from "../respond.ts"
import { pageOf } from "../wire.ts"
import { encodeApproval } from "./api.ts"
import * as approvals from "./operations.ts"

/** It names the parties. */
const shown = (payment: Parameters<typeof encodeApproval>[0]) => personal(encodeApproval(payment), 200)

export const approvalHandlers = handlersOf(BankApi, "approvals", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      respond((caller) => Effect.map(approvals.list(caller, pageOf(query)), (found) => page(found, encodeApproval)))
    )
    .handle("approve", ({ params, payload }) =>
      answer((caller) => approvals.approve(caller, params.paymentId, payload.note ?? null), shown)
    )
    .handle("reject", ({ params, payload }) =>
      answer((caller) => approvals.reject(caller, params.paymentId, payload.note ?? null), shown)
    )
)
