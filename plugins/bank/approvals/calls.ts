/** Payments that wait for people, in process: the same as over HTTP, for callers with the same scopes. */
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { DecideApprovalBody } from "./api.ts"
import * as operations from "./operations.ts"

const { change, read } = callsOf(BankApi, "approvals")
const reading = read("list")
const approving = change("approve")
const rejecting = change("reject")

/** A page of payments that wait, newest first. Fails with `InvalidCursor`. */
export const list = (caller: CallerShape, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => operations.list(asking, of)))

/**
 * Approves a payment, which goes on once as many people approved it as its rule says. Fails with `PaymentNotFound`,
 * `StateConflict` where it does not wait, `SelfApprovalForbidden` for the client that made it, or `SanctionedCountry` where one came
 * under sanctions meanwhile.
 */
export const approve = (caller: CallerShape, paymentId: string, command: typeof DecideApprovalBody.Encoded = {}) =>
  approving(caller, { id: paymentId, command }, (asking, { note = null }) =>
    operations.approve(asking, paymentId, note)
  )

/** Ends a payment that waits. Fails as `approve`, but never with `SanctionedCountry`. */
export const reject = (caller: CallerShape, paymentId: string, command: typeof DecideApprovalBody.Encoded = {}) =>
  rejecting(caller, { id: paymentId, command }, (asking, { note = null }) => operations.reject(asking, paymentId, note))
