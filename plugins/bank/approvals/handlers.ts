/** From requests to operations and back. */
import { BankApi } from "../api.ts"
import { handlersOf } from "../reading.ts"
import { answer, list, shownSealed } from "../respond.ts"
import { encodeApproval } from "./api.ts"
import * as approvals from "./operations.ts"

/** It names the parties. */
const shown = shownSealed(encodeApproval)

export const approvalHandlers = handlersOf(BankApi, "approvals", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => list(query, approvals.list, encodeApproval),
    approve: ({ params, payload }) =>
      answer((caller) => approvals.approve(caller, params.paymentId, payload.note ?? null), shown),
    reject: ({ params, payload }) =>
      answer((caller) => approvals.reject(caller, params.paymentId, payload.note ?? null), shown)
  })
)
